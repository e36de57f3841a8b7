"""Packs with one fault: where it is, and where it has to be found."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import yaml
from yaml import CSafeLoader, MappingNode, ScalarNode, SequenceNode
from yaml import Node as YamlNode

from referee.language.parse import RESERVED
from tests.seeded.words import Spelling, conditional, misspellings

HEADER = "id kind version language title".split()
SECTIONS = "tokens groups symbols kinds places values rules terms procedures".split()


@dataclass(frozen=True, slots=True)
class Fault:
    """One change of a file. The finding has to begin between `first` and `last`, which count characters of `text`, the
    file with the fault; `original` is what a misspelt word was.
    """

    kind: str
    file: str
    text: str
    first: int
    last: int
    what: str
    original: str = ""

    @property
    def place(self) -> str:
        line, column = position(self.text, self.first)
        return f"{self.file}:{line}:{column}"

    def __str__(self) -> str:
        return f"{self.place}: {self.kind}: {self.what}"


def position(text: str, offset: int) -> tuple[int, int]:
    """Line and column of a character, both from 1."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def offset(text: str, line: int, column: int) -> int:
    """The character at a line and column."""
    start = 0
    for _ in range(line - 1):
        start = text.index("\n", start) + 1
    return start + column - 1


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a mapping with its value, and the keys that lead to it."""

    path: tuple[str, ...]
    key: ScalarNode
    value: YamlNode
    owner: MappingNode
    name: ScalarNode | None  # the key under which the owner stands

    @property
    def start(self) -> int:
        return int(self.key.start_mark.index)

    @property
    def end(self) -> int:
        return int(self.value.end_mark.index)


def _text(node: YamlNode | None) -> str:
    return str(node.value) if isinstance(node, ScalarNode) else ""


def mapping_of(node: MappingNode) -> dict[str, YamlNode]:
    """What stands under each key of a mapping."""
    return {key.value: value for key, value in node.value}


def keys_of(text: str) -> Iterator[Key]:
    """Every key of a file, in its order."""

    def inside(node: YamlNode, path: tuple[str, ...], name: ScalarNode | None) -> Iterator[Key]:
        if isinstance(node, MappingNode):
            for key, value in node.value if not conditional(node) else ():
                yield Key((*path, key.value), key, value, node, name)
                yield from inside(value, (*path, key.value), key)
        elif isinstance(node, SequenceNode):
            for number, item in enumerate(node.value):
                yield from inside(item, (*path, str(number)), None)

    root = yaml.compose(text, Loader=CSafeLoader)
    if root is not None:
        yield from inside(root, (), None)


class Seeder:
    """Draws faults for the files of one pack; `beneath` are the files of those that it requires."""

    def __init__(self, files: dict[str, str], beneath: dict[str, str], rng: random.Random) -> None:
        self.files = files
        self.rng = rng
        self.spelling = Spelling(files, beneath)
        self.keys = {file: list(keys_of(text)) for file, text in files.items()}
        own = [mapping_of(each.owner) for keys in self.keys.values() for each in keys if each.path[-1] == "id"]
        self.entries = {each["id"].value: each for each in own if isinstance(each["id"], ScalarNode)}

    def draw(self, kind: str, number: int) -> list[Fault]:
        """So many faults of a kind, each in another place, or all there are."""
        makers: dict[str, Callable[[], Iterator[Fault]]] = {
            "misspelt": self._misspelt,
            "wrong type": self._wrong_types,
            "removed key": self._removed,
            "tab": self._tabs,
            "wrong place": self._misplaced,
        }
        every = list(makers[kind]())
        self.rng.shuffle(every)
        return every[:number]

    def _misspelt(self) -> Iterator[Fault]:
        taken = self.spelling.taken | RESERVED
        for word in self.spelling.tellable():
            wrong = self.rng.choice(misspellings(word.text, taken))
            text = self.files[word.file]
            new = text[: word.start] + wrong + text[word.end :]
            what = f"`{word.text}` is spelt `{wrong}`"
            yield Fault("misspelt", word.file, new, word.start, word.start + len(wrong), what, word.text)

    # -- wrong types --------------------------------------------------------------------------------

    def _wrong_types(self) -> Iterator[Fault]:
        for file, text in self.files.items():
            for each in self.keys[file]:
                if each.path[0] not in ("tokens", "places", "rules", "setup") and each.path[1:2] != ("0",):
                    continue
                if set(each.path) & {"source", "status", "because", "names", "allow", "note", "when", "changes"}:
                    continue
                if isinstance(each.value, ScalarNode) and not each.value.style:
                    instead = self._instead(each)
                    if instead and instead != each.value.value:
                        yield self._replaced("wrong type", file, text, each.value, instead)
            code = {word.start for word in self.spelling.words if word.file == file and word.role == "code"}
            for match in re.finditer(r"(?:gain|lose|pay) (?P<number>\d+) (?P<token>[a-z]+)(?![.\w])", text):
                if match.start("token") not in code:
                    continue
                yield self._at(file, text, match.start("number"), match.end("number"), "supply")
                yield self._at(file, text, match.start("token"), match.end("token"), "supply")
            for match in re.finditer(r"([a-z]\w*) (?:=|<|>|!=) (\d+)\b", text):
                if match.start(1) in code and not text[: match.start(1)].endswith("let "):
                    yield self._at(file, text, match.start(2), match.end(2), "seats")

    def _instead(self, each: Key) -> str:
        """A value of another type than the one that stands there; empty where every type is right."""
        key = each.path[-1]
        if re.fullmatch(r"\d+", each.value.value) and key not in ("limit", "n"):
            return "several" if each.path[0] == "rules" else self.rng.choice(["several", "[1, 2]", "{one: 1}"])
        if key in ("home", "ordered", "unlimited", "of", "pile", "holds", "place", "all", "seen_by"):
            return "{one: 1}" if key in ("of", "pile", "holds") else "[7]"
        return ""

    def _replaced(self, kind: str, file: str, text: str, node: YamlNode, instead: str) -> Fault:
        return self._at(file, text, node.start_mark.index, node.end_mark.index, instead, kind)

    def _at(self, file: str, text: str, start: int, end: int, instead: str, kind: str = "wrong type") -> Fault:
        new = text[:start] + instead + text[end:]
        return Fault(kind, file, new, start, start + len(instead), f"`{text[start:end]}` became `{instead}`")

    # -- removed keys -------------------------------------------------------------------------------

    def _removed(self) -> Iterator[Fault]:
        for file, text in self.files.items():
            for each in self.keys[file]:
                if self._needed(each):
                    start, end = _whole(text, each)
                    owner = each.owner.start_mark.index if each.name is None else each.name.start_mark.index
                    new = text[:start] + text[end:]
                    last = max(owner, each.owner.end_mark.index - (end - start))
                    yield Fault("removed key", file, new, owner, last, f"no `{'/'.join(each.path)}`")

    def _needed(self, each: Key) -> bool:
        path, last = each.path, each.path[-1]
        if len(path) == 1:
            return last in HEADER
        if len(each.owner.value) < 2 or "changes" in path:
            return False
        picks = any(key.value == "pick" for key, _ in each.owner.value)
        status = mapping_of(each.owner).get("status")
        if last == "source" and isinstance(status, ScalarNode) and status.value in ("inferred", "reconstructed"):
            return False  # which a reason is enough for
        return (
            (path[0] == "places" and len(path) == 3 and last == "of")
            or (path[0] == "rules" and len(path) == 3 and last == "base")
            or (path[0] == "terms" and len(path) == 3 and last == "is")
            or (path[0] == "procedures" and len(path) == 3 and last == "do")
            or (path[0] == "kinds" and "hooks" in path and last == "sort")
            or (path[0] in ("groups", "symbols") and len(path) == 3 and last == "of")
            or (path[0] == "options" and len(path) == 3 and last in ("default", "values") and not picks)
            or (path[0] == "setup" and len(path) == 3 and last == "place")
            or (path[0] == "scoring" and len(path) == 4 and last == "points")
            or (path[1].isdigit() and len(path) == 3 and last in ("id", "source", "status") and path[0] != "setup")
            and not self._given(mapping_of(each.owner), last)
        )

    def _given(self, owner: dict[str, YamlNode], key: str) -> bool:
        """Whether nothing is wrong with an entry without a key: its template has it, or it is a template and all that
        are like it have their own.
        """
        if self._above(owner, key):
            return True
        ident = owner.get("id")
        name = ident.value if isinstance(ident, ScalarNode) else ""
        heirs = [each for each in self.entries.values() if name and _text(each.get("like")) == name]
        return name[:1] == "^" and all(key in each for each in heirs)

    def _above(self, owner: dict[str, YamlNode], key: str) -> bool:
        above = self.entries.get(_text(owner.get("like")))
        return above is not None and (key in above or self._above(above, key))

    # -- tabs ---------------------------------------------------------------------------------------

    def _tabs(self) -> Iterator[Fault]:
        for file, text in self.files.items():
            for each in self.keys[file]:
                line = text.rfind("\n", 0, each.start) + 1
                if line < each.start and not each.owner.flow_style and not text[line : each.start].strip():
                    yield self._at(file, text, line, each.start, "\t", "tab")
            for word in self.spelling.words:
                if word.file == file and word.role == "code" and text[word.end : word.end + 1] == " ":
                    yield self._at(file, text, word.end, word.end + 1, "\t", "tab")

    # -- wrong places -------------------------------------------------------------------------------

    def _misplaced(self) -> Iterator[Fault]:
        for file, text in self.files.items():
            for each in self.keys[file]:
                yield from self._dedented(file, text, each)
                yield from self._moved(file, text, each)

    def _dedented(self, file: str, text: str, each: Key) -> Iterator[Fault]:
        """The last key of a block, as deep as the block's own key."""
        line = text.rfind("\n", 0, each.start) + 1
        depth = each.start - line
        if each.owner.flow_style or each.name is None or text[line : each.start].strip() or len(each.path) < 3:
            return
        if each.key is not each.owner.value[-1][0] or "\n" in text[each.start : each.end].rstrip("\n"):
            return
        outer = each.name.start_mark.column
        new = text[:line] + " " * outer + text[each.start :]
        last = each.end - (depth - outer)
        yield Fault("wrong place", file, new, line + outer, last, f"`{'/'.join(each.path)}` stands one level out")

    def _moved(self, file: str, text: str, each: Key) -> Iterator[Fault]:
        """A declaration of one line, in another section."""
        line = text.rfind("\n", 0, each.start) + 1
        if len(each.path) != 2 or each.path[0] not in SECTIONS or "\n" in text[line : each.end].rstrip("\n"):
            return
        here = each.path[0]
        pair = {"tokens": "places", "places": "tokens", "values": "places", "rules": "kinds", "kinds": "rules"}
        pair |= {"terms": "procedures", "procedures": "terms"}
        there = [key for key in self.keys[file] if key.path == (pair.get(here, ""),)]
        if not there or len(each.owner.value) < 2 or there[0].owner.flow_style:
            return
        whole = text[line : text.index("\n", each.end - 1) + 1]
        without = text[:line] + text[line + len(whole) :]
        target = there[0].value.start_mark.index
        target = text.rfind("\n", 0, target) + 1
        target -= len(whole) if target > line else 0
        new = without[:target] + whole + without[target:]
        start = target + each.start - line
        yield Fault(
            "wrong place", file, new, start, target + len(whole), f"`{'/'.join(each.path)}` under `{there[0].path[0]}`"
        )


def _whole(text: str, each: Key) -> tuple[int, int]:
    """A key with its value, and the comma or line that parts it from the next."""
    start, end = each.start, each.end
    if each.owner.flow_style:
        after = re.compile(r"\s*,\s*").match(text, end)
        if after:
            return start, after.end()
        before = re.compile(r",\s*\Z").search(text, 0, start)
        return (before.start() if before else start), end
    line = text.rfind("\n", 0, start) + 1
    if text[line:start].strip() == "-":  # the first key of an item: the next one takes its place
        following = re.compile(r"\s*").match(text, end)
        return start, following.end() if following else end
    stop = text.find("\n", end - 1)
    return line, stop + 1 if stop >= 0 else len(text)
