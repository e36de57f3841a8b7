"""Where generated code counts its steps: in loops, procedures and tests that may take many.

The most that something can take is known from the sizes of its sets. What takes few steps isn't counted, so games
pay nothing for it; what may take many counts as it runs, and a choice that never comes to its end is stopped.
"""

from __future__ import annotations

from collections.abc import Callable

from referee.engine.codegen.gen import Gen, Writer
from referee.language import tree as t
from referee.language.costs import FEW

SMALL = 1_000  # steps of a block that go without saying: the blocks themselves are counted
LOOKED = 1_500  # the same for looking whether a choice has an option
HEADERS = 100_000  # candidates and tests of a list that is counted as it is made
LISTED = 20  # steps that an option in a list stands for, so that no list eats the memory


def each_round(gen: Gen, w: Writer, s: t.ForEach | t.EachSeat | t.ForPieces | t.Repeat) -> None:
    """At the start of a round of a loop."""
    cost = 1 + gen.costs.body(s.body)
    if isinstance(s, t.Repeat) or gen.costs.rounds(s) * cost > FEW:
        w.emit(f"burn({cost})")


def at_start(gen: Gen, w: Writer, body: tuple[t.Statement, ...]) -> None:
    """At the start of a procedure or hook that can't pause."""
    cost = gen.costs.body(body)
    if cost > FEW:
        w.emit(f"burn({cost})")


def before(gen: Gen, w: Writer, body: tuple[t.Statement, ...], pauses: Callable[[t.Statement], bool]) -> None:
    """In a block, before the statements up to the next one that may wait."""
    cost = 0
    for s in body:
        if pauses(s):
            break
        cost += gen.costs.statement(s)
    if cost > SMALL:
        w.emit(f"burn({cost})")


def offers(gen: Gen, w: Writer, options: tuple[t.Option, ...]) -> None:
    """Before it is looked whether a choice has an option."""
    costs = [gen.costs.header(option) for option in options]
    cost = sum(one for one in costs if one <= HEADERS)
    if cost > LOOKED:
        w.emit(f"burn({cost})")


def over(gen: Gen, loop: t.Node, text: str) -> str:
    """What a loop inside an expression goes over: counted, if the loop may take many steps."""
    return f"metered({text},{gen.costs.round(loop)})" if gen.costs.metered(loop) else text


def candidates(gen: Gen, option: t.Option, text: str) -> str:
    """What a binder of an option goes over."""
    return f"metered({text},2)" if counts(gen, option) else text


def counts(gen: Gen, option: t.Option) -> bool:
    """Is the list of an option counted as it is made?"""
    return gen.costs.header(option) > HEADERS
