"""The clients in other languages, against the real service: they know no rule of any game."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from _pytest.mark.structures import ParameterSet

from tests.clients.server import Server, serving
from tests.programs import need

ROOT = Path(__file__).resolve().parents[2]
NODE = ROOT / "tests" / "clients" / "node"
TEST_PACKS, OWN_PACKS = ROOT / "tests" / "packs", ROOT / "tests" / "service" / "packs"


def stacks(*short: str) -> list[ParameterSet]:
    """The packs that a client plays: every shipped one and every small one, each with what it requires.

    Without --full only those of the kinds `short`: house rules are a game that is there already, with other numbers.
    """
    files = sorted([*ROOT.glob("content/*/pack.yaml"), *TEST_PACKS.glob("*/pack.yaml")])
    heads = [yaml.safe_load(file.read_text(encoding="utf-8")) for file in files]
    return [
        pytest.param(head["id"], marks=() if head["kind"] in short else pytest.mark.full, id=head["id"])
        for head in heads
    ]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("served") / "data", TEST_PACKS, OWN_PACKS) as running:
        yield running


def client(server: Server, *arguments: str) -> dict[str, int]:
    """Runs the Node client; it fails on any refusal and on any view that differs."""
    node = need("node")
    if not (NODE / "dist" / "main.js").exists():
        pytest.fail("the Node client isn't compiled: run `npm ci && npm run build` in tests/clients/node")
    command = [node, str(NODE / "dist" / "main.js"), "--address", f"127.0.0.1:{server.port}", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}\n{done.stderr}"
    tally: dict[str, int] = json.loads(done.stdout.splitlines()[-1])
    return tally


def test_the_node_client_fills_forms_as_they_say() -> None:
    done = subprocess.run(
        [need("node"), "--test", str(NODE / "dist" / "answers.test.js")], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# pass 4" in done.stdout


@pytest.mark.parametrize("stack", stacks("game", "expansion"))
def test_the_node_client_plays_whole_games(server: Server, stack: str, full: bool) -> None:
    games = 20 if full else 1
    played = client(server, "--packs", stack, "--games", str(games), "--seed", "5")
    assert played["games"] == games
    assert played["moves"] > 2 * games


@pytest.mark.parametrize("stack", stacks("game"))
def test_the_node_client_takes_moves_back(server: Server, stack: str) -> None:
    played = client(server, "--packs", stack, "--games", "1", "--seed", "9", "--undo")
    assert played["games"] == 1


def test_the_node_client_makes_moves_again_and_seats_change_hands(server: Server) -> None:
    played = client(server, "--packs", "paces", "--games", "4", "--seats", "4", "--seed", "3", "--undo", "--leave")
    assert played["games"] == 4 and played["replaced"] == played["resigned"] == 4
    assert played["undos"] > played["redos"] > 0


def test_curl_creates_joins_and_plays(server: Server) -> None:
    """The examples of the documentation, as they stand there."""
    need("curl")
    script = str(ROOT / "tests" / "clients" / "curl.sh")
    command = ["bash", script, f"http://127.0.0.1:{server.web_port}", "tic_tac_toe"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "version 2" in done.stdout
