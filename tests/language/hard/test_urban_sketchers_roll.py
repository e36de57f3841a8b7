"""Urban Sketchers: dice are rolled by the referee's random stream and end the move that rolls them."""

from __future__ import annotations

from tests.language.hard.harness import Table


def test_rolled_dice_show_one_to_six_and_equal_ones_are_one_option() -> None:
    table = Table("urban_sketchers_roll", run="draft", values={"active": "2"})
    assert table.pending == ["2"]
    pieces = [piece for piece in table.place("dice").pieces for _ in range(piece.count)]
    pips = {(piece.entry, *(value.value for value in piece.values if value.id == "pips")) for piece in pieces}
    assert len(pieces) == 5
    assert all(len(key) == 2 and 1 <= int(str(key[1])) <= 6 for key in pips)
    assert len(table.options()) == len(pips)


def test_the_same_key_rolls_the_same() -> None:
    first = Table("urban_sketchers_roll", run=None).place("dice")
    assert Table("urban_sketchers_roll", run=None).place("dice") == first


def test_the_last_pick_of_a_round_leads_to_the_next_roll() -> None:
    table = Table("urban_sketchers_roll", run=None)
    seats = []
    for _ in range(3):
        seats.append(table.pending[0])
        table.choose(table.options()[0])
    assert [*seats, table.pending[0]] == ["1", "2", "1", "2"]
    assert all(option.barrier for option in table.decision().options)
    table.choose(table.options()[0])
    assert table.pending == ["2"]  # the next round starts with the next seat
    assert len([p for p in table.place("dice").pieces for _ in range(p.count)]) == 5
