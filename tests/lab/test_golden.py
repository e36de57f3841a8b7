"""Logs: what is written is read again, a damaged one is refused with its line, a changed game is noticed."""

from __future__ import annotations

import json

import pytest

from referee.engine.records import Choice, Share
from referee.lab.golden import Ending, Header, Log, LogInvalid, Move, read_log, write_log

LOG = Log(
    Header(("fair", "fair-rain"), {"fair.stalls": ("tea", "cake")}, "abc", 2, bytes(range(32))),
    [
        Move("1", (Choice("buy/bead", None, "stall/deal"), Choice("stop"))),
        Move("2", (Choice("bid", 3),)),
        Move("2", (Choice("drop", ("bead", "coin")),)),
        Move("1", (Choice("pay", (Share("bead", "all", 2),)),)),
        Move("1", (Choice("bid", 0),)),
    ],
    Ending("def", ("1", "2")),
)


def test_what_is_written_is_read() -> None:
    assert read_log(write_log(LOG)) == LOG


def test_a_game_that_goes_on_has_no_last_line() -> None:
    log = Log(LOG.header, LOG.moves)
    assert read_log(write_log(log)) == log


def test_empty_lines_do_no_harm() -> None:
    assert read_log(line for written in write_log(LOG) for line in ("", written)) == LOG


@pytest.mark.parametrize(
    ("number", "line", "said"),
    [
        (1, "{}", 'line 1: this is no log of a game: its first line must have `"log": 1`'),
        (1, '{"log": 1, "language": 2}', "line 1: the log is of language version 2, this referee speaks 1"),
        (1, "[]", "line 1 is no line of a log"),
        (2, "{", "line 2 is no line of a log"),
        (3, '{"seat": "1", "choices": [{}]}', "line 3 is no line of a log: 'option'"),
        (3, '{"digest": "x", "winners": []}', "line 4: the log goes on after its end"),
        (3, '{"seat": "1", "choices": [{"option": "bid", "number": Infinity}]}', "line 3 is no line of a log"),
        (3, "[" * 100_000, "line 3 is no line of a log"),
        (1, next(write_log(LOG)).replace("1e1f", ""), "line 1: the key isn't 64 hexadecimal digits"),
    ],
)
def test_a_damaged_log_is_refused(number: int, line: str, said: str) -> None:
    lines = list(write_log(LOG))
    lines[number - 1] = line
    with pytest.raises(LogInvalid) as caught:
        read_log(lines)
    assert str(caught.value).startswith(said)


def test_an_empty_log_is_refused() -> None:
    with pytest.raises(LogInvalid, match="the log is empty"):
        read_log([])


def test_lines_are_json_with_the_names_of_the_api() -> None:
    moves = [json.loads(line) for line in write_log(LOG)][1:-1]
    assert moves[0]["choices"][0] == {"option": "buy/bead", "step": "stall/deal"}
    assert moves[1]["choices"][0] == {"option": "bid", "number": 3}
    assert moves[2]["choices"][0] == {"option": "drop", "picks": ["bead", "coin"]}
    assert moves[3]["choices"][0] == {"option": "pay", "allocation": [{"source": "bead", "bin": "all", "amount": 2}]}
