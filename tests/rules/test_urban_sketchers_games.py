"""Random games of Urban Sketchers, counted from what a spectator sees: dice, dead ends, spaces, the end of the game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import pytest

from referee.engine import Program, State, compile_ruleset
from referee.engine import records as r
from referee.engine.position import set_up_position
from referee.lab.players import RandomPlayer
from referee.lab.randomness import game_key, player_random
from referee.language import build_ruleset
from referee.packs import load_stack
from tests.rules.ledgers import CONTENT

PLACING = "place_die/placement"
END = {2: 6, 3: 9, 4: 12}
ROOM = 12


@cache
def program(seats: int) -> Program:
    return compile_ruleset(build_ruleset(load_stack([str(CONTENT / "urban-sketchers")])), seats=seats)


@dataclass(frozen=True)
class Turn:
    """A die chosen: by whom, which options there were, how many dice lay there, who was first."""

    seat: str
    labels: frozenset[str]
    dice: int
    first: str
    published: int


@cache
def turns(seats: int, seed: int) -> list[Turn]:
    """The placements of a random game. Raises AssertionError where something visible is wrong."""
    game = program(seats)
    state, dice, player = game.start(game_key(seed, 0)), player_random(seed, 0), RandomPlayer()
    found: list[Turn] = []
    turned = False
    while waiting := game.pending(state):
        raw = player.choose(game, state, dice)
        choice = game.raw_to_choice(state, raw)
        if choice.step == PLACING:
            view = game.view(state, waiting[0])
            check(view, seats)
            labels = frozenset(option.id.partition("/")[0] for option in view.decisions[0].options)
            if not choice.option.startswith("flip_pair"):
                values = {value.id: value.value for value in view.values}
                lying = next(place for place in view.places if place.id == "dice")
                count = sum(piece.count for piece in lying.pieces)
                published = values["total_published"]
                assert isinstance(published, int)
                found.append(Turn(waiting[0], labels, count, str(values["first_player"]), published))
        turned = turned or choice.option.startswith("flip_pair")
        state = game.apply(state, int(waiting[0]) - 1, raw)
    published = ended(game, state)
    assert published >= END[seats]
    return found


def check(view: r.View, seats: int) -> None:
    """What holds before every placement: room in backpacks and sketchbooks, different improvements, one die a space."""
    for place in view.places:
        word = place.id.rpartition("/")[2]
        if word == "backpack":
            assert sum(piece.count for piece in place.pieces) <= ROOM
        if word == "overflow":
            assert not place.pieces
        for piece in place.pieces:
            for inside in piece.inside:
                assert sum(each.count for each in inside.pieces) <= (6 if inside.id.endswith("cards") else 3)
    for seat in range(1, seats + 1):
        cells = [place for place in view.places if place.id.startswith(f"seat/{seat}/improvements/")]
        names = [piece.entry for cell in cells for piece in cell.pieces]
        assert len(names) == len(set(names)) <= 4


def ended(game: Program, state: State) -> int:
    """How many sketchbooks were published in all when the game was over."""
    number = next(value.value for value in game.view(state, "").values if value.id == "total_published")
    assert isinstance(number, int)
    return number


GAMES = [(2, 1), (2, 2), (3, 3), (4, 4)]  # seats, seed


@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_rounds(seats: int, seed: int) -> None:
    """Everybody places two dice a round, in order; one is left; the next round begins with the next seat."""
    found = turns(seats, seed)
    rounds = [found[start : start + 2 * seats] for start in range(0, len(found), 2 * seats)]
    first = int(found[0].first)
    for number, one in enumerate(rounds):
        begins = (first - 1 + number) % seats
        order = [str((begins + step) % seats + 1) for step in range(seats)]
        assert [turn.seat for turn in one] == order * 2
        assert {turn.first for turn in one} == {order[0]}
        assert [turn.dice for turn in one] == list(range(2 * seats + 1, 1, -1))
    before = [one[0].published for one in rounds]
    assert all(number < END[seats] for number in before)  # no round begins after the end was reached


@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_a_die_is_removed_only_if_none_can_be_placed(seats: int, seed: int) -> None:
    for turn in turns(seats, seed):
        assert turn.labels, turn
        placing = turn.labels & {"coloured", "white", "opportunist", "restock"}
        assert ("remove" in turn.labels) == (not placing)
        assert seats > 2 or "remove" not in turn.labels


def broke(game: Program, seats: int, seed: int) -> tuple[int, int]:
    """Placements with nobody having gold or a ready Opportunist, and how many of them were dead ends."""
    dice = player_random(seed, 7)
    tried = dead = 0
    for number in range(40):
        values = {f"seat/{seat}/gold": 0 for seat in range(1, seats + 1)}
        places = {f"seat/{seat}/chances": ["opportunist.used"] for seat in range(1, seats + 1)}
        state = set_up_position(game, game_key(seed, number), run="play_round", values=values, places=places)
        ends = False
        placed = 0
        while (waiting := game.pending(state)) and placed < 2 * seats:
            step = game.view(state, waiting[0]).decisions[0].step
            offered = [option.id for option in game.view(state, waiting[0]).decisions[0].options]
            ends = ends or any(option.startswith("remove/") for option in offered)
            placed += step == PLACING
            raw = game.sample(state, dice)
            state = game.apply(state, int(waiting[0]) - 1, raw)
        tried += 1
        dead += ends
    return tried, dead


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_dead_ends_of_the_broke(seats: int) -> None:
    """With two players never; with three and four now and then, and then a die is removed."""
    tried, dead = broke(program(seats), seats, 5)
    assert tried == 40
    assert dead == 0 if seats == 2 else 0 < dead < tried
