"""The records of a game's log, as JSON: what has to be known to play the game again, and no names of persons.

    {"kind": "created", "language": 1, "ruleset": "<content digest>", "rules": "<rules digest>", "seats": 2,
     "seed": "…", "chosen": false, "bots": {"2": "random"}, "at": 1700000000000}
    {"kind": "begun", "entropies": ["…", ""], "at": …}
    {"kind": "move", "seat": "1", "choices": [["buy/bead", null, "stall/deal"], ["bid", 3], ["keep", ["a", "b"]],
     ["place", [["bead", "stall/1", 2]]]], "at": …}
    {"kind": "undo", "seat": "1", "to": 4, "at": …}
    {"kind": "resign", "seat": "2", "at": …}

A move that its seat didn't choose just now says by what it was made: `"by": "redo"` (what was taken back, again),
`"clock"` (the time was up) or `"resigned"` (the seat has given up). The second too stands in a resignation. In a game
with a clock every record but the first has where the clocks stand after it:
`"clock": {"used": [0, 1200], "reserve": [60000, 60000], "running": ["1"], "turn": ["1"]}`.

A copy of a game has in its first record `"origin"`, the name under which its key was made, and a fork `"start"`, the
position that it begins with: `{"of": "games/…", "version": 12, "seat": "1", "digest": "…", "position": {…}}`.

`at`: milliseconds since 1970. A choice is its option, answer and step, trailing parts left out where they say nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from referee.engine.records import Answer, Choice, Share
from referee.service.record.clock import Hands, from_data, to_data

LANGUAGE = 1  # of the rules: which meaning the choices have


class LogDamaged(Exception):
    """A record can't be read, or the log can't be played again as it is written."""


@dataclass(frozen=True, slots=True)
class Start:
    """What a fork begins with: `position` is a snapshot with nothing in it but what `seat` of the game `of` saw.

    `seat` is empty for a spectator. What is hidden from it is dealt when the fork begins.
    """

    of: str
    version: int
    seat: str
    digest: str
    position: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Created:
    """Version 0. `ruleset` is the content digest, under which the source is kept.

    `origin`: of an imported game, the name that it had where its key was made.
    """

    ruleset: str
    rules: str
    seats: int
    seed: str
    chosen: bool
    at: int
    bots: Mapping[str, str] = field(default_factory=dict)
    language: int = LANGUAGE
    origin: str = ""
    start: Start | None = None


REDO, CLOCK, RESIGNED = "redo", "clock", "resigned"
"""What a move is made by, where it isn't simply its seat."""


@dataclass(frozen=True, slots=True)
class Begun:
    """Version 1: every seat is taken, and the randomness is fixed."""

    entropies: tuple[str, ...]
    at: int
    clock: Hands | None = None


@dataclass(frozen=True, slots=True)
class Moved:
    """A move of a seat. `by`: empty, or what made it in its place."""

    seat: str
    choices: tuple[Choice, ...]
    at: int
    by: str = ""
    clock: Hands | None = None


@dataclass(frozen=True, slots=True)
class Undone:
    """A seat has taken back everything after version `to`."""

    seat: str
    to: int
    at: int
    clock: Hands | None = None


@dataclass(frozen=True, slots=True)
class Resigned:
    """A seat has given up, or its time was up (`by`) in a game that is lost by that."""

    seat: str
    at: int
    by: str = ""
    clock: Hands | None = None


Entry = Created | Begun | Moved | Undone | Resigned
Step = Begun | Moved | Undone | Resigned
"""Every record after the first."""


def write(entry: Entry) -> bytes:
    """The record in bytes; equal entries give equal bytes."""
    match entry:
        case Created():
            data: dict[str, Any] = {
                "kind": "created",
                "language": entry.language,
                "ruleset": entry.ruleset,
                "rules": entry.rules,
                "seats": entry.seats,
                "seed": entry.seed,
                "chosen": entry.chosen,
                "bots": dict(sorted(entry.bots.items())),
            }
            if entry.origin:
                data["origin"] = entry.origin
            if entry.start is not None:
                data["start"] = asdict(entry.start)
        case Begun():
            data = {"kind": "begun", "entropies": list(entry.entropies)}
        case Moved():
            data = {"kind": "move", "seat": entry.seat, "choices": write_choices(entry.choices)}
        case Undone():
            data = {"kind": "undo", "seat": entry.seat, "to": entry.to}
        case Resigned():
            data = {"kind": "resign", "seat": entry.seat}
    if isinstance(entry, Moved | Resigned) and entry.by:
        data["by"] = entry.by
    if not isinstance(entry, Created) and entry.clock is not None:
        data["clock"] = to_data(entry.clock)
    return json.dumps({**data, "at": entry.at}, separators=(",", ":"), ensure_ascii=False).encode()


def read(payload: bytes) -> Entry:
    """The record that these bytes are. Raises LogDamaged."""
    try:
        data = json.loads(payload)
        clock = from_data(data["clock"], data["at"]) if "clock" in data else None
        match data["kind"]:
            case "created":
                if data["language"] != LANGUAGE:
                    raise LogDamaged(f"the game is of language version {data['language']}, this is {LANGUAGE}")
                names = ("ruleset", "rules", "seats", "seed", "chosen", "at", "bots", "language")
                start = Start(**data["start"]) if "start" in data else None
                return Created(**{name: data[name] for name in names}, origin=data.get("origin", ""), start=start)
            case "begun":
                return Begun(tuple(data["entropies"]), data["at"], clock)
            case "move":
                choices = read_choices(data["choices"])
                return Moved(data["seat"], choices, data["at"], data.get("by", ""), clock)
            case "undo":
                return Undone(data["seat"], data["to"], data["at"], clock)
            case "resign":
                return Resigned(data["seat"], data["at"], data.get("by", ""), clock)
            case kind:
                raise LogDamaged(f"a record of the unknown kind {kind!r}")
    except (ValueError, KeyError, TypeError) as error:
        raise LogDamaged(f"a record can't be read: {error!r}") from error


def write_choices(choices: Sequence[Choice]) -> list[list[object]]:
    """Choices as JSON."""
    return [_choice(choice) for choice in choices]


def read_choices(data: Sequence[Sequence[Any]]) -> tuple[Choice, ...]:
    """The choices that `write_choices` wrote."""
    return tuple(_read_choice(*choice) for choice in data)


def _choice(choice: Choice) -> list[object]:
    answer: object = choice.answer
    if isinstance(answer, tuple):
        answer = [[x.source, x.bin, x.amount] if isinstance(x, Share) else x for x in answer]
    if choice.step:
        return [choice.option, answer, choice.step]
    return [choice.option] if answer is None else [choice.option, answer]


def _read_choice(option: str, answer: Any = None, step: str = "") -> Choice:
    return Choice(option, _read_answer(answer), step)


def _read_answer(answer: int | None | Sequence[Any]) -> Answer:
    if answer is None or isinstance(answer, int):
        return answer
    if answer and isinstance(answer[0], list):
        return tuple(Share(source, bin, amount) for source, bin, amount in answer)
    return tuple(str(item) for item in answer)
