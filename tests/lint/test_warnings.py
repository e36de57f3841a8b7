"""Warnings: what works, but probably isn't meant so."""

from __future__ import annotations

import pytest

from referee.lint import run_all
from tests.lint.fair import pack, ruleset

END = "\nif count yard = 0: end game because sold"
TAKE = "each seat:\n  choose take: gain 1 coin"
USED = {"bead", "ribbon", "row", "ground", "visits", "secret", "mood", "rounds", "goods", "table", "heap", "hand"}


def warnings(body: str, more: str = "", **procedures: str) -> list[str]:
    """Codes of the warnings about a main procedure, `never used` left out."""
    result = run_all(ruleset(pack(body + END, more, **procedures)))
    return [found.code.code for found in result.findings if found.code.code != "W0470"]


def unused(body: str, more: str = "", **procedures: str) -> set[str]:
    """What is never used, apart from the fair's own things."""
    found = run_all(ruleset(pack(body + END, more, **procedures))).findings
    return {dict(one.arguments)["word"] for one in found if one.code.code == "W0470"} - USED


# -- W0403 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "if 1 = 2: gain 1 coin",
        "gain 0 coin",
        "set my.visits to my.visits",
        "add 0 to my.visits",
        "move all from my.bag to my.bag",
        "for each c in row where c is not empty: swap c with c",
        "for each i in 3 to 2: gain 1 coin",
        "may take where 2 > 3: gain 1 coin",
        "rule rate is 2 during next never",
        "repeat at most 0:\n    choose take: gain 1 coin",
    ],
)
def test_never_does_anything(line: str) -> None:
    more = "rules: {rate: 1}\n"
    assert warnings(f"{TAKE}\n  gain rule rate coin\n  {line}", more, never="gain 1 coin") == ["W0403"]


def test_may_do_something() -> None:
    assert warnings(f"{TAKE}\n  if my.visits = 2: gain 1 coin\n  for each i in 1 to 2: add i to my.visits") == []


def test_behind_an_end() -> None:
    assert warnings(TAKE + "\nif rounds = 3:\n  end game because over\n  add 1 to rounds") == ["W0403"]


def test_a_modifier_in_a_place_without_its_kind() -> None:
    text = pack(TAKE + END, "rules: {rate: 1}\n").replace(
        "demand: {sort: cost}", "demand: {sort: cost}, in_force: {sort: modifier, while_in: heap}"
    )
    found = [one for one in run_all(ruleset(text)).findings if one.code.code == "W0403"]
    assert [one.message for one in found] == [
        "this never does anything: it is in force in `heap`, where no stall can lie"
    ]


# -- W0420 ----------------------------------------------------------------------------------------


def both(place: str, first: str, second: str) -> list[str]:
    text = pack(f"{TAKE}\n  gain rule rate coin" + END, "rules: {rate: 1}\n")
    text = text.replace("demand: {sort: cost}", "demand: {sort: cost}, in_force: {sort: modifier, while_in: laws}")
    text = text.replace("size: {type: number, default: 1}", "size: {type: number, default: 1}, grade: number or none")
    text = text.replace("places:\n", f"places:\n  laws: {{of: table, cells: 2, holds: stall{place}}}\n")
    for ident, effect in (("tea", first), ("toss", second)):
        text = text.replace(f"{{id: {ident},", f"{{id: {ident}, in_force: {effect},")
    return [found.code.code for found in run_all(ruleset(text)).findings if found.code.code != "W0470"]


def test_two_settings_of_one_rule() -> None:
    assert both("", "rule rate is 2", "rule rate is 3") == ["W0420"]
    assert both("", "rule rate is 2", "rule rate adds 3") == []
    assert both("", "rule rate is 2", "rule rate is 2") == []
    assert both("", "rule rate is 2 while rounds = 1", "rule rate is 3 while rounds = 2") == []


def test_what_is_unique_is_kept_apart() -> None:
    assert both(", unique_by: size", "rule rate is 2", "rule rate is 3") == ["W0420"]  # sizes 2 and 1
    assert both(", unique_by: grade", "rule rate is 2", "rule rate is 3") == []


# -- W0461 ----------------------------------------------------------------------------------------


