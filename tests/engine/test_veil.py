"""A veiled position holds what its viewer sees and nothing else: two that look the same have the same one."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from referee.engine.hiding.resample import resample
from referee.engine.hiding.secret_locals import secret_locals
from referee.engine.hiding.veil import Unveilable, veil
from referee.engine.layout import SEALED
from referee.engine.position import set_up_position
from referee.engine.telling.chances import chances
from tests.engine.inline import Game, pack
from tests.engine.programs import ALL, program
from tests.engine.walk import seats_of, steps

HIDING = ("auction", "cuba_event", "urban_sketchers_sketch", "puerto-rico", "cuba", "urban-sketchers")


@pytest.mark.parametrize("name", ALL)
def test_positions_that_look_the_same_have_the_same_veiled_one(name: str) -> None:
    game = program(name)
    dice = random.Random(name)
    for state, _, _ in islice(steps(game, 13, limit=120), 0, None, 12):
        for viewer in ("", *seats_of(game)):
            veiled = veil(game, state, viewer)
            game.check_invariants(veiled)
            other = game.resample(state, viewer, dice.randbytes(32))
            assert game.dump(veil(game, other, viewer)) == game.dump(veiled)
            key = dice.randbytes(32)
            number = int(viewer) - 1 if viewer else -1
            dealt = resample(game, game.load(game.dump(veiled)), number, key)
            assert dealt == resample(game, veil(game, other, viewer), number, key)
            game.check_invariants(dealt)
            if state[SEALED] is None:
                assert game.view(dealt, viewer) == game.view(veiled, viewer) == game.view(state, viewer)


@pytest.mark.parametrize("name", HIDING)
def test_there_is_something_to_veil(name: str) -> None:
    """A test that can fail: the positions that are compared above do differ in what is hidden."""
    game = program(name)
    dice = random.Random(name)
    found = set()
    for state, _, _ in islice(steps(game, 13, limit=60), 0, None, 12):
        for viewer in ("", *seats_of(game)):
            found.add(game.digest(state) == game.digest(game.resample(state, viewer, dice.randbytes(32))))
            assert game.digest(veil(game, state, viewer)) != game.digest(state)
    assert False in found


def test_a_number_that_is_hidden_is_shared_out_evenly() -> None:
    """The points of the others in Puerto Rico: nothing but their sum can be told, and that is kept."""
    game = program("puerto-rico", 3)
    veiled = set()
    for points in ((9, 1), (0, 10), (5, 5)):
        chips = {"chips": {"vp": 62}, "seat/1/score": {"vp": 3}}
        chips |= {f"seat/{seat}/score": {"vp": n} for seat, n in zip("23", points, strict=True)}
        state = set_up_position(game, bytes(32), places=chips)
        veiled.add(game.dump(veil(game, state, "1")))
    assert len(veiled) == 1


def test_a_pile_that_is_never_filled_keeps_its_sort() -> None:
    """Four piles of laws, each of one type: dealing anew doesn't mix them."""
    game = program("cuba")
    state = game.start(bytes(32))
    for number in range(5):
        dealt = resample(game, veil(game, state, "1"), 0, bytes([number]) * 32)
        for pile, type_ in (("tax_deck", 1), ("duty_deck", 2), ("subsidy_deck", 3), ("other_deck", 4)):
            pieces = dealt[game.layout.areas[pile].base]
            entries = [game.ruleset.model.entries[game.layout.entry_of[piece]] for piece in pieces]
            assert entries and {entry.data["type"] for entry in entries} == {type_}


SECRET = pack(
    """
    values:
      wish: {of: seat, seen_by: owner}
    """,
    main="""
    each seat:
      choose think: set my.wish to 4
    end game
    """,
)


def test_a_hidden_value_cannot_be_dealt() -> None:
    game = Game(SECRET).play("think")
    for viewer in ("", "1", "2"):
        with pytest.raises(Unveilable, match="wish"):
            veil(game.program, game.state, viewer)


POUCHES = pack(
    """
    tokens: {ruby: {supply: 4}, opal: {supply: 4}, jade: {supply: 4}}
    groups: {gems: {of: [opal, ruby]}}
    places:
      hoard: {of: table, tokens: gems}
      pouch: {of: seat, tokens: gems, seen_by: owner}
    """,
    main="""
    each seat:
      choose wait: lose 0 ruby
    end game
    """,
)


