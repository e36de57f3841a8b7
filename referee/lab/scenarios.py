"""Runs scenarios: sets up the position, makes the choices, compares, and tries what must be refused."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from referee.engine import Illegal, Program, RulesFault, State
from referee.engine.position import (
    PositionError,
    Whole,
    id_hint,
    read_position,
    read_view,
    set_up_position,
    token_hint,
)
from referee.engine.records import AllocationForm, Choice, Decision, NumberForm, Option, PickForm, Piece, Share, Value
from referee.lab.comparing import place_problem, value_problem
from referee.lab.scenario import Answer, Expected, Failure, Refused, Result, Scenario, Seen
from referee.language.text import Text
from referee.packs.node import Position
from referee.packs.spelling import did_you_mean

OVER = "over"  # the step of a game that has ended

Say = Callable[[Text], str]


def scenario_key(seed: str) -> bytes:
    """The randomness of a scenario: the same for the same seed, everywhere."""
    return hashlib.sha256(b"scenario/" + seed.encode()).digest()


def run_scenario(scenario: Scenario, program: Program, pack: str, say: Say) -> Result:
    """Run one scenario. `say` renders texts of refusals; `pack` is only named in the result."""
    begun = time.perf_counter()
    failures = tuple(_Run(scenario, program, say).failures())
    return Result(scenario, pack, failures, time.perf_counter() - begun)


def begin(scenario: Scenario, program: Program) -> State:
    """The position that a scenario gives. Raises PositionError, or RulesFault where the rules don't get there."""
    given = scenario.given
    return set_up_position(
        program, scenario_key(scenario.seed), run=given.run, seat=given.seat, values=given.values, places=given.places
    )


class _Run:
    def __init__(self, scenario: Scenario, program: Program, say: Say) -> None:
        self.scenario, self.program, self.say = scenario, program, say

    def failures(self) -> Iterator[Failure]:
        given = self.scenario.given
        try:
            state = begin(self.scenario, self.program)
        except PositionError as problem:
            yield Failure(self._key(problem.what), str(problem))
            return
        except RulesFault as problem:
            yield Failure(given.at or self.scenario.at, f"the position can't be reached: {problem}")
            return
        for answer in self.scenario.do:
            try:
                state = self.program.submit(state, answer.seat, [self._choice(state, answer)]).state
            except Illegal as problem:
                yield self._not_possible(state, answer, problem)
                return
            except RulesFault as problem:
                yield Failure(answer.at, f"`{answer}` ends in a fault of the rules: {problem}")
                return
        yield from self._compare(state)
        for refused in self.scenario.refused:
            yield from self._try(state, refused)

    def _choice(self, state: State, answer: Answer) -> Choice:
        """The choice as a client sends it: shares without a bin go into the only one."""
        shares = answer.choice.answer
        if not isinstance(shares, tuple) or not any(isinstance(share, Share) and not share.bin for share in shares):
            return answer.choice
        option = next((o for o in self._offered(state, answer.seat) if o.id == answer.choice.option), None)
        if option is None or not isinstance(option.form, AllocationForm) or len(option.form.bins) != 1:
            return answer.choice
        only = option.form.bins[0].id
        filled = tuple(replace(share, bin=share.bin or only) for share in shares if isinstance(share, Share))
        return replace(answer.choice, answer=filled)

    def _decision(self, state: State, seat: str) -> Decision | None:
        decisions = self.program.view(state, seat).decisions
        return next((d for d in decisions if seat in d.seats), decisions[0] if decisions else None)

    def _offered(self, state: State, seat: str) -> tuple[Option, ...]:
        decision = self._decision(state, seat) if seat in self.program.pending(state) else None
        return decision.options if decision is not None else ()

    def _not_possible(self, state: State, answer: Answer, problem: Illegal) -> Failure:
        refusal = problem.refusal
        text = f"`{answer}` is refused: {refusal.reason}, {self.say(refusal.text)}"
        if refusal.source is not None and refusal.source.file:
            text += f" [{refusal.source.file}:{refusal.source.line}:{refusal.source.column}]"
        waiting = self.program.pending(state)
        if answer.seat not in waiting:
            hint = f"it is the turn of {', '.join(waiting)}" if waiting else self._nobody()
            return Failure(answer.at, text, hint)
        offered = {option.id: option for option in self._offered(state, answer.seat)}
        option = offered.get(answer.choice.option)
        if option is not None:
            return Failure(answer.at, text, _asks_for(option))
        return Failure(answer.at, text, did_you_mean(answer.choice.option, offered) or f"offered: {_some(offered)}")

    def _nobody(self) -> str:
        """Why nobody is asked any more."""
        run = self.scenario.given.run
        over = f"what `run: {run}` runs is over by then" if run else "the game is over"
        return f"{over}: nobody is asked anything more"

    def _compare(self, state: State) -> Iterator[Failure]:
        then = self.scenario.then
        yield from _compare_position(then, read_position(self.program, state), self.program)
        for seen in then.seen:
            who = f"seat {seen.seat}" if seen.seat else "a spectator"
            if seen.seat and not 1 <= int(seen.seat) <= self.scenario.seats:
                yield Failure(seen.at, f"there is no {who}")
                continue
            for failure in _compare_position(seen, read_view(self.program, state, seen.seat), self.program):
                yield replace(failure, text=f"for {who} {failure.text}")
        yield from self._compare_decision(state)
        yield from self._compare_outcome(state)

    def _compare_outcome(self, state: State) -> Iterator[Failure]:
        """Who has won, and why the game has ended."""
        then, outcome = self.scenario.then, self.program.outcome(state)
        for what, expected, found in (
            ("winners", then.winners, outcome.winners if outcome is not None else ()),
            ("reasons", then.reasons, outcome.reasons if outcome is not None else ()),
        ):
            if expected is not None and sorted(word for word, _ in expected) != sorted(found):
                at = expected[0][1] if expected else self.scenario.at
                shown = ", ".join(found) or ("nobody" if outcome is not None else "none: the game goes on")
                yield Failure(at, f"{what}: {shown}, expected {', '.join(word for word, _ in expected) or 'nobody'}")

    def _compare_decision(self, state: State) -> Iterator[Failure]:
        then = self.scenario.then
        waiting = self.program.pending(state)
        decision = self._decision(state, waiting[0]) if waiting else None
        step = decision.step if decision is not None else OVER
        if then.step is not None and then.step != step:
            yield Failure(then.step_at or self.scenario.at, f"the open question is {step}, expected {then.step}")
        ids = [option.id for option in decision.options] if decision is not None else []
        for option, at in then.has:
            if option not in ids:
                yield Failure(at, f"`{option}` is not offered", f"offered: {_some(ids)}")
        for option, at in then.has_not:
            if option in ids:
                yield Failure(at, f"`{option}` is offered, but must not be")

    def _try(self, state: State, refused: Refused) -> Iterator[Failure]:
        answer, before = refused.answer, state.copy()
        try:
            self.program.submit(state, answer.seat, [self._choice(state, answer)])
        except Illegal as problem:
            reason = problem.refusal.reason
            if reason != refused.reason:
                text = f"`{answer}` is refused because of {reason}, expected {refused.reason}"
                hint = self.say(problem.refusal.text)
                yield Failure(refused.at, text, self._nobody() if reason == "GAME_OVER" else hint)
        except RulesFault as problem:
            yield Failure(refused.at, f"`{answer}` ends in a fault of the rules: {problem}")
        else:
            yield Failure(refused.at, f"`{answer}` is accepted, but must be refused with {refused.reason}")
        if state != before:
            yield Failure(refused.at, f"`{answer}` changed the position although it was refused")

    def _key(self, what: str) -> Position:
        given = self.scenario.given
        return given.keys.get(what) or given.at or self.scenario.at


