"""Every failure becomes a message and an exit code; no traceback reaches a user."""

from __future__ import annotations

import pytest

from referee.cli.faults import DEBUG_VARIABLE, Failed, WrongUse, report


@pytest.mark.parametrize(
    ("problem", "code", "said"),
    [
        (WrongUse("no such thing", "try another"), 2, "error: no such thing\n  help: try another\n"),
        (Failed("two of three failed"), 1, "error: two of three failed\n"),
        (KeyboardInterrupt(), 130, "\nstopped\n"),
        (
            FileNotFoundError(2, "No such file or directory", "fair.log"),
            2,
            "error: fair.log: No such file or directory\n",
        ),
        (OSError(98, "Address already in use"), 1, "error: Address already in use\n"),
    ],
)
def test_failures_are_told(problem: BaseException, code: int, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert report(problem) == code
    assert capsys.readouterr().err == said


def test_what_nobody_expected_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert report(ZeroDivisionError("division by zero\nsecond line")) == 1
    error = capsys.readouterr().err
    assert "ZeroDivisionError: division by zero" in error
    assert "second line" not in error
    assert DEBUG_VARIABLE in error


def test_a_debug_run_shows_where(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(DEBUG_VARIABLE, "1")
    try:
        raise ZeroDivisionError("division by zero")
    except ZeroDivisionError as problem:
        assert report(problem) == 1
    assert "Traceback" in capsys.readouterr().err
