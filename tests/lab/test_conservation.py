"""The invariants notice every token and every piece that is lost or doubled, wherever it lies."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.engine import InvariantBroken, Program, State, compile_ruleset
from referee.language import build_ruleset
from referee.packs import load_stack

CONTENT = Path(__file__).parents[2] / "content"


@pytest.fixture(scope="module")
def game() -> Program:
    return compile_ruleset(build_ruleset(load_stack([str(CONTENT / "cuba")])), seats=5)


@pytest.fixture(scope="module")
def states(game: Program) -> list[State]:
    """Positions all along a game."""
    dice, state, found = random.Random(4), game.start(bytes(32)), []
    while seats := game.pending_seats(state):
        found.append(state)
        state = game.apply(state, seats[0], game.sample(state, dice))
    return [*found[::20], state]


def pools(game: Program) -> Iterator[tuple[str, int, int]]:
    """Every slot that counts tokens: its place, the token and the slot."""
    for area in game.layout.areas.values():
        if area.place.form == "pool":
            for owner in range(area.owners):
                for token, offset in area.index.items():
                    yield area.place.id, token, area.base + owner * area.stride + offset


def test_a_token_more_or_less_is_noticed_in_every_place(game: Program, states: list[State]) -> None:
    supplied = [token.supply is not None for token in game.ruleset.model.tokens.values()]
    places: set[str] = set()
    for state in states:
        game.check_invariants(state)
        for place, token, slot in pools(game):
            if not supplied[token]:
                continue  # money and points have no end
            for change in (1, -1):
                wrong = state.copy()
                wrong[slot] += change
                with pytest.raises(InvariantBroken, match="there are|holds -1"):
                    game.check_invariants(wrong)
            places.add(place)
    assert places == {"supply", "market", "hold", "yard", "store"}


def test_what_lies_anywhere_adds_up_to_what_the_rules_have(game: Program, states: list[State]) -> None:
    """Counted here once more, apart from the invariants."""
    for state in states:
        counts = dict.fromkeys(game.ruleset.model.tokens, 0)
        for _, token, slot in pools(game):
            counts[game.ids.tokens[token]] += state[slot]
        assert {name: counts[name] for name in ("citrus", "sugar", "tobacco")} == dict.fromkeys(
            ("citrus", "sugar", "tobacco"), 18
        )
        assert {counts[name] for name in ("rum", "cigars", "wood", "stone", "water")} == {15}


def test_a_piece_lost_or_doubled_is_noticed(game: Program, states: list[State]) -> None:
    layout = game.layout
    for state in states:
        for piece in range(len(layout.entry_of)):
            slot = state[layout.location + piece]
            wrong = state.copy()
            wrong[slot] = tuple(p for p in state[slot] if p != piece) if isinstance(state[slot], tuple) else -1
            with pytest.raises(InvariantBroken, match="pieces lie somewhere"):
                game.check_invariants(wrong)
            wrong = state.copy()
            wrong[layout.box] = (*state[layout.box], piece)
            with pytest.raises(InvariantBroken, match="lies in two places"):
                game.check_invariants(wrong)
