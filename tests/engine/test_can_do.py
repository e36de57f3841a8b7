"""`can do` asks for the options of a procedure itself; standing options are not among them."""

from __future__ import annotations

from tests.engine.inline import Game, pack

FAIR = """\
tokens: {coin: {supply: 20, name: coin, plural: coins}}
places: {chest: {of: seat, home: yes}}
values: {active: {type: seat}}
setup: [{value: active, is: 1}, {place: chest, tokens: {coin: 1}}]
standing:
"""
MAIN = "as active: do turn"
SHOP = "choose one sale:\n  sell: pay %s coin"


def test_a_standing_option_may_ask_for_what_it_does() -> None:
    visit = '  visit: "visit where can do shop: do shop"\n'
    game = Game(pack(FAIR + visit, main=MAIN, turn="choose one evening:\n  rest: gain 1 coin", shop=SHOP % 1))
    assert game.options == ["rest", "visit"]
    assert game.play("visit", "sell").options == ["rest"]


def test_a_standing_option_makes_no_other_procedure_possible() -> None:
    bow = '  bow: "bow: gain 1 coin"\n'
    turn = "choose one evening:\n  rest: gain 1 coin\n  buy where can do shop: do shop"
    assert Game(pack(FAIR + bow, main=MAIN, turn=turn, shop=SHOP % 9)).options == ["rest", "bow"]
