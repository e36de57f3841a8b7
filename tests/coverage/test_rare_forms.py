"""Forms of the language that no game of this repository needs yet: each does what its page says."""

from __future__ import annotations

import pytest

from referee.engine.records import NumberForm
from referee.packs import PackInvalid
from tests.engine.inline import Game, pack

DECLARED = """
tokens: {coin: {supply: 20}, bead: {supply: 9}, nut: {supply: 5}}
groups: {goods: {of: [bead, nut], one: good}}
symbols: {moods: {of: [glad, sad], one: mood}}
kinds:
  stall:
    name: stall
    fields: {cost: number, price: bag of goods, grand: {type: yes/no, default: no}}
    hooks: {in_force: {sort: modifier, while_in: row}}
    faces: [shut, open, busy]
  flag: {name: flag, per_seat: unlimited}
stall:
  - {id: tea, cost: 1, n: 2, price: {bead: 1}}
  - {id: cake, cost: 2, grand: yes, price: {bead: 2, nut: 1}}
  - {id: ale, cost: 3, price: {nut: 2}}
  - {id: pie, cost: 4, price: {}, n: 4}
places:
  deck: {of: table, pile: stall}
  row: {of: table, cells: 4, holds: stall}
  shelf: {of: table, cells: 3, holds: stall}
  circle: {of: table, ring: 4, holds: flag}
  ground: {of: seat, cells: 2, holds: stall}
  chest: {of: seat, tokens: [coin, bead, nut], home: true}
  tent: {of: table, tokens: [coin, bead], limit: 2}
  cask: {of: table, tokens: [coin, bead], total: 3}
values:
  got: {of: seat}
  mood: {type: mood, initial: glad}
  whose: {type: seat or none, initial: none}
rules: {fame: 1, charm: {of: stall, base: 1}}
setup:
  - {place: row, pieces: [tea, cake, tea, ale]}
  - {place: deck, all: stall}
  - {place: chest, tokens: {bead: 2, nut: 1}}
"""


def game(*choices: str, **procedures: str) -> Game:
    """A game of this pack, after some choices."""
    return Game(pack(DECLARED, **procedures)).play(*choices)


def contents(table: Game, place: str, cells: int) -> list[str]:
    """The entries in a row of cells, each by its id."""
    return ["".join(table.place(f"{place}/{n}")) for n in range(1, cells + 1)]


def test_pieces_are_drawn_into_the_free_cells_of_a_row() -> None:
    main = """
        each seat:
          choose go n from 1 to 2: draw n from deck to shelf
          choose more n from 8 to 9: draw n from deck to shelf
    """
    table = game(main=main).play("go", answer=2)
    assert contents(table, "shelf", 3) == ["pie", "pie", ""]
    table.play("more", answer=9)
    assert contents(table, "shelf", 3) == ["pie", "pie", "pie"] and table.place("deck") == {"pie": 1}


def test_the_owner_of_a_piece_is_the_one_in_whose_place_it_lies() -> None:
    main = """
        each seat:
          choose one go:
            settle f from my.ground, s from row where f is empty and s is not empty: put s.stall on f
            pass
        for each s in seats:
          for each f in s.ground where f is not empty: set whose to owner of f.stall
        for each s in row where s is not empty:
          if owner of s.stall is none: add 1 to sum_of_none
        each seat:
          choose rest n from 0 to 9: set my.got to n
    """
    source = pack(DECLARED.replace("  got:", "  sum_of_none: {}\n  got:"), main=main)
    table = Game(source).play("pass", "settle/2/1")
    assert table.value("whose") == "2" and table.value("sum_of_none") == 3


def test_the_owner_of_a_mark_is_the_seat_that_it_belongs_to() -> None:
    main = """
        each seat:
          choose mark c from circle where c is empty: put my.flag on c
        for each c in circle where c is not empty: set whose to owner of c.flag
        each seat:
          choose rest n from 0 to 9: set my.got to n
    """
    assert game("mark/3", "mark/1", main=main).value("whose") == "1"


def test_neighbours_on_a_ring_and_the_ends_of_a_row() -> None:
    main = """
        each seat:
          choose one go:
            beside c from circle, d from neighbours of c: set my.got to 1
            after_it c from row, d = next of c where d is not none: set my.got to 2
            before_it c from row where previous of c is none: set my.got to 3
    """
    options = game(main=main).options
    assert [o for o in options if o.startswith("beside/1")] == ["beside/1/2", "beside/1/4"]
    assert [o for o in options if o.startswith("after_it")] == ["after_it/1", "after_it/2", "after_it/3"]
    assert [o for o in options if o.startswith("before_it")] == ["before_it/1"]


def test_empty_and_full_of_every_sort_of_place() -> None:
    main = """
        each seat:
          choose one go:
            fill: gain 2 coin to tent then gain 2 bead to tent then gain 3 coin to cask
            a where tent is full: pass
            b where cask is full: pass
            c where row is full: pass
            d where tent is empty: pass
            e where circle is empty: pass
            f where deck is empty: pass
            g where shelf is full: pass
            h where (row where it is empty) is empty: pass
    """
    table = game(main=main)
    assert table.options == ["fill", "c", "d", "e", "h"]
    assert table.play("fill").options == ["fill", "a", "b", "c", "e", "h"]


def test_can_pay_a_bag() -> None:
    main = """
        each seat:
          choose one go:
            buy s from row where s is not empty and can pay s.stall.price: pay s.stall.price
            pass
    """
    assert game(main=main).options == ["buy/1", "buy/2", "buy/3", "pass"]
    assert game("buy/2", main=main).place("seat/1/chest") == {}


