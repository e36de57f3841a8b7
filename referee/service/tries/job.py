"""A client's edited pack on a copy of a position, worked out away from the games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.engine import compile_ruleset
from referee.packs.diagnostics import Diagnostic, PackInvalid
from referee.packs.findings import Findings
from referee.packs.source import sent_folders
from referee.service.errors import field_invalid
from referee.service.packs.jobs import required
from referee.service.packs.library import Library
from referee.service.packs.rulesets import load
from referee.service.record import log
from referee.service.record.position import Position
from referee.service.tries.trying import Present, attempt, edited_stack
from referee.service.views.render import Renderer
from referee.texts import Catalogs


@dataclass(frozen=True, slots=True)
class TryOrder:
    """The game: the source of its ruleset, its position as a snapshot; the pack: its files, and options that differ."""

    game: str
    created: log.Created
    source: bytes
    position: bytes
    version: int
    files: Mapping[str, bytes]
    settings: Mapping[str, Sequence[str]]
    library: Library
    seat: str
    accept_language: str


@dataclass(frozen=True, slots=True)
class TriedOut:
    """What became of it. `view`: a View in bytes, empty where there is none."""

    diagnostics: tuple[Diagnostic, ...] = ()
    notes: tuple[str, ...] = ()
    obstacles: tuple[str, ...] = ()
    view: bytes = b""


def one_pack(files: Mapping[str, bytes]) -> None:
    """Raises Rejected (FIELD_INVALID) unless all the files lie in one folder with a pack.yaml."""
    tops = {path.partition("/")[0] for path in files}
    if len(tops) != 1 or f"{tops.pop()}/pack.yaml" not in files:
        raise field_invalid("files", "one pack at a time: a folder with a pack.yaml")


def try_pack(order: TryOrder) -> TriedOut:
    """The position under the edited rules, as the seat would see it."""
    report = Findings()
    folders = sent_folders(dict(order.files), report)
    if not folders or report.all:
        return TriedOut(tuple(report.all))
    game = compile_ruleset(load(order.source).ruleset, seats=order.created.seats)
    now = Present(order.game, order.version, game, game.load(order.position))
    others = order.library.around(required(folders[0]))
    stack = edited_stack(game.ruleset.stack, folders[0], order.settings, others=others, folders=False)
    try:
        tried = attempt(now, stack)
    except PackInvalid as invalid:
        return TriedOut(invalid.diagnostics)
    carried, program = tried.carried, tried.program
    view = b""
    if carried.state is not None and program is not None:
        catalogs = Catalogs.load(tried.ruleset.texts, [pack.files for pack in tried.ruleset.stack.packs])
        renderer = Renderer(order.game, program, catalogs, order.created)
        position = Position(order.version, carried.state, order.version)
        seen = renderer.preview(carried.state, position, order.seat, order.accept_language, False)
        view = seen.SerializeToString()
    return TriedOut(tried.ruleset.warnings, carried.notes, carried.obstacles, view)
