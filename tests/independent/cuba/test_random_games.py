"""Random games of Cuba: what the referee offers and does is what predicates without it say, question by question."""

from __future__ import annotations

import ast
import time
from pathlib import Path

from tests.independent.cuba import corners
from tests.independent.cuba.cards import KINDS
from tests.independent.cuba.play import Bot, Tally
from tests.independent.cuba.tables import FEW, MIXTURES, compare

HERE = Path(__file__).parent
ALL, SECONDS = 200, 25.0
KNOW_THE_REFEREE = {"picture.py", "play.py", "tables.py"}


def test_offers_and_effects_agree(full: bool) -> None:
    """The long run has all its games, and more until every rare case has come up."""
    mixtures, bot, tally = MIXTURES if full else FEW, Bot(), Tally()
    begun = time.monotonic()
    for number in range(2 * ALL if full else ALL):
        if full and number >= ALL and set(tally.corners) >= corners.ALL:
            break
        if not full and number >= len(FEW) and time.monotonic() - begun > SECONDS:
            break
        compare(number, mixtures[number % len(mixtures)], bot, tally)
    print(report(tally))
    assert set(tally.effects) == set(KINDS), "a question was never put"
    assert set(tally.corners) <= corners.ALL
    if full:
        assert set(tally.corners) >= corners.ALL, "a rare case never came up"


def report(tally: Tally) -> str:
    """What was compared, in a few lines."""
    lines = [f"{tally.games} games"]
    for step, kind in sorted(KINDS.items(), key=lambda one: one[::-1]):
        counts = f"{tally.questions[step]} questions, {tally.blocked[step]} reasons, {tally.effects[step]} effects"
        lines.append(f"{kind:9} {step}: {counts}")
    lines += [f"{count} times: {name}" for name, count in sorted(tally.corners.items())]
    return "\n".join(lines)


def test_predicates_know_nothing_of_the_referee() -> None:
    for path in HERE.glob("*.py"):
        if path.name not in KNOW_THE_REFEREE and not path.name.startswith("test_"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                assert not [name for name in names if name.split(".")[0] == "referee"], path.name
                assert not {name.rpartition(".")[2] + ".py" for name in names} & KNOW_THE_REFEREE, path.name
