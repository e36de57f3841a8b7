"""What follows from a step for the facts of a game: who has resigned, whether it is over, where the clocks stand."""

from __future__ import annotations

from dataclasses import replace

from referee.engine import Program
from referee.service.record import clock, log
from referee.service.record.facts import OVER, RUNNING, Facts
from referee.service.record.position import Position, Step, owing


def after_step(program: Program, facts: Facts, step: Step) -> tuple[Facts, Step]:
    """The facts after a step, and the step with the clocks in its record."""
    position = step.after
    state = OVER if position.over else RUNNING
    gone = [id in position.resigned for id in facts.ids()]
    if facts.state != state or gone != [seat.resigned for seat in facts.seats]:
        seats = zip(facts.seats, gone, strict=True)
        facts = replace(facts, state=state, seats=tuple(replace(seat, resigned=left) for seat, left in seats))
    if facts.clock is None:
        return facts, step
    hands = facts.hands or clock.wound(facts.clock, len(facts.seats), step.entry.at)
    hands = clock.ticked(facts.clock, hands, step.entry.at)
    owes = owing(program, position)
    if step.before.asked != position.asked:
        hands = clock.asked_anew(hands, owes, step.seat if isinstance(step.entry, log.Undone) else "")
    hands = clock.running(hands, owes, facts.still())
    return replace(facts, hands=hands), step.timed(hands)


def after_change(program: Program, facts: Facts, position: Position, at: int, newcomer: str = "") -> Facts:
    """The facts with the clocks as they stand after a change that isn't in the log: `facts` are those changed.

    `newcomer`: the seat that another person has taken; its turn begins anew.
    """
    if facts.clock is None or facts.hands is None:
        return facts
    hands = clock.ticked(facts.clock, facts.hands, at)
    if newcomer:
        hands = clock.new_turn(hands, newcomer)
    return replace(facts, hands=clock.running(hands, owing(program, position), facts.still()))
