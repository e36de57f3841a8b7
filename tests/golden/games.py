"""Recorded games: the moves as a log, and beside it what each viewer was shown after each of them.

    games/NAME.jsonl       the log, as `referee replay` reads it (`referee.lab.golden`)
    games/NAME.seen.jsonl  a line for the start and one for each move:
        {"said": ["engine/answered", …], "events": ["…", …], "views": ["…", …], "state": "…"}

`said` are the keys of the spectator's events, to read; `events` and `views` are hashes, first the spectator's, then
each seat's; `state` is the digest of the position. Positions in files don't count, so that a comment changes no game.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path

from referee.engine import Applied, Illegal, Program, State
from referee.engine.records import Choice, Event, Source
from referee.lab.golden import Header, Log, Move, read_log, record, replay, write_log
from tests.engine.programs import CONTENT, HARD, program
from tests.engine.walk import answer, decision_of, key

HERE = Path(__file__).parent / "games"


@dataclass(frozen=True)
class Golden:
    """A game that is kept: of which pack, for how many seats, with which randomness, and how long at most."""

    pack: str
    seats: int
    seed: int
    longest: int = 2000

    @property
    def name(self) -> str:
        return f"{self.pack}-{self.seats}-{self.seed}"

    @property
    def log(self) -> Path:
        return HERE / f"{self.name}.jsonl"

    @property
    def seen(self) -> Path:
        return HERE / f"{self.name}.seen.jsonl"

    @property
    def stack(self) -> str:
        """How the command line names the pack."""
        if self.pack in CONTENT:
            return self.pack
        return f"tests/language/hard/{self.pack}" if self.pack in HARD else f"tests/packs/{self.pack}"

    def program(self) -> Program:
        return program(self.pack, self.seats)


SMALL = [Golden(pack, 2, seed) for pack in ("tic_tac_toe", "connect_four", "othello") for seed in (1, 2, 3)]
AUCTION = [Golden("auction", seats, seats) for seats in (2, 3, 4)]
CUBA = [Golden("cuba", seats, seats) for seats in (2, 3, 4, 5)]
VARIANT = [Golden("cuba-secret-delegate", seats, seats) for seats in (2, 4)]
EXPANSION = [Golden("cuba-el-presidente", seats, seats) for seats in (2, 3, 5)]
HOUSE_RULES = [Golden("cuba-smuggler", 3, 3)]
SHIPS = [Golden("puerto-rico", seats, seats) for seats in (2, 4)]
NOBLES = [Golden("puerto-rico-new-buildings", 3, 3), Golden("puerto-rico-nobles", 5, 5)]
SKETCHES = [Golden("urban-sketchers", seats, seats) for seats in (2, 4)]
CORNERS = [
    Golden(effect, 3, 1, 60)
    for effect in (
        "cuba_event",
        "cuba_overbuild",
        "puerto_rico_captain",
        "puerto_rico_mayor",
        "urban_sketchers_roll",
        "urban_sketchers_pairs",
    )
]
GAMES = [*SMALL, *AUCTION, *CORNERS, *CUBA, *VARIANT, *EXPANSION, *HOUSE_RULES, *SHIPS, *NOBLES, *SKETCHES]


def played(golden: Golden) -> Log:
    """A new random game; some moves are two choices at once."""
    game = golden.program()
    dice = random.Random(golden.name)
    state = game.start(key(golden.seed))
    moves: list[Move] = []
    while not game.over(state) and len(moves) < golden.longest:
        move, state = _move(game, state, dice)
        moves.append(move)
    header = Header((golden.stack,), {}, game.ruleset.rules_digest, golden.seats, key(golden.seed))
    return record(game, header, moves, state)


def _move(game: Program, state: State, dice: random.Random) -> tuple[Move, State]:
    seat = dice.choice(game.pending(state))
    first = _choice(game, state, seat, dice)
    after = game.submit(state, seat, [first]).state
    if dice.random() < 0.3 and seat in game.pending(after):
        both = (first, _choice(game, after, seat, dice))
        try:
            return Move(seat, both), game.submit(state, seat, both).state
        except Illegal:
            pass  # the first one ends a move
    return Move(seat, (first,)), after


def _choice(game: Program, state: State, seat: str, dice: random.Random) -> Choice:
    option = dice.choice(decision_of(game, state, seat).options)
    return Choice(option.id, answer(option, dice))


def shown(game: Program, log: Log) -> Iterator[str]:
    """What a game shows as lines, from the start to the end. Raises LogInvalid where it can't be played again."""
    start = game.start(log.header.key)
    yield line(game, start, {})
    lines: list[str] = []
    replay(game, log, lambda move, applied: lines.append(_after(game, applied)))
    yield from lines


def _after(game: Program, applied: Applied) -> str:
    return line(game, applied.state, {viewer: game.events_for(applied, viewer) for viewer in viewers(game)})


def viewers(game: Program) -> list[str]:
    """The spectator and the seats."""
    return ["", *(str(seat + 1) for seat in range(game.seats))]


def line(game: Program, state: State, events: dict[str, tuple[Event, ...]]) -> str:
    """What a position and the events before it show to each viewer."""
    views = {viewer: game.view(state, viewer) for viewer in viewers(game)}
    return json.dumps(
        {
            "said": [event.text.key for event in events.get("", ())],
            "events": [hashed(event) for event in events.values()],
            "views": [hashed((game.view_digest(view), view)) for view in views.values()],
            "state": game.digest(state),
        }
    )


def hashed(value: object) -> str:
    """A short hash of records, with all their texts."""
    text = json.dumps(plain(value), separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def plain(value: object) -> object:
    """Records as JSON, without positions in files."""
    if isinstance(value, Source):
        return None
    if is_dataclass(value) and not isinstance(value, type):
        return [type(value).__name__, *(plain(getattr(value, field.name)) for field in fields(value))]
    if isinstance(value, tuple | list):
        return [plain(part) for part in value]
    return value


def read(golden: Golden) -> Log:
    return read_log(golden.log.read_text(encoding="utf-8").splitlines())


def write(golden: Golden, log: Log, seen: Sequence[str]) -> None:
    golden.log.write_text("".join(f"{text}\n" for text in write_log(log)), encoding="utf-8")
    golden.seen.write_text("".join(f"{text}\n" for text in seen), encoding="utf-8")
