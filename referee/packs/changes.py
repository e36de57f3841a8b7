"""Applies the `changes:` of a pack to what is declared so far."""

from __future__ import annotations

from dataclasses import replace

from referee.packs import limits
from referee.packs.access import at_path, base_name, is_yes, shortly, text_of, with_value, without, words_of
from referee.packs.adding import added
from referee.packs.claims import Claim
from referee.packs.defaults import FIELD
from referee.packs.draft import Draft, singular
from referee.packs.keys import ABOUT, FEW
from referee.packs.model import Change, Pack, Wrap
from referee.packs.node import Mapping, Node, Position, Scalar, Sequence
from referee.packs.order import in_order
from referee.packs.rows import names_of, unnamed
from referee.packs.schema import common_keys, item_check, item_schema, row_check, row_keys
from referee.packs.spelling import closest
from referee.packs.templates import whole_entry

SECTIONS = {
    "rule": "rules",
    "place": "places",
    "token": "tokens",
    "group": "groups",
    "symbols": "symbols",
    "kind": "kinds",
    "value": "values",
    "window": "windows",
    "standing": "standing",
}
CODE = ("before", "after", "instead_of")
LISTS = ("setup", "scoring")
TARGETS = ("entry", *SECTIONS, *LISTS, "term", *CODE, "option_in", "option")
DEEPEST = 6
WHOLE = {"rules": "base", "groups": "of", "symbols": "of", "standing": ""}  # section → the key that `is` means


def apply_changes(draft: Draft, pack: Pack) -> None:
    """Makes the changes of a pack, in the order written; reports those that find nothing or meet another's."""
    count = 0
    for root in in_order(pack.documents, "changes"):
        changes = root.get("changes")
        rows = changes.items if isinstance(changes, Sequence) else ()
        count += len(rows)
        if count > limits.CHANGES:
            draft.report.add("E0107", root.keys["changes"], what=f"more than {limits.CHANGES:,} changes")
            return
        for node in rows:
            if isinstance(node, Mapping) and draft.report.damage().hits(node):
                for value in node.entries.values():
                    draft.report.lose(value)  # what it would have added is used elsewhere
            elif isinstance(node, Mapping) and draft.settings.applies(node):
                _Changing(draft, node, pack).run()
            else:
                draft.report.leave_out(node)


