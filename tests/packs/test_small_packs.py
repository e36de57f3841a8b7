"""The small packs load without a finding and speak two languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.language import Ruleset, build_ruleset
from referee.packs import load_stack
from referee.texts import Catalogs, status
from tests.engine.programs import program
from tests.engine.walk import decision_of, steps

HERE = Path(__file__).parent
NAMES = ("tic_tac_toe", "connect_four", "othello", "auction")


def rules_of(name: str) -> Ruleset:
    return build_ruleset(load_stack([str(HERE / name)]))


@pytest.mark.parametrize("name", NAMES)
def test_loads_without_a_finding(name: str) -> None:
    assert [str(finding) for finding in load_stack([str(HERE / name)]).diagnostics] == []
    rules = rules_of(name)
    assert [str(finding) for finding in rules.warnings] == []
    assert rules.min_seats == 2


@pytest.mark.parametrize("name", NAMES)
def test_spanish_is_complete(name: str) -> None:
    translated = (HERE / name / "texts" / "es.po").read_bytes()
    (spanish,) = status(rules_of(name).texts, {"es": translated})
    assert (spanish.missing, spanish.fuzzy, spanish.obsolete, spanish.problems) == (0, 0, 0, ())


@pytest.mark.parametrize("name", NAMES)
def test_every_text_of_a_game_has_words_in_both_languages(name: str) -> None:
    rules = rules_of(name)
    catalogs = Catalogs.load(rules.texts, [pack.files for pack in rules.stack.packs])
    english, spanish = catalogs.catalog("en"), catalogs.catalog("es")
    game = program(name)
    different = 0
    for state, seat, choice in steps(game, 3, limit=60):
        decision = decision_of(game, state, seat)
        applied = game.submit(state, seat, [choice])
        texts = [decision.prompt, *(option.label for option in decision.options)]
        texts += [event.text for event in game.events_for(applied, seat)]
        for text in texts:
            ours, theirs = english.render(text), spanish.render(text)
            assert ours.strip() and theirs.strip()
            assert "{" not in ours + theirs, (text, ours, theirs)
            different += ours != theirs
    assert different
