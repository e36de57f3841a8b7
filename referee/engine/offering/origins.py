"""Where the tokens come from that an option takes, read off its body."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from referee.engine.core import Core
from referee.engine.layout import Area
from referee.language import tree as t
from referee.language.declare_places import SUPPLY
from referee.language.tree.amounts import AmountOf, AnyAmount

Origin = Callable[[int, int], list[int]]
"""The slots of a token, as a seat takes it."""
_DEEP = 8  # calls of procedures that are followed


class Origins:
    """Reads the bodies of one program's options."""

    def __init__(self, program: Core) -> None:
        self._layout = program.layout
        self._procedures = program.ruleset.procedures

    def of(self, option: t.Option, var: str) -> Origin:
        """Where the token of a binder lies before the option takes it; the first such statement counts."""
        return self._first(self._taken(option.body, frozenset({var}), _DEEP))

    def asked(self, statement: t.Statement) -> Origin:
        """Where the tokens lie of which a statement asks how many."""
        match statement:
            case t.PayAny(payer=t.Me()):
                return self._homes
            case t.GainAny(sources=sources):
                return self._pools(sources)
            case t.ShareOut(source=source):
                return self._pools((source,))
            case _:
                return _nowhere

    @staticmethod
    def _first(origins: Iterator[Origin]) -> Origin:
        return next(origins, _nowhere)

    def _taken(self, body: Iterable[t.Statement], names: frozenset[str], deep: int) -> Iterator[Origin]:
        for statement in body:
            match statement:
                case t.Pay(amounts=amounts, payer=payer) | t.Lose(amounts=amounts, payer=payer) if _among(
                    amounts, names
                ):
                    yield self._homes if isinstance(payer, t.Me) else _nowhere
                case t.Gain(amounts=amounts, sources=sources) if _among(amounts, names):
                    yield self._pools(sources)
                case t.Move(amounts=amounts, source=source) if _among(amounts, names):
                    yield self._pools((source,))
                case t.EachSeat() | t.As():
                    pass  # what others do with it
                case t.Do(instance=instance, args=args, me=me) if deep and (me is None or isinstance(me, t.Me)):
                    called = self._procedures[instance]
                    given = zip(called.parameters, args, strict=False)
                    inner = frozenset(name for (name, _), arg in given if _is(arg, names))
                    if inner:
                        yield from self._taken(called.body, inner, deep - 1)
                case t.ForEach(var=var, items=items, body=inside):
                    yield from self._taken(inside, names | {var} if _is(items, names) else names, deep)
                case _:
                    yield from self._taken(
                        (s for s in t.children(statement) if isinstance(s, t.Statement)), names, deep
                    )

    def _pools(self, sources: Iterable[t.PlaceRef]) -> Origin:
        """The first of the pools that are asked, where the board has it: one of the table or the seat's own."""
        place = next(iter(sources), t.PlaceRef(SUPPLY))
        area = self._layout.areas.get(place.place)
        if area is None or area.place.owner not in ("table", "seat"):
            return _nowhere
        if area.place.owner == "seat" and not isinstance(place.owner, t.Me):
            return _nowhere
        return lambda token, seat: _slots(area, token, seat)

    def _homes(self, token: int, seat: int) -> list[int]:
        homes = (area for area in self._layout.areas.values() if area.place.home and area.place.owner == "seat")
        return [slot for area in homes for slot in _slots(area, token, seat)]


def _slots(area: Area, token: int, seat: int) -> list[int]:
    owner = seat if area.place.owner == "seat" else 0
    return [area.base + owner * area.stride + area.index[token]] if token in area.index else []


def _nowhere(_token: int, _seat: int) -> list[int]:
    return []


def _among(amounts: Iterable[AnyAmount], names: frozenset[str]) -> bool:
    return any(_is(each.token, names) for each in amounts if isinstance(each, AmountOf | t.AllOf))


def _is(e: t.Expr | None, names: frozenset[str]) -> bool:
    return isinstance(e, t.Local) and e.name in names
