"""A leak hunt over the wire: two games that differ only in what a viewer may not know are asked the same things.

At positions of random games the hidden part is dealt anew for one viewer. Both positions are put into games of one
running server, and everything that this viewer can ask for is asked of both by gRPC: views, what is blocked, previews
of every option, moves that must be refused, the history, the first messages of a watch, and at last a move of its own
that meets no barrier. Every byte has to be the same, game name and times set equal.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import grpc
from google.protobuf.message import Message

from referee.engine import Program, State
from referee.service.edges.server import Server
from referee.service.record import log
from referee.service.record.position import OPEN, Step
from referee.v1 import catalog_service_pb2 as catalog_api
from referee.v1 import decision_pb2 as d
from referee.v1 import game_pb2 as g
from referee.v1 import game_service_pb2 as api
from referee.v1 import view_pb2 as v
from referee.v1.catalog_service_pb2_grpc import CatalogServiceStub
from referee.v1.game_service_pb2_grpc import GameServiceStub
from tests.service import blind_player
from tests.service.wire import bearer, channel, served

_PREVIEWS = 12


@dataclass(frozen=True)
class Side:
    """One of the two games: its name and the tokens of its seats."""

    game: str
    tokens: tuple[str, ...]


@dataclass
class Found:
    """How many positions were compared, in how many the hidden parts did differ, and how much was asked."""

    positions: int = 0
    differed: int = 0
    asked: int = 0


class Hunt:
    """Two games of one ruleset on a running server."""

    def __init__(self, server: Server, stub: GameServiceStub, sides: tuple[Side, Side], program: Program) -> None:
        self._server, self._stub, self._sides, self.program = server, stub, sides, program
        self.found = Found()

    async def compare(self, state: State, viewer: str, rng: random.Random) -> None:
        """Raises AssertionError if the viewer can tell the state from one that it may not tell apart."""
        other = self.program.resample(state, viewer, rng.randbytes(32))
        self.found.positions += 1
        self.found.differed += self.program.digest(other) != self.program.digest(state)
        for side, each in zip(self._sides, (state, other), strict=True):
            live = await self._server.service._games.get(side.game)
            version = live.history.position.version  # it goes on in the log; the moves there don't matter
            position = replace(live.history.position, state=each, asked=version, back=None)
            live.history._recent.clear()
            live.history.push(Step(OPEN, position, log.Begun(tuple("" for _ in side.tokens), 0)))
        view = await self._view(viewer)
        await self._same("ListMoves", api.ListMovesRequest(seat=viewer, after_version=view.version - 1), viewer)
        await self._same("GetGame", api.GetGameRequest(board=True), viewer, named="name")
        await self._watch(viewer)
        own = next((each for each in view.decisions if viewer in each.seats and each.options), None)
        for decision in view.decisions:
            await self._refused(viewer or "1", decision.id, viewer, rng)
        if own is not None:
            await self._previews(viewer, own, rng)
            await self._move(viewer, own, rng)

    async def _view(self, viewer: str) -> v.View:
        answer = await self._same("GetView", api.GetViewRequest(seat=viewer, with_blocked=True), viewer)
        assert isinstance(answer, api.GetViewResponse)
        return answer.view

    async def _previews(self, seat: str, decision: d.Decision, rng: random.Random) -> None:
        options = [*decision.options, *decision.blocked]
        for option in rng.sample(options, min(_PREVIEWS, len(options))):
            request = api.PreviewMoveRequest(seat=seat, decision=decision.id, with_blocked=True)
            request.choices.append(blind_player.answer(option, rng))
            answer = await self._same("PreviewMove", request, seat)
            if isinstance(answer, api.PreviewMoveResponse) and answer.view.decisions and not answer.at_barrier:
                following = answer.view.decisions[0].options
                if following and seat in answer.view.decisions[0].seats:
                    request.choices.append(blind_player.choose(following, rng))
                    await self._same("PreviewMove", request, seat)

    async def _refused(self, seat: str, decision: str, viewer: str, rng: random.Random) -> None:
        """Ids of every place and entry of the game, none of them an option."""
        for option in ("no/such", f"discard/{rng.randrange(99)}", "pass/pass"):
            request = api.SubmitMoveRequest(seat=seat, decision=decision, choices=[d.Choice(option=option)])
            await self._same("SubmitMove", request, viewer)

    async def _move(self, seat: str, decision: d.Decision, rng: random.Random) -> None:
        quiet = [option for option in decision.options if not option.barrier]
        if not quiet or decision.sealed:
            return
        request = api.SubmitMoveRequest(seat=seat, decision=decision.id, with_view=True)
        request.choices.append(blind_player.choose(quiet, rng))
        await self._same("SubmitMove", request, seat)

    async def _watch(self, viewer: str) -> None:
        told = []
        for side in self._sides:
            request = api.WatchGameRequest(game=side.game, seat=viewer, with_blocked=True)
            call = self._stub.WatchGame(request, metadata=self._who(side, viewer))
            told.append([self._bytes(await call.read(), side) for _ in range(2)])
            call.cancel()
        assert told[0] == told[1]
        self.found.asked += 1

    async def _same(self, method: str, request: Message, viewer: str, named: str = "game") -> Message | None:
        """Asks both games; the answer of the first, None for a refusal."""
        answers: list[bytes] = []
        first: Message | None = None
        for side in self._sides:
            setattr(request, named, side.game)
            try:
                answer = await getattr(self._stub, method)(request, metadata=self._who(side, viewer))
                answers.append(self._bytes(answer, side))
                first = first or answer
            except grpc.aio.AioRpcError as error:
                answers.append(repr((error.code(), error.details(), error.trailing_metadata())).encode())
        self.found.asked += 1
        assert answers[0] == answers[1], f"{method} tells seat {viewer or 'nobody'} what it may not know: {request}"
        return first

    def _who(self, side: Side, viewer: str) -> tuple[tuple[str, str], ...]:
        return bearer(side.tokens[int(viewer) - 1]) if viewer else ()

    @staticmethod
    def _bytes(message: Message, side: Side) -> bytes:
        """What was sent, with name and times of the game set equal. Names have the same length in both games."""
        if isinstance(message, api.SubmitMoveResponse):
            message.update.ClearField("time")
        if isinstance(message, api.ListMovesResponse):
            for update in message.updates:
                update.ClearField("time")
        return message.SerializeToString(deterministic=True).replace(side.game.encode(), b"games/this")


@asynccontextmanager
async def hunting(folder: Path, packs: list[str], seats: int) -> AsyncIterator[Hunt]:
    """A server with two games of the stack."""
    async with (
        served(folder, moves_per_second=0, rulesets_per_second=0) as server,
        channel(f"127.0.0.1:{server.port}") as wire,
    ):
        asked = catalog_api.CreateRulesetRequest(packs=packs)
        ruleset = (await CatalogServiceStub(wire).CreateRuleset(asked)).ruleset.name
        stub = GameServiceStub(wire)
        sides = [await _side(stub, ruleset, seats) for _ in range(2)]
        live = await server.service._games.get(sides[0].game)
        yield Hunt(server, stub, (sides[0], sides[1]), live.program)


async def _side(stub: GameServiceStub, ruleset: str, seats: int) -> Side:
    made = await stub.CreateGame(api.CreateGameRequest(ruleset=ruleset, seats=[g.Seat()] * seats, seed="the same"))
    tokens = [(await stub.JoinGame(api.JoinGameRequest(invite=invite))).token for invite in made.invites]
    return Side(made.game.name, tuple(tokens))


async def hunt(folder: Path, packs: list[str], seats: int, positions: int, seed: int = 1) -> Found:
    """Compares so many positions of random games, for every viewer in turn."""
    rng = random.Random(seed)
    async with hunting(folder, packs, seats) as both:
        program = both.program
        viewers = ["", *map(str, range(1, seats + 1))]
        while both.found.positions < positions:
            state = program.start(rng.randbytes(32))
            while not program.over(state) and both.found.positions < positions:
                for _ in range(rng.randint(1, 12)):
                    if program.over(state):
                        break
                    seat = program.pending(state)[0]
                    raw = program.sample(state, rng, int(seat) - 1)
                    state = program.submit(state, seat, [program.raw_to_choice(state, raw, seat)]).state
                else:
                    owing = list(program.pending(state))
                    await both.compare(state, rng.choice([*owing, *owing, *viewers]), rng)
                    await asyncio.sleep(0)
        return both.found
