"""Where an engine of this kind goes wrong when nobody looks: one trap, one test."""

from __future__ import annotations

from referee.engine.records import PickForm, Piece
from tests.engine.inline import Game, pack

COINS = """
tokens:
  coin: {unlimited: true}
  bead: {supply: 10}
places:
  pouch: {of: seat, tokens: [coin, bead], home: true}
"""


def test_positions_reached_in_two_orders_are_equal() -> None:
    source = pack(
        COINS,
        main="""
        each seat:
          repeat at most 5:
            choose one take_some:
              coin_first where my.coin = 0: gain 1 coin
              bead_first where my.bead = 0: gain 1 bead
              stop
          choose one pause:
            on_we_go: gain 1 coin
        """,
    )
    left = Game(source).play("coin_first", "bead_first")
    right = Game(source).play("bead_first", "coin_first")
    assert left.step == "main/pause"
    assert left.program.digest(left.state) == right.program.digest(right.state)
    assert left.play("on_we_go").state == right.play("on_we_go").state


def test_a_skipped_seat_leaves_no_trace() -> None:
    """Seat 1 had nothing to choose; the paused program is the same as if it had never been looked at."""
    source = pack(
        COINS,
        main="""
        for each i in 1 to 2:
          each seat:
            let had = my.coin
            choose spend where my.coin > 0:
              lose had coin
          each seat: gain 1 coin
        """,
    )
    game = Game(source)
    assert game.pending == ["1"]  # nobody was asked in the first round
    assert game.play("spend").pending == ["2"]
    assert game.play("spend").step == ""
    assert game.place("seat/1/pouch") == {"coin": 1}


def test_a_modifier_follows_its_condition_in_the_middle_of_a_block() -> None:
    source = pack(
        """
        tokens:
          coin: {unlimited: true}
          worker: {supply: 5}
        kinds:
          stall:
            hooks: {in_force: {sort: modifier, while_in: row}}
        stall:
          - {id: mill, in_force: rule wages adds 2 while number of worker in this.bench > 0}
        places:
          pouch: {of: seat, tokens: [coin, worker], home: true}
          row: {of: seat, pile: stall}
          stalls: {of: table, pile: stall}
          bench: {of: stall, tokens: worker, leaves: supply}
        rules:
          wages: {of: seat, base: 1}
        setup:
          - {place: stalls, all: stall}
        """,
        main="""
        each seat in first of seats:
          choose work:
            gain rule wages coin
            draw 1 from stalls to my.row
            gain rule wages coin
            for each s in my.row:
              move 1 worker from supply to s.bench
              gain rule wages coin
              move all from s.bench to supply
            gain rule wages coin
        """,
    )
    game = Game(source).play("work")
    assert game.place("seat/1/pouch") == {"coin": 1 + 1 + 3 + 1}


def test_a_trigger_in_the_middle_of_a_loop_sees_and_changes_the_position() -> None:
    source = pack(
        COINS
        + """
values:
  visits: {of: seat}
triggers:
  - "after visit(seat s) where s.visits = 1: gain 5 bead to s"
""",
        main="""
        each seat in first of seats:
          choose walk:
            for each s in seats: do visit(s)
            for each s in seats: do visit(s)
            gain my.bead coin
        """,
        **{"visit(seat s)": "add 1 to s.visits"},
    )
    game = Game(source).play("walk")
    assert game.place("seat/1/pouch") == {"coin": 5, "bead": 5}
    assert game.place("seat/2/pouch") == {"bead": 5}


def test_a_piece_that_leaves_takes_or_empties_its_content() -> None:
    declarations = """
    tokens:
      bead: {supply: 10}
    kinds:
      cart: {}
    cart:
      - {id: red_cart}
    places:
      lane: {of: table, cells: 2, holds: cart}
      yard: {of: table, pile: cart}
      load: {of: cart, tokens: bead, only_in: lane, leaves: supply}
    setup:
      - {place: lane, pieces: [red_cart]}
    """
    source = pack(
        declarations,
        main="""
        each seat in first of seats:
          choose fill c from lane where c is not empty: move 4 bead from supply to c.cart.load
          choose shift c from lane where c is not empty, d from lane where d is empty: put c.cart on d
          choose leave c from lane where c is not empty: put c.cart in yard
          choose look: shuffle yard
        """,
    )
    game = Game(source).play("fill/1", "shift/1/2")
    assert game.place("supply") == {"bead": 6}  # it travelled along
    game.play("leave/2")
    assert game.place("supply") == {"bead": 10}  # and was left behind


