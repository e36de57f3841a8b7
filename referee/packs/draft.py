"""The declarations of a stack while it is put together, pack by pack."""

from __future__ import annotations

from referee.packs.access import base_name, text_of, without
from referee.packs.claims import Claims
from referee.packs.findings import Findings
from referee.packs.model import Change, Pack, Wrap
from referee.packs.node import Mapping, Node, Position, Scalar, Sequence
from referee.packs.order import in_order, sections_of
from referee.packs.schema import header_names, section_check, section_names
from referee.packs.settings import Settings

NAMED = ("tokens", "groups", "symbols", "options", "kinds", "places", "values", "rules", "terms", "procedures")
BLOCKS = ("windows", "standing")
_WORDS = {"kinds": "kind", "windows": "window", "symbols": "list of symbols", "standing": "standing option"}


def singular(section: str) -> str:
    """What a declaration of a section is called in messages."""
    return _WORDS.get(section, section.removesuffix("s"))


class Draft:
    """Everything declared so far: named declarations by section, lists, entries, and what changes were made."""

    def __init__(self, settings: Settings, kinds: set[str], report: Findings) -> None:
        self.settings = settings
        self.report = report
        self.kind_names = kinds
        self.named: dict[str, dict[str, Node]] = {section: {} for section in (*NAMED, *BLOCKS, "says")}
        self.places: dict[str, dict[str, Position]] = {section: {} for section in self.named}
        self.lists: dict[str, list[Node]] = {"setup": [], "triggers": [], "lines": [], "tie_breaks": []}
        self.entries: dict[str, dict[str, Mapping]] = {}
        self.taken: set[str] = set()  # the packs taken in so far
        self.wraps: list[Wrap] = []
        self.changes: list[Change] = []
        self.bases: dict[tuple[str, str], str] = {}  # (section, name without parameters) → name as declared
        self.lines: dict[tuple[str, str], Position] = {}  # (part of the scoring, id) → where it is
        self.removed: dict[str, Position] = {}
        self.owners: dict[tuple[str, str], str] = {}  # (section, name) → the pack that declared it
        self.claims = Claims(report)
        self.applied: list[tuple[Mapping, str, str]] = []  # every change made: its node, what it changed, which field
        self.without_entries: set[str] = set()
        self.allowed: dict[str, Node] = {}
        self.defaults: dict[str, Mapping] = {}  # file → its `provenance:`

    def add_pack(self, pack: Pack) -> None:
        """Takes in the declarations of a pack (not its changes)."""
        self.taken.add(pack.id)
        for root in pack.documents:
            provenance = root.get("provenance")
            if isinstance(provenance, Mapping):
                self.defaults[root.at.file] = provenance
        for section in sections_of(pack.documents):
            for root in in_order(pack.documents, section):
                node = root.entries[section]
                if section in section_names():
                    section_check(section)(node, f"`{section}`", self.report)
                    self._section(section, node, root.keys[section])
                elif section in self.kind_names:
                    section_check(section)(node, f"`{section}`", self.report)
                    self._entries(section, node)
                elif section not in header_names():
                    known = section_names() | self.kind_names | header_names()
                    hint = self.report.guess(section, known)
                    self.report.add("E0120", root.keys[section], width=len(section), hint=hint, key=section)
                    self.report.lose(node, section)

    def _section(self, section: str, node: Node, at: Position) -> None:
        if section in self.named and isinstance(node, Mapping):
            for name, value in node.items():
                self._declare(section, name, value, node.keys[name])
        elif section in ("setup", "triggers") and isinstance(node, Sequence):
            self.lists[section].extend(self._row(each) for each in node if self._in_force(each))
        elif section == "scoring" and isinstance(node, Mapping):
            for part in ("lines", "tie_breaks"):
                rows = node.get(part)
                for each in rows if isinstance(rows, Sequence) else ():
                    if self._in_force(each):
                        self._line(part, each)
        elif section == "allow" and isinstance(node, Mapping):
            self.allowed.update(node.entries)

    def _in_force(self, node: Node) -> bool:
        if not isinstance(node, Mapping) or self.settings.holds(node.get("when")):
            return True
        self.report.leave_out(node)
        return False

    def _row(self, node: Node) -> Node:
        return without(node, "when") if isinstance(node, Mapping) else node

    def _line(self, part: str, node: Node) -> None:
        name = text_of(node.get("id")) if isinstance(node, Mapping) else ""
        first = self.lines.setdefault((part, name), node.at)
        if name and first != node.at:
            self._twice("scoring line", name, node.at, first)
            return
        self.lists[part].append(self._row(node))

    def _twice(self, what: str, name: str, at: Position, first: Position) -> None:
        hint = "" if at.file == first.file else "to change it, use `changes:`"
        self.report.add(
            "E0127", at, width=len(name), hint=hint, related=(first,), what=f"the {what}", name=name, first=str(first)
        )

    def _declare(self, section: str, name: str, node: Node, at: Position) -> None:
        if at in self.report.misplaced:
            return
        if isinstance(node, Mapping) and isinstance(node.get("when"), Mapping):
            if not self.settings.holds(node.get("when")):
                self.report.leave_out(node, base_name(name))
                return
            node = without(node, "when")
        if section in ("procedures", "standing") and isinstance(node, Mapping):
            says, code = node.get("says"), node.get("do")
            if says is not None:
                key = base_name(name) if section == "procedures" else f"{section}/{name}"
                self.named["says"].setdefault(key, says)
                self.places["says"].setdefault(key, node.keys["says"])
            if code is None:
                self.report.hurt.add(at)  # that it is missing was reported
            node = code if code is not None else Scalar("", node.at, pack=node.pack)
        known = self.find(section, name)
        if known is not None:
            first = self.places[section][known]
            if section == "says" and node.pack != self.named[section][known].pack:
                self.changes.append(Change("set", f"says/{name}", "", self.named[section][known], node, at, node.pack))
            else:
                self._twice(singular(section), name, at, first)
                return
        self.named[section][name] = node
        self.bases[section, base_name(name)] = name
        self.places[section][name] = at
        self.owners[section, name] = node.pack

    def find(self, section: str, name: str) -> str | None:
        """The key under which a declaration stands, whether or not `name` has its parameters."""
        names = self.named[section]
        if name in names or section not in ("terms", "procedures"):
            return name if name in names else None
        known = self.bases.get((section, base_name(name)))
        return known if known in names else None

    def _entries(self, kind: str, node: Node) -> None:
        known = self.entries.setdefault(kind, {})
        for each in node if isinstance(node, Sequence) else ():
            if not isinstance(each, Mapping):
                continue
            name = each.get("id")
            if not isinstance(name, Scalar) or not name.text:
                self.report.nameless.add(kind)
                continue
            if isinstance(each.get("when"), Mapping):
                if not self.settings.holds(each.get("when")):
                    self.report.leave_out(each)
                    continue
                each = without(each, "when")
            if name.text in known:
                first = known[name.text].entries["id"].at
                self._twice(f"{kind}", name.text, name.at, first)
                continue
            self.removed.pop(f"{kind}/{name.text}", None)
            known[name.text] = each

    def sections(self, start: Position, pack: str) -> dict[str, Mapping | Sequence]:
        """The merged sections; one that nobody has is there and empty."""
        result: dict[str, Mapping | Sequence] = {}
        for section, names in self.named.items():
            places = self.places[section]
            result[section] = Mapping(dict(names), {key: places[key] for key in names}, start, pack)
        for part in ("setup", "triggers"):
            result[part] = Sequence(tuple(self.lists[part]), start, pack)
        parts: dict[str, Node] = {
            part: Sequence(tuple(self.lists[part]), start, pack) for part in ("lines", "tie_breaks") if self.lists[part]
        }
        result["scoring"] = Mapping(parts, dict.fromkeys(parts, start), start, pack)
        result["allow"] = Mapping(dict(self.allowed), {key: node.at for key, node in self.allowed.items()}, start, pack)
        return result

    def own_entries(self) -> None:
        """Gives a kind without entries the one entry that has its name."""
        for kind, node in self.named["kinds"].items():
            if self.entries.get(kind) or any(key.startswith(f"{kind}/") for key in self.removed):
                continue
            self.without_entries.add(kind)
            at = self.places["kinds"][kind]
            if self.report.unread:
                self.report.hurt.add(at)  # it may well have entries, where nothing can be read
            parts: dict[str, Node] = {"id": Scalar(kind, at, (at,), node.pack)}
            keys = {"id": at}
            for key in ("name", "plural"):
                value = node.get(key) if isinstance(node, Mapping) else None
                if isinstance(node, Mapping) and value is not None:
                    parts[key], keys[key] = value, node.keys[key]
            self.entries[kind] = {kind: Mapping(parts, keys, at, node.pack)}


def template_free(entries: dict[str, dict[str, Mapping]]) -> dict[str, dict[str, Mapping]]:
    """The entries without templates."""
    return {kind: {key: node for key, node in all_of.items() if key[:1] != "^"} for kind, all_of in entries.items()}
