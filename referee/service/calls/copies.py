"""Methods of GameService that copy games: into a file, from a file, from a position."""

from __future__ import annotations

from dataclasses import replace

from referee.service import limits
from referee.service.access import Caller
from referee.service.calls.catalog_service import first_of
from referee.service.calls.desk import Desk
from referee.service.calls.making import made_before, make
from referee.service.copies.copy_jobs import ExportOrder, Imported, export, read_game
from referee.service.copies.copying import fork_plan, import_plan, seats_of
from referee.service.errors import Reason, Rejected, field_invalid, over_limit
from referee.service.games.asked import asked
from referee.service.games.creating import Plan, answer
from referee.service.record import log
from referee.service.record.facts import OVER
from referee.service.record.timing import now
from referee.service.wire import from_wire
from referee.store import RequestTaken, VersionTaken
from referee.v1 import copies_pb2 as c

_READ = 500  # records together


class CallsOfCopies:
    """ExportGame, ImportGame, ForkGame."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def export_game(self, request: c.ExportGameRequest, caller: Caller) -> c.ExportGameResponse:
        desk = self._desk
        game = await desk.found(request.game, caller)
        if game.facts.state != OVER:
            if not game.created.chosen:
                raise Rejected(Reason.FAIR_GAME)
            desk.gate.owner(caller, game.name)
        last, records = game.position.version, list[bytes]()
        while len(records) <= last:
            found = await desk.store.records(game.name, len(records) - 1, min(_READ, last + 1 - len(records)))
            if not found:
                raise log.LogDamaged(f"{game.name} has no record {len(records)}")
            records += [record.payload for record in found]
        order = ExportOrder(game.name, await desk.rulesets.source(game.created.ruleset), tuple(records))
        return c.ExportGameResponse(file=await desk.sandbox.do(export, order, caller.peer))

    async def import_game(self, request: c.ImportGameRequest, caller: Caller) -> c.ImportGameResponse:
        desk = self._desk
        desk.stay()
        wanted = asked(request)
        name = desk.tokens.game_name(wanted.id)
        if wanted.id and await desk.store.game(name) is not None:
            return await self._imported_before(name, request, caller)
        found = await self._read(request.file, caller)
        assert found.checked is not None
        planned = import_plan(request, name, found, await desk.store.game(found.name))
        await desk.rulesets.keep(found.checked, caller.peer, now())
        try:
            version, state = await make(desk, planned, wanted, found.records, found.owes, found.snapshot)
        except (VersionTaken, RequestTaken):  # the same request, at the same moment
            return await self._imported_before(name, request, caller)
        return self._import_answer(planned, version, state)

    async def _read(self, file: bytes, caller: Caller) -> Imported:
        if len(file) > limits.GAME_FILE_BYTES:
            raise over_limit("game_file_bytes", limits.GAME_FILE_BYTES)
        found = await self._desk.sandbox.do(read_game, file, caller.peer)
        errors = [each for each in found.diagnostics if each.severity == "error"]
        if errors:
            raise Rejected(Reason.RULESET_INVALID, details=[first_of(errors)])
        if found.problem:
            raise field_invalid("file", found.problem)
        return found

    async def _imported_before(self, name: str, request: c.ImportGameRequest, caller: Caller) -> c.ImportGameResponse:
        """The answer to a retry: of the seats as they were when the game was made."""
        game, version, state = await made_before(self._desk, name, asked(request))
        resigned = (await game.history.step(version)).after.resigned if version else ()
        seats = seats_of(game.created, game.renderer.entropies if version else (), resigned)
        facts = replace(game.facts, seats=seats, state=state, paused=False, archived=False)
        return self._import_answer(Plan(name, game.created, facts, {}), version, state)

    def _import_answer(self, planned: Plan, version: int, state: str) -> c.ImportGameResponse:
        made = answer(planned, self._desk.tokens, version, state)
        return c.ImportGameResponse(game=made.game, invites=made.invites, owner_token=made.owner_token)

    async def fork_game(self, request: c.ForkGameRequest, caller: Caller) -> c.ForkGameResponse:
        desk = self._desk
        desk.stay()
        wanted = asked(request)
        if not request.seat:
            desk.gate.creator(caller)
        game = await desk.admitted(request.game, request.seat, caller)
        desk.count(game, request.seat, limits.FORK_COST)
        name = desk.tokens.game_name(wanted.id)
        loaded = await desk.rulesets.get(game.created.ruleset)
        known = bool(wanted.id) and await desk.store.game(name) is not None
        if not known:
            version = from_wire.not_negative("version", request.version) or game.position.version
            if version > game.position.version:
                raise field_invalid("version", f"the game stands at version {game.position.version}")
            position = (await game.history.step(version)).after if version else game.position
            planned = fork_plan(request, name, loaded, game, desk.tokens.server_seed(name), position)
            try:
                return self._fork_answer(planned, *await make(desk, planned, wanted))
            except (VersionTaken, RequestTaken):  # the same request, at the same moment
                pass
        _, version, state = await made_before(desk, name, wanted)
        planned = fork_plan(request, name, loaded, game, desk.tokens.server_seed(name))
        return self._fork_answer(planned, version, state)

    def _fork_answer(self, planned: Plan, version: int, state: str) -> c.ForkGameResponse:
        made = answer(planned, self._desk.tokens, version, state)
        return c.ForkGameResponse(game=made.game, invites=made.invites, owner_token=made.owner_token)
