"""What the journal lets through: known fields of their form, and no message of an exception."""

from __future__ import annotations

import ast
import io
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.service.errors import Reason
from referee.service.telemetry import journal
from referee.service.telemetry.journal import FIELDS, Journal, allowed, mark
from referee.store import Append, StoreError
from tests.service.table import House, rejected

SECRET = "zqx-secret"
SERVICE = Path(journal.__file__).parent


@pytest.fixture
def told() -> Iterator[io.StringIO]:
    """Everything that this process logs, as JSON; afterwards logging is as it was."""
    root, own = logging.getLogger(), logging.getLogger("referee")
    before = (list(root.handlers), root.level, own.level)
    written = io.StringIO()
    journal.set_up("json", "debug", written)
    yield written
    logging.captureWarnings(False)
    root.handlers[:], root.level = before[0], before[1]
    own.setLevel(before[2])


def lines(told: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in told.getvalue().splitlines()]


def test_only_known_fields_of_their_form_are_told() -> None:
    fine = {"method": "referee.v1.GameService/GetView", "code": "OK", "seconds": 0.5, "game": mark("games/abc")}
    assert allowed(fine) == fine
    wrong = {
        "method": f"a/{SECRET}",
        "code": SECRET,
        "game": "games/abc",
        "seconds": SECRET,
        "token": "abc",
        "count": "",
    }
    assert allowed(wrong) == {}
    for form in FIELDS.values():
        assert form is None or not form.fullmatch("seat.abcdefgh234567.1.0.abcdefgh234567")


def test_an_exception_is_told_without_its_message(told: io.StringIO) -> None:
    try:
        raise StoreError(SECRET)
    except StoreError as error:
        Journal("test").error("it failed", error, method=SECRET, count=3)
    [line] = lines(told)
    assert SECRET not in told.getvalue()
    assert (line["event"], line["error"], line["count"]) == ("it failed", "StoreError", 3)
    assert re.search(r"test_journal\.py:\d+ test_an_exception", str(line["way"]))


def test_of_another_library_only_the_sentence_of_its_source_is_told(told: io.StringIO) -> None:
    other = logging.getLogger("some.library")
    other.warning("broken request from %s", SECRET)
    other.warning(f"broken request from {SECRET}")
    other.info("nobody hears %s", "this")
    try:
        raise ValueError(SECRET)
    except ValueError:
        other.exception("failed with %s", SECRET)
    assert SECRET not in told.getvalue()
    events = [str(line["event"]) for line in lines(told)]
    assert [event.endswith(": broken request from %s") for event in events] == [True, False, False]
    assert lines(told)[-1]["error"] == "ValueError"


def test_a_line_for_people_is_short(capsys: pytest.CaptureFixture[str], told: io.StringIO) -> None:
    plain = io.StringIO()
    journal.set_up("plain", "info", plain)
    Journal("server").info("serving", port=5, secret=SECRET)
    Journal("server").debug("not at this level")
    assert re.fullmatch(r"\S+Z info: serving port=5\n", plain.getvalue())


def test_the_service_logs_through_the_journal_only() -> None:
    others = [
        file.name
        for file in SERVICE.glob("*.py")
        if file.name != "journal.py"
        and re.search(r"^\s*(import logging|from logging)|\bprint\(", file.read_text(), re.M)
    ]
    assert others == []


def test_events_are_written_in_the_source_never_made_of_data() -> None:
    made = [
        f"{file.name}:{node.lineno}"
        for file in SERVICE.glob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("_journal.")
        if not isinstance(node.args[0], ast.Constant)
    ]
    assert made == []


@pytest.mark.parametrize(("kind", "reason"), [(RuntimeError, Reason.INTERNAL), (StoreError, Reason.STORE_UNAVAILABLE)])
async def test_a_fault_inside_a_call_is_told_without_what_it_says(
    house: House, told: io.StringIO, monkeypatch: pytest.MonkeyPatch, kind: type[Exception], reason: Reason
) -> None:
    table = await house.table("tic_tac_toe")

    async def broken(*changes: object) -> None:
        [append] = [change for change in changes if isinstance(change, Append)]
        raise kind(f"{append.game} {table.tokens} {SECRET}")

    monkeypatch.setattr(house.store, "commit", broken)
    async with rejected(reason):
        asked = await table.asked()
        assert asked is not None
        import random

        from tests.service import blind_player

        await table.submit(asked[0], asked[2].id, blind_player.choose(asked[2].options, random.Random(1)))
    text = told.getvalue()
    assert kind.__name__ in text and '"level": "error"' in text
    for secret in (SECRET, table.game.removeprefix("games/"), *table.tokens.values()):
        assert secret not in text
