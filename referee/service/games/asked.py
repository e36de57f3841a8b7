"""Requests that may be sent twice: what identifies one, and what it asks."""

from __future__ import annotations

import hashlib
from copy import deepcopy
from dataclasses import dataclass
from typing import Protocol

from google.protobuf.message import Message

from referee.service import limits
from referee.service.wire import from_wire
from referee.v1 import game_service_pb2 as api


@dataclass(frozen=True, slots=True)
class Asked:
    """A request with its id: `content` is a hash of all that it asks. An empty id: retries aren't recognised."""

    id: str
    content: bytes

    @classmethod
    def of(cls, id: str, content: bytes) -> Asked:
        return cls(id, hashlib.sha256(content).digest())


NO_REQUEST = Asked("", b"")
"""What the server itself does: nobody sends it twice."""


class Changing(Protocol):
    """A request that changes something."""

    request_id: str


def asked(request: Changing) -> Asked:
    """The request's id, and a hash of what it asks: not of how the answer should look."""
    id = from_wire.line("request_id", request.request_id, limits.REQUEST_ID)
    content = deepcopy(request)
    content.request_id = ""
    if isinstance(content, api.SubmitMoveRequest):
        content.with_view = False
    return Asked.of(id, _bytes(content))


def _bytes(message: object) -> bytes:
    assert isinstance(message, Message)
    return message.DESCRIPTOR.full_name.encode() + b"\0" + message.SerializeToString(deterministic=True)
