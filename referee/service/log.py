"""The records of a game's log, as JSON: what has to be known to play the game again, and no names of persons.

    {"kind": "created", "language": 1, "ruleset": "<content digest>", "rules": "<rules digest>", "seats": 2,
     "seed": "…", "chosen": false, "bots": {"2": "random"}, "at": 1700000000000}
    {"kind": "begun", "entropies": ["…", ""], "at": …}
    {"kind": "move", "seat": "1", "choices": [["buy/bead", null, "stall/deal"], ["bid", 3], ["keep", ["a", "b"]],
     ["place", [["bead", "stall/1", 2]]]], "at": …}
    {"kind": "undo", "seat": "1", "to": 4, "at": …}

`at`: milliseconds since 1970. A choice is its option, answer and step, trailing parts left out where they say nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.engine.records import Answer, Choice, Share

LANGUAGE = 1  # of the rules: which meaning the choices have


class LogDamaged(Exception):
    """A record can't be read, or the log can't be played again as it is written."""


@dataclass(frozen=True, slots=True)
class Created:
    """Version 0. `ruleset` is the content digest, under which the source is kept."""

    ruleset: str
    rules: str
    seats: int
    seed: str
    chosen: bool
    at: int
    bots: Mapping[str, str] = field(default_factory=dict)
    language: int = LANGUAGE


@dataclass(frozen=True, slots=True)
class Begun:
    """Version 1: every seat is taken, and the randomness is fixed."""

    entropies: tuple[str, ...]
    at: int


@dataclass(frozen=True, slots=True)
class Moved:
    """A move of a seat."""

    seat: str
    choices: tuple[Choice, ...]
    at: int


@dataclass(frozen=True, slots=True)
class Undone:
    """A seat has taken back everything after version `to`."""

    seat: str
    to: int
    at: int


Entry = Created | Begun | Moved | Undone


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
        case Begun():
            data = {"kind": "begun", "entropies": list(entry.entropies)}
        case Moved():
            data = {"kind": "move", "seat": entry.seat, "choices": [_choice(choice) for choice in entry.choices]}
        case Undone():
            data = {"kind": "undo", "seat": entry.seat, "to": entry.to}
    return json.dumps({**data, "at": entry.at}, separators=(",", ":"), ensure_ascii=False).encode()


def read(payload: bytes) -> Entry:
    """The record that these bytes are. Raises LogDamaged."""
    try:
        data = json.loads(payload)
        match data["kind"]:
            case "created":
                if data["language"] != LANGUAGE:
                    raise LogDamaged(f"the game is of language version {data['language']}, this is {LANGUAGE}")
                names = ("ruleset", "rules", "seats", "seed", "chosen", "at", "bots", "language")
                return Created(**{name: data[name] for name in names})
            case "begun":
                return Begun(tuple(data["entropies"]), data["at"])
            case "move":
                return Moved(data["seat"], tuple(_read_choice(*choice) for choice in data["choices"]), data["at"])
            case "undo":
                return Undone(data["seat"], data["to"], data["at"])
            case kind:
                raise LogDamaged(f"a record of the unknown kind {kind!r}")
    except (ValueError, KeyError, TypeError) as error:
        raise LogDamaged(f"a record can't be read: {error!r}") from error


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
