"""Every word of a pack's files that names something, and whether its right spelling can be told from a wrong one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import yaml
from yaml import CSafeLoader, MappingNode, ScalarNode, SequenceNode
from yaml import Node as YamlNode

WORD = re.compile(r"\^?[a-z_][a-z0-9_-]*")
COMMENT = re.compile(r"(?m)(?:^|(?<=\s))#[^\n]*")
# Texts for people, and what is no part of the rules.
TEXTS = frozenset("says name plural title because note allow names sources".split())
CODE_SECTIONS = frozenset("terms procedures triggers standing".split())
CODE_KEYS = {
    "windows": {"for", "choose"},
    "setup": {"where"},
    "scoring": {"points"},
    "values": {"initial"},
    "changes": {"do", "with", "add"},
}
# Words that come before a name that an effect gives to something, and those that follow one.
BEFORE_LOCAL = re.compile(r"\b(let|each|as|any|every|no)\s+\Z")
AFTER_LOCAL = re.compile(r"\s*(from\b|=)")
FEW = 2  # places besides its own in which a name has to stand, for nobody can say which of two is misspelt


@dataclass(frozen=True, slots=True)
class Word:
    """A word in a file. `role` is code, key or value; `path` the keys that lead to it; `around` the text it is in."""

    file: str
    start: int
    text: str
    role: str
    path: tuple[str, ...]
    around: str

    @property
    def end(self) -> int:
        return self.start + len(self.text)


class Spelling:
    """All words of the files of a pack, and how often each is spelt there and in the packs beneath it."""

    def __init__(self, files: dict[str, str], beneath: dict[str, str]) -> None:
        every = {**beneath, **files}
        self.hooks = {hook for text in every.values() for hook in _hooks(yaml.load(text, Loader=CSafeLoader))}
        self.words = [word for file, text in files.items() for word in self._file(file, text)]
        self.taken = {word for text in every.values() for word in re.findall(r"[A-Za-z0-9_]+", text)}
        others = [word for file, text in beneath.items() for word in self._file(file, text)]
        called = [word for word in self.words if word.path[0] in ("setup", "changes") or word.path[-1] == "like"]
        self.called = Counter(word.text for word in called)  # as entries, templates apart
        self.spoken = Counter(word.text.removeprefix("^") for word in [*self.words, *others])

    def tellable(self) -> Iterator[Word]:
        """Words whose misspelling is a fault, and can't be taken for the right spelling."""
        for word in self.words:
            if len(word.text) > 1 and self.spoken[word.text.removeprefix("^")] > FEW and self._in_scope(word):
                yield word

    def _in_scope(self, word: Word) -> bool:
        if word.role == "key" and "(" in word.path[-1]:
            return not _parameter(word) or _spoken(word.around.split("\0")[1])[word.text] >= FEW
        if word.path[0] == "changes" and "(" in word.around.split("\0")[0] and word.role == "value":
            signature, rest = word.around.split("\0")  # a change may call the parameters by words of its own
            own = re.search(rf"\b{word.text}\s*[,)]", signature)
            return own is None or re.search(rf"\b{word.text}\b", rest) is not None
        if word.path[-1] == "id":
            return self.called[word.text] >= FEW
        if word.role != "code":
            return True
        before, after = word.around.split("\0")
        if _declares(before, after):
            return sum(not _declares(before, after) for before, after in _others(word)) >= FEW
        return True

    def _file(self, file: str, text: str) -> Iterator[Word]:
        root = yaml.compose(text, Loader=CSafeLoader)
        if isinstance(root, MappingNode):
            yield from self._node(file, text, root, ())

    def _node(self, file: str, text: str, node: YamlNode, path: tuple[str, ...]) -> Iterator[Word]:
        if isinstance(node, MappingNode):
            about = {key.value: value for key, value in node.value}
            field = about.get("field")
            said = isinstance(field, ScalarNode) and field.value.rpartition("/")[2] in TEXTS  # a change of a text
            for key, value in node.value if not conditional(node) else ():
                if said and key.value == "is":
                    continue
                if path or key.value not in TEXTS or key.value == "says":
                    yield from self._key(file, text, key, value, (*path, key.value))
                    yield from self._node(file, text, value, (*path, key.value))
        elif isinstance(node, SequenceNode):
            for number, item in enumerate(node.value):
                yield from self._node(file, text, item, (*path, str(number)))
        elif isinstance(node, ScalarNode):
            yield from self._scalar(file, text, node, path)

    def _key(self, file: str, text: str, key: YamlNode, value: YamlNode, path: tuple[str, ...]) -> Iterator[Word]:
        start, end = key.start_mark.index, key.end_mark.index
        body = text[value.start_mark.index : value.end_mark.index]
        for match in WORD.finditer(text[start:end]):
            yield Word(file, start + match.start(), match.group(), "key", path, text[start:end] + "\0" + body)

    def _scalar(self, file: str, text: str, node: ScalarNode, path: tuple[str, ...]) -> Iterator[Word]:
        if path[0] == "says" or any(key in TEXTS for key in path):
            return
        start = node.start_mark.index
        raw = text[start : node.end_mark.index]
        if self.is_code(path):
            shown = COMMENT.sub(lambda match: " " * len(match.group()), raw)
            first = shown.index("\n") if node.style == "|" else 0
            for match in re.compile(r"[a-z_][a-z0-9_]*").finditer(shown, first):
                around = shown[: match.start()] + "\0" + shown[match.end() :]
                yield Word(file, start + match.start(), match.group(), "code", path, around)
        elif "source" not in path:
            rest = text[node.end_mark.index :].partition("\n  -")[0]
            for match in WORD.finditer(raw):
                yield Word(file, start + match.start(), match.group(), "value", path, raw + "\0" + rest)

    def is_code(self, path: tuple[str, ...]) -> bool:
        """Whether the value at a path of keys is an effect."""
        section, key = path[0], next(step for step in reversed(path) if not step.isdigit())
        if section in CODE_SECTIONS:
            return key not in ("note", "when", "option") and (key != "is" or section == "terms" and len(path) == 3)
        if section in CODE_KEYS:
            return key in CODE_KEYS[section]
        return len(path) > 2 and path[1].isdigit() and path[2] in self.hooks


