"""Every line of engine and language that one game alone reaches has a reason, and so has every production."""

from __future__ import annotations

from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from tests.coverage import reasons
from tests.coverage.by_pack import NOBODY, OTHERS, Measured, grammar, measure
from tests.coverage.games import GAMES
from tests.coverage.lines import files, lines
from tests.coverage.reasons import MODULE, Reasons

ADVICE = "see `python -m tests.coverage.by_pack`: drop it, or say in tests/coverage/reasons.yaml why it stays"


@pytest.fixture(scope="module")
def written() -> Reasons:
    return reasons.read()


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Measured:
    return measure((*reversed(OTHERS), *GAMES), tmp_path_factory.mktemp("reached"))


@pytest.mark.full
def test_what_one_game_alone_reaches_has_a_reason(written: Reasons, measured: Measured) -> None:
    missing = list(written.missing(measured))
    assert not missing, "\n".join([ADVICE, *missing])


@pytest.mark.full
def test_no_reason_is_stale(written: Reasons, measured: Measured) -> None:
    stale = list(written.stale(measured))
    assert not stale, "\n".join(["nothing fits these any more", *stale])


@pytest.mark.full
def test_most_of_engine_and_language_serves_several_games(measured: Measured) -> None:
    """The reasons are exceptions: two thirds of all lines are reached by two games or more."""
    every = [line for file in files() for line in lines(file) if not line.report]
    shared = [line for line in every if not measured.only(line)]
    assert len(shared) >= len(every) * 2 / 3


def test_the_reasons_speak_of_what_there_is(written: Reasons) -> None:
    """Every pattern fits a function, every name is a production or a game, and every reason is a sentence."""
    known = {(line.file, line.function or MODULE) for file in files() for line in lines(file)}
    for reason in written.lines:
        assert set(reason.only) <= {*GAMES, *OTHERS, NOBODY}
        assert len(reason.why.split()) >= 5, reason
        for file, function in reason.where:
            assert any(fnmatchcase(f, file) and fnmatchcase(n, function) for f, n in known), (file, function)
    for name, (only, why) in written.productions.items():
        assert name in grammar() and only in GAMES and len(why.split()) >= 5, name


def test_a_line_belongs_to_its_function() -> None:
    """The functions of lines are told from the text: this finds them again in a file of the engine."""
    found = {line.function for line in lines("referee/engine/random.py")}
    source = (Path(__file__).parents[2] / "referee/engine/random.py").read_text(encoding="utf-8")
    names = {text.removeprefix("def ").partition("(")[0] for text in source.splitlines() if text.startswith("def ")}
    assert names <= found and "" in found
