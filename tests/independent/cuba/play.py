"""Plays random games and compares every question and its effect with the predicates."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.engine import Program, State
from referee.engine.records import Decision, Option
from tests.independent.cuba import picture as reader
from tests.independent.cuba.asked import Answer, Mind, Question, Then
from tests.independent.cuba.cards import DECISIONS, KINDS, branch_asks
from tests.independent.cuba.corners import corners
from tests.independent.cuba.facts import Picture
from tests.independent.cuba.loading import SOMEWHERE
from tests.independent.cuba.rounds import turn_over

TURN_OVER = ("take_turn/turn", "veto/veto", "bidding/bid", "vote/enact")
LOOPS = ("deals/trade", "load/cargo", "harvest_products/harvest", "use_line/usage")


class Disagreement(AssertionError):
    """The referee and a predicate differ. `kinds` are the predicate's file, and those of `questions` at issue."""

    def __init__(self, kind: str, what: str, *questions: str) -> None:
        self.kinds = {kind, *(KINDS[step] for step in questions if step in KINDS)}
        super().__init__(f"{kind}: {what}")


@dataclass
class Tally:
    """What was compared: questions, reasons of blocked options and effects by step; rare cases by name."""

    games: int = 0
    questions: Counter[str] = field(default_factory=Counter)
    blocked: Counter[str] = field(default_factory=Counter)
    effects: Counter[str] = field(default_factory=Counter)
    corners: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Made:
    """A choice that was made."""

    step: str
    seat: int
    option: str
    answer: Answer
    mind: Mind

    @property
    def kind(self) -> str:
        return KINDS[self.step]

    def __str__(self) -> str:
        return f"{self.step}, seat {self.seat}, {self.option} {self.answer or ''}".rstrip()


class Bot:
    """Chooses at random, and rather what it has seldom chosen; at times it doesn't stop trading before it must."""

    def __init__(self) -> None:
        self.chosen: Counter[str] = Counter()
        self.endless = False

    def choose(self, asked: Decision, dice: random.Random) -> tuple[Option, Answer]:
        options = list(asked.options)
        if asked.step != "deals/trade":
            self.endless = dice.random() < 0.03
        if asked.step in LOOPS and len(options) > 1 and (self.endless or dice.random() < 0.7):
            options = [option for option in options if option.role != "stop"]
        if dice.random() < 0.7:
            rare = min(self.chosen[self._name(asked, option)] for option in options)
            options = [option for option in options if self.chosen[self._name(asked, option)] == rare]
        option = dice.choice(options)
        self.chosen[self._name(asked, option)] += 1
        return option, dice.choice(sorted(reader.answers(option.form), key=str))

    def _name(self, asked: Decision, option: Option) -> str:
        """What is counted: the step, the label, and the building that it is about."""
        things = [str(arg.value) for arg in option.label.args if arg.kind == "entry"]
        thing = things[0] if things and things[0].startswith(("building/", "token/")) else ""
        return f"{asked.step}/{option.id.partition('/')[0]}/{thing}"


def play(program: Program, state: State, settings: Mapping[str, str], seed: int, bot: Bot, tally: Tally) -> None:
    """One game from a position on. Raises Disagreement at the first difference."""
    dice = random.Random(seed)
    now, mind = reader.picture(program, state, settings), Mind()
    seat, asked = next_question(program, state, dice)
    while asked is not None:
        compare_question(asked, now, seat, mind, tally)
        option, answer = bot.choose(asked, dice)
        state = program.submit(state, str(seat), [reader.choice(option, answer)]).state
        after = reader.picture(program, state, settings)
        made = Made(asked.step, seat, option.id, answer, mind)
        seat, asked = next_question(program, state, dice)
        mind = compare_effect(made, now, after, asked, tally)
        now = after
    tally.games += 1


def next_question(program: Program, state: State, dice: random.Random) -> tuple[int, Decision | None]:
    """A seat that owes an answer, and its question; no question when the game is over."""
    waiting = program.pending(state)
    if not waiting:
        return 0, None
    seat = int(dice.choice(waiting))
    return seat, reader.decision(program, state, seat)


