"""A loop whose options can undo one another needs a bound (E0440)."""

from __future__ import annotations

import pytest

from tests.lint.fair import errors, findings, pack

END = "\nif count yard = 0: end game because sold"
SELL = "sell k from goods:\n  pay 1 k\n  gain 2 coin"
BUY = "buy k from goods where number of k in supply > 0:\n  pay 3 coin\n  gain exactly 1 k from supply"


def loop(*options: str, head: str = "repeat:", more: str = "") -> list[str]:
    """The findings of a turn that is one loop around a choice."""
    lines = "\n".join(f"      {line}" for option in options for line in option.splitlines())
    return errors(f"each seat:\n  {head}\n    choose one deal:\n{lines}{END}", more)


UNDONE = {
    "buying and selling": (SELL, BUY, "stop"),
    "there and back": (
        "out c from row where c is not empty: put c.stall in yard",
        "back b from yard, c from row where c is empty: put b on c",
        "stop",
    ),
    "one option alone": (
        "move_on b from row where b is not empty, c from row where c is empty: put b.stall on c",
        "stop",
    ),
    "two faces": (
        "use_up c from heap where c is fresh: turn c to spent",
        "renew c from heap where c is spent: turn c to fresh",
        "stop",
    ),
    "a value": ("set_visits n from seats where my.visits != count n.hand: set my.visits to count n.hand", "stop"),
    "up and down": (
        "more where my.visits < 3: add 1 to my.visits",
        "less_ where my.visits > 0: take 1 from my.visits",
        "stop",
    ),
    "a gift": ("take: gain 1 coin", "stop"),
    "an endless count": ("note: add 1 to my.visits", "stop"),
    "trading places": (
        "trade a from row where a is not empty, b from row where b is not empty and b is not a: swap a with b",
        "stop",
    ),
}


@pytest.mark.parametrize("options", UNDONE.values(), ids=UNDONE)
def test_needs_a_bound(options: tuple[str, ...]) -> None:
    assert loop(*options) == ["E0440"]
    assert loop(*options, head="repeat at most 9:") == []


ENDING = {
    "selling only": (SELL, "stop"),
    "a hand": ("play c from my.hand: put c in heap", "stop"),
    "cells": ("build b from yard, f from my.ground where f is empty: put b on f", "stop"),
    "a face": ("use_up c from heap where c is fresh: turn c to spent", "stop"),
    "a limit": ("note where my.visits < 3:\n  add 1 to my.visits\n  gain 1 coin", "stop"),
    "each once": ("take k from goods, each once: gain 1 coin", "stop"),
    "rounds": ("take where times < 3: gain 1 coin", "stop"),
    "a count down": ("take where my.visits > 0:\n  take 1 from my.visits\n  gain 1 k_bead", "stop"),
    "marked as done": ("rest where my.visits != 1: set my.visits to 1", "stop"),
    "one leads to the other": (
        "play c from my.hand where c is fresh:\n  put c in heap\n  may renew d from heap: turn d to fresh",
        "use_up d from heap where d is fresh: turn d to spent",
        "stop",
    ),
    "it leaves": ("take:\n  gain 1 coin\n  stop", "stop"),
}


@pytest.mark.parametrize("options", ENDING.values(), ids=ENDING)
def test_needs_none(options: tuple[str, ...]) -> None:
    assert loop(*(option.replace("k_bead", "coin") for option in options)) == []


def test_the_finding_names_both_options() -> None:
    lines = "\n".join(f"      {line}" for line in f"{SELL}\n{BUY}\nstop".splitlines())
    (found,) = findings(pack(f"each seat:\n  repeat:\n    choose one deal:\n{lines}{END}"))
    assert found.message == "`sell` and `buy` can undo one another for ever"
    assert len(found.related) == 1


def test_passing_leads_back() -> None:
    assert errors("each seat:\n  repeat:\n    may play c from my.hand: put c in heap" + END) == ["E0441"]
    body = (
        "each seat:\n  repeat:\n    choose one turn:\n      play c from my.hand: put c in heap\n      pass\n      stop"
    )
    assert errors(body + END) == ["E0440"]
    assert (
        errors(
            "each seat:\n  repeat:\n    may play c from my.hand: put c in heap\n    if hand is empty: stop".replace(
                "hand is", "my.hand is"
            )
            + END
        )
        == []
    )


GO = "choose step f from my.ground, g from my.ground where f is not empty and g is empty: put f.stall on g"


def test_a_game_loop_needs_something_that_moves_on() -> None:
    end = "\n  if count heap = 8: end game because full"
    assert errors(f"repeat:\n  each seat:\n    {GO}{end}") == ["E0440"]
    assert errors(f"repeat:\n  draw 1 from deck to heap\n  each seat:\n    {GO}{end}") == []
    assert errors(f"repeat:\n  add 1 to rounds\n  each seat:\n    {GO}{end}") == []


def test_standing_options_may_not_undo_one_another() -> None:
    body = "each seat:\n  choose take: gain 1 coin" + END

    def standing(other: str) -> list[str]:
        first = "use_up c from heap where me is active and c is fresh: turn c to spent"
        return errors(body, f"standing:\n  flip: |\n    {first}\n    {other}\n")

    assert standing("renew c from heap where me is active and c is spent: turn c to fresh") == ["E0440"]
    assert standing("rest where me is active and my.visits > 0: take 1 from my.visits") == []


USE = "turn c to spent then pay 1 coin then gain 1 coin"


def test_what_is_used_up_may_be_the_first_of_a_set_also_in_a_term() -> None:
    body = "each seat:\n  choose take: gain 1 coin" + END
    terms = "terms:\n  any_one: the first of (heap where it is spent or it is fresh)\n"
    terms += "  fresh_one: the first of (heap where it is fresh)\n"

    def standing(one: str) -> list[str]:
        option = f"use_up c = {one} where me is active and c is not none: {USE}"
        return errors(body, f"{terms}standing:\n  flip: |\n    {option}\n")

    assert standing("any_one") == ["E0440"]
    assert standing("the first of (heap where it is fresh)") == []
    assert standing("fresh_one") == []


def test_a_standing_option_has_its_own_advice() -> None:
    body = "each seat:\n  choose take: gain 1 coin" + END
    option = "change where me is active: pay 1 coin then gain 1 coin"
    (found,) = findings(pack(body, f"standing:\n  flip: |\n    {option}\n"))
    assert found.code.code == "E0440"
    assert found.hint.startswith("let it pay something, or use something up: ")
