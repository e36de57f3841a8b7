"""Bots that try what is rare come to every rule: every hook of every entry, every option, every end."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from referee.engine import Program, Raw, compile_ruleset
from referee.lab.coverage import Coverage
from referee.lab.players import Player, RandomPlayer, RarePlayer
from referee.lab.randomness import game_key, player_random
from referee.language import build_ruleset
from referee.packs import load_stack
from tests.random_games import by_games, covering, stacks, tables_of

ROOT = Path(__file__).parents[2]
PRESIDENT = (str(ROOT / "content" / "cuba-el-presidente"),)
ENOUGH = 400  # games; most seeds need 30 to 150 of the largest game
PACK = """
id: twice
kind: game
version: 1
language: 1
title: Twice
seats: 2
options:
  long: {values: [yes, no], default: no}
kinds:
  card: {hooks: {play: {sort: effect}, in_force: {sort: modifier, while_in: row}}}
card:
  - {id: calm, in_force: rule fee is 2}
  - {id: keen, play: add 1 to heard}
places:
  row: {of: table, pile: card}
  stack: {of: table, pile: card}
values:
  heard: {}
rules:
  fee: 1
setup:
  - {place: stack, all: card}
procedures:
  main: |
    for each r in 1 to 2:
      each seat: do turn
    end game because enough
  turn: |
    choose one act:
      take c from stack: put c on row
      pass
changes:
  - {instead_of: turn, do: add 1 to heard, when: {option: long, is: yes}}
"""


def program_of(pack: Path) -> Program:
    """A pack with the most seats: there most happens in a game."""
    ruleset = build_ruleset(load_stack([str(pack)]))
    return compile_ruleset(ruleset, seats=ruleset.max_seats)


def never(program: Program, player: Player, games: int, seed: int = 1, fewer: Program | None = None) -> list[str]:
    """What a player hasn't come to after so many games, or as soon as there is nothing left.

    Every tenth game is one with fewer seats: something may happen that many seats leave no room for.
    """
    tables = {program: Coverage(program)} | ({fewer: Coverage(fewer)} if fewer is not None else {})
    left = ["?"]
    for number in range(games):
        program = list(tables)[-1 if number % 10 == 9 else 0]
        coverage = tables[program]
        dice, state = player_random(seed, number), program.start(game_key(seed, number))
        coverage.reached(state)
        while waiting := program.pending(state):
            raw, events = player.choose(program, state, dice), list[Raw]()
            coverage.chosen(state, raw)
            state = program.apply(state, int(waiting[0]) - 1, raw, events)
            coverage.events(events)
            coverage.reached(state)
        outcome = program.outcome(state)
        assert outcome is not None
        coverage.ended(outcome)
        nevers = [{f"{kind} {n}" for kind, names in each.never().items() for n in names} for each in tables.values()]
        left = sorted(set.intersection(*nevers))
        if not left:
            break
    return left


def house_rules(pack: Path) -> bool:
    """Whether a pack changes a game a little: what happens in that is shown by the game's own pack."""
    return load_stack([str(pack)]).packs[-1].kind == "house-rules"


ALONE = [Path(packs[0]) for packs in stacks().values() if len(packs) == 1]
EACH = [pytest.param(pack, marks=pytest.mark.full if house_rules(pack) else (), id=pack.name) for pack in ALONE]


@pytest.mark.parametrize("pack", EACH)
def test_everything_happens(pack: Path) -> None:
    ruleset = build_ruleset(load_stack([str(pack)]))
    few = compile_ruleset(ruleset, seats=ruleset.min_seats) if ruleset.min_seats < ruleset.max_seats else None
    assert never(program_of(pack), RarePlayer(), ENOUGH, fewer=few) == []


def test_rare_bots_see_more_than_random_ones() -> None:
    program = program_of(ROOT / "content" / "cuba")
    assert len(never(program, RarePlayer(), 5)) < len(never(program, RandomPlayer(), 5)) / 2


def test_a_modifier_counts_once_it_is_in_force(tmp_path: Path) -> None:
    (tmp_path / "twice").mkdir()
    (tmp_path / "twice" / "pack.yaml").write_text(PACK)
    program = program_of(tmp_path / "twice")
    assert program.inventory()["hooks"] == ["card/keen/play", "card/calm/in_force"]
    assert never(program, RarePlayer(), 20) == ["hooks card/keen/play"]
    assert Coverage(program).never()["hooks"] == program.inventory()["hooks"]


def test_a_run_over_all_settings_tells_what_none_of_them_shows(tmp_path: Path) -> None:
    folder = tmp_path / "twice"
    folder.mkdir()
    (folder / "pack.yaml").write_text(PACK)
    assert tables_of((str(folder),)) == [({"twice.long": ("yes",)}, 2), ({"twice.long": ("no",)}, 2)]
    seen = by_games((str(folder),), 20, 1)
    assert (seen.games, seen.never()) == (20, ["hooks card/keen/play"])
    # nobody is asked in the first ten games, at the first setting
    assert {name for name, games in seen.came.items() if games <= 10} == {"ends enough"}
    assert {name for name, games in seen.came.items() if games > 10} == {
        "hooks card/calm/in_force",
        "options turn/act/take",
        "options turn/act/pass",
    }
    assert seen.told().startswith("20 games; 4 things happened, the last in game 1")
    assert seen.told().endswith("; 1 never")


def test_of_many_settings_every_two_meet_and_every_number_of_seats() -> None:
    tables = tables_of(PRESIDENT)
    rows = [(*settings.items(), ("seats", (str(seats),))) for settings, seats in tables]
    met = {pair for row in rows for pair in combinations(row, 2)}
    values = {name: {value for row in rows for each, value in row if each == name} for name, _ in rows[0]}
    assert [len(values[f"cuba-el-presidente.{name}"]) for name in ("rounds", "replaced_buildings")] == [3, 6]
    assert values["seats"] == {("2",), ("3",), ("4",), ("5",)}
    assert all(
        ((one, first), (two, second)) in met
        for one, two in combinations(values, 2)
        for first in values[one]
        for second in values[two]
    )
    assert len(tables) < 50


def test_each_entry_that_may_be_picked_is_picked() -> None:
    tables = tables_of(PRESIDENT)
    picked = {name for settings, _ in tables for name in settings["cuba-el-presidente.replaced_buildings"]}
    assert len(picked - {"none"}) == 23


def test_packs_are_played_together_too() -> None:
    together = stacks()["puerto-rico-new-buildings+puerto-rico-nobles"]
    settings, _ = tables_of(together)[0]
    assert {name.partition(".")[0] for name in settings} >= {"puerto-rico-new-buildings", "puerto-rico-nobles"}


@pytest.mark.parametrize("sizes", [(2,), (3, 2), (2, 2, 2, 2), (4, 4, 3, 2, 1)])
def test_covering_rows_are_in_range_and_few(sizes: tuple[int, ...]) -> None:
    rows = covering(sizes)
    assert all(0 <= number < size for row in rows for number, size in zip(row, sizes, strict=True))
    assert sizes[0] <= len(set(rows)) <= 2 * sizes[0] * (sizes[1] if len(sizes) > 1 else 1)
