"""W0403: what never does anything, whatever happens in a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.language import tree as t
from referee.language.build import MAIN, Ruleset
from referee.lint.trees import bodies, finding
from referee.packs.diagnostics import Diagnostic

ENDS = t.EndGame | t.Stop | t.Finish


def run(ruleset: Ruleset) -> Iterable[Diagnostic]:
    """Tests that never hold, amounts of zero, things put where they are, what stands behind an end."""
    for body in bodies(ruleset):
        yield from _behind(body)
        for s in body:
            for part in t.walk(s):
                yield from _behind(_inside(part))
                if isinstance(part, t.Statement):
                    yield from _statement(ruleset, part)
                elif isinstance(part, t.Option):
                    for test in part.guard:
                        if constant(test) == 0:
                            yield finding("W0403", test.at if test.at.line else part.at, why="this never holds")
    yield from _out_of_place(ruleset)


def _inside(node: t.Node) -> tuple[t.Statement, ...]:
    if isinstance(node, t.If):
        return node.then
    body = getattr(node, "body", ())
    return body if isinstance(body, tuple) else ()


def _behind(body: tuple[t.Statement, ...]) -> Iterator[Diagnostic]:
    for index, s in enumerate(body[:-1]):
        follows = body[index + 1]
        if isinstance(s, ENDS) and follows.at.line:
            yield finding("W0403", follows.at, why="what stands before it leaves this text")
            return


def _statement(ruleset: Ruleset, s: t.Statement) -> Iterator[Diagnostic]:
    why = _why(ruleset, s)
    if why and s.at.line:
        yield finding("W0403", s.at, why=why)


def _why(ruleset: Ruleset, s: t.Statement) -> str:
    """Why a statement does nothing; empty if it may do something."""
    match s:
        case t.If(test=test, other=other):
            holds = constant(test)
            if holds == 0:
                return "its condition never holds"
            return "its condition always holds" if holds == 1 and other else ""
        case t.Gain(amounts=amounts) | t.Pay(amounts=amounts) | t.Lose(amounts=amounts):
            return _amounts(amounts)
        case t.Move(amounts=amounts, source=source, targets=targets):
            if targets == (source,):
                return "it moves things to where they are"
            return _amounts([a for a in amounts if isinstance(a, t.AmountOf)])
        case t.Draw(number=t.Const(value=0)):
            return "it draws none"
        case t.SetValue(target=target, op="set", value=value) if target == value:
            return "the value stays what it is"
        case t.SetValue(op="add" | "take", value=t.Const(value=0)):
            return "zero changes nothing"
        case t.Put(piece=t.Content(cell=cell), target=target) if cell == target:
            return "the piece lies there already"
        case t.Swap(left=left, right=right) if left == right:
            return "both are the same"
        case t.ForEach(items=t.ConstSet(members=())) | t.EachSeat(items=t.ConstSet(members=())):
            return "the set is empty"
        case t.ForEach(items=t.Range(low=t.Const(value=int() as low), high=t.Const(value=int() as high))) if low > high:
            return f"there is nothing from {low} to {high}"
        case t.Repeat(limit=t.Const(value=int() as number)) if number < 1:
            return "it is repeated no time at all"
        case t.Modifier(op="adds" | "takes", value=t.Const(value=0)):
            return "zero changes nothing"
        case t.Modifier(span=span) if span and span != MAIN and not _runs(ruleset, span):
            return f"`{span}` is never run"
        case _:
            return ""


def _amounts(amounts: Iterable[t.AmountOf]) -> str:
    numbers = [a.number for a in amounts]
    zero = [isinstance(n, t.Const) and isinstance(n.value, int) and n.value <= 0 for n in numbers]
    return "the amount is zero" if zero and all(zero) else ""


def _runs(ruleset: Ruleset, procedure: str) -> bool:
    return f"procedure/{procedure}" in ruleset.context.used


def _out_of_place(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Modifiers and triggers of entries that can never be in force."""
    model = ruleset.model
    for kind in model.kinds.values():
        for hook in kind.hooks.values():
            if hook.sort not in ("modifier", "trigger") or hook.at is None:
                continue
            places = [model.places[word] for word in hook.while_in if word in model.places]
            if not any(place.holds == kind.id for place in places):
                where = " and ".join(f"`{word}`" for word in hook.while_in) or "no place (`while_in:` is missing)"
                why = f"it is in force in {where}, where no {kind.name} can lie"
                yield finding("W0403", hook.at, len(hook.id), why=why)


def constant(e: t.Expr) -> int | None:
    """The value of a test that no game and no option changes: 0, 1, or None."""
    match e:
        case t.Const(value=int() as value) if e.type.sort == "yes":
            return value
        case t.Compare(op=op, left=t.Const(value=int() as a), right=t.Const(value=int() as b)):
            return int({"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op])
        case t.Compare(op=op, left=left, right=right) if left == right:
            return int(op in ("==", "<=", ">="))
        case t.Among(items=t.ConstSet(members=()), negated=negated):
            return int(negated)
        case t.Not(test=test):
            inner = constant(test)
            return None if inner is None else 1 - inner
        case t.Both(left=left, right=right):
            sides = (constant(left), constant(right))
            return 0 if 0 in sides else 1 if sides == (1, 1) else None
        case t.Either(left=left, right=right):
            sides = (constant(left), constant(right))
            return 1 if 1 in sides else 0 if sides == (0, 0) else None
        case _:
            return None
