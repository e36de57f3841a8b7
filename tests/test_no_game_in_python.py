"""No game in Python: no id and no English name of a pack's entries, tokens or kinds stands under referee/.

Exceptions are words of the trade that a pack happens to use too: `tests/common_words.txt`, a reason each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from referee.packs import load_stack
from referee.packs.node import Mapping, Node, Scalar

ROOT = Path(__file__).resolve().parent.parent
EXCEPTIONS = ROOT / "tests" / "common_words.txt"
MOST_EXCEPTIONS = 80
FREE = ("v1", "docs/games", "docs/tutorial")  # generated, and the pages about the games


def names_in(key: str, node: Node | None) -> Iterator[str]:
    """The id and the English names of a declaration."""
    if not key.startswith("^"):
        yield key
    if isinstance(node, Mapping):
        for field in ("name", "plural"):
            text = node.get(field)
            if isinstance(text, Scalar) and isinstance(text.value, str):
                yield text.value


def words_of_games() -> dict[str, str]:
    """Every forbidden word in lower case, with the pack that it comes from."""
    words: dict[str, str] = {}
    for file in sorted(ROOT.glob("content/*/pack.yaml")):
        stack = load_stack([str(file.parent)])
        declared: list[tuple[str, Node | None]] = [(pack.id, None) for pack in stack.packs]
        for section in ("tokens", "kinds"):
            found = stack.sections.get(section)
            if isinstance(found, Mapping):
                declared += list(found.items())
        for entries in stack.entries.values():
            declared += list(entries.items())
        for key, node in declared:
            for word in names_in(key, node):
                words.setdefault(word.lower(), file.parent.name)
    return words


def exceptions() -> dict[str, str]:
    """Word → reason, from lines `word: reason`."""
    lines = EXCEPTIONS.read_text(encoding="utf-8").splitlines()
    pairs = [line.split(":", 1) for line in lines if line and not line.startswith("#")]
    assert all(len(pair) == 2 and pair[1].strip() for pair in pairs), "each exception needs its reason"
    return {word.strip().lower(): reason.strip() for word, reason in pairs}


def occurrences(words: dict[str, str]) -> dict[str, list[str]]:
    """Where each word stands under referee/."""
    longest_first = sorted(words, key=len, reverse=True)
    pattern = re.compile(r"(?<!\w)(?:" + "|".join(re.escape(word) for word in longest_first) + r")(?!\w)")
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "referee").rglob("*")):
        inside = path.relative_to(ROOT / "referee").as_posix()
        if not path.is_file() or "__pycache__" in path.parts or inside.startswith(FREE):
            continue
        text = path.read_bytes().decode("utf-8", errors="replace").lower()
        for number, line in enumerate(text.splitlines(), 1):
            for match in pattern.finditer(line):
                found.setdefault(match.group(), []).append(f"referee/{inside}:{number}")
    return found


def test_no_word_of_a_game_stands_in_the_referee() -> None:
    words = words_of_games()
    assert words, "no pack was read"
    allowed = exceptions()
    found = [
        f"{word} (of {words[word]}): {', '.join(places[:8])}"
        for word, places in occurrences(words).items()
        if word not in allowed
    ]
    advice = "say it with the neutral pack, or add a word of the trade to tests/common_words.txt"
    assert not found, advice + "\n" + "\n".join(found)


def test_every_exception_is_used_and_there_are_few() -> None:
    allowed = exceptions()
    found = occurrences(words_of_games())
    assert len(allowed) <= MOST_EXCEPTIONS
    assert [word for word in allowed if word not in found] == []
