"""Overlays of code that replace the same thing (E0151), or that change a choice which isn't there (E0150)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lark import Token

from referee.language import tree as t
from referee.language.parse import parse
from referee.packs.codes import code
from referee.packs.damage import words_in
from referee.packs.diagnostics import Diagnostic
from referee.packs.node import Position
from referee.packs.salvage import WORD
from referee.packs.spelling import closest, suggestion

if TYPE_CHECKING:
    from referee.language.resolve.context import Context
    from referee.packs import Stack
    from referee.packs.model import Wrap


def check_conflicts(ctx: Context, stack: Stack) -> None:
    """Report wraps that replace what an earlier one has replaced, unless they say so."""
    replaced: dict[tuple[str, ...], list[Wrap]] = {}
    for wrap in stack.wraps:
        leaf = _leaf(wrap)
        if leaf is None:
            continue
        for earlier in replaced.get(leaf, ()):
            if not _same_choice(wrap, earlier) or earlier.pack in wrap.over:
                continue
            own = earlier.pack == wrap.pack
            hint = "drop one of them" if own else f"say `over: [{earlier.pack}]` if this one is to win"
            what = f"`{wrap.label}` of {wrap.target}" if wrap.label else f"`{wrap.target.partition('(')[0]}`"
            arguments = (("what", what), ("first", f"{earlier.pack} ({earlier.at})"))
            ctx.found.all.append(Diagnostic(code("E0151"), wrap.at, arguments, 1, hint, (earlier.at,)))
            break
        replaced.setdefault(leaf, []).append(wrap)


def _leaf(wrap: Wrap) -> tuple[str, ...] | None:
    """What a wrap replaces as a whole; None if it goes with what was there before."""
    if wrap.op == "instead_of":
        return None if _mentions(wrap, "start", "do_usual") else ("procedure", wrap.target.partition("(")[0].strip())
    if wrap.op == "term":
        return None if _mentions(wrap, "value", "the_usual") else ("term", wrap.target.partition("(")[0].strip())
    if wrap.op in ("option_replace", "option_remove"):
        return ("option", wrap.target.rpartition("/")[2], wrap.label)
    return None


def _mentions(wrap: Wrap, start: str, what: str) -> bool:
    """Does the code use what was there before? (What can't be read has been reported; it counts as composing.)"""
    if wrap.code is None:
        return False
    tree = parse(wrap.code, start, [])
    if tree is None:
        return True
    if any(node.data == what for node in tree.iter_subtrees()):
        return True
    return any(
        node.data == "call" and isinstance(node.children[0], Token) and str(node.children[0]) == what
        for node in tree.iter_subtrees()
    )


def _same_choice(one: Wrap, other: Wrap) -> bool:
    """`deal` and `market/deal` may be the same choice, `fair/deal` and `market/deal` are not."""
    if "/" not in one.target or "/" not in other.target or not one.label:
        return True
    return one.target == other.target


def check_choices(ctx: Context, stack: Stack, *, surely: bool = False) -> None:
    """Report changes of options that meet no choice; `surely`: only of choices whose names are written nowhere else.

    Where something can't be read, the choice may be in it.
    """
    known: set[str] | None = None
    written = _written(stack) if surely else Counter()
    for wrap in stack.wraps:
        if not wrap.op.startswith("option_") or wrap.conditional or f"choice/{wrap.target}" in ctx.used:
            continue
        if written[wrap.target.rpartition("/")[2]]:
            continue
        if known is None:
            known = set(_choices(ctx))
        near = closest(wrap.target, known)
        start = _same_until(wrap.target, near[0]) if near else 0
        at = Position(wrap.named.file, wrap.named.line, wrap.named.column + start)
        arguments = (("what", "choice"), ("name", wrap.target))
        ctx.found.all.append(Diagnostic(code("E0150"), at, arguments, len(wrap.target) - start, suggestion(near)))


def _written(stack: Stack) -> Counter[str]:
    """How often each word stands in the packs, but for the choices that changes name and the keys of texts."""
    words: Counter[str] = Counter(stack.unread)
    for pack in stack.packs:
        for document in pack.documents:
            for section, node in document.items():
                words.update(words_in(node) if section != "says" else ())
    for wrap in stack.wraps:
        if wrap.op.startswith("option_"):
            words.subtract(WORD.findall(wrap.target))
    return words


def _same_until(target: str, meant: str) -> int:
    """Where the first part of a name begins that another name has otherwise; 0 if all have."""
    start = 0
    for part, other in zip(target.split("/"), meant.split("/"), strict=False):
        if part != other:
            return start
        start += len(part) + 1
    return 0


def _choices(ctx: Context) -> Iterator[str]:
    bodies = [s for instance in ctx.procedures for s in instance.body]
    bodies += [s for hook in ctx.hook_list for s in hook.body]
    for body in bodies:
        for part in t.walk(body):
            if isinstance(part, t.Choose):
                yield part.step
                yield part.step.rpartition("/")[2]


__all__ = ["check_choices", "check_conflicts"]
