"""`referee serve`: says where to connect, ends in order, and refuses to start open to the world."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from referee.cli.program import run


def test_it_says_where_to_connect_and_ends_when_told(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "referee.cli", "serve", "--port", "0", "--web-port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        assert server.stdout is not None
        try:
            lines = [server.stdout.readline() for _ in range(2)]
            server.send_signal(signal.SIGTERM)
            rest = server.communicate(timeout=20)[0]
        finally:
            server.kill()
    assert "127.0.0.1:" in lines[0]
    assert "http://127.0.0.1:" in lines[1]
    assert server.returncode == 0
    assert "Traceback" not in rest


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--host", "0.0.0.0"], "needs a create token"),
        (["--packs", "/no/such/folder"], "/no/such/folder"),
        (["--packs", "tests/packs/othello"], "a pack itself: give the folder that it lies in, tests/packs"),
        (["--create-token", "/no/such/file"], "No such file"),
        (["--port", "99999"], "65535"),
    ],
)
def test_wrong_use_is_refused(
    arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("REFEREE_CREATE_TOKEN", raising=False)
    assert run(["serve", "--data", str(tmp_path), *arguments]) == 2
    assert said in capsys.readouterr().err


def test_an_empty_token_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    token = tmp_path / "token"
    token.write_text("\n", encoding="utf-8")
    assert run(["serve", "--data", str(tmp_path), "--create-token", str(token)]) == 2
    assert "is empty" in capsys.readouterr().err
