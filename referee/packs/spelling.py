"""Which known word a misspelt one was meant to be."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence

from referee.packs import limits

LONGEST = 60  # characters; what is longer is no word, and slow to compare
LIKE = 0.7  # how much two words have to share that differ in more than slips
NAMED = 3  # words that are equally close, at most
# How the names of many end, and what one of them has there.
ENDINGS = ((re.compile("ies$"), "y"), (re.compile("(?<=[sxz])es$|(?<=[cs]h)es$"), ""), (re.compile("s$"), ""))


def closest(word: str, known: Iterable[str], *, slips_only: bool = False, most: int = NAMED) -> list[str]:
    """The known words that a word was probably meant to be, the likeliest first; at most `most`, or none.

    A slip is a letter too many, too few, another one, or two that changed places. One is forgiven in words of up to
    five letters, two in words of up to eight, and so on. Where nothing is that close, a word that shares most of its
    letters counts, so that `buying` finds `buying_price`; with `slips_only` it doesn't.
    """
    if not 1 < len(word) <= LONGEST:
        return []
    words = set(known) - {word}
    best = max(1, len(word) // 3)
    near: list[str] = []
    letters = set(word)
    for each in sorted(words):
        if abs(len(each) - len(word)) > best or len(letters ^ set(each)) > 2 * best:
            continue
        apart = slips(word, each, best)
        if apart < best or apart == best and not near:
            near = [each]
            best = apart
        elif apart == best:
            near.append(each)
    if near:
        return sorted(near, key=lambda each: (-_likeness(word, each), each))[:most]
    if slips_only or len(word) < 4:
        return []
    few = sorted(words)
    if len(few) > limits.WORDS:
        few = [each for each in few if abs(len(each) - len(word)) <= 2 and each[:1] == word[:1]][: limits.WORDS]
    near = difflib.get_close_matches(word, few, n=most, cutoff=0.6)
    return [each for each in near if each in word or word in each or _likeness(word, each) >= LIKE][:1]


def slips(word: str, other: str, most: int) -> int:
    """How many slips (a letter too many, too few, wrong, or two exchanged) part two words; at most `most + 1`."""
    if abs(len(word) - len(other)) > most:
        return most + 1
    before: list[int] = []
    last = list(range(len(other) + 1))
    for row, letter in enumerate(word, 1):
        line = [row]
        for column, wanted in enumerate(other, 1):
            cost = min(last[column] + 1, line[column - 1] + 1, last[column - 1] + (letter != wanted))
            if row > 1 and column > 1 and letter == other[column - 2] and word[row - 2] == wanted:
                cost = min(cost, before[column - 2] + 1)
            line.append(cost)
        if min(line) > most:
            return most + 1
        before, last = last, line
    return min(last[-1], most + 1)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint naming the closest known words, or the empty string."""
    return suggestion(closest(word, known))


def suggestion(words: Sequence[str]) -> str:
    """A hint naming some words, the likeliest first; empty for none."""
    named = [f"`{each}`" for each in words]
    return f"did you mean {' or '.join([', '.join(named[:-1]), named[-1]] if named[1:] else named)}?" if named else ""


def ones(name: str) -> list[str]:
    """What one of so many may be called by the rules of English, the likeliest first; at last the name itself."""
    found = [ending.sub(one, name) for ending, one in ENDINGS if ending.search(name)]
    return list(dict.fromkeys([*found, name]))


def _likeness(word: str, other: str) -> float:
    return difflib.SequenceMatcher(None, word, other).ratio()
