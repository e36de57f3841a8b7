"""Games played at random on paper: as records of a log, and as the files that an export makes of them."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from functools import cache

from referee.engine import Illegal, Program, compile_ruleset
from referee.engine.hiding.veil import veil
from referee.engine.layout import SEALED
from referee.engine.records import Choice
from referee.service.copies.game_file import GameFile, text_of
from referee.service.copies.game_telling import told
from referee.service.packs.sources import Source, read_source, write_source
from referee.service.record import log
from referee.service.record.position import OPEN, Position, advance
from tests.engine.programs import CONTENT, ROOT
from tests.engine.walk import answer, decision_of

NAME = "games/fair1"


@cache
def rules(pack: str) -> tuple[Program, Source]:
    """A pack for the fewest that it allows, and what it is made from."""
    import referee

    ruleset = referee.load(str(ROOT / ("content" if pack in CONTENT else "tests/packs") / pack))
    source = read_source(write_source(ruleset.stack))
    return compile_ruleset(ruleset, seats=ruleset.min_seats), source


def played(pack: str, seed: int, longest: int = 2000, *, chosen: bool = False, undo: float = 0.2) -> GameFile:
    """A random game of at most so many records, with moves that are taken back."""
    program, source = rules(pack)
    dice = random.Random(f"{pack}/{seed}")
    created = log.Created(
        ruleset=program.ruleset.content_digest,
        rules=program.ruleset.rules_digest,
        seats=program.seats,
        seed=f"seed {seed}",
        chosen=chosen,
        at=1_700_000_000_000,
    )
    entries = _entries(program, NAME, created, longest, dice, undo)
    return GameFile(NAME, created, source, entries)


def _entries(
    program: Program, name: str, created: log.Created, longest: int, dice: random.Random, undo: float
) -> tuple[log.Step, ...]:
    entropies = tuple(f"rain {seat}" if seat % 2 else "" for seat in range(program.seats))
    entries: list[log.Step] = [log.Begun(entropies, created.at + 1)]
    position = advance(program, name, created, OPEN, entries[0]).after
    while not position.over and len(entries) < longest:
        entry = _next(program, position, dice, undo, created.at + 10 * len(entries))
        entries.append(entry)
        position = advance(program, name, created, position, entry).after
    return tuple(entries)


def forked(pack: str, seed: int, viewer: str, longest: int = 2000) -> GameFile:
    """A random game of a fork that begins in the middle of another, as a viewer sees it there."""
    program, source = rules(pack)
    parent = played(pack, seed, 30 + seed)
    position = OPEN
    for entry in parent.entries:
        position = advance(program, NAME, parent.created, position, entry).after
    state = veil(program, position.running, viewer)
    start = log.Start(NAME, position.version, viewer, program.digest(state), json.loads(program.dump(state)))
    created = replace(parent.created, seed=f"fork {seed}", start=start)
    dice = random.Random(f"{pack}/{seed}/{viewer}")
    return GameFile("games/fork", created, source, _entries(program, "games/fork", created, longest, dice, 0.2))


def _next(program: Program, position: Position, dice: random.Random, undo: float, at: int) -> log.Step:
    state = position.running
    if position.back is not None and state[SEALED] is None and dice.random() < undo:
        return log.Undone(position.mover, position.back.version, at)
    seat = dice.choice(program.pending(state))
    option = dice.choice(decision_of(program, state, seat).options)
    first = Choice(option.id, answer(option, dice))
    after = program.submit(state, seat, [first]).state
    if dice.random() < 0.3 and seat in program.pending(after):
        option = dice.choice(decision_of(program, after, seat).options)
        both = (first, Choice(option.id, answer(option, dice)))
        try:
            program.submit(state, seat, both)
            return log.Moved(seat, both, at)
        except Illegal:
            pass  # the first one ends a move
    return log.Moved(seat, (first,), at)


def written(game: GameFile) -> bytes:
    """The file of a game."""
    program, _ = rules(game.source.packs[-1])
    return "".join(f"{text_of(line)}\n" for line in told(game, program)).encode()


@cache
def a_file(pack: str, seed: int = 1, longest: int = 2000) -> bytes:
    """The file of a random game."""
    return written(played(pack, seed, longest))


__all__ = ["NAME", "a_file", "forked", "played", "rules", "written"]
