"""Rule values, rows, places, tokens and all the other declarations: changed, and new ones beside them."""

from __future__ import annotations

import pytest

from tests.stacks.village import changes, table


@pytest.mark.parametrize(
    ("change", "two", "three"),
    [
        ("{rule: days, is: 5}", 5, 5),
        ("{rule: days, is: {2: 4, 3: 2}}", 4, 2),
        ("{rule: days, field: base, is: {2: 4, 3: 2}}", 4, 2),
        ("{rule: days, is: {base: 6, says: long days}}", 6, 6),
        ("{rule: days, add: 2}", 5, 5),
    ],
)
def test_a_rule_value(change: str, two: int, three: int) -> None:
    assert [table(mine=changes(change), seats=seats).value("rule/days") for seats in (2, 3)] == [two, three]


def test_a_rule_value_by_seats_of_which_a_later_pack_sets_one() -> None:
    mine, other = changes("{rule: wage, is: {2: 4, 3: 2}}"), changes("{rule: wage, field: base/2, is: 7, over: mine}")
    played = [table(mine=mine, other=other, seats=seats) for seats in (2, 3)]
    assert [each.value("seat/1/rule/wage") for each in played] == [7, 2]


def test_a_list_is_a_rule_value_too() -> None:
    mine = changes("{rule: prizes, is: [9]}")
    assert table(mine=mine).value("rule/prizes") == (9,)
    assert table(mine=mine, other=changes("{rule: prizes, field: base, add: [5, 1]}")).value("rule/prizes") == (9, 5, 1)


def test_a_seats_own_rule_value() -> None:
    played = table(mine=changes("{rule: wage, is: 6}"))
    assert played.value("seat/2/rule/wage") == 6
    assert played.value("seat/1/chest:coin") == 1 + 6


@pytest.mark.parametrize(
    ("change", "coins", "beads"),
    [
        ("{setup: purse, field: tokens/coin, is: 4}", 4, 3),
        ("{setup: purse, field: tokens/bead/2, is: 5}", 1, 5),
        ("{setup: purse, field: tokens, is: {bead: 2}}", 0, 2),
        ("{setup: purse, field: tokens/coin, remove: yes}", 0, 3),
        ("{setup: purse, remove: yes}", 0, 0),
        ("{setup: purse, field: tokens/bead, add: 1}", 1, 4),
    ],
)
def test_a_row_of_the_setup(change: str, coins: int, beads: int) -> None:
    played = table(mine=changes(change))
    assert (played.value("seat/1/chest:coin"), played.value("seat/1/chest:bead")) == (coins + 2, beads)


def test_a_row_without_an_id_goes_by_its_place_or_value() -> None:
    mine = "setup:\n  - {place: ground, pieces: [none]}\n"
    assert table(mine=changes("{setup: active, field: is, is: 2}")).value("active") == "1"  # a turn sets it
    assert table(mine=mine, other=changes("{setup: ground, remove: yes}")).options
    shed = "places: {shed: {of: table, pile: stall, name: shed}}\nsetup:\n  - {place: shed, all: stall}\n"
    other = changes("{setup: stalls, field: pieces, is: [tea]}", "{setup: shed, field: where, is: it.size > 1}")
    assert table(mine=shed, other=other).lies("shed") == ["toffee"]


@pytest.mark.parametrize(
    ("change", "points"),
    [
        ("{scoring: fame, field: points, is: 2 * my.fame + 1}", [5, 2, 0]),
        ("{scoring: stalls, remove: yes}", [2, 0]),
        ("{scoring: fame, field: says, is: Great fame}", [2, 2, 0]),
    ],
)
def test_a_line_of_the_scoring(change: str, points: list[int]) -> None:
    ending = '{instead_of: turn, do: "end game because dusk"}'
    given = {"seat/1/ground/1": ["toffee"]}
    played = table(mine=changes(change, ending), run="turn", places=given, values={"seat/1/fame": 2})
    outcome = played.program.outcome(played.state)
    assert outcome is not None
    (mine,) = (each for each in outcome.scores if each.seat == "1")
    assert [line.points for line in mine.lines] == points


def test_new_lines_of_the_scoring_come_last() -> None:
    mine = "scoring:\n  lines:\n    - {id: coins_left, says: Coins, points: my.coin}\n"
    mine += changes('{instead_of: turn, do: "end game because dusk"}')
    played = table(mine=mine, run="turn", places={"seat/1/chest": {"coin": 7}})
    outcome = played.program.outcome(played.state)
    assert outcome is not None
    assert [line.points for line in outcome.scores[0].lines] == [0, 0, 0, 7]


def test_printed_data_of_cells() -> None:
    both = (
        "{place: row, field: data/fee, is: [4, 3, 2, 1]}",
        "{place: row, field: data/shade, is: [1, 0, 1, 0]}",
        '{instead_of: work, do: "gain sum of (f.fee + 10 * f.shade for f in row) coin"}',
    )
    assert table(mine=changes(*both)).choose("work").value("seat/1/chest:coin") == 3 + 10 + 20


