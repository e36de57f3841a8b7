"""Events that are made once for all who see them alike are those that each viewer would be told alone."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from referee.engine import compile_ruleset
from referee.engine.telling.events import Telling
from referee.language import build_ruleset
from referee.packs import load_stack
from tests.engine.inline import program as program_of
from tests.engine.test_renewing import HIDING
from tests.engine.walk import key, seats_of

ROOT = Path(__file__).resolve().parents[2]
TABLES = [("auction", 4), ("cuba-el-presidente", 4), ("puerto-rico-nobles", 3), ("urban-sketchers", 3), ("hiding", 3)]


@pytest.mark.parametrize(("stack", "seats"), TABLES)
def test_shared_events_are_those_of_each_viewer(stack: str, seats: int) -> None:
    small = ROOT / "tests" / "packs" / stack
    if stack == "hiding":
        game = program_of(HIDING, seats)
    else:
        game = compile_ruleset(build_ruleset(load_stack([str(small) if small.is_dir() else stack])), seats=seats)
    dice, state = random.Random(stack), game.start(key(4))
    viewers, same, alike = ["", *seats_of(game)], 0, 0
    for _ in range(150):
        if game.over(state):
            break
        seat = dice.choice(game.pending(state))
        choice = game.raw_to_choice(state, game.sample(state, dice, int(seat) - 1), seat)
        applied = game.submit(state, seat, [choice])
        telling = Telling()
        dice.shuffle(viewers)
        told = {viewer: game.events_for(applied, viewer, telling) for viewer in viewers}
        assert told == {viewer: game.events_for(applied, viewer) for viewer in viewers}
        one, other = told[viewers[0]], told[viewers[1]]
        alike += len(one)
        same += sum(any(event is each for each in other) for event in one)
        state = applied.state
    assert alike and (same or stack == "hiding")
