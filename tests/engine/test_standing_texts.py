"""What a standing option works out stands in its text, as in any other option's."""

from __future__ import annotations

from referee.engine import Program, State
from referee.texts import Catalogs
from tests.engine.inline import pack, program

DECLARED = """
tokens:
  coin: {unlimited: true, name: coin}
  bead: {supply: 9, worth: 3, name: bead}
  gem: {supply: 9, worth: 5, name: gem}
groups: {stuff: {of: [bead, gem], one: thing}}
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