def test_more_cells() -> None:
    more = "{place: ground, field: cells, is: 4}", "{place: ground, field: data/soil, is: [red, blue, red, red]}"
    assert "build/1/4" in [each.id for each in table(mine=changes(*more)).decision.options]


def test_values_tokens_groups_and_kinds() -> None:
    mine = changes(
        "{value: fame, field: initial, is: 3}",
        "{token: bead, field: supply, is: {2: 9, 3: 12}}",
        "{token: bead, field: weight, is: 2}",  # a datum that no token had
        "{token: silk, field: weight, is: 3}",
        "{term: price, is: the_usual(k) + k.weight}",
        "{group: goods, is: [silk, bead]}",
        "{symbols: colours, add: green}",
        "{entry: stall/tea, field: colour, is: green}",
        "{kind: stall, field: fields/height, is: {type: number, default: 2}}",
        "{entry: stall/tea, field: height, is: 5}",
        '{instead_of: "raise_stall(s, f)", do: "gain s.stall.height coin then do the usual"}',
    )
    played = table(mine=mine).choose("build/1/1")
    assert (played.value("seat/1/fame"), played.value("supply:bead")) == (3, 9 - 6 - 1 + 1)
    assert played.value("seat/1/chest:coin") == 3 + 5
    assert table(mine=mine).choose("sell/bead").value("seat/1/chest:coin") == 3 + 2 + 2


def test_a_new_hook_of_a_kind() -> None:
    mine = changes(
        "{kind: stall, field: hooks/close, is: {sort: effect, this: stall, me: owner}}",
        "{entry: stall/tea, hook: close, is: gain 4 coin}",
        '{after: work, do: "for each f in my.ground where f is not empty: do close of f.stall"}',
    )
    played = table(mine=mine, places={"seat/1/ground/1": ["tea"], "seat/1/ground/2": ["toffee"]}).choose("work")
    assert played.value("seat/1/chest:coin") == 3 + 1 + 4


GUESTS = """\
kinds:
  guest: {name: guest, plural: guests, fields: {tip: number}, hooks: {greet: {sort: effect}}}
guest:
  - {id: mayor, tip: 2, greet: gain 2 coin, name: Mayor, plural: Mayors}
  - {id: baker, tip: 1, greet: gain 1 wool, name: Baker, plural: Bakers}
tokens: {wool: {supply: 5, prices: [2], name: wool, plural: wools}}
places: {inn: {of: table, pile: guest, name: inn}, bench: {of: seat, pile: guest, name: bench}}
values: {welcomes: {of: seat, name: welcomes}}
setup: [{place: inn, all: guest}]
changes:
  - {group: goods, add: wool}
  - option_in: errand
    add: |
      invite g from inn:
        put g in my.bench
        do greet of g
        add g.tip to my.welcomes
says: {turn/errand/invite: "Invite {g}"}
"""


def test_new_kinds_tokens_places_and_values_in_a_new_decision() -> None:
    played = table(mine=GUESTS).choose("invite/baker")
    assert played.value("seat/1/chest:wool") == 1
    assert (played.lies("seat/1/bench"), played.lies("inn")) == (["baker"], ["mayor"])
    assert played.value("seat/1/welcomes") == 1


def test_what_one_pack_has_added_another_changes() -> None:
    more = changes(
        "{kind: guest, field: fields/tip, is: {type: number, default: 4}}",
        "{entry: guest/baker, field: tip, remove: yes}",
        "{token: wool, field: prices, is: [9]}",
        "{value: welcomes, field: initial, is: 10}",
        "{place: bench, field: seen_by, is: owner}",
    )
    played = table(mine=GUESTS, other=more).choose("invite/baker")
    assert played.value("seat/1/welcomes") == 14


def test_windows_triggers_and_standing_options() -> None:
    mine = """\
    windows: {gifts: {before: work, for: others where it.bead > 0, choose: "give: pay 1 bead then gain 2 coin"}}
    standing: {swap: "swap where my.coin > 1: pay 2 coin then gain 1 silk"}
    triggers: ["after work: add 1 to my.fame"]
    """
    played = table(mine=mine).choose("swap")
    assert played.value("seat/1/chest:silk") == 1
    assert played.choose("work").decision.step == "windows/gifts"
    played.choose("give", "pass")
    assert (played.value("seat/2/chest:coin"), played.value("seat/1/fame")) == (3 + 2, 1)


def test_changed_windows_and_standing_options() -> None:
    mine = changes(
        "{window: tips, field: for, is: others}",
        '{window: tips, field: choose, is: "thank: pay 2 coin then add 2 to my.fame"}',
        '{standing: polish, is: "polish where my.bead > 1: pay 2 bead then add 5 to my.fame"}',
    )
    played = table(mine=mine).choose("polish", "work", "thank", "pass")
    assert (played.value("seat/1/fame"), played.value("seat/2/fame")) == (5, 2)
    gone = table(mine=changes("{window: tips, remove: yes}", "{standing: polish, remove: yes}"))
    assert "polish" not in gone.options
    later = table(mine=changes("{window: tips, field: before, add: raise_stall}", "{window: tips, remove: yes}"))
    assert later.options