class _Changing:
    """One change."""

    def __init__(self, draft: Draft, node: Mapping, pack: Pack) -> None:
        self.draft = draft
        self.node = node
        self.pack = pack
        self.over = tuple(each.text for each in words_of(node.get("over")))
        self.conditional = "if_pack" in node or isinstance(node.get("when"), Mapping)
        self.value = node.get("is")

    def run(self) -> None:
        targets = [key for key in TARGETS if key in self.node]
        if len(targets) != 1:
            what = f"it names {' and '.join(targets)} at once" if targets else "it doesn't say what it changes"
            self.fail(what, self.node.at)
            return
        target = targets[0]
        name = self.node.get(target)
        if not isinstance(name, Scalar) or not name.text:
            return
        if target == "entry":
            self.entry(name)
        elif target in SECTIONS:
            self.named(SECTIONS[target], name)
        elif target in LISTS:
            self.listed(target, name)
        elif target == "term":
            self.term(name)
        elif target in CODE:
            self.procedure(target, name)
        elif target == "option":  # its default, which has been settled already
            self.record("set", f"option/{name.text}", FIELD, None, self.value)
        else:
            self.option(name)

    def fail(self, what: str, at: Position) -> None:
        self.draft.report.add("E0152", at, what=what)

    def absent(self, what: str, name: str, at: Position, known: list[str], removed: str = "") -> None:
        later = self.later_pack()
        if self.conditional and not later:
            return
        gone = self.draft.removed.get(removed or "-")
        near = self.draft.report.guess(name, known)
        own = [each for each in known if each not in ABOUT]
        near = near or (f"there is {', '.join(own)}" if 0 < len(own) <= FEW else "")
        hint = f"it was removed at {gone}" if gone else near
        if later:
            hint = f"`{later}` comes later in the stack: put it before `{self.pack.id}`"
        related = (gone,) if gone else ()
        self.draft.report.add("E0150", at, width=len(name), hint=hint, related=related, what=what, name=name)
        for value in self.node.entries.values():
            self.draft.report.lose(value, name)  # what it would have added is used elsewhere

    def later_pack(self) -> str:
        """The pack that `if_pack` asks for, if it is in the stack but not taken in yet; else empty."""
        asked = [each.text for each in words_of(self.node.get("if_pack"))]
        coming = self.draft.settings.packs - self.draft.taken
        return next((each for each in asked if each in coming), "")

    def claim(self, target: str, path: list[str], owner: str, value: Node | None) -> None:
        """Notes that this pack replaces what stands at a path of a target."""
        claim = Claim(tuple(path), self.pack.id, self.node.at, value)
        self.draft.claims.add(target, claim, self.over, owner)

    def record(self, op: str, target: str, field: str, before: Node | None, after: Node | None) -> None:
        self.draft.changes.append(Change(op, target, field, before, after, self.node.at, self.pack.id))
        self.draft.applied.append((self.node, target, field))

    def entry(self, name: Scalar) -> None:
        kind, _, ident = name.text.partition("/")
        entries = self.draft.entries.get(kind, {})
        if kind not in self.draft.named["kinds"]:
            self.absent("kind", kind, name.at, list(self.draft.named["kinds"]))
            return
        if ident not in entries:
            here = Position(name.at.file, name.at.line, name.at.column + len(kind) + 1 + (name.style != ""))
            self.absent(kind, ident, here, list(entries), f"{kind}/{ident}")
            return
        node = entries[ident]
        field = self.node.get("field") or self.node.get("hook")
        if isinstance(field, Scalar):
            path = field.text.split("/")
            known = self.entry_keys(kind)
            if path[0] not in known:
                self.absent("field or hook", path[0], field.at, sorted(known))
                return
            changed = self.change(self.with_inherited(entries, ident, path), path, field, f"{kind}/{ident}", node.pack)
            if changed is not None:
                entries[ident] = changed
        elif is_yes(self.node.get("remove")):
            self.claim(f"{kind}/{ident}", [], node.pack, None)
            del entries[ident]
            self.draft.removed[f"{kind}/{ident}"] = self.node.at
            self.record("remove", f"{kind}/{ident}", "", node, None)
        else:
            self.fail("for an entry it needs `field` and `is`, or `remove: yes`", self.node.at)

    def with_inherited(self, entries: dict[str, Mapping], ident: str, path: list[str]) -> Mapping:
        """The entry, with the key that is changed made its own where it is inherited."""
        node, key = entries[ident], path[0]
        whole = whole_entry(entries, ident)
        if key in node or key not in whole:
            return node
        if path[1:] or not is_yes(self.node.get("remove")):
            return with_value(node, [key], whole.entries[key], whole.keys[key])
        return whole  # nothing says that a key isn't inherited, so the rest is made its own

    def entry_keys(self, kind: str) -> set[str]:
        declaration = self.draft.named["kinds"][kind]
        keys = set(common_keys()) - {"id", "like"}
        for part in ("fields", "hooks"):
            inner = declaration.get(part) if isinstance(declaration, Mapping) else None
            keys |= set(inner.entries) if isinstance(inner, Mapping) else set()
        return keys

    def change(self, node: Mapping, path: list[str], field: Scalar, target: str, owner: str) -> Mapping | None:
        """The mapping with the value at a path replaced, added to or removed; None when that can't be done."""
        if len(path) > DEEPEST:
            self.fail("the path of `field` is too long", field.at)
            return None
        here = field.locate(1, len(field.text) - len(path[-1]) + 1)
        for number in range(1, len(path)):
            inner = at_path(node, path[:number])
            if inner is not None and not isinstance(inner, Mapping):
                self.fail(f"`{'/'.join(path[:number])}` of {target} has no keys", field.at)
                return None
        before = at_path(node, path)
        more = self.node.get("add")
        if is_yes(self.node.get("remove")):
            if before is None:
                inner = at_path(node, path[:-1])
                self.absent("key", path[-1], here, list(inner.entries) if isinstance(inner, Mapping) else [])
                return None
            self.claim(target, path, owner, None)
            self.record("remove", target, field.text, before, None)
            inner = at_path(node, path[:-1])
            assert isinstance(inner, Mapping)
            smaller = without(inner, path[-1])
            return with_value(node, path[:-1], smaller, smaller.at) if path[:-1] else smaller
        if more is not None:
            after = self.added(before, more, f"`{field.text}` of {target}")
            if after is None:
                return None
            self.record("add", target, field.text, before, after)
            return with_value(node, path, after, here)
        if "is" not in self.node or self.value is None:
            self.fail("`is` is missing", self.node.at)
            return None
        self.claim(target, path, owner, self.value)
        self.record("set", target, field.text, before, self.value)
        return with_value(node, path, self.value, here)

    def named(self, section: str, name: Scalar) -> None:
        names = self.draft.named[section]
        what = singular(section)
        if name.text not in names:
            self.absent(what, name.text, name.at, list(names), f"{what}/{name.text}")
            return
        node = names[name.text]
        target = f"{what}/{name.text}" if section not in ("symbols", "standing") else f"{section}/{name.text}"
        owner = self.draft.owners[section, name.text]
        field = self.node.get("field")
        if isinstance(field, Scalar):
            self.field_of(section, name, node, target, owner, field)
        elif is_yes(self.node.get("remove")):
            self.claim(target, [], owner, None)
            del names[name.text]
            del self.draft.places[section][name.text]
            self.draft.removed[f"{what}/{name.text}"] = self.node.at
            self.record("remove", target, "", node, None)
        elif section in WHOLE:
            self.whole(section, name, node, target, owner)
        else:
            self.fail(f"for a {what} it needs `field` and `is`, or `remove: yes`", self.node.at)

    def field_of(self, section: str, name: Scalar, node: Node, target: str, owner: str, field: Scalar) -> None:
        path = field.text.split("/")
        mapping = node if isinstance(node, Mapping) else Mapping({}, {}, node.at, node.pack)
        if section == "rules" and not isinstance(node, Mapping):
            mapping = with_value(mapping, ["base"], node, node.at)
        known = set(item_schema(section).get("properties", {})) | set(mapping.entries)
        open_ = section == "tokens" and not closest(path[0], known, slips_only=True)  # which may have any datum
        if path[0] not in known and not open_:
            self.absent("key", path[0], field.at, sorted(known))
            return
        changed = self.change(mapping, path, field, target, owner)
        if changed is not None:
            self.put(section, name.text, changed)

    def whole(self, section: str, name: Scalar, node: Node, target: str, owner: str) -> None:
        key = WHOLE[section]
        inner = node.get(key) if isinstance(node, Mapping) and key else node
        more = self.node.get("add")
        after: Node | None
        if more is not None and section in ("groups", "symbols", "rules"):
            after = self.added(inner, more, target)
            if after is None:
                return
            self.record("add", target, "", inner, after)
        elif "is" in self.node and self.value is not None:
            after = self.value
            self.claim(target, [WHOLE[section]] if WHOLE[section] else [], owner, self.value)
            self.record("set", target, "", inner, after)
        else:
            self.fail("`is` is missing", self.node.at)
            return
        if section == "rules" and isinstance(after, Mapping) and not isinstance(node, Mapping):
            node = Mapping({}, {}, node.at, node.pack)  # amounts, or numbers by seats, stand under `base`
        if isinstance(node, Mapping) and key and not (section == "rules" and _is_declaration(after)):
            after = with_value(node, [key], after, after.at)
        self.put(section, name.text, after)

    def added(self, before: Node | None, more: Node, what: str) -> Node | None:
        """What is there with more of it: a larger number, a longer list; None where a number meets none."""
        after = added(self.chosen(before), more)
        if after is None:
            now = f" (it is `{shortly(before, 40)}`)" if before is not None else ""
            self.fail(f"{what} is no number that {text_of(more)} could be added to{now}", more.at)
        return after

    def chosen(self, node: Node | None) -> Node | None:
        """The number that an option has, where a value is that of an option: `option days`."""
        name = text_of(node).removeprefix("option ")
        value = self.draft.settings.values.get(name) if name != text_of(node) else None
        return replace(node, value=value) if isinstance(node, Scalar) and type(value) is int else node

    def put(self, section: str, name: str, node: Node) -> None:
        self.draft.named[section][name] = node
        item_check(section)(node, f"`{name}`", self.draft.report)

    def listed(self, section: str, name: Scalar) -> None:
        parts = ("setup",) if section == "setup" else ("lines", "tie_breaks")
        known: list[str] = []
        for part in parts:
            rows = self.draft.lists[part]
            for number, (row, ident) in enumerate(zip(rows, names_of(rows), strict=True)):
                known.append(ident)
                if ident != name.text or not isinstance(row, Mapping):
                    continue
                field = self.node.get("field")
                if isinstance(field, Scalar):
                    path = field.text.split("/")
                    keys = set(row_keys(section)) - {"id"}
                    if path[0] not in keys:
                        self.absent("key", path[0], field.at, sorted(keys))
                        return
                    changed = self.change(row, path, field, f"{section}/{ident}", row.pack)
                    if changed is not None:
                        rows[number] = changed
                        self.check_row(section, changed)
                elif is_yes(self.node.get("remove")):
                    self.claim(f"{section}/{ident}", [], row.pack, None)
                    del rows[number]
                    self.draft.lines.pop((part, ident), None)
                    self.draft.removed[f"{section}/{ident}"] = self.node.at
                    self.record("remove", f"{section}/{ident}", "", row, None)
                else:
                    self.fail(f"for {section} it needs `field` and `is`, or `remove: yes`", self.node.at)
                return
        if section == "setup" and unnamed(self.draft.lists["setup"], name.text) > 1:
            self.fail(f"several rows of the set-up are of `{name.text}`, and the one meant has no `id`", name.at)
            return
        what = "row of the setup" if section == "setup" else "line of the scoring"
        self.absent(what, name.text, name.at, [each for each in known if each], f"{section}/{name.text}")

    def check_row(self, section: str, row: Mapping) -> None:
        row_check(section)(row, "this row", self.draft.report)

    def term(self, name: Scalar) -> None:
        code = self.value
        if not isinstance(code, Scalar):
            self.fail("a term needs `is` with code", self.node.at)
            return
        if self.draft.find("terms", name.text) is None:
            self.absent("term", base_name(name.text), name.at, [base_name(each) for each in self.draft.named["terms"]])
            return
        self.wrap("term", name, code, "term")

    def procedure(self, op: str, name: Scalar) -> None:
        code = self.node.get("do")
        if not isinstance(code, Scalar):
            self.fail(f"`{op}` needs `do` with code", self.node.at)
            return
        if self.draft.find("procedures", name.text) is None:
            known = [base_name(each) for each in self.draft.named["procedures"]]
            self.absent("procedure", base_name(name.text), name.at, known)
            return
        self.wrap(op, name, code, "procedure")

    def option(self, name: Scalar) -> None:
        add, old, gone = (self.node.get(key) for key in ("add", "replace", "remove"))
        code = self.node.get("with")
        if isinstance(add, Scalar):
            self.wrap("option_add", name, add, "choice")
        elif isinstance(old, Scalar) and isinstance(code, Scalar):
            self.wrap("option_replace", name, code, "choice", old)
        elif isinstance(gone, Scalar):
            self.wrap("option_remove", name, None, "choice", gone)
        else:
            self.fail("`option_in` needs `add`, `replace` and `with`, or `remove`", self.node.at)

    def wrap(self, op: str, named: Scalar, code: Scalar | None, what: str, option: Scalar | None = None) -> None:
        target, label = named.text, option.text if option is not None else ""
        says = self.node.get("says")
        self.draft.wraps.append(
            Wrap(
                op=op,
                target=target,
                code=code,
                at=self.node.at,
                pack=self.pack.id,
                over=self.over,
                label=label,
                says=says if isinstance(says, Scalar) else None,
                conditional=self.conditional,
                named=named.at,
                label_at=option.at if option is not None else self.node.at,
            )
        )
        self.record("wrap", f"{what}/{base_name(target)}", f"{op} {label}".strip(), None, code)


def _is_declaration(node: Node) -> bool:
    return isinstance(node, Mapping) and "base" in node
