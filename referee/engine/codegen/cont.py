"""Continuations and functions being written."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from referee.engine.codegen.gen import Writer
from referee.language import tree as t
from referee.packs.node import Position


@dataclass(slots=True, eq=False)
class Cont:
    """What comes after: the rest of a list of statements, or the return to the caller."""

    make: Callable[[Fn], None] | None = None  # writes the code; None: return to the parent
    needs: frozenset[str] = frozenset()
    block: int = -1
    live: tuple[str, ...] = ()
    at: Position | None = None
    path: str = ""


@dataclass(slots=True)
class Fn:
    """A function being written."""

    w: Writer
    known: tuple[str, ...]  # locals that have a value here
    block: bool  # written as a block (with a frame), or as a plain function
    stop: Cont | str = ""
    finish: Cont | str | None = None  # None: `return`; "raise": to the end of the span
    cause: tuple[int, str] = (-1, "")

    def with_(self, *names: str) -> Fn:
        return Fn(
            self.w,
            (*self.known, *(n for n in names if n not in self.known)),
            self.block,
            self.stop,
            self.finish,
            self.cause,
        )


def names_in(node: t.Node | Iterable[t.Node]) -> frozenset[str]:
    """Every local that code may read or write, those bound inside among them."""
    found: set[str] = set()
    for one in (node,) if isinstance(node, t.Node) else node:
        for part in t.walk(one):
            match part:
                case t.Local(name=name) | t.Me(name=name):
                    found.add(name)
                case t.Times(counter=counter):
                    found.add(counter)
                case t.SetLocal(name=name) | t.Remember(taken=name):
                    found.add(name)
                case t.Do() | t.DoHook():
                    pass
                case t.Choose(loop=loop) if loop is not None:
                    found |= {loop[0], *names_in(loop[1])}
                case _:
                    pass
    return frozenset(found)
