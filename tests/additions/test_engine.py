"""A building, a law and a changed rule value from a folder: checked, compiled and played."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from referee.engine import Program, State, compile_ruleset
from referee.engine.records import Choice, Event, Option
from referee.language import Ruleset, build_ruleset
from referee.packs import load_stack
from tests.additions import house_rules
from tests.engine.walk import answer, decision_of, key
from tests.programs import referee

BUILDING, LAW = "building/tavern", "law/proud_city"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return house_rules.write(tmp_path)


def ruleset(pack: Path) -> Ruleset:
    stack = load_stack([str(pack)])
    assert stack.diagnostics == []
    return build_ruleset(stack)


def test_the_folder_checks_and_its_scenario_holds(pack: Path) -> None:
    referee("check", house_rules.ID, where=pack.parent)
    done = json.loads(referee("test", house_rules.ID, "--json", where=pack.parent))
    assert "the_tavern_gives_points" in json.dumps(done)
    said = referee("simulate", house_rules.ID, "--players", "2", "--games", "1", "--json", where=pack.parent)
    assert json.loads(said)["games"] == 1


class Game:
    """A random game that likes to build the new building; counts what is new in it."""

    def __init__(self, program: Program, seed: int) -> None:
        self.program, self.dice = program, random.Random(seed)
        self.state: State = program.start(key(seed))
        self.offered = self.used = self.held = 0

    def play(self) -> None:
        while not self.program.over(self.state):
            seat = self.program.pending(self.state)[0]
            option = self._liked(decision_of(self.program, self.state, seat).options)
            applied = self.program.submit(self.state, seat, [Choice(option.id, answer(option, self.dice))])
            self.state = applied.state
            self.program.check_invariants(self.state)
            self._count(self.program.events_for(applied, ""))

    def _liked(self, options: tuple[Option, ...]) -> Option:
        new = [option for option in options if option.id.startswith("build/tavern")]
        self.offered += bool(new)
        return self.dice.choice(new or list(options))

    def _count(self, events: tuple[Event, ...]) -> None:
        self.used += any((event.cause.entry, event.cause.hook) == (BUILDING, "use") for event in events)
        view = self.program.view(self.state, "")
        if any(each.entry == LAW for each in view.in_force):
            self.held += 1
            assert {v.id: v.value for v in view.values}["rule/points_per_building"] == house_rules.POINTS


@pytest.mark.parametrize("seats", [2, 4])
def test_whole_games_use_what_was_added(pack: Path, seats: int) -> None:
    program = compile_ruleset(ruleset(pack), seats=seats)
    games = [Game(program, seed) for seed in range(3)]
    for game in games:
        money = {v.id: v.value for v in program.view(game.state, "").values}
        assert [money[f"seat/{n + 1}/peso"] for n in range(seats)] == [house_rules.MONEY] * seats
        game.play()
    assert all(game.offered for game in games)
    assert any(game.used for game in games)
    assert any(game.held for game in games)


def test_the_law_counts_at_the_end(pack: Path) -> None:
    """Games that end under the new law score the buildings as it says, all others as the game does."""
    program = compile_ruleset(ruleset(pack), seats=2)
    seen: set[bool] = set()
    for seed in range(8):
        game = Game(program, seed)
        game.play()
        view, outcome = program.view(game.state, ""), program.outcome(game.state)
        assert outcome is not None
        holds = any(each.entry == LAW for each in view.in_force)
        base = program.ruleset.model.rules["points_per_building"].base
        assert isinstance(base, int)
        for score in outcome.scores:
            estate = [place for place in view.places if place.id.startswith(f"seat/{score.seat}/estate/")]
            count = sum(piece.count for place in estate for piece in place.pieces) - 1  # one is printed
            buildings = next(line.points for line in score.lines if "buildings" in line.source.key)
            assert buildings == count * (house_rules.POINTS if holds else base)
        seen.add(holds)
        if len(seen) == 2:
            break
    assert seen == {True, False}


def test_the_game_beneath_stays_as_it_is(pack: Path) -> None:
    """The pack makes another ruleset; the shipped game, and a game of it that is paused, notice nothing."""
    plain = build_ruleset(load_stack(["cuba"]))
    program = compile_ruleset(plain, seats=2)
    paused = program.start(key(1))
    before = program.digest(paused)
    added = ruleset(pack)
    compile_ruleset(added, seats=2).start(key(1))
    assert added.rules_digest != plain.rules_digest
    assert build_ruleset(load_stack(["cuba"])).rules_digest == plain.rules_digest
    assert program.digest(program.load(program.dump(paused))) == before
    house_rules.edit(pack)
    edited = ruleset(pack)
    assert edited.rules_digest != added.rules_digest and edited.content_digest != added.content_digest
