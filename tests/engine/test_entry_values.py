"""A piece put into a value for entries is kept as its entry."""

from __future__ import annotations

from tests.engine.inline import Game, pack

THINGS = """
kinds: {card: {fields: {worth: number}}}
card: [{id: ace, n: 3, worth: 9}, {id: ten, worth: 5}]
places: {row: {of: table, pile: card}}
values: {shown: {type: card or none}}
setup: [{place: row, all: card}]
"""

MAIN = """
each seat:
  choose show c from row: set shown to c
end game because done
"""


def test_a_piece_is_kept_as_its_entry() -> None:
    game = Game(pack(THINGS, main=MAIN), seats=2).play("show/ten")
    assert game.value("shown") == "ten"
    assert game.play("show/ace").program.over(game.state)
