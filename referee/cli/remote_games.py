"""Games of a running server, for the commands that copy them to and from files."""

from __future__ import annotations

import gzip
import uuid
from pathlib import Path

import grpc

from referee.cli.remote import open_channel, refused
from referee.cli.tokens import read_token
from referee.v1 import copies_pb2
from referee.v1.game_service_pb2_grpc import GameServiceStub

_SECONDS = 300


class Server:
    """A server at HOST:PORT of gRPC. `token`: a file that holds one; none: nothing is shown.

    `ca`: a file with the certificate by which an encrypted server is known; none: plain. Raises WrongUse, OSError.
    """

    def __init__(self, address: str, token: Path | None, ca: Path | None) -> None:
        self._address, self._ca = address, ca
        self._who = (("authorization", f"Bearer {read_token(token)}"),) if token is not None else ()

    def export(self, game: str) -> bytes:
        """The file of a game. Raises WrongUse, Failed."""
        name = game if game.startswith("games/") else f"games/{game}"
        with open_channel(self._address, self._ca) as channel:
            try:
                request = copies_pb2.ExportGameRequest(game=name)
                answer = GameServiceStub(channel).ExportGame(request, metadata=self._who, timeout=_SECONDS)
            except grpc.RpcError as error:
                raise refused(self._address, error) from None
        return answer.file

    def bring(self, file: bytes, unlisted: bool) -> copies_pb2.ImportGameResponse:
        """The game that the server makes of a file. Raises WrongUse, Failed."""
        packed = file if file.startswith(b"\x1f\x8b") else gzip.compress(file)
        request = copies_pb2.ImportGameRequest(request_id=uuid.uuid4().hex, file=packed, unlisted=unlisted)
        with open_channel(self._address, self._ca) as channel:
            try:
                return GameServiceStub(channel).ImportGame(request, metadata=self._who, timeout=_SECONDS)
            except grpc.RpcError as error:
                raise refused(self._address, error) from None
