"""What an option is about: where its values lie, not every place that its effect touches."""

from __future__ import annotations

import pytest

from referee.engine.records import AllocationForm, Option, PickForm
from tests.engine.inline import Game, pack

PACK = """
    tokens:
      bead: {name: bead, supply: 9, prices: [3, 2, 1]}
      silk: {name: silk, supply: 9, prices: [3, 2, 1]}
      coin: {name: coin, unlimited: true}
    groups: {wares: {of: [bead, silk], one: ware, name: ware}, money: {of: [coin], name: money}}
    kinds:
      stall: {name: stall, fields: {cost: "bag of money"}, hooks: {use: {sort: effect, this: stall, me: owner}}}
      mark: {name: mark}
    stall:
      - {id: booth, name: booth, cost: {coin: 1}}
      - {id: tent, name: tent, cost: {coin: 2}, use: "may sweep n from 1 to 2: gain n coin"}
    mark: [{id: flag, name: flag}]
    places:
      counter: {of: table, tokens: wares, limit: prices, name: counter}
      chest: {of: seat, tokens: [wares, money], home: true, name: chest}
      shed: {of: seat, tokens: wares, name: shed}
      display: {of: table, pile: stall, name: display}
      lane: {of: table, cells: 2, holds: mark, name: lane}
      town: {of: seat, pile: stall, name: town}
    setup:
      - {place: display, all: stall}
      - {place: counter, tokens: {bead: 2, silk: 2}}
      - {place: chest, tokens: {bead: 1, silk: 1, coin: 3}}
    terms:
      free_space: {is: the first of (lane where it is empty)}
      one_of(b): {is: the first of (display where it is b)}
"""
CARD, ROW = "stall/booth", "counter/bead"


def asked(body: str) -> dict[str, Option]:
    """The options of a choice with this body, by id, blocked ones among them."""
    main = f"each seat:\n  choose one deal:\n    {body}\n    pass"
    called = {"hand_in(ware k)": "pay 1 k to counter or supply"} if "hand_in" in body else {}
    game = Game(pack(PACK, main=main, **called), seats=1)
    view = game.program.view(game.state, "1", with_blocked=True)
    return {option.id: option for option in (*view.decisions[0].options, *view.decisions[0].blocked)}


def spots(option: Option) -> list[tuple[str, str]]:
    return list(zip(option.subjects, option.meant or [""] * len(option.subjects), strict=True))


@pytest.mark.parametrize(
    ("body", "option", "where"),
    [
        ("sell k from wares: pay 1 k to counter", "sell/bead", [("seat/1/chest", "token/bead")]),
        ("buy k from wares: gain exactly 1 k from counter or supply", "buy/bead", [(ROW, "")]),
        ("find k from wares: gain 1 k", "find/bead", [("supply", "token/bead")]),
        ("fetch k from wares: move 1 k from my.chest to my.shed", "fetch/bead", [("seat/1/chest", "token/bead")]),
        ("drop k from wares: lose 1 k", "drop/bead", [("seat/1/chest", "token/bead")]),
        ("call k from wares: do hand_in(k)", "call/bead", [("seat/1/chest", "token/bead")]),
        ("name k from wares: gain 1 coin", "name/bead", []),
        ("build b from stall: gain 1 coin", "build/booth", [("display", CARD)]),
        ("raise b from stall, s = one_of(b) where s is not none: put s in my.town", "raise/booth", [("display", CARD)]),
        ("take s from display: put s in my.town", "take/booth", [("display", CARD)]),
        ("rent s = free_space where s is not none: gain 1 coin", "rent", [("lane/1", "")]),
        ("look c from lane: gain 1 coin", "look/2", [("lane/2", "")]),
        ("wait: gain 1 coin", "wait", []),
    ],
)
def test_an_option_is_about_its_values(body: str, option: str, where: list[tuple[str, str]]) -> None:
    assert spots(asked(body)[option]) == where


def test_a_blocked_option_is_about_the_same() -> None:
    options = asked(
        "raise b from stall, s = one_of(b):\n      pay 5 coin\n      put s in my.town\n    wait: gain 1 coin"
    )
    assert options["raise/booth"].refusal is not None
    assert spots(options["raise/booth"]) == [("display", CARD)]


def test_what_is_picked_lies_somewhere_too() -> None:
    form = asked(
        "keep kinds from any 0 to 2 of wares:\n      for each k in kinds: move all k from my.shed to counter or supply"
    )["keep"].form
    assert isinstance(form, PickForm)
    assert [(item.subjects, item.entry) for item in form.items] == [
        (("seat/1/shed",), "token/bead"),
        (("seat/1/shed",), "token/silk"),
    ]


@pytest.mark.parametrize(
    ("statement", "place"),
    [
        ("choose one deal:\n    hand: pay any 1 of wares", "seat/1/chest"),
        ("gain any 1 of wares", "supply"),
        ("gain any 1 of wares from counter", ROW),
    ],
)
def test_what_is_counted_lies_somewhere_too(statement: str, place: str) -> None:
    game = Game(pack(PACK, main=f"each seat:\n  {statement}"), seats=1)
    if game.options == ["hand"]:
        game.play("hand")
    form = game.program.view(game.state, "1").decisions[0].options[0].form
    assert isinstance(form, AllocationForm)
    assert (form.sources[0].entry, form.sources[0].subjects) == ("token/bead", (place,))


def test_a_question_of_a_card_is_about_that_card() -> None:
    game = Game(
        pack(PACK, main="each seat:\n  for each s in display: put s in my.town\n  for each s in my.town: do use of s"),
        seats=1,
    )
    sweep, decline = game.program.view(game.state, "1").decisions[0].options
    assert spots(sweep) == [("seat/1/town", "stall/tent")]
    assert spots(decline) == []
