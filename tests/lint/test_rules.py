"""What must hold for a whole ruleset: ends, starts, cards that can be told, costs, overlays, ids."""

from __future__ import annotations

import pytest

from tests.lint.fair import codes, errors, findings, pack

END = "\nif count yard = 0: end game because sold"
TURN = "each seat:\n  choose take: gain 1 coin"


# -- E0441: ends ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        TURN,
        f"repeat:\n  add 1 to rounds\n  {TURN.replace(chr(10), chr(10) + '  ')}\n  if rounds = 9: stop",
        "repeat:\n  draw 1 from deck to heap\n  if count heap = 3: finish",
        "repeat:\n  draw 1 from deck to heap\n  do check_end",
        f"repeat at most 9:\n  {TURN.replace(chr(10), chr(10) + '  ')}",
    ],
)
def test_a_game_ends(body: str) -> None:
    assert errors(body, check_end="if count heap = 3: end game because full") == []


def test_a_game_without_an_end() -> None:
    body = "repeat:\n  draw 1 from deck to heap\n  each seat:\n    choose take: gain 1 coin"
    assert errors(body) == ["E0441"]
    assert errors("do rounds_of_play\nend game because over", rounds_of_play=body) == ["E0441"]
    assert errors(body.replace("repeat", "repeat at most 3")) == []


def test_a_loop_inside_that_nothing_leaves() -> None:
    body = "each seat:\n  repeat:\n    choose play c from my.hand: put c in heap" + END
    found = findings(pack(body))
    assert [f.code.code for f in found] == ["E0441"]
    assert "nothing leaves" in found[0].message


# -- E0227: starts --------------------------------------------------------------------------------

MORE = "values:\n  chief: {type: seat}\n  spot: {of: seat, type: cell of ground}\n"


def start(body: str) -> list[str]:
    return codes(pack(body + END).replace("values:\n", MORE))


def test_a_value_without_a_zero_is_given_first() -> None:
    acts = "as chief:\n  choose take: gain 1 coin"
    assert start(acts) == ["E0227"]
    assert start(f"set chief to active\n{acts}") == []
    assert start(f"each seat: set chief to me\n{acts}") == []
    assert start(f"if rounds = 1: set chief to active\n{acts}") == ["E0227"]
    assert start("each seat:\n  choose take: gain 1 coin") == []  # never read


def test_a_choice_may_give_it() -> None:
    body = "each seat:\n  %s begin f from my.ground: set my.spot to f\neach seat:\n  if my.spot is empty: gain 1 coin"
    assert start(body % "choose") == []
    assert start(body % "may") == ["E0227"]


def test_what_stands_in_the_declaration_counts() -> None:
    text = pack("as chief:\n  choose take: gain 1 coin" + END).replace(
        "values:\n", "values:\n  chief: {type: seat%s}\n"
    )
    assert codes(text % "") == ["E0227"]
    assert codes(text % ", initial: 2") == []
    assert codes(text.replace("setup:\n", "setup:\n  - {value: chief, is: 1}\n") % "") == []


# -- E0510: cards ---------------------------------------------------------------------------------


def card(effect: str) -> list[str]:
    more = f"changes: [{{entry: stall/tea, field: use, is: '{effect}'}}]\n"
    return errors("each seat:\n  may use f from my.ground where f is not empty: do use of f.stall" + END, more)


def test_a_card_does_no_bookkeeping() -> None:
    assert card("gain 1 coin then add 1 to my.visits") == []
    assert card("let n = my.coin then gain n coin") == ["E0510"]


# -- E0431: costs that meet -----------------------------------------------------------------------


def cost(demand: str, body: str) -> list[str]:
    more = f"changes: [{{entry: stall/tea, field: demand, is: '{demand}'}}]\n".replace("{entry", "{entry")
    lines = "".join(f"\n    {line}" for line in body.splitlines())
    more = f"changes: [{{entry: stall/tea, field: demand, is: '{demand}'}}]\n"
    return errors(f"each seat:\n  may visit f from my.ground where f is not empty:{lines}" + END, more)


def test_a_hooks_cost_and_ones_own() -> None:
    assert cost("pay 1 bead", "pay 2 coin\ndo demand of f.stall") == []
    assert cost("pay 1 bead", "pay 1 bead\ndo demand of f.stall") == ["E0431"]
    assert cost("pay any 2 goods", "pay 1 bead\ndo demand of f.stall") == ["E0431"]
    assert cost("pay 1 coin", "if my.visits > 1: pay 1 coin\nelse: do demand of f.stall") == []


