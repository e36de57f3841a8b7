"""Small positions for the hard effects: load, set up, list the options, choose, look."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from referee.engine import Program, compile_ruleset
from referee.engine.position import set_up_position
from referee.engine.records import AllocationForm, Answer, Choice, Decision, NumberForm, Option, PickForm, Place, Share
from referee.language import Ruleset, build_ruleset
from referee.packs import load_stack

HERE = Path(__file__).parent
KEY = bytes(range(32))


def files_of(effect: str) -> dict[str, bytes]:
    """The files of `<game>_<effect>.yaml` and of all packs that it requires."""
    files = {f"{effect}/pack.yaml": (HERE / f"{effect}.yaml").read_bytes()}
    waiting = [effect]
    while waiting:
        for line in files[f"{waiting.pop()}/pack.yaml"].decode().splitlines():
            if line.startswith("requires: ["):
                needed = line.removeprefix("requires: [").removesuffix("]")
                files[f"{needed}/pack.yaml"] = (HERE / f"{needed.removesuffix('_base')}.yaml").read_bytes()
                waiting.append(needed)
    return files


@cache
def ruleset(effect: str, settings: tuple[tuple[str, str], ...] = ()) -> Ruleset:
    """The rules of `<game>_<effect>.yaml` on top of the game's shared file, checked."""
    files = files_of(effect)
    chosen = {name if "." in name else f"{effect}.{name}": [value] for name, value in settings}
    return build_ruleset(load_stack([effect], files=files, settings=chosen))


@cache
def program(effect: str, seats: int = 2, settings: tuple[tuple[str, str], ...] = ()) -> Program:
    """The compiled rules of one hard effect for a number of seats."""
    return compile_ruleset(ruleset(effect, settings), seats=seats)


class Table:
    """A position that is being played; every look at it is somebody's view."""

    def __init__(
        self,
        effect: str,
        *,
        run: str | None,
        seat: str = "1",
        seats: int = 2,
        values: Mapping[str, int | str | bool | None] | None = None,
        places: Mapping[str, object] | None = None,
        settings: Mapping[str, str] | None = None,
    ) -> None:
        self.program = program(effect, seats, tuple(sorted((settings or {}).items())))
        self.state = set_up_position(
            self.program, KEY, run=run, seat=seat, values=dict(values or {}), places=dict(places or {})
        )

    @property
    def pending(self) -> list[str]:
        """The seats that owe an answer."""
        return list(self.program.pending(self.state))

    def decision(self, seat: str | None = None) -> Decision:
        """The question that is open for a seat (default: the first that owes an answer)."""
        who = seat or self.pending[0]
        decisions = self.program.view(self.state, who).decisions
        assert len(decisions) == 1, decisions
        return decisions[0]

    @property
    def step(self) -> str:
        """The name of the open question; empty when the game is over."""
        return "" if self.program.over(self.state) else self.decision().step

    def options(self, seat: str | None = None) -> list[str]:
        """The ids of all options, in their order."""
        return [option.id for option in self.decision(seat).options]

    def option(self, name: str, seat: str | None = None) -> Option:
        """One option by id."""
        return next(option for option in self.decision(seat).options if option.id == name)

    def number(self, name: str) -> tuple[int, int]:
        """The bounds of an option that asks for a number."""
        form = self.option(name).form
        assert isinstance(form, NumberForm)
        return form.min, form.max

    def picks(self, name: str, seat: str | None = None) -> tuple[list[str], int, int]:
        """The candidates and bounds of an option that asks for picks."""
        form = self.option(name, seat).form
        assert isinstance(form, PickForm)
        return [item.id for item in form.items], form.min, form.max

    def allocation(self, name: str) -> tuple[dict[str, tuple[int, int]], dict[str, tuple[int, int]], int, int]:
        """Bounds by source, bounds by bin, least and most in all of an option that asks for an allocation.

        What can't be given is left out, and nobody can give more than all: forms may say so or not.
        """
        form = self.option(name).form
        assert isinstance(form, AllocationForm)
        sources = {item.id: (item.min, min(item.max, form.max)) for item in form.sources if item.max}
        bins = {item.id: (item.min, item.max) for item in form.bins}
        return sources, bins, form.min, form.max

    def choose(self, option: str, answer: Answer = None, seat: str | None = None) -> Table:
        """Submit one choice for a seat (default: the first that owes an answer)."""
        who = seat or self.pending[0]
        self.state = self.program.submit(self.state, who, [Choice(option, answer)]).state
        self.program.check_invariants(self.state)
        return self

    def pay(self, amounts: Mapping[str, int], option: str = "pay") -> Table:
        """Answer an allocation that has only sources."""
        _, bins, _, _ = self.allocation(option)
        only = next(iter(bins), "")
        return self.choose(option, tuple(Share(token, only, n) for token, n in amounts.items() if n))

    def place(self, name: str, seat: str = "1") -> Place:
        """A place by id, as a seat sees it; places inside pieces too."""
        found = _find(self.program.view(self.state, seat).places, name)
        assert found is not None, name
        return found

    def entries(self, name: str, seat: str = "1") -> list[str]:
        """What lies in a place, each copy by its entry, in the order shown."""
        return [piece.entry for piece in self.place(name, seat).pieces for _ in range(piece.count)]

    def faces(self, name: str, seat: str = "1") -> dict[str, str]:
        """The faces of the pieces in a place, by entry."""
        return {piece.entry: piece.face for piece in self.place(name, seat).pieces}

    def tokens(self, name: str, seat: str = "1") -> dict[str, int]:
        """How many of each token lie in a place."""
        return {piece.entry: piece.count for piece in self.place(name, seat).pieces if piece.count}

    def owned(self, seat: str, token: str) -> int:
        """How many of a token lie in all places of a seat, as that seat sees them."""
        start = f"seat/{seat}/"
        view = self.program.view(self.state, seat)
        return sum(
            p.count for place in view.places if place.id.startswith(start) for p in place.pieces if p.entry == token
        )

    def value(self, name: str, seat: str = "1") -> object:
        """A value by id, as a seat sees it."""
        values = {value.id: value.value for value in self.program.view(self.state, seat).values}
        return values[name]


def _find(places: Iterable[Place], name: str) -> Place | None:
    for place in places:
        if place.id == name:
            return place
        for piece in place.pieces:
            inside = _find(piece.inside, name)
            if inside is not None:
                return inside
    return None