def test_many_options() -> None:
    many = "each seat:\n  choose give s from seats, f from ground, g from ground: gain 1 coin to s"
    assert warnings(many) == ["W0461"]
    assert warnings(many.replace(", g from ground", "")) == []
    assert warnings("each seat:\n  choose give n from 1 to 999: gain n coin") == []
    assert warnings("each seat:\n  choose give f from first of ground, g from ground: gain 1 coin") == []


# -- W0470 ----------------------------------------------------------------------------------------


def test_never_used() -> None:
    more = """\
    terms: {spare(number n): n + 1, used_term: 2}
    rules: {idle_rule: 1, used_rule: 2}
    says: {main/take: Take, main/tkae: Take, odd: Odd, ends/sold: Sold}
    """
    body = TAKE + "\n  gain rule used_rule coin\n  gain used_term coin"
    assert unused(body, more, left_over="gain 1 bead to active") == {
        "spare",
        "idle_rule",
        "main/tkae",
        "odd",
        "left_over",
        "use",  # hooks that nothing does
        "demand",
    }


def test_only_the_last_pack_is_asked() -> None:
    text = pack(TAKE + END, "terms: {spare: 1}\n")
    assert run_all(ruleset(text, "terms: {other_spare: 2}\n")).findings[-1].message == "`other_spare` is never used"
    found = {dict(one.arguments)["word"] for one in run_all(ruleset(text, "terms: {other_spare: 2}\n")).findings}
    assert found == {"other_spare"}


def test_what_another_option_would_use_is_of_use() -> None:
    more = """\
    options: {weather: {values: [sun, rain], default: sun}}
    terms: {near: far + 1, far: 2, lone: 3}
    windows:
      shelter: {before: [open_up], for: seats, choose: "wait_here: gain near coin", when: {option: weather, is: rain}}
    says: {shelter/wait_here: Wait, shelter/wait_heer: Wait}
    """
    body = "do open_up\n" + TAKE
    assert unused(body, more, open_up="gain 1 coin to active") == {"lone", "shelter/wait_heer", "use", "demand"}
    found = run_all(ruleset(pack(body + END, more, open_up="gain 1 coin to active"))).findings
    (told,) = [one for one in found if ("word", "shelter/wait_heer") in one.arguments]
    assert told.width == len("wait_heer") and "`wait_here`" in told.hint


# -- W0480 ----------------------------------------------------------------------------------------


def idle(header: str, body: str) -> list[str]:
    return warnings(f"each seat:\n  may ship {header}:\n    {body}")


def test_costs_nothing_and_does_nothing() -> None:
    assert idle("k from goods", "pay my.k k") == ["W0480"]
    assert idle("k from goods where can pay 1 k", "pay my.k k") == []
    assert idle("k from goods where can pay 1 k", "pay number of k in my.bag k") == []
    assert idle("k from goods", "pay my.k k\n    add 1 to my.visits") == []
    assert idle("k from goods", "pay my.k k\n    gain my.k coin") in (["W0480"], ["E0431"])
    assert idle("k from goods, n from 1 to my.k", "pay n k") == []
    assert idle("k from goods, n from 0 to my.k", "pay n k") == ["W0480"]


# -- W0610 ----------------------------------------------------------------------------------------


def test_tells_something_hidden() -> None:
    test = "each seat:\n  if any c in my.hand satisfies c is ace: gain 1 coin"
    assert warnings(test) == ["W0610"]
    assert warnings(test.replace("any c in my.hand satisfies c is ace", "count my.hand > 1")) == []
    assert warnings(test.replace("my.hand", "heap")) == []


def test_a_skip_tells_something_hidden() -> None:
    skip = "each seat:\n  choose play c from my.hand where c is ace: put c in heap"
    assert warnings(skip) == ["W0610"]
    assert warnings(skip.replace("choose", "may")) == []
    assert warnings(skip.replace(" where c is ace", "")) == []  # everybody sees how many there are


def test_seats_that_are_left_out() -> None:
    assert warnings("each seat in (seats where it.secret > 1):\n  choose take: gain 1 coin") == ["W0610"]


def test_an_empty_pile_is_no_secret() -> None:
    body = "let c = the first of deck\nif c is not none: put c in heap"
    assert warnings(f"{TAKE}\n{body}") == []
    assert warnings(f"{TAKE}\n{body.replace('c is not none', 'c is not none and c is ace')}") == ["W0610"]
