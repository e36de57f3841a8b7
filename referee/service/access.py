"""Who may call what. A method that isn't in the map is refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from referee.service.errors import Reason, Rejected
from referee.service.tokens import OWNER, SEAT, Token, Tokens


class Access(Enum):
    """What a caller must show."""

    ANYONE = auto()  # nothing
    CREATE = auto()  # the create token, where the server has one
    INVITE = auto()  # an invite, inside the request
    SEAT = auto()  # the token of the seat that the request names
    OWNER = auto()  # the owner's token of the game that the request names
    VIEWER = auto()  # that too, but nothing where the request names no seat: a spectator


POLICY: Mapping[str, Access] = {
    "referee.v1.GameService/CreateGame": Access.CREATE,
    "referee.v1.GameService/JoinGame": Access.INVITE,
    "referee.v1.GameService/GetGame": Access.ANYONE,
    "referee.v1.GameService/ListGames": Access.ANYONE,
    "referee.v1.GameService/GetView": Access.VIEWER,
    "referee.v1.GameService/PreviewMove": Access.SEAT,
    "referee.v1.GameService/SubmitMove": Access.SEAT,
    "referee.v1.GameService/UndoMove": Access.SEAT,
    "referee.v1.GameService/ListMoves": Access.VIEWER,
    "referee.v1.GameService/WatchGame": Access.VIEWER,
    "referee.v1.GameService/TryPack": Access.SEAT,
    "referee.v1.GameService/RedoMove": Access.SEAT,
    "referee.v1.GameService/ResignSeat": Access.SEAT,
    "referee.v1.GameService/ReplaceSeat": Access.OWNER,
    "referee.v1.GameService/PauseGame": Access.OWNER,
    "referee.v1.GameService/ArchiveGame": Access.OWNER,
    "referee.v1.GameService/EraseName": Access.SEAT,
    "referee.v1.GameService/ErasePerson": Access.CREATE,
    "referee.v1.GameService/ExportGame": Access.ANYONE,  # of a game that is over; else the method asks for the owner
    "referee.v1.GameService/ImportGame": Access.CREATE,
    "referee.v1.GameService/ForkGame": Access.VIEWER,  # without a seat the method asks for the create token
    "referee.v1.CatalogService/ListPacks": Access.ANYONE,
    "referee.v1.CatalogService/CreateRuleset": Access.CREATE,
    "referee.v1.CatalogService/GetRuleset": Access.ANYONE,
    "referee.v1.CatalogService/ListEntries": Access.ANYONE,
    "referee.v1.CatalogService/GetPackFiles": Access.ANYONE,
}

STANDARD: Mapping[str, Access] = {
    "grpc.health.v1.Health/Check": Access.ANYONE,
    "grpc.health.v1.Health/List": Access.ANYONE,
    "grpc.health.v1.Health/Watch": Access.ANYONE,
    "grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo": Access.ANYONE,
}
"""The same for services of the gRPC world that stand beside ours; what isn't here isn't served."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls, as far as the call says it: the bearer token, the languages that they read.

    `peer`: the address that they call from, without its port. `traceparent`: of their trace (W3C Trace Context).
    """

    token: str = ""
    accept_language: str = ""
    peer: str = ""
    traceparent: str = ""


class Gate:
    """Holds the callers to the policy."""

    def __init__(self, tokens: Tokens, create_token: str) -> None:
        self._tokens, self._create_token = tokens, create_token

    def check(self, method: str, request: Any, caller: Caller) -> str:
        """Raises Rejected unless the caller may call the method (`package.Service/Method`) with this request.

        The answer is who calls, as limits count it: a seat whose token was shown (`games/…/1`), else an address.
        Whether a seat's token is still in force is left to the game, which knows the generation.
        """
        access = POLICY.get(method)
        match access:
            case Access.ANYONE | Access.INVITE:
                pass
            case Access.CREATE:
                self.creator(caller)
            case Access.SEAT | Access.VIEWER:
                seat: str = request.seat  # every request of these methods has it
                if seat or access is Access.SEAT:
                    self.seat(caller, request.game, seat)
                    return f"{request.game}/{seat}"
            case Access.OWNER:
                self.owner(caller, request.game)
            case None:
                raise Rejected(Reason.SEAT_MISMATCH)
        return caller.peer

    def creator(self, caller: Caller) -> None:
        """Raises Rejected unless the caller may create."""
        if not self.may_create(caller):
            raise Rejected(Reason.TOKEN_INVALID)

    def may_create(self, caller: Caller) -> bool:
        """Whether the caller shows the create token, or the server needs none."""
        return not self._create_token or self._tokens.same(caller.token, self._create_token)

    def keeps_accounts(self, caller: Caller) -> bool:
        """Whether the caller shows the create token of a server that has one."""
        return bool(self._create_token) and self.may_create(caller)

    def seat(self, caller: Caller, game: str, seat: str) -> Token:
        """The caller's token for this seat. The answer doesn't depend on whether the game exists."""
        return self._the(caller, Token(SEAT, game, seat, self.generation(caller)))

    def owner(self, caller: Caller, game: str) -> Token:
        """The caller's token for owning the game. The answer doesn't depend on whether the game exists."""
        return self._the(caller, Token(OWNER, game, "", 0))

    def _the(self, caller: Caller, wanted: Token) -> Token:
        token = self._tokens.read(caller.token)
        if token is None:
            raise Rejected(Reason.TOKEN_INVALID)
        if token != wanted:
            raise Rejected(Reason.SEAT_MISMATCH)
        return token

    def generation(self, caller: Caller) -> int:
        """The generation of the caller's token; -1 without a genuine one."""
        token = self._tokens.read(caller.token)
        return -1 if token is None else token.generation