def test_a_plain_procedure_is_finished_from_inside_a_loop() -> None:
    main = """
        each seat:
          do counting
          choose rest n from 0 to 9: pass
    """
    counting = """
        for each i in 1 to 5:
          if i = 3: finish
          add 1 to my.got
        add 100 to my.got
    """
    assert game(main=main, counting=counting).value("seat/1/got") == 2


def test_a_loop_without_decisions_is_left_from_inside_another() -> None:
    main = """
        each seat:
          repeat at most 4:
            add 1 to my.got
            for each i in 1 to 3:
              if i = 2 and times = 2: stop
              add 10 to my.got
          choose rest n from 0 to 9: pass
    """
    assert game(main=main).value("seat/1/got") == 31 + 31 + 11


def test_any_of_a_group_is_exchanged() -> None:
    table = game(main="each seat: exchange up to 5 goods for 2 coin each")
    assert table.options == ["exchange", "pass"]
    form = table.program.view(table.state, "1").decisions[0].options[0].form
    assert form == NumberForm(1, 3, suggested=1), "as many as there are"
    table.play("exchange", answer=3)
    assert table.place("seat/1/chest") == {"coin": 6}


def test_a_rule_value_of_a_piece_is_changed_by_what_lies_in_it() -> None:
    guests = """
  guest: {name: guest, hooks: {helps: {sort: modifier, while_in: booth}}}
guest:
  - {id: singer, helps: rule charm adds 5}
  - {id: cook, helps: rule charm adds 2}
"""
    declared = DECLARED.replace("\nstall:\n", f"{guests}stall:\n", 1)
    declared = declared.replace(
        "places:\n", "places:\n  booth: {of: stall, cells: 2, holds: guest}\n  inn: {of: table, pile: guest}\n"
    )
    main = """
        each seat:
          choose invite s from row where s is not empty, b from s.stall.booth where b is empty, g from inn: put g on b
          choose tell s from row where s is not empty: set my.got to (rule charm of s.stall)
        each seat:
          choose rest n from 0 to 9: pass
    """
    table = Game(pack(declared + "  - {place: inn, all: guest}\n", main=main))
    table.play("invite/2/1/singer", "tell/2", "invite/2/2/cook", "tell/2")
    assert (table.value("seat/1/got"), table.value("seat/2/got")) == (6, 8)


def test_faces_of_several_pieces_are_rolled() -> None:
    main = """
        each seat:
          choose one go:
            all_of_them: roll row
            grand_ones: roll (row where it is not empty and it.stall.grand is yes)
    """
    seen: set[str] = set()
    for key in range(20):
        table = Game(pack(DECLARED, main=main))
        table.state = table.program.start(bytes([key]) * 32)
        table.play("grand_ones")
        assert [faces(table, f"row/{n}") for n in (1, 3, 4)] == [["shut"], ["shut"], ["shut"]]
        seen.update(faces(table, "row/2"))
        table.play("all_of_them")
        seen.update(*(faces(table, f"row/{n}") for n in (1, 2, 3, 4)))
    assert seen == {"shut", "open", "busy"}


def faces(table: Game, place: str) -> list[str]:
    view = table.program.view(table.state, "1")
    return [piece.face for found in view.places if found.id == place for piece in found.pieces]


def test_what_is_looked_at_without_a_decision() -> None:
    hidden = DECLARED.replace("deck: {of: table, pile: stall}", "deck: {of: table, pile: stall, seen_by: nobody}")
    main = """
        each seat:
          look at deck: set my.got to count deck
          choose rest n from 0 to 9: pass
    """
    assert Game(pack(hidden, main=main)).value("seat/1/got") == 4


def test_a_secret_is_chosen_from_a_list() -> None:
    secret = DECLARED.replace(
        "  got:", "  likes: {of: seat, type: good or none, initial: none, sealed: true, seen_by: everyone}\n  got:"
    )
    main = """
        secretly each seat choose likes from goods
        each seat:
          choose rest n from 0 to 9: pass
    """
    table = Game(pack(secret, main=main))
    assert table.options == ["likes/bead", "likes/nut"]
    table.play("likes/nut", "likes/bead")
    assert table.value("seat/1/likes") == "nut" and table.value("seat/2/likes") == "bead"


@pytest.mark.parametrize(
    "hook",
    [
        '"when": "after turn: add 1 to my.got"',
        "in_force: rule fame adds my.coin",
        "in_force: rule fame adds 1 while my.coin > 0",
    ],
)
def test_nobody_is_me_in_what_is_in_force_at_the_table(hook: str) -> None:
    """A piece in a place of the table has no owner: reading or writing `my` would hit somebody else's slots."""
    declared = DECLARED.replace("  - {id: ale,", f"  - {{id: ban, cost: 1, {hook}}}\n  - {{id: ale,")
    declared = declared.replace("while_in: row}}", "while_in: row}, when: {sort: trigger, while_in: row}}")
    turn = "choose rest n from 0 to 9: pass"
    with pytest.raises(PackInvalid) as caught:
        Game(pack(declared, main="each seat: do turn", turn=turn))
    assert [finding.code.code for finding in caught.value.diagnostics] == ["E0216"]
    at_home = declared.replace("while_in: row", "while_in: ground")
    assert Game(pack(at_home, main="each seat: do turn", turn=turn)).options == ["rest"]
