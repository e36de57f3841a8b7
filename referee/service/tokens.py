"""Tokens: derived from the server key, so that none is stored and a retry gets the same one.

A token says what it is for and carries a code that only the server can make: `seat.<game>.<seat>.<generation>.<code>`.
Clients treat it as opaque. Raising a seat's generation makes every older token of it worthless.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from dataclasses import dataclass

SEAT, INVITE, OWNER = "seat", "invite", "owner"
_PURPOSES = (SEAT, INVITE, OWNER)
_CODE_BYTES = 24
_MAX_LENGTH = 200
_KNOWN = 2000  # genuine tokens, read before: every call of a seat shows one
GAMES = "games/"


@dataclass(frozen=True, slots=True)
class Token:
    """What a genuine token stands for. `seat` is empty and `generation` 0 for an owner's."""

    purpose: str
    game: str
    seat: str
    generation: int


class Tokens:
    """Makes and reads tokens with the server key (32 bytes, secret)."""

    def __init__(self, server_key: bytes) -> None:
        self._key = server_key
        self._genuine: dict[str, Token] = {}

    def make(self, purpose: str, game: str, seat: str = "", generation: int = 0) -> str:
        """The token of this purpose; equal arguments give equal tokens. `game`: `games/…`."""
        head = f"{purpose}.{game.removeprefix(GAMES)}.{seat}.{generation}"
        return f"{head}.{self._code(head)}"

    def read(self, token: str) -> Token | None:
        """What the token stands for; None if this server didn't make it. Whether it is still in force is not asked."""
        known = self._genuine.get(token)
        if known is not None:
            return known
        if len(token) > _MAX_LENGTH or not token.isascii():
            return None
        head, _, code = token.rpartition(".")
        if not hmac.compare_digest(code, self._code(head)):
            return None
        purpose, game, seat, generation = head.split(".")
        if purpose not in _PURPOSES:
            return None
        if len(self._genuine) >= _KNOWN:
            self._genuine.clear()
        found = self._genuine[token] = Token(purpose, GAMES + game, seat, int(generation))
        return found

    def game_name(self, request_id: str) -> str:
        """The name for a new game: random, or always the same for a request id, so that a retry finds its game."""
        if not request_id:
            return GAMES + _text(secrets.token_bytes(15))
        return GAMES + _text(self._digest(b"game\0" + request_id.encode())[:15])

    def server_seed(self, game: str) -> str:
        """The secret seed of a game's shuffles, 32 bytes in hexadecimal; always the same for one game name."""
        return self._digest(b"seed\0" + game.encode()).hex()

    def same(self, given: str, expected: str) -> bool:
        """Whether two secrets are equal, without telling by the time how much of them is."""
        return hmac.compare_digest(given.encode(), expected.encode())

    def _code(self, head: str) -> str:
        return _text(self._digest(b"token\0" + head.encode())[:_CODE_BYTES])

    def _digest(self, what: bytes) -> bytes:
        return hmac.new(self._key, what, hashlib.sha256).digest()


def _text(data: bytes) -> str:
    """Lower-case letters and digits only: it stands in names, and in addresses of pages."""
    return base64.b32encode(data).decode().rstrip("=").lower()
