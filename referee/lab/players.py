"""Players that know no rules: they pick among what the engine offers."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable
from typing import Protocol

from referee.engine import Program, Raw, State
from referee.engine.core import answer, asks
from referee.engine.layout import KEY
from referee.engine.seeing.ids import drawn
from referee.language.types import Type

Kind = tuple[str, ...]  # the step, the option's label, and what the choice is about
OVER = ""  # no step is called so
TRIED = 8  # choices looked at, or one of each kind
MANY = 10_000  # tastes remembered


class Player(Protocol):
    """Chooses for the seat that is asked first."""

    def choose(self, program: Program, state: State, rng: random.Random) -> Raw:
        """One legal raw choice."""


class RandomPlayer:
    """Any legal choice, as the engine samples them."""

    def choose(self, program: Program, state: State, rng: random.Random) -> Raw:
        return program.sample(state, rng)


class RarePlayer:
    """Prefers what it has made or come to least so far, so that seldom seen rules come up.

    It remembers across games and programs, and looks one choice ahead: of each kind of choice it tries a few, and takes
    one whose kind, or the question that follows, was there least; one that ends the game in a way known already comes
    last. A kind is an option with the entries and tokens that it is about, wherever they lie.

    Each seat of each game has a taste of its own for kinds, drawn with the deviation `taste`: what comes up only after
    several rare choices of one seat would hardly ever come up if all were made equally often. With the chance `calm`
    any kind is taken, so that no game is led round and round for ever.
    """

    def __init__(self, calm: float = 0.1, taste: float = 1.0) -> None:
        self.made: Counter[Kind] = Counter()
        self.came: Counter[Kind] = Counter()  # to a question, or an end
        self.calm, self.taste = calm, taste
        self._tastes: dict[tuple[str, int, Kind], float] = {}
        self._forms: dict[tuple[Program, int, int], tuple[Kind, tuple[tuple[int, Type], ...]]] = {}

    def choose(self, program: Program, state: State, rng: random.Random) -> Raw:
        kinds: dict[Kind, list[Raw]] = {}
        for raw in program.moves(state):
            kinds.setdefault(self.kind(program, state, raw), []).append(raw)
        if rng.random() < self.calm:
            kinds = dict([rng.choice(list(kinds.items()))])
        tried = [
            (kind, self._filled(raw, rng))
            for kind, raws in kinds.items()
            for raw in rng.sample(raws, min(len(raws), max(1, TRIED // len(kinds))))
        ]
        seat = program.pending_seats(state)[0]
        found = []
        for kind, raw in tried:
            then = _comes(program, program.apply(state, seat, raw))
            found.append((self._times(kind, then, self._weight(state[KEY], seat, kind)), kind, raw, then))
        least = min(times for times, _, _, _ in found)
        _, kind, raw, then = rng.choice([each for each in found if each[0] == least])
        self.made[kind] += 1
        self.came[then] += 1
        return raw

    def _times(self, kind: Kind, then: Kind, weight: float) -> float:
        if then[0] == OVER and self.came[then]:
            return math.inf
        return min(self.made[kind] * weight, self.came[then])

    def _weight(self, game: str, seat: int, kind: Kind) -> float:
        """How often a kind counts for a seat in a game, which its key tells."""
        key = (game, seat, kind)
        if key not in self._tastes:
            if len(self._tastes) > MANY:
                self._tastes.clear()  # of games that are over; they would come out the same again
            self._tastes[key] = math.exp(random.Random(repr(key)).gauss(0, self.taste))
        return self._tastes[key]

    @staticmethod
    def _filled(raw: Raw, rng: random.Random) -> Raw:
        return (*raw[:-1], answer(raw[-1], rng)) if asks(raw) else raw

    def kind(self, program: Program, state: State, raw: Raw) -> Kind:
        """What a choice is counted as."""
        key = (program, state[0][0], raw[0])
        if key not in self._forms:
            self._forms[key] = _form(program, state[0][0], raw[0])
        name, about = self._forms[key]
        return (*name, *(_about(program, state, raw[at], type_) for at, type_ in about))


def _comes(program: Program, after: State) -> Kind:
    """The question that is open in a position, or how the game has ended."""
    if program.over(after):
        outcome = program.outcome(after)
        return (OVER, *(outcome.reasons if outcome is not None else ()))
    return (program.decisions[after[0][0]].step,)


def _form(program: Program, block: int, index: int) -> tuple[Kind, tuple[tuple[int, Type], ...]]:
    """The name of an option, and where in its raw choices the things stand that it is about."""
    decision = program.decisions[block]
    option, _ = program.option_tree(decision, index)
    if option is None:
        return (decision.step,), ()
    about = enumerate((binder.type for binder in drawn(option) if not binder.argument), 1)
    things = ("piece", "entry", "cell", "token", "symbol")
    return (decision.step, option.label), tuple((at, type_) for at, type_ in about if type_.sort in things)


def _about(program: Program, state: State, value: int, type_: Type) -> str:
    """A thing by its name: a piece by its entry, a cell by what lies there, so that places don't tell choices apart."""
    if type_.sort == "cell":
        piece = state[value]
        return program.ruleset.model.entries[program.layout.entry_of[piece]].id if piece >= 0 else ""
    if type_.sort == "piece":
        return program.ruleset.model.entries[program.layout.entry_of[value]].id if value >= 0 else ""
    return program.ids.segment(state, value, type_, -1)


PLAYERS: dict[str, Callable[[], Player]] = {"random": RandomPlayer, "rare": RarePlayer}
BOTS = tuple(PLAYERS)


def player_named(name: str) -> Player:
    """A player by its name in BOTS. Raises KeyError for any other."""
    return PLAYERS[name]()
