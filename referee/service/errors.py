"""The one error type of the service, and the catalogue of its reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from google.protobuf.message import Message

from referee.engine import records

DOMAIN = "referee"


class Reason(StrEnum):
    """Every ErrorReason of the API, without its prefix."""

    GAME_NOT_FOUND = "GAME_NOT_FOUND"
    SEAT_MISMATCH = "SEAT_MISMATCH"
    DECISION_STALE = "DECISION_STALE"
    REQUEST_ID_REUSED = "REQUEST_ID_REUSED"
    ANSWER_OUTSIDE_FORM = "ANSWER_OUTSIDE_FORM"
    NOT_OFFERED = "NOT_OFFERED"
    CONDITION_FAILED = "CONDITION_FAILED"
    CANNOT_PAY = "CANNOT_PAY"
    CHOICE_AFTER_BARRIER = "CHOICE_AFTER_BARRIER"
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    UNDO_BARRIER = "UNDO_BARRIER"
    GAME_OVER = "GAME_OVER"
    VERSION_TOO_OLD = "VERSION_TOO_OLD"
    SLOW_READER = "SLOW_READER"
    LIMIT = "LIMIT"
    RULESET_INVALID = "RULESET_INVALID"
    FIELD_INVALID = "FIELD_INVALID"
    TOKEN_INVALID = "TOKEN_INVALID"
    RULESET_NOT_FOUND = "RULESET_NOT_FOUND"
    DRAINING = "DRAINING"
    RULES_FAULT = "RULES_FAULT"
    INTERNAL = "INTERNAL"
    FAIR_GAME = "FAIR_GAME"
    GAME_PAUSED = "GAME_PAUSED"
    GAME_ARCHIVED = "GAME_ARCHIVED"
    NOTHING_TO_REDO = "NOTHING_TO_REDO"
    STORE_UNAVAILABLE = "STORE_UNAVAILABLE"


STATUS: Mapping[Reason, str] = {
    Reason.GAME_NOT_FOUND: "NOT_FOUND",
    Reason.SEAT_MISMATCH: "PERMISSION_DENIED",
    Reason.DECISION_STALE: "ABORTED",
    Reason.REQUEST_ID_REUSED: "INVALID_ARGUMENT",
    Reason.ANSWER_OUTSIDE_FORM: "FAILED_PRECONDITION",
    Reason.NOT_OFFERED: "FAILED_PRECONDITION",
    Reason.CONDITION_FAILED: "FAILED_PRECONDITION",
    Reason.CANNOT_PAY: "FAILED_PRECONDITION",
    Reason.CHOICE_AFTER_BARRIER: "FAILED_PRECONDITION",
    Reason.NOT_YOUR_TURN: "FAILED_PRECONDITION",
    Reason.UNDO_BARRIER: "FAILED_PRECONDITION",
    Reason.GAME_OVER: "FAILED_PRECONDITION",
    Reason.VERSION_TOO_OLD: "OUT_OF_RANGE",
    Reason.SLOW_READER: "RESOURCE_EXHAUSTED",
    Reason.LIMIT: "RESOURCE_EXHAUSTED",
    Reason.RULESET_INVALID: "FAILED_PRECONDITION",
    Reason.FIELD_INVALID: "INVALID_ARGUMENT",
    Reason.TOKEN_INVALID: "UNAUTHENTICATED",
    Reason.RULESET_NOT_FOUND: "NOT_FOUND",
    Reason.DRAINING: "UNAVAILABLE",
    Reason.RULES_FAULT: "INTERNAL",
    Reason.INTERNAL: "INTERNAL",
    Reason.FAIR_GAME: "FAILED_PRECONDITION",
    Reason.GAME_PAUSED: "FAILED_PRECONDITION",
    Reason.GAME_ARCHIVED: "FAILED_PRECONDITION",
    Reason.NOTHING_TO_REDO: "FAILED_PRECONDITION",
    Reason.STORE_UNAVAILABLE: "UNAVAILABLE",
}
"""Reason → name of the gRPC status. The public sentence of a reason is the text `engine/refused.<reason>`."""


class Rejected(Exception):
    """A call that isn't carried out; nothing was changed.

    `field`, `problem`: for FIELD_INVALID, which field of the request is wrong and how. `metadata`: every variable part,
    as text. `refusal`: for a move. `retry_after`: seconds, where waiting helps. `details`: further messages for the
    status, small ones. `sentence`: what to tell the player, where it says more than the catalogue does; `english`: the
    same for developers.
    """

    def __init__(
        self,
        reason: Reason,
        *,
        field: str = "",
        problem: str = "",
        metadata: Mapping[str, str | int] | None = None,
        refusal: records.Refusal | None = None,
        retry_after: float = 0,
        details: Sequence[Message] = (),
    ) -> None:
        super().__init__(f"{reason}: {field} {problem}".rstrip(": "))
        self.reason = reason
        self.field, self.problem = field, problem
        self.metadata = {key: str(value) for key, value in (metadata or {}).items()}
        self.refusal = refusal
        self.retry_after = retry_after
        self.details = tuple(details)
        self.sentence = self.english = ""


def field_invalid(field: str, problem: str) -> Rejected:
    """A request that is malformed: which field, and what is wrong with it."""
    return Rejected(Reason.FIELD_INVALID, field=field, problem=problem, metadata={"field": field})


def over_limit(which: str, limit: int, *, retry_after: float = 0) -> Rejected:
    """A request that is too large, or one too many."""
    return Rejected(Reason.LIMIT, metadata={"which": which, "limit": limit}, retry_after=retry_after)


def refused(refusal: records.Refusal) -> Rejected:
    """A move that the rules don't allow."""
    return Rejected(Reason(refusal.reason), refusal=refusal)


class ConfigInvalid(ValueError):
    """The server can't be started like this; the message says what to change."""
