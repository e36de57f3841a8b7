"""Files of games at the command line and over both ports of a real server."""

from __future__ import annotations

import base64
import json
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest

from referee.cli.program import run
from referee.v1 import catalog_service_pb2 as catalog_api
from referee.v1 import game_pb2 as g
from referee.v1 import game_service_pb2 as api
from referee.v1.catalog_service_pb2_grpc import CatalogServiceStub
from referee.v1.game_service_pb2_grpc import GameServiceStub
from tests.clients.server import Server, serving
from tests.copies.test_files import lines_of
from tests.service.table import PACKS

Output = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("copies") / "data", PACKS) as running:
        yield running


def created(server: Server, bots: bool = True, seed: str = "") -> api.CreateGameResponse:
    """A game of the auction; with programs in all seats it is played to its end."""
    with grpc.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        wanted = catalog_api.CreateRulesetRequest(packs=["auction"])
        rules = CatalogServiceStub(channel).CreateRuleset(wanted).ruleset.name
        seats = [g.Seat(bot="random" if bots else "")] * 2
        request = api.CreateGameRequest(request_id=str(time.time_ns()), ruleset=rules, seats=seats, seed=seed)
        games = GameServiceStub(channel)
        made: api.CreateGameResponse = games.CreateGame(request)
        ends = time.monotonic() + 60
        while bots and games.GetGame(api.GetGameRequest(name=made.game.name)).game.state != g.GAME_STATE_OVER:
            assert time.monotonic() < ends
            time.sleep(0.05)
    return made


def test_a_game_is_exported_verified_and_imported(server: Server, tmp_path: Path, capsys: Output) -> None:
    game = created(server).game.name
    address = f"127.0.0.1:{server.port}"
    first, second = tmp_path / "first.game", tmp_path / "second.game"
    assert run(["export", game, "--on", address, "-o", str(first)]) == 0
    assert run(["verify", str(first)]) == 0
    capsys.readouterr()
    assert run(["import", str(first), "--on", address]) == 0
    told = capsys.readouterr().out
    name = told.split(":")[0]
    assert name.startswith("games/") and f"a copy of {game}, over" in told and "seat 1" not in told
    assert run(["export", name.removeprefix("games/"), "--on", address, "-o", str(second)]) == 0
    assert first.read_bytes() == second.read_bytes()


def test_a_running_game_needs_its_owner_and_a_chosen_seed(server: Server, tmp_path: Path, capsys: Output) -> None:
    address, token, file = f"127.0.0.1:{server.port}", tmp_path / "token", tmp_path / "running.game"
    fair, chosen = created(server, bots=False), created(server, bots=False, seed="seven")
    assert run(["export", fair.game.name, "--on", address, "-o", str(file)]) == 1
    assert run(["export", chosen.game.name, "--on", address, "-o", str(file)]) == 2
    token.write_text(chosen.owner_token + "\n")
    assert run(["export", chosen.game.name, "--on", address, "-o", str(file), "--token", str(token)]) == 0
    capsys.readouterr()
    assert run(["import", str(file), "--on", address, "--unlisted"]) == 0
    assert "seat 2: invite." in capsys.readouterr().out


def test_what_goes_wrong_is_told_in_words(server: Server, tmp_path: Path, capsys: Output) -> None:
    address, file = f"127.0.0.1:{server.port}", tmp_path / "false.game"
    file.write_bytes(b"hello")
    assert run(["import", str(file), "--on", address]) == 1
    assert run(["import", str(tmp_path / "none"), "--on", address]) == 2
    assert run(["export", "games/none", "--on", address]) == 2
    assert run(["export", "games/none", "--on", "127.0.0.1:9"]) == 2
    told = capsys.readouterr().err
    assert "Traceback" not in told and "nobody answers" in told


def test_the_same_over_the_web_port(server: Server) -> None:
    game = created(server).game.name

    def call(method: str, request: dict[str, str]) -> dict[str, object]:
        where = f"http://127.0.0.1:{server.web_port}/referee.v1.GameService/{method}"
        sent = urllib.request.Request(where, json.dumps(request).encode(), {"content-type": "application/json"})
        with urllib.request.urlopen(sent, timeout=60) as answer:
            found: dict[str, object] = json.load(answer)
        return found

    file = str(call("ExportGame", {"game": game})["file"])
    assert lines_of(base64.b64decode(file))[-1]["over"]
    made = call("ImportGame", {"requestId": "web", "file": file})
    assert isinstance(made["game"], dict) and made["game"]["origin"] == game
    assert call("ImportGame", {"requestId": "web", "file": file}) == made