def test_two_ways_into_one_purse() -> None:
    assert cost("pay 1 coin", "pay 1 bead\nmove 1 bead from my.bag to supply") == ["E0431"]
    assert cost("pay 1 coin", "pay 1 bead\nmove 1 ribbon from my.bag to supply") == []
    assert cost("pay 1 coin", "pay 1 bead\npay 2 bead") == []


# -- E0150, E0151: overlays -----------------------------------------------------------------------

DEAL = "each seat:\n  choose one deal:\n    buy: gain 1 coin\n    wait: gain 1 bead\n"
SHOP = DEAL + "do tidy\ngain cost_of(2) bead to active" + END
TERM = "terms:\n  cost_of(number n): n + 1\n"


def over(*changes: str) -> list[str]:
    text = pack(SHOP, TERM, tidy="each seat: gain 1 bead")
    return codes(text, *(f"changes:\n  - {change}\n" for change in changes))


CONFLICTS = {
    "procedure": (
        "{instead_of: tidy, do: 'each seat: gain 2 bead'}",
        "{instead_of: tidy, do: 'each seat: gain 3 bead'%s}",
    ),
    "term": ("{term: cost_of(number n), is: n + 2}", "{term: cost_of(number n), is: n + 3%s}"),
    "option": (
        "{option_in: deal, replace: buy, with: 'buy: gain 2 coin'}",
        "{option_in: main/deal, replace: buy, with: 'buy: gain 3 coin'%s}",
    ),
    "removed option": ("{option_in: deal, replace: buy, with: 'buy: gain 2 coin'}", "{option_in: deal, remove: buy%s}"),
}


@pytest.mark.parametrize(("first", "second"), CONFLICTS.values(), ids=CONFLICTS)
def test_two_packs_replace_the_same(first: str, second: str) -> None:
    assert over(first, second % "") == ["E0151"]
    assert over(first, second % ", over: [pack2]") == []


def test_what_composes_is_no_conflict() -> None:
    usual = "{instead_of: tidy, do: 'do the usual'}"
    assert over(CONFLICTS["procedure"][0], usual, usual) == []
    assert over(CONFLICTS["term"][0], "{term: cost_of(number n), is: the_usual(n) + 1}") == []
    assert over("{before: tidy, do: 'each seat: gain 1 bead'}", CONFLICTS["procedure"][0]) == []


def test_a_conflict_shows_both_places() -> None:
    text = pack(SHOP, TERM, tidy="each seat: gain 1 bead")
    changes = [f"changes:\n  - {change}\n" for change in CONFLICTS["procedure"]]
    (found,) = findings(text, changes[0], changes[1] % "")
    assert str(found.at) == "pack3/pack.yaml:8:5"
    assert [str(place) for place in found.related] == ["pack2/pack.yaml:8:5"]
    assert found.hint == "say `over: [pack2]` if this one is to win"


def test_an_unknown_choice() -> None:
    text = pack(SHOP, TERM, tidy="each seat: gain 1 bead")
    (found,) = findings(text, "changes:\n  - {option_in: dael, add: 'beg: gain 1 coin'}\n")
    assert (found.code.code, found.hint) == ("E0150", "did you mean `deal`?")
    assert over("{option_in: dael, if_pack: fair, add: 'beg: gain 1 coin'}") == []


# -- E0462: ids -----------------------------------------------------------------------------------


def test_standing_options_have_labels_of_their_own() -> None:
    standing = "standing:\n  rest: |\n    rest where me is active and my.visits > 0: take 1 from my.visits\n"
    assert errors("each seat:\n  choose rest: gain 1 coin" + END, standing) == ["E0462"]
    assert errors("each seat:\n  choose rest s from seats: gain 1 coin" + END, standing) == []


def test_members_that_are_named_alike() -> None:
    columns = "each seat:\n  choose pick col from columns of ground: gain 1 coin" + END
    assert errors(columns) == ["E0462"]
    assert errors(columns.replace("of ground", "of my.ground")) == []
    more = "rules: {steps: {type: list of number, base: [%s]}}\n"
    listed = "each seat:\n  choose pick n from rule steps: gain n coin" + END
    assert errors(listed, more % "2, 3, 2") == ["E0462"]
    assert errors(listed, more % "2, 3, 4") == []


# -- E0442: what is known of a cell ends with what lies in it ---------------------------------------


def move(body: str) -> list[str]:
    lines = "".join(f"\n    {line}" for line in body.splitlines())
    return errors(f"each seat:\n  may move_on f from my.ground, b from yard where f is not empty:{lines}" + END)


def test_a_cell_that_was_emptied_is_empty() -> None:
    assert move("put f.stall in yard") == []
    assert move("put f.stall in yard\nput b on f") == []
    assert move("put f.stall in yard\nput f.stall in yard") == ["E0442"]
    assert move("if f is not empty: put f.stall in yard\nif f is not empty: put f.stall in yard") == []


