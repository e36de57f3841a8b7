"""What people write at first, and that they are told how it is written."""

from __future__ import annotations

import pytest

from tests.stacks.village import changes, errors, one, ruleset, stack

LANTERN = "tokens:\n  lp: {unlimited: yes, name: lantern point, plural: lantern points}\n"


@pytest.mark.parametrize(
    ("row", "where", "hint"),
    [
        ("{rule: days, to: 8}", "E0121 mine/pack.yaml:8:18", "did you mean `is`?"),
        ("{rule: days, set: 8}", "E0121 mine/pack.yaml:8:18", "did you mean `is`?"),
        ("{after: work, effect: gain 1 coin}", "E0121 mine/pack.yaml:8:19", "did you mean `do`?"),
        (
            "{rule: prizes, is: 6,5,4,4,3,3}",
            "E0102 mine/pack.yaml:8:26",
            "write the numbers as a list: [6, 5, 4, 4, 3, 3]",
        ),
        (
            "{entry: stall/tea, field: open, is: gain 1 coin, gain 1 bead, pay 2 coin}",
            "E0102 mine/pack.yaml:8:54",
            "quote the whole text or use `|`: inside { } a comma parts two keys",
        ),
        ("{entry: tea, field: size, is: 2}", "E0125 mine/pack.yaml:8:13", "did you mean `stall/tea`?"),
        ("{entry: teaa, field: size, is: 2}", "E0125 mine/pack.yaml:8:13", "did you mean `stall/tea`?"),
        (
            "{entry: stall/tea, field: effect, is: 2}",
            "E0150 mine/pack.yaml:8:31",
            "there is allow, colour, cost, in_force, n, open, picture, size, toll, watch",
        ),
        (
            "{after: turn/errand, do: gain 1 coin}",
            "E0125 mine/pack.yaml:8:13",
            "to change a choice, write `option_in: turn/errand`; its procedure is `turn`",
        ),
        (
            "{after: work, do: exchange 2 bead for 1 coin}",
            "E0201 mine/pack.yaml:8:32",
            "it is written `exchange up to N TOKEN for AMOUNT each`",
        ),
        ("{after: work, do: gain 2 lantern points}", "E0201 mine/pack.yaml:8:38", "write `lp` for `lantern points`"),
        (
            "{after: work, do: gain 1 lantern point then gain 1 coin}",
            "E0201 mine/pack.yaml:8:38",
            "write `lp` for `lantern point`",
        ),
    ],
)
def test_a_change_that_is_written_otherwise(row: str, where: str, hint: str) -> None:
    told = one(mine=changes(row).rstrip() + "\n" + LANTERN)
    assert (told.where, told.hint) == (where, hint)


def test_numbers_in_a_line_of_their_own() -> None:
    told = one(mine="changes:\n  - rule: wage\n    is: 6,5,4\n")
    assert (told.where, told.hint) == ("E0220 mine/pack.yaml:9:9", "a list of numbers is written [6, 5, 4]")


def test_a_key_that_an_entry_has_not() -> None:
    told = one(mine="stall:\n  - {id: tent, like: ^plain, points: 2, name: Tent, plural: Tents}\n")
    assert told.where == "E0121 mine/pack.yaml:8:30"
    assert told.hint == "here can stand n, picture, allow, cost, colour, size, open, toll, in_force, watch"
    assert told.others == ()


def test_a_word_of_the_language_is_no_label() -> None:
    body = "procedures:\n  barter: |\n    choose one deal:\n      sell: gain 1 coin\n      draw: gain 2 coin\n"
    told = one(mine=body)
    assert told.where == "E0201 mine/pack.yaml:11:7"
    assert told.hint == "`draw` is a word of the language: take another name"


@pytest.mark.parametrize(
    ("body", "where", "hint"),
    [
        (
            "procedures:\n  barter: |\n    choose one deal:\n      sell: gain 1 coin\n     keep: gain 2 coin\n",
            "E0201 mine/pack.yaml:11:6",
            "indent it 1 more, to be in line with `sell: gain 1 coin`, or 1 less, with `choose one deal:`",
        ),
        (
            "stall:\n  - id: tent\n    like: ^plain\n   name: Tent\n",
            "E0101 mine/pack.yaml:10:4",
            "this line is indented 1 less than `like: ^plain`: is it to be in line with it?",
        ),
        (
            "stall:\n  - id: tent\n     like: ^plain\n",
            "E0102 mine/pack.yaml:9:10",
            "quote the text or use `|`",
        ),
        (
            "changes:\n  - {rule: days, is: 5}\n - {rule: wage, is: 3}\n",
            "E0101 mine/pack.yaml:9:2",
            "this line is indented 1 less than `- {rule: days, is: 5}`: is it to be in line with it?",
        ),
    ],
)
def test_a_line_that_begins_in_the_wrong_column(body: str, where: str, hint: str) -> None:
    told = one(mine=body)
    assert (told.where, told.hint) == (where, hint)


def test_what_players_say_isnt_an_id_of_two_things() -> None:
    """Nobody can say which is meant."""
    body = "tokens:\n  lp: {unlimited: yes, name: lantern point}\n  lamp: {unlimited: yes, name: lantern point}\n"
    found = errors(stack(mine=body + changes("{after: work, do: gain 1 lantern point}")))
    assert [each.hint for each in found] == ["it is written `gain [exactly] AMOUNTS [from POOLS] [to RECEIVER]`"]


@pytest.mark.parametrize(
    ("code", "hint"),
    [
        ("gain price coin", "write `price(…)`, or `this is price`"),
        ("if free: gain 1 coin", "write `free(…)`, or `this is free`"),
        ("let n = the least of seats", "`least` stands in `with least VALUE`"),
    ],
)
def test_a_part_of_the_language_in_another_form(code: str, hint: str) -> None:
    assert one(mine=f"changes:\n  - after: work\n    do: |\n      {code}\n").hint == hint


def test_a_number_is_added_to_that_of_an_option() -> None:
    body = (
        "options:\n  long: {values: [4, 6], default: 4, says: Long}\nrules:\n  dusk: {base: option long, says: Dusk}\n"
    )
    more = changes("{rule: dusk, add: 1}")
    used = body + changes("{after: work, do: 'gain (rule dusk less day) coin'}")
    assert ruleset(base=used, mine=more).model.rules["dusk"].base == 5
    assert ruleset(base=used, mine=more, settings={"base.long": "6"}).model.rules["dusk"].base == 7
    told = one(mine=changes("{rule: prizes, is: [1]}", "{token: coin, field: name, add: 2}"))
    assert told.message.endswith("is no number that 2 could be added to (it is `coin`)")
