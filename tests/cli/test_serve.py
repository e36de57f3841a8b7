"""`referee serve`: says where to connect, ends in order, and refuses to start open to the world."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from referee.cli.program import run
from referee.service.config import ServerConfig


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
        (["--host", "0.0.0.0", "--create-token", "TOKEN"], "unencrypted: give --tls-cert FILE"),
        (["--create-token", "README.md"], "README.md holds no token"),
        (["--create-token", "referee/docs/games/table.png"], "table.png holds no token"),
        (["--tls-cert", "README.md"], "needs its key"),
        (["--tls-cert", "README.md", "--tls-key", "README.md"], "aren't PEM files"),
        (["--tls-cert", "/no/such/file", "--tls-key", "README.md"], "/no/such/file can't be read"),
        (["--origin", "https://a.example/page"], "is no origin of pages"),
        (["--log-format", "xml"], "logs are plain or json"),
        (["--log-level", "loud"], "debug, info, warning, error"),
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
    token = tmp_path / "token"
    token.write_text("from-a-file\n", encoding="utf-8")
    arguments = [str(token) if each == "TOKEN" else each for each in arguments]
    assert run(["serve", "--data", str(tmp_path / "data"), *arguments]) == 2
    assert said in capsys.readouterr().err


def test_a_token_that_cannot_be_sent_is_refused_unseen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REFEREE_CREATE_TOKEN", "geheimes wört")
    assert run(["serve"]) == 2
    told = capsys.readouterr().err
    assert "REFEREE_CREATE_TOKEN holds no token" in told and "wört" not in told


def test_an_empty_token_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    token = tmp_path / "token"
    token.write_text("\n", encoding="utf-8")
    assert run(["serve", "--data", str(tmp_path), "--create-token", str(token)]) == 2
    assert "is empty" in capsys.readouterr().err


def started_with(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> ServerConfig:
    """What the server would be started with."""
    got: list[ServerConfig] = []
    monkeypatch.setattr("referee.service.serve", lambda config, page, workers=1: got.append(config))
    assert run(["serve", *arguments]) == 0
    return got[0]


def test_the_create_token_comes_from_a_file_or_from_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "token"
    file.write_text("  from-a-file\n", encoding="utf-8")
    monkeypatch.delenv("REFEREE_CREATE_TOKEN", raising=False)
    assert started_with(monkeypatch).create_token == ""
    monkeypatch.setenv("REFEREE_CREATE_TOKEN", "from-outside")
    assert started_with(monkeypatch).create_token == "from-outside"
    assert started_with(monkeypatch, "--create-token", str(file)).create_token == "from-a-file"


def test_a_folder_that_is_named_counts_more_than_a_database_in_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("REFEREE_STORE", raising=False)
    plain = started_with(monkeypatch)
    assert (plain.data, plain.store) == (Path("referee-data"), "")
    monkeypatch.setenv("REFEREE_STORE", "postgresql://localhost/games")
    assert started_with(monkeypatch).store == "postgresql://localhost/games"
    named = started_with(monkeypatch, "--data", str(tmp_path))
    assert (named.data, named.store) == (tmp_path, "")
    assert started_with(monkeypatch, "--store", "postgresql://localhost/other").store == "postgresql://localhost/other"


def test_the_doctor_looks_where_the_server_keeps_its_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_STORE", "postgresql://localhost:1/games")
    assert run(["doctor"]) == 2
    assert "postgresql://localhost:1/games" in capsys.readouterr().err
    assert run(["doctor", "--data", "here"]) == 2
    assert "here has no games.sqlite" in capsys.readouterr().err


def test_what_becomes_of_packs_may_go_nowhere(tmp_path: Path) -> None:
    """Whoever read the server's lines is gone: what keeps an eye on the packs goes on all the same."""
    code = "from referee.cli.commands.serve import _tell; from referee.service.packs.shelved import News"
    code += "; [_tell(News(str(n), 'gone')) for n in range(3)]"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as telling:
        assert telling.stdout is not None and telling.stderr is not None
        telling.stdout.close()
        assert (telling.wait(60), telling.stderr.read()) == (0, b"")


@pytest.mark.parametrize("command", ["serve", "doctor"])
def test_two_places_to_keep_games_are_refused(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([command, "--data", str(tmp_path), "--store", "postgresql://localhost:1/games"]) == 2
    told = capsys.readouterr().err
    assert "--data and --store name two" in told and "give one of them" in told


def test_every_flag_reaches_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    config = started_with(
        monkeypatch,
        *("--tls-cert", "c.pem", "--tls-key", "k.pem", "--client-ca", "ca.pem", "--plaintext", "--traces"),
        *("--origin", "https://a.example", "--origin", "https://b.example:8443"),
        *("--admin-port", "9090", "--admin-host", "::1", "--log-format", "json"),
    )
    assert (config.tls_cert, config.tls_key, config.client_ca) == (Path("c.pem"), Path("k.pem"), Path("ca.pem"))
    assert config.plaintext and config.traces
    assert config.origins == ["https://a.example", "https://b.example:8443"]
    assert (config.admin_port, config.admin_host) == (9090, "::1")
    assert (config.log_format, config.log_level) == ("json", "info")
    plain = started_with(monkeypatch)
    assert (plain.log_format, plain.log_level, plain.admin_port, plain.traces) == ("plain", "warning", None, False)
    assert started_with(monkeypatch, "--log-level", "debug").log_level == "debug"
