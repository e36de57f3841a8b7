"""What a standing option works out stands in its text, as in any other option's."""

from __future__ import annotations

import pytest

from referee.engine import Program, State
from referee.lint import run_all
from referee.texts import Catalogs
from tests.engine.inline import pack, program

DECLARED = """
tokens:
  coin: {unlimited: true, name: coin}
  bead: {supply: 9, worth: 3, name: bead}
  gem: {supply: 9, worth: 5, name: gem}
groups: {stuff: {of: [bead, gem]}}
values: {active: {type: seat, initial: 1}}
standing:
  sale: "sell k from stuff, price = k.worth, twice = 2 * price: pay 1 k then gain price coin"
says: {standing/sell: "Sell {k} for {price}, not {twice}"}
"""
MAIN = """
each seat: gain 1 gem and 1 bead
each seat:
  set active to me
  choose rest: gain 1 coin
end game
"""


def labels(made: Program, state: State, seat: str) -> dict[str, str]:
    catalog = Catalogs.load(made.ruleset.texts, (one.files for one in made.ruleset.stack.packs)).catalog("en")
    return {option.id: catalog.render(option.label) for option in made.view(state, seat).decisions[0].options}


def test_derived_values_stand_in_the_text_of_a_standing_option() -> None:
    made = program(pack(DECLARED, main=MAIN))
    state = made.start(bytes(32))
    told = labels(made, state, "1")
    assert told["sell/bead"] == "Sell bead for 3, not 6"
    assert told["sell/gem"] == "Sell gem for 5, not 10"
    (rest,) = (raw for raw in made.moves(state) if len(raw) == 1)
    after = made.apply(state, 0, rest)
    assert labels(made, after, "2")["sell/gem"] == "Sell gem for 5, not 10"


@pytest.mark.parametrize("key", ["standing/sale/sell", "standing/sell", "standing/sale"])
def test_a_text_stands_under_the_declaration_or_the_label(key: str) -> None:
    made = program(pack(DECLARED.replace("standing/sell:", f"{key}:"), main=MAIN))
    assert labels(made, made.start(bytes(32)), "1")["sell/gem"] == "Sell gem for 5, not 10"
    assert run_all(made.ruleset).findings == ()


def test_the_declaration_may_have_its_text_itself() -> None:
    begin, _, _ = DECLARED.partition("  sale:")
    own = begin + '  sale: {do: "sell k from stuff: pay 1 k", says: "Sell {k} here"}\n'
    made = program(pack(own, main=MAIN))
    assert labels(made, made.start(bytes(32)), "1")["sell/gem"] == "Sell gem here"


@pytest.mark.parametrize("key", ["standing/sell/sell", "sale", "standing/sell/sale"])
def test_a_text_under_another_key_is_found(key: str) -> None:
    made = program(pack(DECLARED.replace("standing/sell:", f"{key}:"), main=MAIN))
    assert [each.code.code for each in run_all(made.ruleset).findings] == ["W0470"]