def test_a_seat_without_money_bids_nothing_and_is_asked_all_the_same() -> None:
    source = pack(
        COINS + "values:\n  bid: {of: seat, sealed: true, seen_by: everyone}\n",
        main="""
        each seat in first of seats: gain 3 coin
        secretly each seat choose bid from 0 to my.coin
        each seat: lose my.bid coin
        each seat in first of seats:
          choose go_on: gain 1 coin
        """,
    )
    game = Game(source)
    assert game.pending == ["1", "2"]
    game.play("bid", answer=2).play("bid", answer=0)
    assert game.place("seat/1/pouch") == {"coin": 1}


def test_each_once_begins_anew_with_its_repeat() -> None:
    source = pack(
        COINS + "groups: {goods: [coin, bead]}\n",
        main="""
        each seat:
          repeat at most 3:
            choose one pick:
              take_one k from goods, each once: gain 1 k
              stop
        """,
    )
    game = Game(source)
    game.play("take_one/coin")
    assert game.options == ["take_one/bead", "stop"]
    game.play("stop")
    assert game.pending == ["2"]
    assert game.options == ["take_one/coin", "take_one/bead", "stop"]


def test_at_the_bound_of_a_loop_only_the_end_is_left() -> None:
    source = pack(
        COINS,
        main="""
        each seat in first of seats:
          repeat at most 2:
            choose one deal:
              earn: gain 1 coin
              waste: lose 1 coin
              stop
          choose one_more: gain 1 bead
        """,
    )
    game = Game(source).play("earn", "waste")
    assert game.options == ["one_more"]


def test_a_standing_option_makes_an_empty_decision_real() -> None:
    source = pack(
        COINS
        + """
values:
  active: {type: seat}
standing:
  polish: |
    polish where my.bead > 0: lose 1 bead
setup:
  - {value: active, is: 1}
""",
        main="""
        each seat:
          set active to me
          gain 1 bead
          choose one end_of_turn:
            done
        """,
    )
    game = Game(source)
    assert (game.pending, game.options) == (["1"], ["done", "polish"])
    game.play("polish")  # afterwards only `done` is left: taken silently, the next seat is asked
    assert game.pending == ["2"]
    game.play("done")
    assert game.options == []


def test_what_a_window_changes_is_seen_by_the_step_it_came_before() -> None:
    source = pack(
        COINS
        + """
values:
  thanks: {of: seat}
windows:
  gifts:
    before: [count_up]
    for: seats where it.coin + it.thanks > 0
    choose: |
      give s from others where my.coin > 0:
        pay 1 coin
        add 1 to s.thanks
""",
        main="""
        each seat in first of seats: gain 2 coin
        do count_up
        """,
        count_up="each seat: gain my.coin + my.thanks bead",
    )
    game = Game(source)
    assert (game.step, game.pending, game.options) == ("windows/gifts", ["1"], ["give/2", "pass"])
    game.play("give/2", "pass")
    assert game.step == ""  # seat 2 got its right too late: the round was opened for those who had one
    assert game.place("seat/1/pouch") == {"coin": 1, "bead": 1}
    assert game.place("seat/2/pouch") == {"bead": 1}


def test_sealed_pieces_are_seen_by_nobody_until_all_are_in_and_then_as_their_place_says() -> None:
    source = pack(
        """
        kinds:
          card: {per_seat: 1}
        card:
          - {id: king}
          - {id: queen}
          - {id: jack}
        places:
          hand: {of: seat, pile: card, seen_by: owner}
          stake: {of: seat, pile: card, seen_by: owner}
        setup:
          - {place: hand, all: card}
        """,
        main="""
        secretly each seat puts 1 to 2 of my.hand in my.stake
        each seat in first of seats:
          choose go_on: reveal my.stake
        each seat in first of seats:
          choose end_it: reveal my.hand
        """,
    )
    game = Game(source)
    decision = game.program.view(game.state, "1").decisions[0]
    form = decision.options[0].form
    assert isinstance(form, PickForm)
    assert (sorted(item.id for item in form.items), form.min, form.max) == (["jack", "king", "queen"], 1, 2)
    name = decision.options[0].id
    game.play(name, answer=("king", "jack"))
    assert game.pending == ["2"]
    assert game.place("seat/1/hand") == {"king": 1, "queen": 1, "jack": 1}  # nothing has moved yet
    answered = game.program.view(game.state, "1").decisions[0].answered
    assert [choice.answer for choice in answered] == [("king", "jack")]
    game.play(name, answer=("queen",))
    assert game.place("seat/1/stake") == {"king": 1, "jack": 1}
    assert game.place("seat/2/stake") == {"": 1}
    other = game.program.view(game.state, "2")
    assert next(place for place in other.places if place.id == "seat/1/stake").pieces == (Piece("", 2),)
    game.play("go_on")
    other = game.program.view(game.state, "2")
    shown = next(place for place in other.places if place.id == "seat/1/stake").pieces
    assert [piece.entry for piece in shown] == ["king", "jack"]
