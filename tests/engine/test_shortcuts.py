"""Where generated code takes a shorter way: it leads to the same place as the long one."""

from __future__ import annotations

import random

import pytest

from referee.engine.core import answer, asks
from tests.engine.inline import Game, pack
from tests.engine.programs import ALL, program
from tests.engine.walk import key


@pytest.mark.parametrize("name", ALL)
def test_it_makes_no_difference_whether_anybody_listens(name: str) -> None:
    game = program(name)
    dice = random.Random(name)
    state = game.start(key(3))
    for _ in range(250):
        if game.over(state):
            break
        (seat, *_) = game.pending_seats(state)
        raw = dice.choice(game.moves(state, seat))
        if asks(raw):
            raw = (*raw[:-1], answer(raw[-1], dice))
        told = game.apply(state, seat, raw, [])
        state = game.apply(state, seat, raw)
        assert told == state


STONES = """
kinds: {{stone: {{}}}}
stone: [{{id: pebble, n: {copies}}}, {{id: flint, n: 1}}, {{id: chalk, n: 1}}]
places:
  heap: {{of: table, pile: stone, shape: list}}
  sack: {{of: seat, pile: stone}}
values: {{pebbles: {{}}, flints: {{}}, chalks: {{}}, mine: {{}}}}
setup:
  - {{place: heap, all: stone, where: it is not chalk}}
"""

# The first pebble goes behind all others, so that the order of the pile isn't that of the numbers.
TURNED = """
for each p in first of heap where it is pebble: put p in heap
set pebbles to count (heap where it is pebble)
set flints to count (heap where it is flint)
if any s in heap satisfies s is chalk: set chalks to 1
each seat:
  if no s in my.sack satisfies s is flint: set mine to mine + 1
do ask
"""


@pytest.mark.parametrize("copies", [1, 2, 5, 41])  # of many copies the pile is gone through
def test_pieces_of_an_entry_are_found_in_the_order_of_their_pile(copies: int) -> None:
    ask = "choose take p = the first of (heap where it is pebble) where p is not none: put p in my.sack"
    source = pack(STONES.format(copies=copies), main=TURNED, ask="each seat: do take\nend game because done", take=ask)
    game = Game(source)
    assert [game.value(name) for name in ("pebbles", "flints", "chalks", "mine")] == [copies, 1, 0, 2]
    heap, sack = (game.program.layout.areas[name].base for name in ("heap", "sack"))
    pebbles = list(range(copies))
    assert list(game.state[heap]) == [*pebbles[1:], copies, pebbles[0]]
    game.play("take")
    assert game.state[sack] == (1,) if copies > 1 else game.state[sack] == (0,)
    assert game.options == (["take"] if copies > 1 else [])


HOUSES = """
tokens: {hand: {supply: 9}, coin: {unlimited: true}}
groups: {hands: [hand]}
kinds:
  house:
    faces: [open, shut]
    fields: {rooms: {type: number, default: 2}}
    hooks:
      in_force: {sort: modifier, while_in: town}
house:
  - {id: mill, n: 2, in_force: rule bread adds 1 while this is working}
  - {id: barn, n: 1, in_force: rule hay adds total in this.crew}
  - {id: hut, n: 1, in_force: rule fire adds 1 while rule hay > 0 and this is working}
places:
  lot: {of: table, pile: house}
  town: {of: seat, pile: house}
  crew: {of: house, tokens: [hand], only_in: town, leaves: owner.inn}
  inn: {of: seat, tokens: [hand, coin], home: true}
values: {lit: {of: house, type: yes/no}}
rules:
  bread: {of: seat, base: 0}
  hay: {of: seat, base: 0}
  fire: {of: seat, base: 0}
terms:
  supplied: {is: number of hand in supply > 0}
  working(house h): {is: total in h.crew > 0 and h is open and h.lit is no}
setup:
  - {place: lot, all: house}
"""

CHANGES = """
repeat at most 300:
  choose one change:
    build h from lot: put h in my.town
    leave h from my.town where count my.town > 2: put h in lot
    man h from my.town where total in h.crew < h.rooms and supplied: gain 1 hand from supply to h.crew
    free h from my.town where total in h.crew > 0: move all hands from h.crew to supply
    shut h from my.town: turn h to shut
    open h from my.town: turn h to open
    light h from my.town: set h.lit to yes
    snuff h from my.town: set h.lit to no
    hire where supplied: gain 1 hand
    spread where total in my.inn > 0: share out all hands from my.inn over my.town up to it.rooms
"""


def test_rule_values_follow_every_change_of_a_piece() -> None:
    game = Game(pack(HOUSES, main="each seat: do change\nend game because done", change=CHANGES)).program
    dice = random.Random(5)
    seen: set[tuple[int, ...]] = set()
    state = game.start(key(1))
    while not game.over(state):
        (seat,) = game.pending_seats(state)
        state = game.apply(state, seat, game.sample(state, dice))
        game.check_invariants(state)  # each value is what its modifiers give
        seen.add(tuple(state[game.layout.rules[name][0] + seat] for name in ("bread", "hay", "fire")))
    assert len(seen) >= 8


def test_what_is_computed_on_the_way_stands_in_a_set_of_a_set() -> None:
    body = "for each i in 1 to min(count heap + 1, mine + 2) where i * 2 > max(mine - 3, flints - 5): add i to pebbles"
    game = Game(pack(STONES.format(copies=3), main=body + "\ndo ask", ask="each seat:\n  choose rest"))
    assert game.value("pebbles") == 1 + 2
