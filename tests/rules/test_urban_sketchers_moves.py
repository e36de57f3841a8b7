"""Whole routes and whole Sketch actions of Urban Sketchers as one move, and the same step by step in a preview."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from referee.engine import Illegal, Program, State, compile_ruleset
from referee.engine.position import read_position, set_up_position
from referee.engine.records import Answer, Choice
from referee.language import build_ruleset
from referee.packs import load_stack
from referee.texts import Catalogs
from tests.rules.ledgers import CONTENT

PLATES = {"plates/1": ["large_monument"], "plates/2": ["large_cityscape"], "plates/3": ["large_folklore"]}
ROUTE = ["step/clockwise", "collect", "step/counterclockwise", "step/counterclockwise", "collect", "wander/8", "stop"]
SKETCH = ["efficient/1/oaxaca", "sketch/1/zanzibar", "sketch/1/luanda", "stop", "tile/1/3"]


@cache
def program() -> Program:
    return compile_ruleset(build_ruleset(load_stack([str(CONTENT / "urban-sketchers")])), seats=2)


def position(run: str, values: dict[str, Any], places: dict[str, Any]) -> State:
    return set_up_position(program(), b"\3" * 32, run=run, seat="1", values={"active": "1", **values}, places=places)


@pytest.fixture
def journey() -> State:
    """In front of the die that leads to Travel, with 9 gold and a pair of themes for a bonus tile."""
    themes = {"seat/1/themes_up": {"cityscape": 1, "folklore": 1}}
    world = {"world/4": ["fez"], "world/2": ["accra"], "bag": ["asia_tile"]}
    tiles = ["red_discount", "money_tile", "green_discount", "blue_discount", "yellow_discount"]
    world |= {f"display/{space}": [tile] for space, tile in enumerate(tiles, 1)}
    values = {"seat/1/gold": 9, "seat/1/traveller": "world/3"}
    return position("take_turn", values, {"dice": ["red_die.2"], **themes, **PLATES, **world, "seat/1/hand": []})


@pytest.fixture
def drawing() -> State:
    """In front of the Sketch action of the worked example."""
    return position(
        "sketch",
        {"seat/1/gold": 3},
        {
            "seat/1/hand": ["oaxaca", "zanzibar", "luanda"],
            "seat/1/sketchbooks/1/slots": ["yellow_discount"],
            "seat/1/backpack": {"yellow_resource": 1, "red_resource": 2},
            "seat/1/improvements/1": ["blue_improvement.basic"],
            "display/3": ["money_tile"],
        },
    )


def choices(options: list[str]) -> list[Choice]:
    return [Choice(option) for option in options]


def value(state: State, name: str) -> Answer | str | bool:
    found: Any = read_position(program(), state).values[name].value
    return found


def test_a_whole_route_is_one_move(journey: State) -> None:
    moved = program().submit(journey, "1", choices(["coloured/1/red_die", *ROUTE]))
    assert value(moved.state, "seat/1/traveller") == "world/8"
    assert value(moved.state, "seat/1/gold") == 4


@pytest.mark.parametrize(
    ("at", "wrong", "reason"),
    [
        (2, "collect", "CONDITION_FAILED"),  # the space is empty by then
        (6, "wander/3", "CONDITION_FAILED"),  # the Wanderer is used
        (4, "step/up", "NOT_OFFERED"),
        (0, "sketch/1/fez", "NOT_OFFERED"),
    ],
)
def test_a_wrong_step_is_named_and_nothing_happens(journey: State, at: int, wrong: str, reason: str) -> None:
    before = list(journey)
    steps = ["coloured/1/red_die", *ROUTE[:at], wrong, *ROUTE[at:]]
    with pytest.raises(Illegal) as illegal:
        program().submit(journey, "1", choices(steps))
    assert (illegal.value.refusal.reason, illegal.value.refusal.choice) == (reason, at + 1)
    assert journey == before


def test_the_money_has_to_last_for_the_whole_route() -> None:
    short = position("travel", {"seat/1/gold": 4, "seat/1/traveller": "world/3"}, {"world/4": ["fez"]})
    with pytest.raises(Illegal) as illegal:
        program().submit(short, "1", choices(ROUTE))
    assert (illegal.value.refusal.reason, illegal.value.refusal.choice) == ("CANNOT_PAY", 4)


def test_steps_are_taken_back_one_by_one_in_a_preview(journey: State) -> None:
    steps = ["coloured/1/red_die", *ROUTE[:-1]]
    seen = []
    for count in range(len(steps), -1, -1):
        tried = program().preview(journey, "1", choices(steps[:count]))
        assert not tried.at_barrier and tried.refusal is None
        seen.append(value(tried.state, "seat/1/gold"))
    assert seen == [4, 4, 5, 6, 7, 8, 9, 9]


def test_a_pair_for_a_tile_ends_the_move_in_the_middle_of_a_route(journey: State) -> None:
    """Choosing the tile fills the display up again from the bag, so nothing may follow in this move."""
    begun = ["coloured/1/red_die", "step/clockwise", "flip_pair/2", "tile/2/2"]
    moved = program().submit(journey, "1", choices(begun))
    assert moved.barrier and moved.ends
    with pytest.raises(Illegal) as illegal:
        program().submit(journey, "1", choices([*begun, "step/clockwise"]))
    assert (illegal.value.refusal.reason, illegal.value.refusal.choice) == ("CHOICE_AFTER_BARRIER", 4)
    tried = program().preview(journey, "1", choices(begun))
    assert tried.at_barrier  # and the display is as it was
    shown = read_position(program(), tried.state).places
    assert [piece.entry for piece in shown["display/2"]] == ["money_tile"]
    after = program().view(moved.state, "1").decisions[0]
    assert after.step == "travel/leg"


def test_the_tile_may_be_declined_and_the_route_goes_on(journey: State) -> None:
    """A point instead of the tile leaves the display full: nothing is drawn."""
    steps = ["coloured/1/red_die", "step/clockwise", "flip_pair/2", "point", "step/clockwise", "stop"]
    moved = program().submit(journey, "1", choices(steps))
    assert value(moved.state, "seat/1/traveller") == "world/5"


def test_a_whole_sketch_action_is_one_move(drawing: State) -> None:
    moved = program().submit(drawing, "1", choices(SKETCH))
    places = read_position(program(), moved.state).places
    assert [piece.entry for piece in places["seat/1/sketchbooks/1/cards"]] == ["oaxaca", "zanzibar", "luanda"]
    assert value(moved.state, "seat/1/gold") == 0
    assert moved.barrier  # the others have seen the cards


def test_the_wrong_order_of_cards_is_refused_as_a_whole(drawing: State) -> None:
    before = list(drawing)
    wrong = ["sketch/1/zanzibar", "efficient/1/oaxaca", "sketch/1/luanda", "stop"]
    with pytest.raises(Illegal) as illegal:
        program().submit(drawing, "1", choices(wrong))
    assert (illegal.value.refusal.reason, illegal.value.refusal.choice) == ("CANNOT_PAY", 0)
    assert drawing == before


def test_cards_are_taken_back_one_by_one_in_a_preview(drawing: State) -> None:
    gold = []
    for count in (4, 3, 2, 1, 0):
        tried = program().preview(drawing, "1", choices(SKETCH[:count]))
        assert not tried.at_barrier and tried.refusal is None
        gold.append(value(tried.state, "seat/1/gold"))
    assert gold == [0, 0, 2, 3, 3]


@pytest.mark.parametrize(
    ("rival", "told"),
    [
        ({"seat/2/spaces/1": ["red_die.6"]}, "for 4 gold to the player who used the coloured die"),
        ({"seat/2/spaces/1": ["white_die.6"]}, "for 1 gold to the bank"),
    ],
)
def test_a_white_die_says_what_it_costs_and_who_gets_it(rival: dict[str, Any], told: str) -> None:
    state = position("place_die", {"seat/1/gold": 9, "common_pips": 3}, {"dice": ["white_die.2"], **rival})
    (decision,) = program().view(state, "1").decisions
    texts = Catalogs.load(program().ruleset.texts)
    labels = {option.id: texts.render(option.label) for option in decision.options}
    assert labels["white/1/white_die"].endswith(told)
