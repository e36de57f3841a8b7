"""The catalogue of errors: complete, with one status and one public sentence each."""

from __future__ import annotations

import logging

import pytest
from google.rpc import code_pb2, error_details_pb2

from referee.language.text import Text
from referee.service.edges.status import status
from referee.service.errors import DOMAIN, STATUS, Reason, Rejected, field_invalid, over_limit
from referee.service.telemetry.journal import entry
from referee.service.unforeseen import rejected
from referee.texts import Catalogs
from referee.v1 import error_pb2
from tests.service.protos import enum_comments

NAMES = [name for name in error_pb2.ErrorReason.DESCRIPTOR.values_by_name if name != "ERROR_REASON_UNSPECIFIED"]


def details_of(error: Rejected, language: str = "en") -> dict[str, object]:
    found: dict[str, object] = {}
    for packed in status(error, language).details:
        for kind in (
            error_details_pb2.ErrorInfo,
            error_details_pb2.LocalizedMessage,
            error_details_pb2.BadRequest,
            error_details_pb2.RetryInfo,
        ):
            message = kind()
            if packed.Unpack(message):
                assert kind.__name__ not in found, "at most one of each kind"
                found[kind.__name__] = message
    return found


def test_reasons_are_those_of_the_api() -> None:
    assert [f"ERROR_REASON_{reason}" for reason in Reason] == NAMES


def test_every_reason_has_the_status_that_the_api_says() -> None:
    assert set(STATUS) == set(Reason)
    for reason, comment in enum_comments("error.proto").items():
        if reason != "ERROR_REASON_UNSPECIFIED":
            assert STATUS[Reason(reason.removeprefix("ERROR_REASON_"))] == comment.partition(":")[0], reason


@pytest.mark.parametrize("reason", list(Reason))
def test_every_reason_has_a_sentence_in_every_language(reason: Reason) -> None:
    catalogs = Catalogs.load()
    key = f"engine/refused.{reason.lower()}"
    assert catalogs.catalog("en").has(key)
    texts = {language: catalogs.render(Text(key), language) for language in catalogs.languages}
    assert len(set(texts.values())) == len(texts)


@pytest.mark.parametrize("reason", list(Reason))
def test_every_error_carries_error_info_and_a_localized_message(reason: Reason) -> None:
    told = status(Rejected(reason, metadata={"version": 7}), "es")
    assert told.code == code_pb2.Code.Value(STATUS[reason])
    found = details_of(Rejected(reason, metadata={"version": 7}), "es-MX,es;q=0.9")
    info, localized = found["ErrorInfo"], found["LocalizedMessage"]
    assert isinstance(info, error_details_pb2.ErrorInfo)
    assert isinstance(localized, error_details_pb2.LocalizedMessage)
    assert (info.reason, info.domain, dict(info.metadata)) == (str(reason), DOMAIN, {"version": "7"})
    assert localized.locale == "es" and localized.message


def test_a_wrong_field_is_named() -> None:
    found = details_of(field_invalid("choices[0].option", "not an id"))
    bad = found["BadRequest"]
    assert isinstance(bad, error_details_pb2.BadRequest)
    assert [(v.field, v.description) for v in bad.field_violations] == [("choices[0].option", "not an id")]


def test_where_waiting_helps_the_time_is_told() -> None:
    retry = details_of(over_limit("moves", 10, retry_after=1.5))["RetryInfo"]
    assert isinstance(retry, error_details_pb2.RetryInfo)
    assert retry.retry_delay.ToMilliseconds() == 1500
    assert "RetryInfo" not in details_of(over_limit("choices", 200))


def test_an_unforeseen_error_is_logged_and_told_to_nobody(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        try:
            raise RuntimeError("a secret")
        except RuntimeError as unforeseen:
            error = rejected(unforeseen, "referee.v1.GameService/GetView")
    told = status(error, "en")
    assert b"secret" not in told.SerializeToString()
    assert told.code == code_pb2.INTERNAL
    line = entry(caplog.records[-1])  # what an error says may be secret, too
    assert (line["error"], line["method"]) == ("RuntimeError", "referee.v1.GameService/GetView")
    assert "test_errors.py" in str(line["way"]) and "a secret" not in str(line)
