"""Logs of games as JSON lines: a game written down can be played again anywhere, and must end the same.

    {"log": 1, "language": 1, "stack": ["fair"], "settings": {}, "rules_digest": "…", "seats": 2, "key": "…"}
    {"seat": "1", "choices": [{"option": "buy/bead", "step": "stall/deal"}]}
    {"seat": "2", "choices": [{"option": "bid", "step": "auction/bid", "number": 3}]}
    {"digest": "…", "winners": ["2"]}

`key` is the randomness of the game in hexadecimal; the last line stands there only if the game is over. A line with
`choices` is one move.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.engine import Applied, Illegal, Program, State
from referee.engine.records import Choice, Share

LOG = 1
LANGUAGE = 1
KEY_BYTES = 32


class LogInvalid(ValueError):
    """A log that can't be read or can't be played again; the message names the line."""


@dataclass(frozen=True, slots=True)
class Header:
    """What has to be known before the first move. `stack` and `settings` are as the user gave them."""

    stack: tuple[str, ...]
    settings: dict[str, tuple[str, ...]]
    rules_digest: str
    seats: int
    key: bytes


@dataclass(frozen=True, slots=True)
class Move:
    """Choices that one seat made together."""

    seat: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """How the game must end: the digest of its last position, and who won."""

    digest: str
    winners: tuple[str, ...]


@dataclass
class Log:
    """A game on paper."""

    header: Header
    moves: list[Move] = field(default_factory=list)
    ending: Ending | None = None


def write_log(log: Log) -> Iterator[str]:
    """The lines of a log, without line ends."""
    head = log.header
    yield json.dumps(
        {
            "log": LOG,
            "language": LANGUAGE,
            "stack": list(head.stack),
            "settings": {key: list(values) for key, values in head.settings.items()},
            "rules_digest": head.rules_digest,
            "seats": head.seats,
            "key": head.key.hex(),
        }
    )
    for move in log.moves:
        yield json.dumps({"seat": move.seat, "choices": [choice_json(choice) for choice in move.choices]})
    if log.ending is not None:
        yield json.dumps({"digest": log.ending.digest, "winners": list(log.ending.winners)})


def read_log(lines: Iterable[str]) -> Log:
    """The log that these lines are. Raises LogInvalid."""
    log: Log | None = None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
            if log is None:
                log = Log(_read_header(data))
            elif log.ending is not None:
                raise LogInvalid("the log goes on after its end")
            elif "choices" in data:
                log.moves.append(Move(str(data["seat"]), tuple(read_choice(item) for item in data["choices"])))
            else:
                log.ending = Ending(str(data["digest"]), tuple(map(str, data["winners"])))
        except LogInvalid as problem:
            raise LogInvalid(f"line {number}: {problem}") from None
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as problem:
            raise LogInvalid(f"line {number} is no line of a log: {problem}") from None
    if log is None:
        raise LogInvalid("the log is empty")
    return log


def _read_header(data: dict[str, Any]) -> Header:
    if data.get("log") != LOG:
        raise LogInvalid('this is no log of a game: its first line must have `"log": 1`')
    if data["language"] != LANGUAGE:
        raise LogInvalid(f"the log is of language version {data['language']}, this referee speaks {LANGUAGE}")
    settings = {str(key): tuple(map(str, values)) for key, values in data["settings"].items()}
    key = bytes.fromhex(data["key"])
    if len(key) != KEY_BYTES:
        raise LogInvalid(f"the key isn't {2 * KEY_BYTES} hexadecimal digits")
    return Header(tuple(map(str, data["stack"])), settings, str(data["rules_digest"]), int(data["seats"]), key)


def choice_json(choice: Choice) -> dict[str, Any]:
    """A choice with the names of the API."""
    data: dict[str, Any] = {"option": choice.option}
    if choice.step:
        data["step"] = choice.step
    answer = choice.answer
    if isinstance(answer, int):
        data["number"] = answer
    elif answer is not None:
        shares = [s for s in answer if isinstance(s, Share)]
        if shares:
            data["allocation"] = [{"source": s.source, "bin": s.bin, "amount": s.amount} for s in shares]
        else:
            data["picks"] = list(answer)
    return data


def read_choice(data: dict[str, Any]) -> Choice:
    """The choice that `choice_json` wrote."""
    answer: Any = None
    if "number" in data:
        answer = int(data["number"])
    elif "allocation" in data:
        answer = tuple(Share(s["source"], s["bin"], int(s["amount"])) for s in data["allocation"])
    elif "picks" in data:
        answer = tuple(map(str, data["picks"]))
    return Choice(str(data["option"]), answer, str(data.get("step", "")))


def ending_of(program: Program, state: State) -> Ending | None:
    """The last line of a log, if the game is over."""
    outcome = program.outcome(state)
    return Ending(program.digest(state), outcome.winners) if outcome is not None else None


def replay(program: Program, log: Log, watch: Callable[[Move, Applied], None] = lambda move, applied: None) -> State:
    """Play a log again; `watch` sees each move. Gives the last position.

    Raises LogInvalid where the rules are others, a move is refused, or the game ends otherwise than written.
    """
    rules = program.ruleset.rules_digest
    if rules != log.header.rules_digest:
        raise LogInvalid(f"the log was written with rules {log.header.rules_digest}, these are {rules}")
    state = program.start(log.header.key)
    for number, move in enumerate(log.moves, 1):
        try:
            applied = program.submit(state, move.seat, move.choices)
        except Illegal as problem:
            refusal = problem.refusal
            raise LogInvalid(f"move {number} of seat {move.seat} is refused: {refusal.reason}") from problem
        watch(move, applied)
        state = applied.state
    if log.ending is not None and ending_of(program, state) != log.ending:
        raise LogInvalid("the game ends otherwise than the log says")
    return state


def record(program: Program, header: Header, moves: Sequence[Move], state: State) -> Log:
    """The log of a game played so far."""
    return Log(header, list(moves), ending_of(program, state))
