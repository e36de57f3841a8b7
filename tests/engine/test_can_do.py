"""`can do` asks for the options of a procedure itself; standing options are not among them."""

from __future__ import annotations

import pytest

from referee.packs.diagnostics import PackInvalid
from tests.engine.inline import Game, pack, program

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


@pytest.mark.parametrize(("before", "codes"), [("gain 1 silk", ["E0431"]), ("set visits to 1", [])])
@pytest.mark.parametrize("shop", ["choose sell: pay 1 silk", "do sale", "choose sell: do sale"])
def test_it_reads_what_the_procedure_reads(before: str, codes: list[str], shop: str) -> None:
    """A cost under a test of what the option itself changes before can't be asked for in advance."""
    turn = f"choose one evening:\n  rest: gain 1 coin\n  work:\n    {before}\n    if can do shop: pay 1 coin"
    fair = FAIR.replace("standing:\n", "").replace("values: {", "values: {visits: {}, ")
    fair = fair.replace("tokens: {", "tokens: {silk: {supply: 9}, ", 1)
    fair = fair.replace("home: yes", "home: yes, tokens: [coin, silk]")
    try:
        program(pack(fair, main=MAIN, turn=turn, shop=shop, sale="choose sell: pay 1 silk"))
    except PackInvalid as problem:
        found = [each.code.code for each in problem.diagnostics if each.severity == "error"]
    else:
        found = []
    assert found == codes
