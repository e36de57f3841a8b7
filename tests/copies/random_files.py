"""Games played at random on paper: as records of a log, and as the files that an export makes of them."""

from __future__ import annotations

import random
from functools import cache

from referee.engine import Illegal, Program, compile_ruleset
from referee.engine.layout import SEALED
from referee.engine.records import Choice
from referee.service import log
from referee.service.beginning import key_of
from referee.service.game_file import GameFile, text_of
from referee.service.game_telling import told
from referee.service.position import OPEN, Position, advance
from referee.service.sources import Source, read_source, write_source
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
    entropies = tuple(f"rain {seat}" if seat % 2 else "" for seat in range(program.seats))
    entries: list[log.Entry] = [log.Begun(entropies, created.at + 1)]
    position = advance(program, NAME, created, OPEN, entries[0]).after
    while not program.over(position.running) and len(entries) < longest:
        entry = _next(program, position, dice, undo, created.at + 10 * len(entries))
        entries.append(entry)
        position = advance(program, NAME, created, position, entry).after
    return GameFile(NAME, created, source, tuple(entries))


def _next(program: Program, position: Position, dice: random.Random, undo: float, at: int) -> log.Entry:
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


__all__ = ["NAME", "a_file", "key_of", "played", "rules", "written"]
