"""All points of a ruleset, section by section."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from referee.language.build import Ruleset
from referee.language.changeable.point import Point, PointChange, all_lines, point_changes, written
from referee.language.changeable.things import Things
from referee.language.text import Text
from referee.packs.access import without
from referee.packs.comments import Comments
from referee.packs.model import Change
from referee.packs.node import Mapping, Node, Position, Sequence
from referee.packs.rows import names_of

__all__ = ["SECTIONS", "Point", "PointChange", "points"]

SECTIONS = (
    "rules",
    "procedures",
    "choices",
    "terms",
    "hooks",
    "fields",
    "entries",
    "kinds",
    "places",
    "values",
    "tokens",
    "groups",
    "symbols",
    "windows",
    "standing",
    "setup",
    "scoring",
    "options",
    "removed",
)
_TARGETS = {  # section → what changes call one of its names
    "rules": "rule/",
    "procedures": "procedure/",
    "terms": "term/",
    "kinds": "kind/",
    "places": "place/",
    "values": "value/",
    "tokens": "token/",
    "groups": "group/",
    "symbols": "symbols/",
    "windows": "window/",
    "standing": "standing/",
    "setup": "setup/",
    "scoring": "scoring/",
    "entries": "",
}
PARTS = ("fields", "hooks")


def points(ruleset: Ruleset) -> list[Point]:
    """Everything that can be changed, in the order of SECTIONS and of the packs."""
    found = list(_Gathering(ruleset).all())
    return sorted(found, key=lambda point: SECTIONS.index(point.section))


class _Gathering:
    """The points of one ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.stack = ruleset.stack
        self.things = Things(ruleset)
        self.comments = Comments(self.stack.packs)
        self.changes: dict[str, list[Change]] = {}
        for change in self.stack.changes:
            self.changes.setdefault(change.target, []).append(change)

    def all(self) -> Iterator[Point]:
        for section in _TARGETS:
            if section not in ("entries", "setup", "scoring"):
                yield from self.declared(section)
        yield from self.rows()
        yield from self.entries()
        yield from self.of_kinds()
        yield from self.choices()
        yield from self.options()
        yield from self.removed()

    def declared(self, section: str) -> Iterator[Point]:
        """The names of a section that is a mapping."""
        node = self.stack.sections.get(section)
        for name, value in node.items() if isinstance(node, Mapping) else ():
            assert isinstance(node, Mapping)
            bare = name.partition("(")[0].strip()
            changes = self.changed(_TARGETS[section] + bare)
            if section == "kinds":
                changes = [change for change in changes if change.field.partition("/")[0] not in PARTS]
            type_, says = self.things.about(section, bare)
            point = self.point(section, name, node.keys[name], type_, self.value(section, bare, value), says, changes)
            yield replace(point, code=all_lines(value))

    def value(self, section: str, name: str, node: Node) -> str:
        """What a declaration is now."""
        if section == "terms":
            return written(self.things.model.terms[name].code)
        if section == "rules" and isinstance(node, Mapping):
            return written(node.get("base"))
        return written(without(node, *PARTS) if section == "kinds" and isinstance(node, Mapping) else node)

    def point(
        self,
        section: str,
        name: str,
        at: Position,
        type_: str = "",
        value: str = "",
        says: Text | None = None,
        changes: Iterable[Change] = (),
    ) -> Point:
        """A point with what its file says of it, and who changes it."""
        comment, done = self.comments.of(at), point_changes(changes)
        return Point(section, name, type_, value, at, self.pack_of(at), says, comment, done)

    def changed(self, target: str) -> list[Change]:
        """The changes of what a change calls `target`."""
        return self.changes.get(target, [])

    def pack_of(self, at: Position) -> str:
        """The pack in whose files a place is."""
        return next((pack.id for pack in self.stack.packs if at.file.startswith(f"{pack.path}/")), "")

    def rows(self) -> Iterator[Point]:
        """Rows of the set-up and lines of the scoring that a change can name."""
        scoring = self.stack.sections.get("scoring")
        parts = [(name, scoring.get(name)) for name in ("lines", "tie_breaks")] if isinstance(scoring, Mapping) else []
        for section, rows in [("setup", self.stack.sections.get("setup")), *(("scoring", rows) for _, rows in parts)]:
            items = rows.items if isinstance(rows, Sequence) else ()
            for row, name in zip(items, names_of(items), strict=True):
                if name:
                    type_, says = self.things.about(section, name)
                    changes = self.changed(_TARGETS[section] + name)
                    yield self.point(section, name, row.at, type_, written(row), says, changes)

    def entries(self) -> Iterator[Point]:
        """Every entry, with what players read of it."""
        for kind, all_of in self.stack.entries.items():
            for ident, node in all_of.items():
                name = f"{kind}/{ident}"
                if "id" in node and not (ident == kind and len(all_of) == 1 and len(node.entries) < 4):
                    says = self.things.entry(kind, ident)
                    at = node.entries["id"].at
                    yield self.point("entries", name, at, kind, written(node), says, self.changed(name))

    def of_kinds(self) -> Iterator[Point]:
        """The hooks and fields of kinds."""
        declared = self.stack.sections.get("kinds")
        for kind, node in declared.items() if isinstance(declared, Mapping) else ():
            for part in PARTS:
                inner = node.get(part) if isinstance(node, Mapping) else None
                for name in inner if isinstance(inner, Mapping) else ():
                    assert isinstance(inner, Mapping)
                    type_, value, says = self.things.part(part, kind, name, inner.entries[name])
                    field = f"{part}/{name}"
                    changes = [each for each in self.changed(f"kind/{kind}") if _under(each.field, field)]
                    yield self.point(part, f"{kind}: {name}", inner.keys[name], type_, value, says, changes)

    def choices(self) -> Iterator[Point]:
        """The choices of procedures, each with the labels of its options."""
        for step, choice in self.things.choices().items():
            names = (f"choice/{step}", f"choice/{step.rpartition('/')[2]}")  # a change may leave out the procedure
            changes = [change for change in self.stack.changes if change.target in names]
            labels = ", ".join(option.label for option in choice.options)
            yield self.point("choices", step, choice.at, "", labels, self.things.question(step), changes)

    def options(self) -> Iterator[Point]:
        """What is chosen when a game is made."""
        for pack in self.stack.packs:
            for option in pack.options.values():
                name = f"{pack.id}.{option.id}"
                type_ = (
                    f"{option.pick} of {', '.join(map(str, option.values)) or option.of}"
                    if option.pick
                    else "one of "
                    + ", ".join(
                        ",".join(map(str, each)) if isinstance(each, tuple) else str(each) for each in option.values
                    )
                )
                value = ",".join(self.stack.settings.get(name, ())) or "none"
                yield self.point(
                    "options",
                    name,
                    option.at,
                    type_,
                    value,
                    self.things.option(option.id),
                    self.changed(f"option/{option.id}"),
                )

    def removed(self) -> Iterator[Point]:
        """What a pack took out: it can be declared anew."""
        for target, changes in self.changes.items():
            last = changes[-1]
            if last.op == "remove" and not last.field and last.before is not None:
                gone = last.before
                done = point_changes(changes)
                yield Point("removed", target, "", written(gone), gone.at, gone.pack, changes=done)


def _under(field: str, whole: str) -> bool:
    """Whether a changed field is the whole one, or inside of it."""
    return field == whole or field.startswith(f"{whole}/")
