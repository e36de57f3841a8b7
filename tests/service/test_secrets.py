"""Logs, metrics and traces of a server tell no token, seed, name, address or hidden card, whatever happens."""

from __future__ import annotations

import asyncio
import json
import random
import signal
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path

import grpc
import pytest

from referee.v1 import catalog_service_pb2 as catalog_api
from referee.v1 import decision_pb2 as d
from referee.v1 import game_pb2 as g
from referee.v1 import game_service_pb2 as api
from referee.v1.catalog_service_pb2_grpc import CatalogServiceStub
from referee.v1.game_service_pb2_grpc import GameServiceStub
from tests.service import blind_player
from tests.service.process import Running, running
from tests.service.table import PACKS
from tests.service.wire import bearer

MARK = "zqx"  # stands in all that is secret here, and nowhere else
CREATE = f"{MARK}-create-token"


def marked_pack(folder: Path) -> Path:
    """The auction, its hidden cards with rare names."""
    text = (PACKS / "auction" / "pack.yaml").read_text(encoding="utf-8")
    for card in ("last_word", "cold_feet"):
        text = text.replace(card, f"{MARK}_{card}")
    pack = folder / "packs" / "auction"
    pack.mkdir(parents=True)
    (pack / "pack.yaml").write_text(text, encoding="utf-8")
    return pack.parent


