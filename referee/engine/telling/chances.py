"""What a game took from its random stream, in words that another language can check without knowing the rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.engine import random
from referee.engine.core import Raw, State
from referee.engine.layout import KEY
from referee.engine.seeing.appearance import Appearance


@dataclass(frozen=True, slots=True)
class Chance:
    """One random event: it took the words `first` … `next` − 1 of the stream.

    `what`: "shuffle" of a pile, "deal" of what was hidden in a fork, "roll" of a die; `where`: the pile, the things
    dealt, the die. A shuffle or a deal has the things `before`, in canonical order, and `after`; a roll the `number`
    that came of `sides`, counted from `low`.
    """

    what: str
    where: str
    first: int
    next: int
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    sides: int = 0
    low: int = 0
    number: int = 0


def chances(program: Appearance, after: State, events: Iterable[Raw]) -> list[Chance]:
    """The random events among raw events; `after` is the state that they led to. Those of one thing take no word."""
    found: list[Chance] = []
    for event in events:
        match event:
            case ("shuffled", _, pile, first, order):
                if len(order) > 1:
                    next = random.shuffled(after[KEY], first, order)[1]
                    before = _names(program, tuple(sorted(order)))
                    where = program.ids.where(after, pile)
                    found.append(Chance("shuffle", where, first, next, before, _names(program, order)))
            case ("rolled", _, _, piece, number, first, sides, low):
                next = random.below(after[KEY], first, sides)[1]
                die = _name(program, piece)
                found.append(Chance("roll", die, first, next, sides=sides, low=low, number=number))
            case ("dealt", what, first, next, items, order):
                named = _tokens if what == "tokens" else _names
                found.append(Chance("deal", what, first, next, named(program, items), named(program, order)))
            case _:
                pass
    return found


def _names(program: Appearance, pieces: Iterable[int]) -> tuple[str, ...]:
    return tuple(_name(program, piece) for piece in pieces)


def _tokens(program: Appearance, tokens: Iterable[int]) -> tuple[str, ...]:
    return tuple(program.ids.tokens[token] for token in tokens)


def _name(program: Appearance, piece: int) -> str:
    entry = program.ruleset.model.entries[program.layout.entry_of[piece]]
    return f"{entry.kind}/{entry.id}"
