"""Both ports encrypted, and clients known by their certificates."""

from __future__ import annotations

import asyncio
import ssl
import subprocess
from pathlib import Path

import grpc
import pytest

from referee.cli.program import run
from referee.service.config import ConfigInvalid, ServerConfig
from referee.service.edges.server import Server
from tests.programs import need
from tests.service.wire import ask, seated, served


def openssl(*arguments: str) -> None:
    done = subprocess.run([need("openssl"), *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def certificate(folder: Path, name: str, issuer: str = "") -> None:
    """NAME.pem and NAME.key, signed by the issuer's, or by itself."""
    key, cert = str(folder / f"{name}.key"), str(folder / f"{name}.pem")
    new = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    new += [
        "-subj",
        f"/CN={name}",
        "-keyout",
        key,
        "-out",
        cert,
        "-addext",
        "subjectAltName=DNS:localhost,IP:127.0.0.1",
    ]
    if issuer:
        new += ["-CA", str(folder / f"{issuer}.pem"), "-CAkey", str(folder / f"{issuer}.key")]
        new += ["-addext", "basicConstraints=critical,CA:FALSE"]
    openssl(*new)


@pytest.fixture(scope="module")
def pki(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pki")
    certificate(folder, "ca")
    certificate(folder, "stranger")
    for name in ("server", "client"):
        certificate(folder, name, "ca")
    return folder


def credentials(pki: Path, client: str = "") -> grpc.ChannelCredentials:
    pair = ((pki / f"{client}.key").read_bytes(), (pki / f"{client}.pem").read_bytes()) if client else (None, None)
    return grpc.ssl_channel_credentials((pki / "ca.pem").read_bytes(), *pair)


def context(pki: Path, client: str = "") -> ssl.SSLContext:
    made = ssl.create_default_context(cafile=pki / "ca.pem")
    made.check_hostname = False  # the name is checked over gRPC; here it would be that of the test's socket
    if client:
        made.load_cert_chain(pki / f"{client}.pem", pki / f"{client}.key")
    return made


async def test_both_ports_speak_tls(tmp_path: Path, pki: Path) -> None:
    files = {"tls_cert": pki / "server.pem", "tls_key": pki / "server.key"}
    said: list[str] = []
    async with served(tmp_path, announce=said.append, **files) as server:
        assert said[1].startswith("browser  https://")
        async with grpc.aio.secure_channel(f"localhost:{server.port}", credentials(pki)) as channel:
            game, _ = await seated(channel)
        status, found = await ask(server, "GameService/GetGame", {"name": game}, tls=context(pki))
        assert status == 200 and found["game"]["name"] == game
        async with grpc.aio.insecure_channel(f"localhost:{server.port}") as channel:
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await seated(channel)
            assert caught.value.code() is grpc.StatusCode.UNAVAILABLE
        with pytest.raises((OSError, IndexError)):
            await ask(server, "GameService/GetGame", {"name": game})


async def test_only_clients_with_a_certificate_are_let_in(tmp_path: Path, pki: Path) -> None:
    files = {"tls_cert": pki / "server.pem", "tls_key": pki / "server.key", "client_ca": pki / "ca.pem"}
    async with served(tmp_path, **files) as server:
        async with grpc.aio.secure_channel(f"localhost:{server.port}", credentials(pki, "client")) as channel:
            game, _ = await seated(channel)
        status, _ = await ask(server, "GameService/GetGame", {"name": game}, tls=context(pki, "client"))
        assert status == 200
        for who in ("", "stranger"):
            async with grpc.aio.secure_channel(f"localhost:{server.port}", credentials(pki, who)) as channel:
                with pytest.raises(grpc.aio.AioRpcError) as caught:
                    await seated(channel)
                assert caught.value.code() is grpc.StatusCode.UNAVAILABLE
            with pytest.raises((OSError, IndexError)):
                await ask(server, "GameService/GetGame", {"name": game}, tls=context(pki, who))


def test_what_cannot_be_used_is_said_plainly(tmp_path: Path, pki: Path) -> None:
    cert, key, locked = pki / "server.pem", pki / "server.key", tmp_path / "locked.key"
    openssl("ec", "-in", str(key), "-out", str(locked), "-aes256", "-passout", "pass:secret")
    for files, words in (
        ({"tls_cert": cert}, "needs its key"),
        ({"tls_key": key}, "needs its key"),
        ({"client_ca": cert}, "only over TLS"),
        ({"tls_cert": tmp_path / "none", "tls_key": key}, "none can't be read: No such file"),
        ({"tls_cert": cert, "tls_key": pki / "client.key"}, "don't belong together"),
        ({"tls_cert": key, "tls_key": key}, "aren't PEM files"),
        ({"tls_cert": cert, "tls_key": locked}, "needs a passphrase"),
    ):
        with pytest.raises(ConfigInvalid, match=words):
            Server(ServerConfig(data=tmp_path, **files))


async def test_commands_reach_an_encrypted_server(
    tmp_path: Path, pki: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {"tls_cert": pki / "server.pem", "tls_key": pki / "server.key"}
    (tmp_path / "token").write_text("seat.none.1.0.code")
    (tmp_path / "none.game").write_text("{}")
    async with served(tmp_path / "data", **files) as server:
        address, token = f"localhost:{server.port}", ["--token", str(tmp_path / "token")]
        for command in (
            ["try", "tests/packs/tic_tac_toe", "--on", "none", "--server", address, *token],
            ["export", "none", "--on", address],
            ["import", str(tmp_path / "none.game"), "--on", address],
        ):
            assert await asyncio.to_thread(run, command) == 2
            assert "nobody answers" in capsys.readouterr().err
            assert await asyncio.to_thread(run, [*command, "--tls-ca", str(pki / "ca.pem")]) != 0
            told = capsys.readouterr().err
            assert told and "nobody answers" not in told