def test_a_cell_that_was_filled_is_filled() -> None:
    free = "each seat:\n  may build b from yard, f from my.ground where f is empty:\n    put b on f"
    assert errors(free + END) == []
    assert set(errors(free + "\n    put the first of yard on f" + END)) == {"E0442"}


def test_what_is_not_proven_is_said() -> None:
    go = "each seat:\n  may go: do fill" + END
    none = "for each f in my.ground where f is empty: put the first of yard on f"
    taken = "for each f in my.ground:\n  for each s in first of yard: put s on f"
    for fill, why in ((none, "this may be none"), (taken, "something may lie here")):
        (finding,) = findings(pack(go, fill=fill))
        assert str(finding.code.code) == "E0442" and f"{why}: test it first" in finding.message


def test_what_an_option_may_have_used_up_is_no_cost() -> None:
    """A thing that may be missing by then is told as that: nobody pays for it."""
    for late in ("put the first of yard in yard", "if count yard = 1: put the first of yard in yard"):
        (finding,) = findings(pack(f"each seat:\n  may go b from yard:\n    put b in box\n    {late}" + END))
        assert str(finding.code.code) == "E0442" and "this may be none: test it first" in finding.message


def test_what_stands_in_or_behind_a_loop_is_tested_there() -> None:
    go = "each seat:\n  may go: do fill" + END
    assert "E0442" in errors(go, fill="for each f in my.ground: put the first of yard on f")
    assert errors(go, fill="for each c in my.hand: put c in heap\nput the first of yard in yard") == ["E0442"]
    tested = "let b = the first of yard\nfor each c in my.hand: put c in heap\nif b is not none: put b in yard"
    assert errors(go, fill=tested) == []
    assert errors(go, fill="for each c in my.hand: do pay_up", pay_up="pay 1 coin") == ["E0432"]


# -- the set-up -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("{place: row, all: card}", "E0225"),
        ("{place: heap, pieces: [ace, none_such]}", "E0210"),
        ("{place: row, pieces: [tea, toss, none]}", "E0228"),
        ("{place: heap, pieces: [ace, ace, ace, ace, ace]}", "E0228"),
        ("{place: heap, tokens: {bead: 1}}", "E0225"),
        ("{place: row, pieces: [tea, none]}", ""),
        ("{place: heap, pieces: [ace, deuce]}", ""),
        ("{place: bag, tokens: {bead: 1}}", ""),
    ],
)
def test_what_the_set_up_lays_can_lie_there(row: str, code: str) -> None:
    text = pack(TURN + END).replace("setup:\n", f"setup:\n  - {row}\n")
    assert codes(text) == ([code] if code else [])


def test_a_game_says_for_how_many_it_is() -> None:
    assert codes(pack(TURN + END).replace("seats: [2, 4]\n", "")) == ["E0227"]


# -- numbers --------------------------------------------------------------------------------------

BIG = "999999999999"


@pytest.mark.parametrize(
    ("written", "instead"),
    [
        ("supply: 18", f"supply: {BIG}"),
        ("supply: 18", f"supply: {{2: {BIG}}}"),
        ("n: 4, worth: 3", f"n: 4, worth: {BIG}"),
        ("n: 4, worth: 3", f"n: {BIG}, worth: 3"),
        ("home: yes}", f"home: yes, limit: {BIG}}}"),
        ("home: yes}", f"home: yes, total: {BIG}}}"),
        ("cells: 2, holds: stall}", f"cells: {BIG}, holds: stall}}"),
        ("cells: 2, holds: stall}", f"cells: 2, holds: stall, data: {{v: [{BIG}, 1]}}}}"),
        ("values:\n", f"values:\n  x: {{initial: {BIG}}}\n"),
        ("setup:\n", f"rules: {{r: {BIG}}}\nsetup:\n"),
        ("setup:\n", f"rules: {{r: {{type: list of number, base: [{BIG}]}}}}\nsetup:\n"),
        ("setup:\n", f"options: {{o: {{values: [1, {BIG}], default: {BIG}}}}}\nsetup:\n"),
        ("setup:\n", f"setup:\n  - {{place: bag, tokens: {{bead: {BIG}}}}}\n"),
        ("gain 1 coin", f"gain {BIG} coin"),
        ("kinds:\n", f"kinds:\n  die: {{per_seat: {BIG}}}\n"),
    ],
)
def test_numbers_have_32_bits(written: str, instead: str) -> None:
    text = pack(TURN + END)
    assert written in text
    assert set(codes(text.replace(written, instead, 1))) == {"E0229"}
