"""What a scenario is: given a position, when these choices, then this position."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.engine.records import Choice, Share
from referee.packs.node import Node, Position

PlaceContent = dict[str, int] | list[str]


@dataclass(frozen=True, slots=True)
class Given:
    """What differs from the position after set-up. `run` names the procedure that begins now, `seat` who acts."""

    run: str | None = None
    seat: str | None = None
    values: dict[str, object] = field(default_factory=dict)
    places: dict[str, PlaceContent] = field(default_factory=dict)
    at: Position | None = None
    keys: dict[str, Position] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Answer:
    """`SEAT OPTION: ARGUMENT`, and where it is written."""

    seat: str
    choice: Choice
    at: Position

    def __str__(self) -> str:
        argument = self.choice.answer
        tail = "" if argument is None else f": {_written(argument)}"
        return f"{self.seat} {self.choice.option}{tail}"


def _written(argument: int | tuple[str, ...] | tuple[Share, ...]) -> str:
    """An argument as a scenario writes it."""
    if isinstance(argument, int):
        return str(argument)
    shares = [each for each in argument if isinstance(each, Share)]
    if not shares:
        return f"[{', '.join(str(item) for item in argument)}]"
    sources: dict[str, list[str]] = {}
    for share in shares:
        sources.setdefault(share.source, []).append(f"{share.bin}: {share.amount}" if share.bin else str(share.amount))
    inner = [
        f"{name}: {told[0] if ':' not in told[0] else '{' + ', '.join(told) + '}'}" for name, told in sources.items()
    ]
    return f"{{{', '.join(inner)}}}"


@dataclass(frozen=True, slots=True)
class Refused:
    """A choice that must be refused, with the reason that the API would give."""

    answer: Answer
    reason: str
    at: Position


@dataclass(frozen=True, slots=True)
class Seen:
    """What one seat, or a spectator (`seat` empty), must see: values and places, as in `Expected`."""

    seat: str
    at: Position
    values: dict[str, Node] = field(default_factory=dict)
    places: dict[str, Node] = field(default_factory=dict)
    keys: dict[str, Position] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Expected:
    """What is compared afterwards; what isn't written isn't compared. Nodes keep their places for the report."""

    values: dict[str, Node] = field(default_factory=dict)
    places: dict[str, Node] = field(default_factory=dict)
    keys: dict[str, Position] = field(default_factory=dict)  # of the values and places
    step: str | None = None
    step_at: Position | None = None
    has: tuple[tuple[str, Position], ...] = ()
    has_not: tuple[tuple[str, Position], ...] = ()
    seen: tuple[Seen, ...] = ()
    winners: tuple[tuple[str, Position], ...] | None = None  # the seats that have won, all of them
    reasons: tuple[tuple[str, Position], ...] | None = None  # why the game has ended


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario of a pack. `seed` decides what is drawn; `stack` is empty where the pack itself is meant."""

    id: str
    at: Position
    seats: int
    covers: tuple[tuple[str, Position], ...] = ()
    stack: str = ""
    settings: dict[str, tuple[str, ...]] = field(default_factory=dict)
    seed: str = ""
    given: Given = Given()
    do: tuple[Answer, ...] = ()
    then: Expected = Expected()
    refused: tuple[Refused, ...] = ()


@dataclass(frozen=True, slots=True)
class Failure:
    """One thing that isn't as the scenario says."""

    at: Position
    text: str
    hint: str = ""

    def __str__(self) -> str:
        return f"{self.at}: {self.text}" + (f" ({self.hint})" if self.hint else "")


@dataclass(frozen=True, slots=True)
class Result:
    """How a scenario went: fine if `failures` is empty."""

    scenario: Scenario
    pack: str
    failures: tuple[Failure, ...]
    seconds: float

    @property
    def ok(self) -> bool:
        return not self.failures
