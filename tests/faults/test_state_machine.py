"""Random calls of every kind, one after the other, against a small model of what is promised."""

from __future__ import annotations

import asyncio
import itertools
import random
import shutil
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from referee.store.postgres.schema import upgrade
from tests.faults.machine import SEATS, Steps
from tests.faults.model import GameModel
from tests.postgres import Postgres
from tests.service.shared import Neighbour
from tests.service.table import House

CHANCE = st.integers(0, 2**32 - 1).map(random.Random)
HOW = st.sampled_from(["public", "public", "unlisted", "private"])
HALF, RARELY = st.booleans(), st.sampled_from([False, False, True])


class Machine(RuleBasedStateMachine):
    """One run: a few games on services that go on from run to run."""

    runner: asyncio.Runner
    services: Callable[[], tuple[list[House], str]]  # closed ones, and a mark for the request ids there

    def __init__(self) -> None:
        super().__init__()
        houses, mark = self.services()
        self.steps = Steps(houses, mark)
        self.held = False  # whether the last step went well
        for house in houses:
            self.runner.run(house.open())

    def do(self, work: Coroutine[Any, Any, object]) -> None:
        """Carries a step out; one that fails is the last."""
        self.held = False
        self.runner.run(work)
        self.held = True

    def game(self, dice: random.Random) -> GameModel:
        return dice.choice(self.steps.games)

    def played(self, dice: random.Random) -> GameModel:
        """One in which somebody can move, mostly."""
        can_move = [game for game in self.steps.games if game.asked and not game.played()]
        return dice.choice(can_move) if can_move and dice.random() < 0.9 else self.game(dice)

    def seat(self, dice: random.Random, game: GameModel) -> str:
        return dice.choice(sorted(game.seats))

    @initialize(dice=CHANCE, pack=st.sampled_from(sorted(SEATS)), how=HOW, chosen=HALF)
    def begin(self, dice: random.Random, pack: str, how: str, chosen: bool) -> None:
        self.do(self.steps.create(dice, pack, how, chosen))
        self.do(self.steps.seat_all(dice, self.steps.games[0]))

    @rule(dice=CHANCE, pack=st.sampled_from(sorted(SEATS)), how=HOW, chosen=HALF)
    def create(self, dice: random.Random, pack: str, how: str, chosen: bool) -> None:
        self.do(self.steps.create(dice, pack, how, chosen))
        if dice.random() < 0.5:
            self.do(self.steps.seat_all(dice, self.steps.games[-1]))

    @rule(dice=CHANCE)
    def join(self, dice: random.Random) -> None:
        """With any invite, old ones too."""
        game = self.game(dice)
        seat = self.seat(dice, game)
        self.do(self.steps.join(dice, game, seat, dice.randrange(len(game.seats[seat].invites))))

    @rule(dice=CHANCE)
    def seat_all(self, dice: random.Random) -> None:
        game = self.game(dice)
        self.do(self.steps.seat_all(dice, game))

    @rule(dice=CHANCE, moves=st.integers(1, 8))
    def move(self, dice: random.Random, moves: int) -> None:
        game = self.played(dice)
        for _ in range(moves):
            self.do(self.steps.move(dice, game))
            self.do(self.steps.hold())

    @rule(dice=CHANCE, moves=st.integers(1, 3))
    def back_and_forth(self, dice: random.Random, moves: int) -> None:
        """Moves are taken back as far as it goes, and some of them made again."""
        game = self.played(dice)
        for _ in range(moves):
            self.do(self.steps.move(dice, game))
            self.do(self.steps.hold())
        while game.back.chain and not game.played() and game.seats[game.back.mover].token:
            self.do(self.steps.undo(dice, game))
            self.do(self.steps.hold())
        for _ in range(dice.randint(0, 3)):
            self.do(self.steps.redo(dice, game))
            self.do(self.steps.hold())

    @rule(dice=CHANCE)
    def wrong_move(self, dice: random.Random) -> None:
        self.do(self.steps.wrong_move(dice, self.game(dice)))

    @rule(dice=CHANCE)
    def undo(self, dice: random.Random) -> None:
        self.do(self.steps.undo(dice, self.played(dice)))

    @rule(dice=CHANCE)
    def redo(self, dice: random.Random) -> None:
        self.do(self.steps.redo(dice, self.played(dice)))

    @rule(dice=CHANCE)
    def resign(self, dice: random.Random) -> None:
        game = self.played(dice)
        self.do(self.steps.resign(game, self.seat(dice, game)))

    @rule(dice=CHANCE)
    def replace(self, dice: random.Random) -> None:
        game = self.game(dice)
        self.do(self.steps.replace(game, self.seat(dice, game)))

    @rule(dice=CHANCE, paused=HALF)
    def pause(self, dice: random.Random, paused: bool) -> None:
        game = self.played(dice) if paused else self.game(dice)
        self.do(self.steps.pause(game, paused))
        self.do(self.steps.hold())
        self.do(self.steps.move(dice, game))

    @rule(dice=CHANCE, archived=RARELY)
    def archive(self, dice: random.Random, archived: bool) -> None:
        self.do(self.steps.archive(self.game(dice), archived))

    @rule(dice=CHANCE)
    def erase(self, dice: random.Random) -> None:
        game = self.game(dice)
        self.do(self.steps.erase(game, self.seat(dice, game)))

    @rule(dice=CHANCE)
    def export_and_import(self, dice: random.Random) -> None:
        self.do(self.steps.export_and_import(dice, self.game(dice)))

    @rule(dice=CHANCE)
    def fork(self, dice: random.Random) -> None:
        game = self.game(dice)
        self.do(self.steps.fork(dice, game, dice.choice(["", *sorted(game.seats)])))

    @rule(dice=CHANCE)
    def retry(self, dice: random.Random) -> None:
        self.do(self.steps.retry(dice.choice(self.steps.sent)))

    @rule(dice=CHANCE)
    def reuse(self, dice: random.Random) -> None:
        self.do(self.steps.reuse(dice.choice(self.steps.sent)))

    @rule(dice=CHANCE)
    def hang_up(self, dice: random.Random) -> None:
        """A follower goes away; it comes back with the version that it has."""
        self.do(dice.choice([*self.steps.followers.values()]).end())

    @rule()
    def restart(self) -> None:
        self.do(self.steps.restart())

    @invariant()
    def holds(self) -> None:
        self.do(self.steps.hold())

    def teardown(self) -> None:
        async def end() -> None:
            try:
                for sent in self.steps.sent if self.held else ():
                    await self.steps.retry(sent)
                if self.held:
                    await self.steps.hold()
            finally:
                await self.steps.end()

        self.runner.run(end())


