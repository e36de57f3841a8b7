"""A server that is killed without warning: no acknowledged move is lost, no retried one is made twice."""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import subprocess
import sys
from pathlib import Path

import grpc
import pytest

from referee.v1 import catalog_service_pb2 as catalog_api
from referee.v1 import game_pb2 as g
from referee.v1 import game_service_pb2 as api
from referee.v1.catalog_service_pb2_grpc import CatalogServiceStub
from referee.v1.game_service_pb2_grpc import GameServiceStub
from tests.service import blind_player
from tests.service.table import PACKS

ROOT = Path(__file__).parents[2]
PROGRAM = (
    "import sys; from pathlib import Path; from referee.service import ServerConfig, serve\n"
    "serve(ServerConfig(packs=[Path(sys.argv[1])], data=Path(sys.argv[2]), port=0, web_port=0,"
    " announce=lambda line: print(line, flush=True)))"
)


def start(data: Path) -> tuple[subprocess.Popen[str], str]:
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(PACKS), str(data)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stdout is not None
    return process, process.stdout.readline().split()[-1]


class Client:
    """Plays one game at random; whatever gets lost on the way is sent again with the same request id."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.game = ""
        self.tokens: list[str] = []
        self.acknowledged: dict[str, int] = {}  # request id → version
        self.pending: api.SubmitMoveRequest | None = None
        self.ids = itertools.count(1)
        self.over = False

    async def begin(self, channel: grpc.aio.Channel) -> None:
        stub = GameServiceStub(channel)
        sent = catalog_api.CreateRulesetRequest(packs=["auction"])
        ruleset = (await CatalogServiceStub(channel).CreateRuleset(sent)).ruleset
        request = api.CreateGameRequest(request_id="c", ruleset=ruleset.name, seats=[g.Seat()] * 3)
        made = await stub.CreateGame(request)
        self.game = made.game.name
        for invite in made.invites:
            self.tokens.append((await stub.JoinGame(api.JoinGameRequest(request_id="j", invite=invite))).token)

    async def play(self, channel: grpc.aio.Channel) -> None:
        """Until the server is gone or the game over."""
        stub = GameServiceStub(channel)
        try:
            while not self.over:
                if self.pending is None:
                    self.pending = await self.next_move(stub)
                if self.pending is not None:
                    await self.send(stub, self.pending)
        except grpc.aio.AioRpcError as error:
            assert error.code() is grpc.StatusCode.UNAVAILABLE, error

    async def next_move(self, stub: GameServiceStub) -> api.SubmitMoveRequest | None:
        public = (await stub.GetView(api.GetViewRequest(game=self.game))).view
        if public.HasField("outcome"):
            self.over = True
            return None
        seat = public.decisions[0].seats[0]
        metadata = self.who(seat)
        decision = (
            await stub.GetView(api.GetViewRequest(game=self.game, seat=seat), metadata=metadata)
        ).view.decisions[0]
        return api.SubmitMoveRequest(
            request_id=f"m{next(self.ids)}",
            game=self.game,
            seat=seat,
            decision=decision.id,
            choices=[blind_player.choose(decision.options, self.rng)],
        )

    async def send(self, stub: GameServiceStub, move: api.SubmitMoveRequest) -> None:
        done = await stub.SubmitMove(move, metadata=self.who(move.seat))
        self.acknowledged[move.request_id] = done.update.version
        self.pending = None

    def who(self, seat: str) -> tuple[tuple[str, str], ...]:
        return (("authorization", f"Bearer {self.tokens[int(seat) - 1]}"),)


@pytest.mark.parametrize("kills", [5])
def test_acknowledged_moves_survive_kill_9(tmp_path: Path, kills: int) -> None:
    rng = random.Random(3)
    client = Client(rng)

    async def session(address: str, process: subprocess.Popen[str], last: bool) -> None:
        async with grpc.aio.insecure_channel(address) as channel:
            if not client.game:
                await client.begin(channel)
            if not last:
                asyncio.get_running_loop().call_later(rng.uniform(0.02, 0.15), process.kill)
            await client.play(channel)
            if last:
                listed, page = [], ""
                while True:
                    request = api.ListMovesRequest(game=client.game, page_size=200, page_token=page)
                    part = await GameServiceStub(channel).ListMoves(request)
                    listed += [update.version for update in part.updates]
                    page = part.next_page_token
                    if not page:
                        break
                assert listed == list(range(1, len(listed) + 1))
                assert sorted(client.acknowledged.values()) == listed[1:]

    for number in range(kills + 1):
        process, address = start(tmp_path)
        try:
            asyncio.run(session(address, process, number == kills))
        finally:
            process.kill()
            process.wait()
    assert client.over and len(client.acknowledged) > kills