def _hooks(root: object) -> Iterator[str]:
    """The names of the hooks that a file declares."""
    kinds = root.get("kinds") if isinstance(root, dict) else None
    for kind in kinds.values() if isinstance(kinds, dict) else ():
        yield from kind.get("hooks") or () if isinstance(kind, dict) else ()


def _spoken(code: str) -> Counter[str]:
    """How often each word stands in an effect, parts (`a.word`) left out."""
    return Counter(re.findall(r"(?<![.\w])\w+", code))


def _declares(before: str, after: str) -> bool:
    """Whether a word between these texts gives a name to something in an effect."""
    return bool(BEFORE_LOCAL.search(before) or AFTER_LOCAL.match(after))


def _others(word: Word) -> Iterator[tuple[str, str]]:
    """What is around the other places of an effect where the same word stands."""
    whole = word.around.replace("\0", " ")
    for match in re.finditer(rf"(?<![.\w]){word.text}\b", whole):
        yield whole[: match.start()], whole[match.end() :]


def _parameter(word: Word) -> bool:
    """Whether a word of a signature is the name of a parameter: it stands before a comma or the end."""
    signature = word.path[-1]
    return bool(re.search(rf"\b{word.text}\s*[,)]", signature))


def conditional(node: MappingNode) -> bool:
    """Whether a declaration or change stands under a condition: then it may not hold, and may name what isn't there."""
    return any(key.value in ("when", "if_pack") for key, _ in node.value)


def misspellings(word: str, taken: Iterable[str]) -> list[str]:
    """A word with one slip, in every way: a letter too few, too many, wrong, or two exchanged; none that is taken."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    if word[0] == "^":
        return [f"^{each}" for each in misspellings(word[1:], taken)]
    found = {word[:n] + word[n + 1 :] for n in range(len(word))}
    found |= {word[:n] + word[n + 1] + word[n] + word[n + 2 :] for n in range(len(word) - 1)}
    found |= {word[:n] + letter + word[n + 1 :] for n in range(len(word)) for letter in letters}
    found |= {word[:n] + letter + word[n:] for n in range(len(word) + 1) for letter in letters}
    return sorted(each for each in found - set(taken) if len(each) > 1 and each[0] in letters and each != word)
