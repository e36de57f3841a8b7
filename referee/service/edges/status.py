"""Errors at the edge: the one place where an error of the service becomes a google.rpc.Status."""

from __future__ import annotations

from google.protobuf.any_pb2 import Any
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.rpc import code_pb2, error_details_pb2, status_pb2

from referee.language.text import Text
from referee.service.errors import DOMAIN, STATUS, Rejected
from referee.texts import Catalogs

_own = Catalogs.load()


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
