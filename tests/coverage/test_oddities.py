"""Packs full of rare declarations and effects, played at random with every check: no game needs them, but one may."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from referee.engine import Program, compile_ruleset
from referee.lab.players import RarePlayer
from referee.lab.simulate import simulate
from referee.language import build_ruleset
from referee.language.describe import Describer
from referee.packs import load_stack
from tests.coverage.exercise import through_views

HERE = Path(__file__).parent / "oddities"
PACKS = sorted(path.stem for path in HERE.glob("*.yaml"))
SELDOM = {"turn/pay/pay", "turn/pay.2/pay", "turn/act/stop_it"}  # mostly there is one way to pay, so nobody is asked


def program(name: str, seats: int, settings: dict[str, list[str]] | None = None) -> Program:
    files = {"fair/pack.yaml": (HERE / f"{name}.yaml").read_bytes()}
    return compile_ruleset(build_ruleset(load_stack(["fair"], files=files, settings=settings)), seats=seats)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("name", PACKS)
def test_every_check_holds(name: str, seats: int, full: bool) -> None:
    game = program(name, seats)
    report = simulate(game, games=200 if full else 12, seed=seats, player=RarePlayer())
    never = {kind: set(names) - SELDOM for kind, names in report.never.items()}
    assert never == {"hooks": set(), "options": set(), "ends": set()} or not full
    for seed in range(20 if full else 3):
        through_views(game, random.Random(seed))


@pytest.mark.parametrize("name", PACKS)
def test_everything_has_words(name: str) -> None:
    rules = program(name, 2).ruleset
    describer = Describer(rules.model, rules.procedures, rules.terms)
    assert all(describer.effect(procedure.body).key for procedure in rules.procedures)
    assert all(describer.entry(entry) for entry in rules.model.entries if entry.code)


@pytest.mark.parametrize("settings", [{"side": ["common"]}, {"many": ["2"], "left": ["tea"]}])
def test_options_of_the_pack(settings: dict[str, list[str]]) -> None:
    through_views(program("places", 2, settings), random.Random(1))
