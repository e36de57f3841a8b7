"""A loop whose options can undo one another needs a bound (E0440).

An option that uses up something which nothing else in the loop gives back can be chosen only so often: it takes no
part in going round for ever. What is left when no such option is found can undo one another.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from referee.language import tree as t
from referee.language.checks.endings import leaves
from referee.language.progress import Change, Move, Progress
from referee.packs.node import Position

if TYPE_CHECKING:
    from referee.language.resolve.context import Context


STANDING = "let it pay something, or use something up: `f from my.PLACE where f.VALUE is no: set f.VALUE to yes …`"


def check(ctx: Context) -> None:
    """Report the unbounded loops that need a bound."""
    bodies = [s for instance in ctx.procedures for s in instance.body]
    bodies += [s for hook in ctx.hook_list for s in hook.body]
    bodies += [s for option in ctx.standing_options for s in option.body]
    standing = Progress(ctx)
    for option in ctx.standing_options:
        standing.option(option)
    _report(ctx, standing.moves, [], standing.moves, None)
    for body in bodies:
        for part in t.walk(body):
            if isinstance(part, t.Repeat) and part.limit is None:
                _loop(ctx, part, standing.moves)


def _loop(ctx: Context, loop: t.Repeat, standing: list[Move]) -> None:
    progress = Progress(ctx, loop.counter)
    progress.walk(loop.body)
    if progress.may_end and any(isinstance(p, t.Times) and p.counter == loop.counter for p in t.walk(loop)):
        counted = [s for s in loop.body if isinstance(s, t.If) and _counts(s, loop.counter)]
        if counted:
            return  # it is left after so many rounds
    own = any(move.own for move in progress.moves)
    moves = [*progress.moves, *standing]
    background = progress.background if own else []
    rest = _report(ctx, moves, background, progress.moves, progress, at=loop.at)
    if own and not rest and leaves(loop.body) and not _leaves(loop.body):
        for move in progress.moves:
            if move.own and move.bare and move.parent is None and not move.ends:
                ctx.found.add(
                    "E0440",
                    move.at,
                    what=f"`{move.label}` leads back to the same choice (to leave the loop write `stop`)",
                )


def _counts(s: t.If, counter: str) -> bool:
    return any(isinstance(p, t.Times) and p.counter == counter for p in t.walk(s.test)) and any(
        isinstance(one, t.Stop | t.Finish | t.EndGame) for one in (*s.then, *s.other)
    )


def _leaves(body: Iterable[t.Statement]) -> bool:
    """May the loop be left beside what its options do?"""
    for s in body:
        if isinstance(s, t.Choose):
            continue
        if isinstance(s, t.Stop | t.Finish | t.EndGame | t.LastRound):
            return True
        if isinstance(s, t.If | t.ForEach | t.EachSeat | t.As | t.Block | t.Span | t.Do):
            inner = [c for c in t.children(s) if isinstance(c, t.Statement)]
            if isinstance(s, t.Do) or _leaves(inner):
                return True
    return False


def _report(
    ctx: Context,
    moves: list[Move],
    background: list[Change],
    reported: list[Move],
    progress: Progress | None,
    at: Position | None = None,
) -> list[Move]:
    """The moves that can go round for ever, reported once."""
    rest = remaining(moves, background)
    found = [move for move in rest if move in reported and any(c.strict for c in move.changes)]
    if not found or (progress is not None and _advances(progress, rest)):
        return []
    first = found[0]
    other = _undone_by(first, rest)
    if other is None:
        what = f"`{first.label}` can be chosen again and again"
    elif other is first:
        what = f"what `{first.label}` does can be undone by choosing it again, and so on"
    else:
        what = f"`{first.label}` and `{other.label}` can undo one another"
    related = [] if other is None or other is first else [other.at]
    hint = "" if at is not None else STANDING
    ctx.found.add("E0440", at or first.at, what=what, related=related, hint=hint)
    return found


def remaining(moves: list[Move], background: list[Change]) -> list[Move]:
    """The moves that are left when all that can be made only so often are taken away, with what they lead to."""
    rest = [move for move in moves if not move.ends and not move.counted]
    while True:
        left = [move for move in rest if _within(move, rest) and not _used_up(move, rest, background)]
        if len(left) == len(rest):
            return rest
        rest = left


def _within(move: Move, rest: list[Move]) -> bool:
    return move.parent is None or move.parent in rest


def _used_up(move: Move, rest: list[Move], background: list[Change]) -> bool:
    """Does it change something for certain that nothing changes back?"""
    for change in move.changes:
        if not change.strict or (change.endless and move.own):
            continue
        others = (c for other in rest for c in other.changes)
        if not any(c.undoes(change) for c in (*others, *background)):
            return True
    return False


def _undone_by(move: Move, rest: list[Move]) -> Move | None:
    for change in move.changes:
        if change.strict and not change.endless:
            for other in sorted(rest, key=lambda one: one is move):
                if any(c.undoes(change) for c in other.changes):
                    return other
    return None


def _advances(progress: Progress, rest: list[Move]) -> bool:
    """Does each round of a loop move something that nothing in it moves back?"""
    against = [*progress.background, *(c for move in rest for c in move.changes)]

    def one_way(change: Change) -> bool:
        return change.way != 0 and not any(c.undoes(change) for c in against)

    if any(change.sure and one_way(change) for change in progress.background):
        return True
    for choice, asked in progress.choices:
        options = [move for move in progress.moves if move.choice == choice and move.parent is None]
        if asked and options and all(any(c.strict and one_way(c) for c in move.changes) for move in options):
            return True
    return False
