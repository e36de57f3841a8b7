"""Games of a running server, for the commands that copy them to and from files."""

from __future__ import annotations

import gzip
import uuid
from pathlib import Path

import grpc

from referee.cli.faults import Failed, WrongUse
from referee.v1 import copies_pb2
from referee.v1.game_service_pb2_grpc import GameServiceStub

_SECONDS = 300
_MOST = 20 << 20  # bytes of an answer
_WRONG_USE = (grpc.StatusCode.NOT_FOUND, grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.PERMISSION_DENIED)


class Server:
    """A server at HOST:PORT of gRPC. `token`: a file that holds one; none: nothing is shown.

    `ca`: a file with the certificate by which an encrypted server is known; none: plain.
    """

    def __init__(self, address: str, token: Path | None, ca: Path | None) -> None:
        self._address = address
        self._ca = ca.read_bytes() if ca is not None else b""
        secret = token.read_text(encoding="utf-8").strip() if token is not None else ""
        self._who = (("authorization", f"Bearer {secret}"),) if secret else ()

    def export(self, game: str) -> bytes:
        """The file of a game. Raises WrongUse, Failed."""
        name = game if game.startswith("games/") else f"games/{game}"
        with self._channel() as channel:
            try:
                request = copies_pb2.ExportGameRequest(game=name)
                answer = GameServiceStub(channel).ExportGame(request, metadata=self._who, timeout=_SECONDS)
            except grpc.RpcError as error:
                raise self._refused(error) from None
        return answer.file

    def bring(self, file: bytes, unlisted: bool) -> copies_pb2.ImportGameResponse:
        """The game that the server makes of a file. Raises WrongUse, Failed."""
        packed = file if file.startswith(b"\x1f\x8b") else gzip.compress(file)
        request = copies_pb2.ImportGameRequest(request_id=uuid.uuid4().hex, file=packed, unlisted=unlisted)
        with self._channel() as channel:
            try:
                return GameServiceStub(channel).ImportGame(request, metadata=self._who, timeout=_SECONDS)
            except grpc.RpcError as error:
                raise self._refused(error) from None

    def _channel(self) -> grpc.Channel:
        options = [("grpc.max_receive_message_length", _MOST)]
        if self._ca:
            return grpc.secure_channel(self._address, grpc.ssl_channel_credentials(self._ca), options=options)
        return grpc.insecure_channel(self._address, options=options)

    def _refused(self, error: grpc.RpcError) -> Exception:
        code, said = error.code(), error.details() or "the server refuses"
        if code is grpc.StatusCode.UNAVAILABLE:
            return WrongUse(f"nobody answers at {self._address}", "HOST:PORT is what `serve` prints as gRPC")
        return WrongUse(said) if code in _WRONG_USE else Failed(said)