def test_tokens_of_hidden_sorts_are_dealt_and_named() -> None:
    game = Game(POUCHES, seats=3).program
    veiled = set()
    for two in ({"ruby": 2, "opal": 1}, {"ruby": 1, "opal": 2}):
        three = {"ruby": 3 - two["ruby"], "opal": 3 - two["opal"]}
        places = {"hoard": {"ruby": 1, "opal": 1}, "seat/2/pouch": two, "seat/3/pouch": three}
        state = set_up_position(game, bytes(32), places=places)
        veiled.add(game.dump(veil(game, state, "1")))
        events: list[tuple[object, ...]] = []
        dealt = resample(game, veil(game, state, "1"), 0, bytes(32), events)
        (chance,) = chances(game, dealt, events)
        assert (chance.what, chance.where) == ("deal", "tokens")
        assert sorted(chance.before) == sorted(chance.after) == ["opal"] * 3 + ["ruby"] * 3
        assert list(chance.before) in (["opal"] * 3 + ["ruby"] * 3, ["ruby"] * 3 + ["opal"] * 3)
    assert len(veiled) == 1


REMEMBERED = pack(
    """
    kinds:
      card: {fields: {size: number}}
    card:
      - {id: clown, size: 1}
      - {id: singer, size: 2}
      - {id: juggler, size: 3}
    places:
      deck: {of: table, pile: card, seen_by: nobody}
      hand: {of: seat, pile: card, seen_by: owner}
    values:
      told: {of: seat}
    setup:
      - {place: deck, all: card}
    """,
    main="""
    shuffle deck
    each seat: draw 1 from deck to my.hand
    each seat:
      choose begin: set my.told to 1
      let sizes = sum of (c.size for c in my.hand)
      let twice = 2 * sizes
      choose wait: set my.told to 2
      if twice > 3: set my.told to 3
    end game
    """,
)


def test_what_the_rules_remember_of_hidden_things_cannot_be_dealt() -> None:
    game = Game(REMEMBERED)
    veil(game.program, game.state, "2")
    game.play("begin")
    assert secret_locals(game.program) == {"main.sizes", "main.twice"}
    with pytest.raises(Unveilable, match="sizes"):
        veil(game.program, game.state, "2")


CARDS = """
    kinds:
      card: {}
    card:
      - {id: clown, n: 3}
      - {id: singer, n: 3}
    places:
      deck: {of: table, pile: card, seen_by: nobody}
      %s
    setup:
      - {place: deck, all: card}
    """
GEMS = """
    tokens: {ruby: {unlimited: yes}, opal: {supply: 4}}
    groups: {gems: {of: [ruby, opal]}}
    places:
      pouch: {of: seat, tokens: gems, seen_by: owner}
    """
WAIT = "each seat:\n  choose wait: lose 0 opal\nend game\n"
DRAWN = "each seat: draw 1 from deck to my.hand\neach seat:\n  choose wait: shuffle deck\nend game\n"
HIDDEN = {
    "hand": (CARDS % "hand: {of: seat, pile: card, seen_by: owner, count_seen_by: owner}", DRAWN),
    "mark": (
        CARDS % "hand: {of: seat, pile: card, seen_by: owner}" + "values: {mark: {of: card, seen_by: nobody}}\n",
        DRAWN,
    ),
    "ruby": (GEMS, WAIT),
}


@pytest.mark.parametrize("what", HIDDEN)
def test_what_cannot_be_told_from_the_rest_is_named(what: str) -> None:
    """How many cards somebody holds, what is marked on a card, how many there are of a token without a supply."""
    declared, main = HIDDEN[what]
    game = Game(pack(declared, main=main), seats=2)
    with pytest.raises(Unveilable, match=what):
        veil(game.program, game.state, "1")


def test_what_lies_in_a_hidden_piece_cannot_be_dealt() -> None:
    declared = CARDS % "hand: {of: seat, pile: card, seen_by: owner}\n      load: {of: card, tokens: gems}"
    declared += "tokens: {ruby: {supply: 4}, opal: {supply: 4}}\n    groups: {gems: {of: [ruby, opal]}}\n"
    game = Game(pack(declared, main=DRAWN), seats=2)
    veil(game.program, game.state, "1")
    state = game.state.copy()
    state[game.program.layout.areas["load"].end - 1] = 1
    with pytest.raises(Unveilable, match="load"):
        veil(game.program, state, "1")