def _compare_position(then: Expected | Seen, position: Whole, program: Program) -> Iterator[Failure]:
    values = position.values | _values_of_pieces(position.places)
    for key, node in then.values.items():
        value = values.get(key)
        if value is None:
            hint = token_hint(program.ruleset.model, key) or id_hint(key, values)
            yield Failure(then.keys[key], f"there is no value `{key}`", hint)
        elif problem := value_problem(node, value):
            yield Failure(then.keys[key], f"value {key} {problem}")
    for key, node in then.places.items():
        pieces = position.places.get(key)
        if pieces is None:
            yield Failure(then.keys[key], f"there is no place `{key}`", id_hint(key, position.places))
        elif problem := place_problem(node, pieces):
            yield Failure(then.keys[key], f"place {key} {problem}")


def _values_of_pieces(places: dict[str, tuple[Piece, ...]]) -> dict[str, Value]:
    """The values of pieces that lie alone, by PLACE/VALUE."""
    alone = {place: pieces[0] for place, pieces in places.items() if len(pieces) == 1 and pieces[0].count == 1}
    return {f"{place}/{value.id}": value for place, piece in alone.items() for value in piece.values}


def _asks_for(option: Option) -> str:
    """What an option that was answered otherwise takes, as a scenario writes it."""
    match option.form:
        case None:
            return "it takes no argument"
        case NumberForm(low, high):
            return f"it asks for a number from {low} to {high}"
        case PickForm(items, low, high):
            return f"it asks for {_numbers(low, high)} of [{_some(item.id for item in items)}]"
        case AllocationForm(sources, bins, low, high):
            into = f" into {_some(bin_.id for bin_ in bins)}" if len(bins) > 1 else ""
            return f"it asks for {_numbers(low, high)} from {_some(source.id for source in sources)}{into}"


def _numbers(low: int, high: int) -> str:
    return f"{low}" if low == high else f"{low} to {high}"


def _some(ids: Iterable[str]) -> str:
    names = list(ids)
    return ", ".join(names[:12]) + (f" and {len(names) - 12} more" if len(names) > 12 else "") if names else "nothing"
