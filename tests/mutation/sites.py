"""Every small change that the files of a pack can suffer, as edits of their texts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import yaml
from yaml import CSafeLoader, MappingNode, ScalarNode
from yaml import Node as YamlNode

from referee.packs import Pack
from referee.packs.reader import TEXT_KEYS
from referee.packs.schema import section_names
from referee.packs.source import is_part
from referee.packs.spots import split_lines, text_lines
from tests.mutation.code_changes import CONDITION, NUMBER, WORD, code_changes, near
from tests.mutation.edits import Edit

# What is no rule: words for people, where facts come from, and what a pack says about itself and lets players choose.
HEAD = frozenset(("id", "kind", "version", "language", "requires", "conflicts", "options"))
NO_RULES = TEXT_KEYS | {"status", "provenance", "picture", "shape", "id", "like", "over", "if_pack"}
TYPES = frozenset(("type", "fields", "of", "holds", "tokens"))  # in declarations these say what may be there
_NUMBER = re.compile(r"[-+]?[0-9]+")
_YES_NO = {"yes": "no", "no": "yes", "true": "no", "false": "yes"}


def edits_of(pack: Pack) -> list[Edit]:
    """All edits, in the order of the files."""
    return [
        edit
        for name in sorted(pack.files)
        if is_part(name)
        for edit in _File(pack.id, name, pack.files[name].decode("utf-8")).edits()
    ]


@dataclass
class _File:
    pack: str
    name: str
    text: str

    def __post_init__(self) -> None:
        self.source = split_lines(self.text)
        self.lines = [0]
        for line in self.source:
            self.lines.append(self.lines[-1] + len(line) + 1)

    def edits(self) -> Iterator[Edit]:
        root = yaml.compose(self.text, Loader=CSafeLoader)
        if isinstance(root, MappingNode):
            for key, value in root.value:
                if key.value not in HEAD and key.value not in NO_RULES:
                    yield from self._node(value, (key.value,))

    def _node(self, node: YamlNode, keys: tuple[str, ...]) -> Iterator[Edit]:
        if isinstance(node, ScalarNode):
            yield from self._scalar(node, keys)
        elif isinstance(node, MappingNode):
            yield from self._mapping(node, keys)
        else:
            for number, item in enumerate(node.value, 1):
                yield from self._node(item, (*keys, _name(item) or str(number)))

    def _mapping(self, node: MappingNode, keys: tuple[str, ...]) -> Iterator[Edit]:
        end = 0
        for key, value in node.value:
            if key.value == "when" and end:
                # Without its condition a declaration, an entry or a change is always there.
                last = len(self.text[: value.end_mark.index].rstrip())
                yield self._edit(keys, CONDITION, end, last, "")
            elif key.value not in NO_RULES and key.value != "when":
                yield from self._node(value, (*keys, key.value))
            end = value.end_mark.index if not isinstance(value, ScalarNode) or value.style != "|" else 0

    def _scalar(self, node: ScalarNode, keys: tuple[str, ...]) -> Iterator[Edit]:
        start, end, plain = node.start_mark.index, node.end_mark.index, not node.style
        if plain and _NUMBER.fullmatch(node.value):
            for number in near(int(node.value)):
                yield self._edit(keys, NUMBER, start, end, str(number))
        elif plain and node.value in _YES_NO:
            if _holds_value(keys):
                yield self._edit(keys, WORD, start, end, _YES_NO[node.value])
        elif not _names_type(keys):
            for change in code_changes(node.value):
                first, last = self._offset(node, change.start), self._offset(node, change.end)
                # A text that YAML has folded or escaped stands in the file in other words: it is left alone.
                if self.text[first:last] == node.value[change.start : change.end] or "\n" in self.text[first:last]:
                    yield self._edit(keys, change.kind, first, last, self._indented(node, change.after))

    def _offset(self, node: ScalarNode, offset: int) -> int:
        """Where a character of a text value stands in the file."""
        start, end = node.start_mark, node.end_mark
        spots = text_lines(
            node.value, node.style or "", (start.line, start.column), (end.line, end.column), self.name, self.source
        )
        before = str(node.value)[:offset]
        spot = spots[min(before.count("\n"), len(spots) - 1)]
        return self.lines[spot.line - 1] + spot.column - 1 + len(before) - (before.rfind("\n") + 1)

    def _indented(self, node: ScalarNode, after: str) -> str:
        """New lines of a block as deep as its others."""
        if "\n" not in after:
            return after
        first = self._offset(node, 0)
        indent = first - (self.text.rfind("\n", 0, first) + 1)
        return after.replace("\n", "\n" + " " * indent)

    def _edit(self, keys: tuple[str, ...], kind: str, start: int, end: int, after: str) -> Edit:
        return Edit(self.pack, self.name, "/".join(keys), kind, start, end, after, self.text)


def _name(node: YamlNode) -> str:
    """What an item of a list is called: by its id, by what it changes, or not at all."""
    if not isinstance(node, MappingNode):
        return ""
    words = {key.value: value.value for key, value in node.value if isinstance(value, ScalarNode)}
    if "id" in words:
        return str(words["id"])
    named = [f"{key} {word}" for key, word in words.items() if key not in NO_RULES and key not in ("is", "do", "with")]
    return " ".join(named[:2])


def _holds_value(keys: tuple[str, ...]) -> bool:
    """Whether yes or no is a value of the game here, and not how a declaration is meant."""
    if keys[0] in ("rules", "changes"):
        return keys[-1] not in ("field", "add", "remove", "of")
    return keys[0] not in section_names() or keys[0] == "kinds" and keys[-1] == "default"


def _names_type(keys: tuple[str, ...]) -> bool:
    return keys[0] in ("kinds", "places", "values", "rules", "tokens", "groups", "symbols") and bool(TYPES & set(keys))