def run(services: Callable[[], tuple[list[House], str]], examples: int, steps: int) -> None:
    """So many runs of so many steps each, each on services of its own."""
    with asyncio.Runner() as runner:
        here = type("Here", (Machine,), {"services": staticmethod(services), "runner": runner})
        how = settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        )
        run_state_machine_as_test(here, settings=how)


async def with_rulesets(house: House) -> None:
    """Once: the check of a stack costs more than a whole run."""
    await house.open()
    for pack in SEATS:
        await house.ruleset(pack)
    await house.close()


def test_every_call_does_what_the_model_says(tmp_path: Path, full: bool) -> None:
    """The same folder to begin with in every run, so that what fails can be made smaller."""
    first = House(tmp_path / "first")
    first.folder.mkdir()
    asyncio.run(with_rulesets(first))
    numbers = itertools.count()

    def services() -> tuple[list[House], str]:
        house = House(shutil.copytree(first.folder, tmp_path / str(next(numbers))))
        house.rulesets = dict(first.rulesets)
        return [house], "run"

    run(services, *((400, 60) if full else (8, 25)))


@pytest.mark.full
def test_two_services_on_one_database_do_what_the_model_says(postgres: Postgres) -> None:
    address, numbers = postgres.database(), itertools.count()
    upgrade(address)

    def services() -> tuple[list[House], str]:
        return [Neighbour(address, moves_per_second=0, rulesets_per_second=0) for _ in range(2)], f"run{next(numbers)}"

    run(services, 100, 40)