class Players:
    """Plays a whole game over the wire, and knows every secret of it."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self.games, self.packs = GameServiceStub(channel), CatalogServiceStub(channel)
        self.secrets: set[str] = {MARK}
        self.tokens: list[str] = []
        self.moves = 0

    async def sit_down(self, chosen_seed: bool) -> None:
        owner = bearer(CREATE)
        sent = catalog_api.CreateRulesetRequest(packs=["auction"])
        ruleset = (await self.packs.CreateRuleset(sent, metadata=owner)).ruleset
        seats = [g.Seat(external_id=f"{MARK}@example.org", player=f"Ada {MARK}"), g.Seat(), g.Seat(bot="random")]
        request = api.CreateGameRequest(
            request_id=f"{MARK}-{chosen_seed}", ruleset=ruleset.name, seats=seats, unlisted=True
        )
        request.seed = f"{MARK} seed" if chosen_seed else ""
        made = await self.games.CreateGame(request, metadata=owner)
        self.game = made.game.name
        self.secrets |= {self.game.removeprefix("games/"), made.owner_token, *filter(None, made.invites)}
        for invite in filter(None, made.invites):
            request = api.JoinGameRequest(invite=invite, player=f"Bo {MARK}", entropy=f"{MARK} entropy")
            self.tokens.append((await self.games.JoinGame(request)).token)
        self.secrets |= {*self.tokens, *(token.rpartition(".")[2] for token in self.tokens)}

    async def play(self, rng: random.Random) -> None:
        stream = self.games.WatchGame(api.WatchGameRequest(game=self.game, seat="1"), metadata=bearer(self.tokens[0]))
        while True:
            public = (await self.games.GetView(api.GetViewRequest(game=self.game))).view
            if public.HasField("outcome"):
                break
            seats = [seat for seat in public.decisions[0].seats if seat != "3"]
            if not seats:
                await asyncio.sleep(0.01)  # the server's own player is asked
                continue
            await self.move(seats[0], rng)
        self.secrets |= {public.outcome.shuffle_seed, *filter(None, public.outcome.entropies)}
        stream.cancel()

    async def move(self, seat: str, rng: random.Random) -> None:
        who = bearer(self.tokens[int(seat) - 1], rng.choice(["en", "es"]))
        view = (await self.games.GetView(api.GetViewRequest(game=self.game, seat=seat), metadata=who)).view
        decision = view.decisions[0]
        move = api.SubmitMoveRequest(request_id=f"{MARK}-{self.moves}", game=self.game, seat=seat)
        move.decision = decision.id
        move.choices.append(d.Choice(option=f"{MARK}_cold_feet"))
        for wrong in (who, bearer(f"seat.{MARK}.1.0.{MARK}")):
            with suppress(grpc.aio.AioRpcError):
                await self.games.SubmitMove(move, metadata=(*wrong, ("traceparent", f"00-{MARK}-{MARK}-01")))
        move.choices[0].CopyFrom(blind_player.choose(decision.options, rng))
        with suppress(grpc.aio.AioRpcError):  # the bot was quicker
            await self.games.SubmitMove(move, metadata=who)
            self.moves += 1


def nonsense(server: Running) -> None:
    """What a broken or hostile client sends to the web port."""
    base = f"http://127.0.0.1:{server.port('browser')}"
    for path, body in (
        (f"/referee.v1.GameService/{MARK}", b"{}"),
        ("/referee.v1.GameService/GetView", b'{"game": "' + MARK.encode()),
        ("/referee.v1.GameService/GetView", b'{"' + MARK.encode() + b'": 1}'),
        (f"/{MARK}?{MARK}={MARK}", b""),
    ):
        head = {"content-type": "application/json", "authorization": f"Bearer {MARK}", "x-forwarded-for": MARK}
        with suppress(urllib.error.HTTPError):
            urllib.request.urlopen(urllib.request.Request(base + path, body, head), timeout=10).close()

    async def raw() -> None:
        for line in (f"GET {MARK} {MARK}\r\n\r\n", f"\x00{MARK}\r\n\r\n", f"POST / HTTP/1.1\r\n{MARK}: \x01\r\n\r\n"):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port("browser"))
            writer.write(line.encode())
            with suppress(OSError):
                await asyncio.wait_for(reader.read(), 10)
            writer.close()

    asyncio.run(raw())


@pytest.mark.parametrize("form", ["json", "plain"])
def test_nothing_that_a_server_tells_holds_a_secret(tmp_path: Path, form: str) -> None:
    pytest.importorskip("opentelemetry.sdk", reason="not run: opentelemetry")
    token = tmp_path / "token"
    token.write_text(CREATE, encoding="utf-8")
    flags = ["--log-format", form, "--log-level", "debug", "--traces", "--admin-port", "0"]
    environment = {"OTEL_TRACES_EXPORTER": "console", "OTEL_BSP_SCHEDULE_DELAY": "200"}
    packs = marked_pack(tmp_path)
    secrets: set[str] = set()
    played = 0
    with running(tmp_path / "s", *flags, "--create-token", str(token), packs=packs, **environment) as server:

        async def play() -> None:
            nonlocal played
            async with grpc.aio.insecure_channel(server.grpc) as channel:
                for chosen in (True, False):
                    players = Players(channel)
                    await players.sit_down(chosen)
                    await players.play(random.Random(4))
                    played += players.moves
                    secrets.update(players.secrets)

        asyncio.run(play())
        nonsense(server)
        numbers = urllib.request.urlopen(f"http://127.0.0.1:{server.port('admin')}/metrics", timeout=10).read().decode()
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(60) == 0
        key = (tmp_path / "s" / "data" / "server.key").read_bytes()
        told = {"stdout": server.out, "stderr": server.err, "metrics": numbers}
    secrets |= {key.hex(), "x-forwarded-for"}
    assert played > 20 and len(secrets) > 12
    for where, text in told.items():
        assert [secret for secret in secrets if secret.lower() in text.lower()] == [], where
    # All of it was told in the first place.
    assert "SubmitMove" in told["stderr"] and "NOT_OFFERED" in told["stderr"] and "TOKEN_INVALID" in told["stderr"]
    assert '"name": "rules"' in told["stdout"] and '"name": "commit"' in told["stdout"]
    assert 'referee_rpc_seconds_count{method="referee.v1.GameService/SubmitMove",code="OK"}' in numbers
    if form == "json":
        events = [json.loads(line) for line in told["stderr"].splitlines()]
        assert {"serving", "call", "stopping", "stopped"} <= {event["event"] for event in events}
        assert all({"time", "level", "part"} <= set(event) for event in events)
