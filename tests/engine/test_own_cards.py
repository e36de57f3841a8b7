"""Cards of one's own hand shown to the others: that can't be taken back, but a move may go on behind it."""

from __future__ import annotations

import pytest

from referee.engine import Illegal, Program, State
from referee.engine.records import Choice
from tests.engine.inline import pack, program

DECLARED = """
kinds: {card: {}}
card:
  - {id: ace}
  - {id: king}
  - {id: queen}
  - {id: jack}
  - {id: ten}
  - {id: nine}
  - {id: eight}
places:
  deck: {of: table, pile: card, seen_by: nobody}
  hand: {of: seat, pile: card, seen_by: owner}
  waste: {of: table, pile: card}
setup: [{place: deck, all: card}]
"""
MAIN = """
shuffle deck
each seat: draw 3 from deck to my.hand
each seat:
  repeat at most 9:
    choose one act:
      play c from my.hand: put c in waste
      give c from my.hand, s from others: put c in s.hand
      draw_one: draw 1 from deck to my.hand
      stop
end game
"""


@pytest.fixture(scope="module")
def game() -> Program:
    return program(pack(DECLARED, main=MAIN))


@pytest.fixture
def state(game: Program) -> State:
    return game.start(b"\0" * 32)


def flags(game: Program, state: State) -> dict[str, bool]:
    return {option.id.partition("/")[0]: option.barrier for option in game.view(state, "1").decisions[0].options}


def hand(game: Program, state: State) -> list[str]:
    (own,) = (place for place in game.view(state, "1").places if place.id == "seat/1/hand")
    return [piece.entry for piece in own.pieces]


def test_what_shows_an_own_card_may_be_followed(game: Program, state: State) -> None:
    assert flags(game, state) == {"play": False, "give": False, "draw_one": True, "stop": False}
    first, second, third = hand(game, state)
    moved = game.submit(state, "1", [Choice(f"play/{first}"), Choice(f"play/{second}"), Choice(f"give/{third}/2")])
    assert moved.barrier and not moved.ends
    assert hand(game, moved.state) == []


def test_nothing_follows_a_draw(game: Program, state: State) -> None:
    card = hand(game, state)[0]
    assert game.submit(state, "1", [Choice("draw_one")]).ends
    with pytest.raises(Illegal) as illegal:
        game.submit(state, "1", [Choice(f"play/{card}"), Choice("draw_one"), Choice("stop")])
    assert (illegal.value.refusal.reason, illegal.value.refusal.choice) == ("CHOICE_AFTER_BARRIER", 2)


def test_a_preview_goes_on_behind_an_own_card(game: Program, state: State) -> None:
    first, second, _ = hand(game, state)
    tried = game.preview(state, "1", [Choice(f"play/{first}"), Choice(f"play/{second}")])
    assert not tried.at_barrier and len(hand(game, tried.state)) == 1
    assert game.preview(state, "1", [Choice("draw_one")]).at_barrier
