"""How each fact of a stack is known: its status, source and reason, and what is missing of them.

A fact takes its status from itself, else from `provenance:` on top of its file, else from `provenance:` in the pack's
pack.yaml. Without any of them it is `own` in house rules, variants and packs without sources, and an error elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Sequence as List

from referee.packs.access import shortly, text_of, words_of
from referee.packs.draft import Draft
from referee.packs.findings import Findings
from referee.packs.model import Fact, Pack
from referee.packs.node import Mapping, Node, Position, Scalar, Sequence
from referee.packs.spelling import closest

STATUSES = ("stated", "published", "inferred", "reconstructed", "own")
WHOLE = "entry"
_REFERENCE = re.compile(r"[A-Z][A-Z0-9-]*[A-Z0-9](?![A-Za-z0-9])")
_KEYS = ("source", "status", "because")
ADD = "add `%s: …`"
INDENT = "indent it, if it belongs to `because`"
REASONED = ("inferred", "reconstructed")  # how a fact is known that has to say why


def gather_facts(packs: List[Pack], draft: Draft, entries: dict[str, dict[str, Mapping]]) -> tuple[Fact, ...]:
    """Every fact that has a status, in the order of the sections; reports what lacks one, or its ground."""
    gathering = _Gathering(packs, draft)
    for kind, all_of in entries.items():
        for name, node in all_of.items():
            if kind not in draft.without_entries:
                gathering.add(f"{kind}/{name}", node, node.entries["id"].at, node.pack, True)
    for section, key, needed in (("rules", "rule", ""), ("tokens", "token", "supply"), ("places", "place", "data")):
        for name, value in draft.named[section].items():
            at, owner = draft.places[section][name], draft.owners[section, name]
            if not needed:
                gathering.add(f"{key}/{name}", value, at, owner, True)
            elif isinstance(value, Mapping):
                gathering.add(f"{key}/{name}", value, at, owner, needed in value)
    for number, row in enumerate(draft.lists["setup"], 1):
        name = text_of(row.get("id")) if isinstance(row, Mapping) else ""
        gathering.add(f"setup/{name or number}", row, row.at, row.pack, True)
    for row in (*draft.lists["lines"], *draft.lists["tie_breaks"]):
        if isinstance(row, Mapping) and "id" in row:
            gathering.add(f"scoring/{text_of(row.get('id'))}", row, row.entries["id"].at, row.pack, False)
    for section in ("options", "kinds"):
        for name, value in draft.named[section].items():
            at = draft.places[section][name]
            gathering.add(f"{section.removesuffix('s')}/{name}", value, at, value.pack, False)
    for node, target, field in draft.applied:
        gathering.add(target, node, node.at, node.pack, field_set(node), field)
    return tuple(gathering.facts)


def field_set(change: Mapping) -> bool:
    """Whether a change sets a value, so that it states a fact of its own."""
    return "is" in change and "term" not in change


class _Gathering:
    def __init__(self, packs: List[Pack], draft: Draft) -> None:
        self.packs = {pack.id: pack for pack in packs}
        self.sources = {key for pack in packs for key in (pack.sources or {})}
        self.draft = draft
        self.report: Findings = draft.report
        self.facts: list[Fact] = []
        self._stands = Position("", 1, 1)  # where what the present fact lacks is reported
        self._told: set[tuple[str, Position]] = set()
        self.before: dict[tuple[str, str], str] = {}  # what changes have replaced → its status
        self.changed = {(target, field) for node, target, field in draft.applied if field_set(node)}

    def default(self, file: str, pack: Pack | None, key: str) -> Node | None:
        for name in (file, pack.documents[0].at.file if pack else ""):
            node = self.draft.defaults.get(name)
            if node is not None and key in node:
                return node.get(key)
        return None

    def add(self, key: str, node: Node, at: Position, owner: str, needed: bool, field: str = "") -> None:
        """Adds the fact of a declaration and those of its fields that stand on other ground."""
        self.report = self.draft.report
        own = node if isinstance(node, Mapping) else None
        if not needed and (own is None or not any(each in own for each in _KEYS)):
            return
        pack = self.packs.get(owner)
        parts = {name: own.get(name) if own else None for name in _KEYS}
        status = _part(parts["status"], WHOLE, True) or self.default(at.file, pack, "status")
        self._stands = self._where_it_stands(key, parts["status"], at)
        change = own is not None and "is" in own
        if not field and (key, "") in self.changed and not change:
            self.before[key, ""] = text_of(status, "own")
            return  # replaced as a whole: the change tells how it is known
        self._unknown_fields(key, own, parts, field)
        if self.draft.report.all and self.draft.report.damage().hits(node, at):
            self.report = Findings()  # what it lacks may be what is wrong with it: nothing more is said
        source = _part(parts["source"], WHOLE, True) or self.default(at.file, pack, "source")
        because = _part(parts["because"], WHOLE, True) or self.default(at.file, pack, "because")
        if status is None and pack is not None and pack.claims:
            if needed:
                self._lacks("E0161", ADD % "status", key, len(key.rsplit("/", 1)[-1]))
            return
        told = own.get("is") if own is not None and change else own.get("base") if own is not None else node
        self._fact(key, field, text_of(status, "own"), source, because, at, owner, told)
        states = parts["status"]
        for name, value in states.items() if isinstance(states, Mapping) else ():
            if (key, name) in self.changed:
                self.before[key, name] = text_of(value)
            elif name != WHOLE:
                this = _part(parts["source"], name, False) or source
                where, what = _field(own, name)
                reason = _reason(parts["because"], name)
                slipped = self._slipped_out(key, own, name) if reason is None else None
                if slipped is not None and text_of(value) in REASONED:
                    self._lacks("E0162", INDENT, f"`{name}` of {key}", len(name), slipped, text_of(value))
                else:
                    self._fact(key, name, text_of(value), this, reason, value.at, owner, what, where)

    def _where_it_stands(self, key: str, status: Node | None, at: Position) -> Position:
        """Where to report what a fact lacks: at the declaration; for what an entry inherits, at its template."""
        rows = self._rows(key)
        if not rows or "status" in rows[0]:
            return at
        return status.at if status is not None else rows[-1].entries["id"].at

    def _rows(self, key: str) -> list[Mapping]:
        """An entry as it is written, and the templates above it; nothing for what is no entry."""
        kind, _, name = key.partition("/")
        entries = self.draft.entries.get(kind, {})
        rows: list[Mapping] = []
        while name in entries and entries[name] not in rows:
            rows.append(entries[name])
            name = text_of(rows[-1].get("like"))
        return rows

    def _slipped_out(self, key: str, own: Mapping | None, field: str) -> Position | None:
        """Where a field stands right behind `because`, as its reason would under it."""
        for row in [*self._rows(key), *([own] if own is not None else [])]:
            names = list(row)
            behind = names.index("because") + 1 if isinstance(row.get("because"), Mapping) else len(names)
            if names[behind : behind + 1] == [field]:
                return row.keys[field]
        return None

    def _lacks(
        self, number: str, hint: str, what: str, width: int = 1, at: Position | None = None, status: str = ""
    ) -> None:
        """Reports that a ground is missing, once for each place where it would stand; for a field, unless the whole
        lacks it as well.
        """
        told = {(number, self._stands), (number, at or self._stands)}
        if not told & self._told:
            self._told |= {(number, at or self._stands)}
            self.report.add(number, at or self._stands, width=width, hint=hint, what=what, status=status)

    def _declared(self, kind: str) -> set[str]:
        """What an entry of the kind, or a row of the scoring, could have: what it leaves out can be a fact as well."""
        if kind == "scoring":
            return {"points", "says"}
        node = self.draft.named["kinds"].get(kind)
        inner = [node.get(part) for part in ("fields", "hooks")] if isinstance(node, Mapping) else []
        return {"n", *(name for each in inner if isinstance(each, Mapping) for name in each)}

    def _unknown_fields(self, key: str, own: Mapping | None, parts: dict[str, Node | None], field: str) -> None:
        if own is None or field:
            return
        data = own.get("data")
        known = (set(own.entries) - set(_KEYS)) | {WHOLE} | set(data.entries if isinstance(data, Mapping) else ())
        known |= self._declared(key.partition("/")[0])
        damage = self.report.damage()
        misspelt = [name for name, at in own.keys.items() if damage.hits(None, at)]
        for name, part in parts.items():
            if isinstance(part, Mapping):
                for each in part:
                    if each not in known and not closest(each, misspelt, slips_only=True):
                        at = part.keys[each]
                        hint = self.report.guess(each, known)
                        self.report.add("E0121", at, width=len(each), hint=hint, key=each, where=f"this `{name}`")

    def _known(self, reference: str) -> bool:
        """Whether a source is declared; `S1-7` is a line of S1."""
        parts = reference.split("-")[:5]
        return any("-".join(parts[: count + 1]) in self.sources for count in range(len(parts)))

    def _fact(
        self,
        key: str,
        field: str,
        status: str,
        source: Node | None,
        because: Node | None,
        at: Position,
        owner: str,
        value: Node | None,
        place: Position | None = None,
    ) -> None:
        if status not in STATUSES:
            return  # the shape was reported
        what = f"`{field}` of {key}" if field else key
        reason = " ".join(each.text for each in words_of(because))
        named = "; ".join(each.text for each in _texts(source))
        if status in REASONED and not reason:
            self._lacks("E0162", ADD % "because", what, at=at if field else None, status=status)
        if status in ("stated", "published") and not named:
            self._lacks("E0163", ADD % "source", what, at=at if field else None, status=status)
        for each in _texts(source):
            match = _REFERENCE.match(each.text)
            name = match.group() if match else ""
            if name and self.sources and not self._known(name):
                hint = self.report.guess(name, self.sources)
                self.report.add("E0164", each.at, width=len(name), hint=hint, name=name)
        before = self.before.get((key, field), "") if (key, field) in self.changed else ""
        self.facts.append(Fact(owner, key, field, status, named, reason, place or at, shortly(value), before))


def _texts(node: Node | None) -> Iterator[Scalar]:
    yield from words_of(node)


def _part(node: Node | None, name: str, plain: bool) -> Node | None:
    """What a `source` or `status` says about the whole (`entry`) or about a field."""
    if isinstance(node, Mapping):
        return node.get(name)
    return node if plain and isinstance(node, (Scalar, Sequence)) else None


def _field(own: Mapping | None, name: str) -> tuple[Position | None, Node | None]:
    """Where a field of a declaration is written, and what stands there; None where it is left out."""
    data = own.get("data") if own is not None else None
    for node in (own, data):
        if isinstance(node, Mapping) and name in node:
            return node.keys[name], node.get(name)
    return None, None


def _reason(node: Node | None, name: str) -> Node | None:
    """The reason for a field: its own, else the only one that is given."""
    return node.get(name) if isinstance(node, Mapping) else node