def compare_question(asked: Decision, now: Picture, seat: int, mind: Mind, tally: Tally) -> None:
    """Both ways: what is offered, what is blocked and why, all arguments, what the labels tell."""
    if asked.step not in DECISIONS:
        return
    kind = KINDS[asked.step]
    told = DECISIONS[asked.step].options(now, seat, mind)
    legal = {name for name, one in told.items() if not one.against}
    offered = {option.id: option for option in asked.options}
    refused = {option.id: option for option in asked.blocked}
    where = f"{asked.step}, seat {seat}, round {now['round']}"
    for what, names in differences(legal, set(offered), set(told) - legal, set(refused)):
        raise Disagreement(kind, f"{where}: {what}: {sorted(names)[:9]}")
    for name, option in offered.items():
        answers = reader.answers(option.form)
        if answers != told[name].answers:
            raise Disagreement(kind, f"{where}: {name} takes {answers}, not {told[name].answers}")
        labels = reader.shown(option)
        for key, value in told[name].shown.items():
            if labels.get(key) != value:
                raise Disagreement(kind, f"{where}: {name} tells {key} {labels.get(key)}, not {value}")
    for name, option in refused.items():
        if reader.reason(option) not in told[name].against:
            raise Disagreement(kind, f"{where}: {name}: {reader.reason(option)}, not {told[name].against}")
    tally.questions[asked.step] += 1
    tally.blocked[asked.step] += len(refused)


def differences(
    legal: set[str], offered: set[str], illegal: set[str], blocked: set[str]
) -> Iterator[tuple[str, set[str]]]:
    """What two sides differ in, in words."""
    for what, names in (
        ("offered, but forbidden", offered - legal),
        ("allowed, but not offered", legal - offered),
        ("blocked, but no candidate", blocked - illegal),
        ("forbidden, but no reason is given", illegal - blocked),
    ):
        if names:
            yield what, names


def compare_effect(made: Made, now: Picture, after: Picture, asked: Decision | None, tally: Tally) -> Mind:
    """The whole table after a choice, and what is asked next; gives what the predicates remember for it."""
    step = asked.step if asked else ""
    seats = tuple(int(seat) for seat in asked.seats) if asked else ()
    if made.step not in DECISIONS:
        branch_question(made, now, step)
        return turn_over(after).mind if step == "bidding/bid" else {}
    then = DECISIONS[made.step].after(now, made.seat, made.mind, made.option, made.answer)
    if then.question == SOMEWHERE:
        then = turn_over(then.picture) if step in TURN_OVER else Then(then.picture, Question(step, (made.seat,)))
    for path, told, found in differs(then.picture, after):
        raise Disagreement(made.kind, f"{made} in round {now['round']}: {path} is {found}, not {told}")
    next_ = Question(step, seats) if asked else None
    if then.question != next_:
        steps = [each.step for each in (next_, then.question) if isinstance(each, Question)]
        what = f"{made} in round {now['round']}: then {next_}, not {then.question}"
        raise Disagreement(made.kind, what, *steps)
    tally.effects[made.step] += 1
    tally.corners.update(corners((made.step, made.seat, made.option, made.answer, made.mind), now, then.picture))
    return then.mind


def branch_question(made: Made, now: Picture, asked: str) -> None:
    """A branch that the foreman uses asks what is loaded, if anything can be."""
    label, _, cell = made.option.partition("/")
    if (made.step, label) not in (("foreman/order", "single"), ("use_line/usage", "use")):
        return
    told = branch_asks(now, made.seat, cell)
    found = asked if asked in ("load_one/load", "load_one_kind/load") else None
    if told != found:
        raise Disagreement("loading", f"{made}: then {found}, not {told}")


def differs(told: Any, found: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Where two pictures differ."""
    if told == found:
        return
    if isinstance(told, dict) and isinstance(found, dict):
        for key in sorted({*told, *found}, key=str):
            yield from differs(told.get(key), found.get(key), f"{path}/{key}")
    else:
        yield path, told, found
