"""Nothing calls itself, not even through a hook (E0401)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from referee.language import tree as t
from referee.language.resolve.procedures import hook_bodies

if TYPE_CHECKING:
    from referee.language.resolve.context import Context
    from referee.packs.node import Position

Key = tuple[str, str]  # ("procedure", number) or (kind, hook)


class Graph:
    """Who calls whom."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self._calls: dict[Key, list[tuple[Key, Position]]] = {}

    def bodies(self, key: Key) -> list[tuple[t.Statement, ...]]:
        sort, name = key
        if sort == "procedure":
            return [self.ctx.procedures[int(name)].body]
        return [body.body for body in hook_bodies(self.ctx, sort, name)]

    def calls(self, key: Key) -> list[tuple[Key, Position]]:
        """What a text calls, once each."""
        if key not in self._calls:
            found: dict[Key, Position] = {}
            for body in self.bodies(key):
                for s in body:
                    for part in t.walk(s):
                        if isinstance(part, t.Do):
                            found.setdefault(("procedure", str(part.instance)), part.at)
                        elif isinstance(part, t.DoHook):
                            found.setdefault((part.kind, part.hook), part.at)
                        elif isinstance(part, t.CanDo):
                            found.setdefault(("procedure", str(part.procedure)), part.at)
            self._calls[key] = list(found.items())
        return self._calls[key]

    def name(self, key: Key) -> str:
        sort, name = key
        return self.ctx.procedures[int(name)].name if sort == "procedure" else f"{sort}.{name}"


def check(ctx: Context) -> bool:
    """Report calls in a circle. True if there are none."""
    graph = Graph(ctx)
    roots = [("procedure", str(instance.index)) for instance in ctx.procedures]
    roots += [key for key in ctx.hooks if ctx.model.kinds[key[0]].hooks[key[1]].sort in ("effect", "cost")]
    done: set[Key] = set()
    for root in roots:
        circle = _circle(graph, root, done)
        if circle is not None:
            path, at = circle
            ctx.found.add("E0401", at, cycle=" → ".join(graph.name(key) for key in path))
            return False
    return True


def _circle(graph: Graph, root: Key, done: set[Key]) -> tuple[list[Key], Position] | None:
    """The first circle below a text; without recursion, for chains may be long."""
    path: list[Key] = [root]
    open_: list[Iterator[tuple[Key, Position]]] = [iter(graph.calls(root))]
    if root in done:
        return None
    while open_:
        step = next(open_[-1], None)
        if step is None:
            done.add(path.pop())
            open_.pop()
            continue
        key, at = step
        if key in path:
            return [*path[path.index(key) :], key], at
        if key not in done:
            path.append(key)
            open_.append(iter(graph.calls(key)))
    return None
