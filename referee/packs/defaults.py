"""Defaults of options that a later pack of a stack gives: `changes: [{option: NAME, is: VALUE}]`.

They are settled before everything else, since the values in force decide what is declared and changed at all.
"""

from __future__ import annotations

from collections.abc import Sequence as List
from dataclasses import replace

from referee.packs.access import spots_of, words_of
from referee.packs.claims import Claim, Claims
from referee.packs.findings import Findings
from referee.packs.header import listed, option_value, written
from referee.packs.model import OptionDecl, OptionValue, Pack
from referee.packs.node import Mapping, Node, Scalar, Sequence
from referee.packs.order import in_order

FIELD = "default"


def with_defaults(packs: List[Pack], report: Findings) -> list[Pack]:
    """The packs, with the defaults that they give to the options of one another; reports those that can't be given."""
    options = {decl.id: decl for pack in reversed(packs) for decl in pack.options.values()}
    names = {pack.id for pack in packs}
    claims = Claims(report)
    for number, pack in enumerate(packs):
        known = [name for earlier in packs[: number + 1] for name in earlier.options]
        for node in _rows(pack):
            if not all(each.text in names for each in words_of(node.get("if_pack"))):
                continue
            name, value = node.get("option"), node.get("is")
            if not isinstance(name, Scalar) or not name.text:
                continue
            if name.text not in known:
                if "if_pack" not in node:
                    hint = report.guess(name.text, known)
                    report.add("E0150", name.at, width=len(name.text), hint=hint, what="option", name=name.text)
            elif value is None or "when" in node or "field" in node:
                what = "for an option it needs `is`: the value that it has if none is chosen, always or with `if_pack`"
                report.add("E0152", node.at, what=what)
            else:
                decl = options[name.text]
                over = tuple(each.text for each in words_of(node.get("over")))
                claims.add(f"option/{decl.id}", Claim((FIELD,), pack.id, node.at, value), over, decl.pack)
                default = _value(decl, value, report)
                options[decl.id] = replace(decl, default=default, default_at=value.at, default_spots=spots_of(value))
    return [replace(pack, options={name: options[name] for name in pack.options}) for pack in packs]


def _rows(pack: Pack) -> list[Mapping]:
    """The changes of options of a pack."""
    sections = [root.get("changes") for root in in_order(pack.documents, "changes")]
    rows = [row for section in sections if isinstance(section, Sequence) for row in section.items]
    return [row for row in rows if isinstance(row, Mapping) and "option" in row]


def _value(decl: OptionDecl, node: Node, report: Findings) -> OptionValue:
    """The value that a node gives to an option; what it was if it can't have that one, which is reported."""
    if decl.pick:
        words = tuple(each.text for each in words_of(node))
        return () if words == ("none",) else words
    value = option_value(node)
    if value is not None and value in decl.values:
        return value
    text = "" if value is None else written(value)
    hint = report.guess(text, [written(each) for each in decl.values])
    report.add("E0141", node.at, width=len(text) or 1, hint=hint, value=text, name=decl.id, allowed=listed(decl))
    return decl.default
