"""Games to and from files, worked out away from the games: the rules in them may be anybody's."""

from __future__ import annotations

from dataclasses import dataclass

from referee.engine import compile_ruleset
from referee.packs.diagnostics import Diagnostic, PackInvalid
from referee.service.copies.game_file import FileInvalid, GameFile, read_file, text_of
from referee.service.copies.game_telling import compare, rules_of, told
from referee.service.copies.sound import check_start
from referee.service.packs.jobs import Checked, summary
from referee.service.packs.rulesets import load
from referee.service.packs.sources import read_source, write_source
from referee.service.record import log, snapshots
from referee.service.record.facts import OPEN, OVER, RUNNING
from referee.service.record.position import OPEN as NOTHING
from referee.service.record.position import Position, owing


@dataclass(frozen=True, slots=True)
class ExportOrder:
    """A game to write down: its name, the source of its ruleset, the records of its log from version 0 on."""

    game: str
    source: bytes
    records: tuple[bytes, ...]


def export(order: ExportOrder) -> bytes:
    """The file of the game."""
    created, *entries = map(log.read, order.records)
    assert isinstance(created, log.Created)
    source = read_source(order.source)
    game = GameFile(created.origin or order.game, created, source, tuple(entries))
    loaded = load(order.source)
    program = compile_ruleset(loaded.ruleset, seats=created.seats)
    return "".join(f"{text_of(line)}\n" for line in told(game, program)).encode()


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of a file. `problem`: why it is refused. Else: the game, its log and where it stands.

    `name`: under which its key was made. `resigned`: the seats that gave up. `snapshot`: where it stands, so that the
    server needn't play it again; None: there is nothing to play.
    """

    problem: str = ""
    diagnostics: tuple[Diagnostic, ...] = ()
    name: str = ""
    created: log.Created | None = None
    entropies: tuple[str, ...] = ()
    records: tuple[bytes, ...] = ()
    state: str = OPEN
    owes: tuple[str, ...] = ()
    resigned: tuple[str, ...] = ()
    snapshot: bytes | None = None
    checked: Checked | None = None


def read_game(data: bytes) -> Imported:
    """Reads a file and checks all that it says: the packs, each choice by their rules, each position."""
    try:
        game = read_file(data)
        program = rules_of(game)
        check_start(program, game.created)
        last: list[Position] = [NOTHING]
        compare(game, program, lambda step: last.append(step.after))
    except FileInvalid as problem:
        return Imported(str(problem))
    except PackInvalid as invalid:
        return Imported("the packs in the file have errors", invalid.diagnostics)
    ruleset, position, begun = program.ruleset, last[-1], game.entries[:1]
    return Imported(
        name=game.name,
        created=game.created,
        entropies=begun[0].entropies if begun and isinstance(begun[0], log.Begun) else (),
        records=tuple(log.write(entry) for entry in game.entries),
        state=OVER if position.over else RUNNING if game.entries else OPEN,
        owes=owing(program, position),
        resigned=position.resigned,
        snapshot=snapshots.write(program, game.created.rules, position),
        checked=Checked(ruleset.warnings, summary(ruleset), write_source(ruleset.stack)),
    )
