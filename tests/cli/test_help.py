"""The help is quick, lists every command, and no command is imported before it runs."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Sequence

import pytest

from referee.cli.lazy import SECTIONS, command_names, load_command
from referee.cli.program import run

LIMIT = 20.0  # times `python -c pass`
HEAVY = ("lark", "grpc", "jsonschema", "rich", "yaml", "babel", "referee.packs", "referee.engine")


def seconds(command: Sequence[str]) -> float:
    begun = time.perf_counter()
    subprocess.run([sys.executable, *command], check=True, capture_output=True)
    return time.perf_counter() - begun


def test_help_takes_at_most_twenty_times_an_empty_program() -> None:
    empty, full = ["-c", "pass"], ["-m", "referee.cli", "--help"]
    pairs = [(seconds(empty), seconds(full)) for _ in range(7)]
    ratio = statistics.median(pair[1] for pair in pairs) / statistics.median(pair[0] for pair in pairs)
    assert ratio <= LIMIT, f"{ratio:.1f} times"


def test_help_imports_nothing_heavy() -> None:
    program = (
        "import sys; from referee.cli.program import run; run(['--help']);"
        f"sys.exit(', '.join(name for name in {HEAVY} if name in sys.modules) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    shown = capsys.readouterr().out
    assert all(name in shown for name in command_names())


@pytest.mark.parametrize("name", command_names())
def test_every_command_says_in_its_own_help_what_the_list_says(name: str) -> None:
    first = {key: text for section in SECTIONS.values() for key, text in section.items()}[name]
    assert load_command(name).help.startswith(first)


@pytest.mark.parametrize("name", command_names())
def test_every_command_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([name, "--help"]) == 0
    assert f"Usage: referee {name}" in capsys.readouterr().out


def test_a_wrong_command_gets_a_guess(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulat"]) == 2
    error = capsys.readouterr().err
    assert "there is no command `simulat`" in error
    assert "did you mean `simulate`?" in error


def test_no_command_is_wrong_use() -> None:
    assert run([]) == 2


@pytest.mark.parametrize("arguments", [["check"], ["simulate", "x", "--games", "none"], ["bench", "x", "--nope"]])
def test_wrong_use_is_code_two_without_traceback(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 2
    error = capsys.readouterr().err
    assert "Usage: referee" in error
    assert "Traceback" not in error
