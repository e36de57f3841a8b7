"""Errors at the edge: the one place where an error of the service becomes a google.rpc.Status."""

from __future__ import annotations

import time

from google.protobuf.any_pb2 import Any
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.rpc import code_pb2, error_details_pb2, status_pb2

from referee.engine import RulesFault
from referee.language.text import Text
from referee.service.errors import DOMAIN, STATUS, Reason, Rejected
from referee.service.operation.journal import Journal
from referee.store import Conflict, StoreError
from referee.texts import Catalogs

_journal = Journal("calls")
_own = Catalogs.load()


class _Seldom:
    """Tells of something that goes on failing once in so many seconds."""

    def __init__(self, seconds: float) -> None:
        self._seconds, self._next, self._untold = seconds, 0.0, 0

    def count(self) -> int:
        """How often it has failed since it was told last; 0: it isn't time to tell yet."""
        self._untold += 1
        if time.monotonic() < self._next:
            return 0
        self._next = time.monotonic() + self._seconds
        told, self._untold = self._untold, 0
        return told


_failing = _Seldom(5)  # a store that is away fails every call


def rejected(error: BaseException, method: str) -> Rejected:
    """The error as one of the catalogue. Anything unforeseen is logged, and told to nobody."""
    if isinstance(error, Rejected):
        return error
    if isinstance(error, RulesFault):
        _journal.error("the rules are at fault", error, method=method)
        return Rejected(Reason.RULES_FAULT)
    if isinstance(error, StoreError) and not isinstance(error, Conflict):
        failed = _failing.count()
        if failed:
            _journal.error("the store fails", method=method, kind=type(error).__name__, count=failed)
        return Rejected(Reason.STORE_UNAVAILABLE, retry_after=1)
    _journal.error("a call failed", error, method=method)
    return Rejected(Reason.INTERNAL)


def status(error: Rejected, accept_language: str) -> status_pb2.Status:
    """The status with all its details; at most one of each kind."""
    catalog = _own.catalog(accept_language)
    sentence = error.sentence or catalog.render(Text(f"engine/refused.{error.reason.lower()}"))
    details: list[Message] = [
        error_details_pb2.ErrorInfo(reason=error.reason, domain=DOMAIN, metadata=error.metadata),
        error_details_pb2.LocalizedMessage(locale=catalog.language, message=sentence),
    ]
    message = _plain(error)
    if error.field:
        violation = error_details_pb2.BadRequest.FieldViolation(field=error.field, description=error.problem)
        details.append(error_details_pb2.BadRequest(field_violations=[violation]))
        message = f"{error.field}: {error.problem}"
    if error.retry_after:
        delay = Duration()
        delay.FromNanoseconds(int(error.retry_after * 1e9))
        details.append(error_details_pb2.RetryInfo(retry_delay=delay))
    details += error.details
    return status_pb2.Status(
        code=code_pb2.Code.Value(STATUS[error.reason]), message=message, details=[_packed(detail) for detail in details]
    )


def _plain(error: Rejected) -> str:
    """For developers, always in English; the sentence for players is the LocalizedMessage."""
    english = error.english or _own.render(Text(f"engine/refused.{error.reason.lower()}"))
    return f"{error.reason}: {english}"


def _packed(detail: Message) -> Any:
    packed = Any()
    packed.Pack(detail)
    return packed
