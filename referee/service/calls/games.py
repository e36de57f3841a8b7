"""Methods of GameService that make games and find them."""

from __future__ import annotations

from referee.service import limits
from referee.service.access import Caller
from referee.service.calls.desk import Desk
from referee.service.calls.making import made_before, make
from referee.service.calls.pages import page_start, page_token
from referee.service.games.asked import Asked, asked
from referee.service.games.creating import answer, plan
from referee.service.record.facts import LISTED, PUT_AWAY, pack_label, read_facts, state_label
from referee.service.wire import from_wire
from referee.store import RequestTaken, VersionTaken
from referee.v1 import game_service_pb2 as api


class CallsOfGames:
    """CreateGame, GetGame, ListGames."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def create_game(self, request: api.CreateGameRequest, caller: Caller) -> api.CreateGameResponse:
        desk = self._desk
        desk.stay()
        wanted = asked(request)
        name = desk.tokens.game_name(wanted.id)
        if wanted.id and await desk.store.game(name) is not None:
            return await self._created_before(name, request, wanted)
        loaded = await desk.rulesets.get(from_wire.line("ruleset", request.ruleset, 64))
        planned = plan(request, name, loaded, desk.tokens.server_seed(name))
        try:
            version, state = await make(desk, planned, wanted)
        except (VersionTaken, RequestTaken):  # the same request, at the same moment
            return await self._created_before(name, request, wanted)
        return answer(planned, desk.tokens, version, state)

    async def _created_before(self, name: str, request: api.CreateGameRequest, wanted: Asked) -> api.CreateGameResponse:
        """The answer to a retry: made of the request again, which is the same."""
        desk = self._desk
        game, version, state = await made_before(desk, name, wanted)
        loaded = await desk.rulesets.get(game.created.ruleset)
        planned = plan(request, name, loaded, desk.tokens.server_seed(name))
        return answer(planned, desk.tokens, version, state)

    async def get_game(self, request: api.GetGameRequest, caller: Caller) -> api.GetGameResponse:
        game = await self._desk.found(request.name, caller)
        found = api.GetGameResponse(game=game.public(show_ids=self._desk.knows_ids(caller, game.name)))
        if request.board:
            found.board.CopyFrom(game.renderer.board(caller.accept_language))
        return found

    async def list_games(self, request: api.ListGamesRequest, caller: Caller) -> api.ListGamesResponse:
        desk = self._desk
        size = limits.page_size(from_wire.not_negative("page_size", request.page_size))
        labels = [PUT_AWAY if request.archived else LISTED]
        if request.waiting_for:
            desk.gate.creator(caller)
            labels = []  # whoever keeps the accounts sees the unlisted games of a person, too
        if request.state:
            labels.append(state_label(request.state))
        if request.pack:
            labels.append(pack_label(from_wire.an_id("pack", request.pack)))
        person = from_wire.line("waiting_for", request.waiting_for, limits.EXTERNAL_ID)
        rows = await desk.store.games(labels, person, page_start(request.page_token), size + 1)
        listed = api.ListGamesResponse()
        for row in rows[:size]:
            facts = read_facts(row)
            if facts.private and not desk.gate.keeps_accounts(caller):
                continue
            version, players = await desk.store.last_version(row.name), await desk.store.players(row.name)
            shown = desk.knows_ids(caller, row.name)
            listed.games.append(facts.message(row.name, version, players, shown))
        if len(rows) > size:
            listed.next_page_token = page_token(rows[size - 1].order)
        return listed
