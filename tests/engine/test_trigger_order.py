"""Triggers of entries go round the table from the acting seat, then by the order of the entries."""

from __future__ import annotations

import pytest

from tests.engine.inline import Game, pack


def fair(owner_of_weavers: int) -> bytes:
    """Two guilds, one for each of two seats, that write down when their turn comes."""
    things = f"""
tokens: {{coin: {{unlimited: true}}}}
kinds:
  guild: {{hooks: {{when: {{sort: trigger, while_in: halls}}}}}}
guild:
  - {{id: weavers, when: "after work: do note(2)"}}
  - {{id: bakers, when: "after work: do note(1)"}}
places:
  stock: {{of: table, pile: guild}}
  halls: {{of: seat, pile: guild}}
values: {{story: {{}}, lead: {{type: seat}}}}
setup: [{{place: stock, all: guild}}, {{value: lead, is: {owner_of_weavers}}}]
"""
    main = """
for each s in seats:
  for each g in stock:
    if (g is weavers and s is lead) or (g is bakers and s is not lead): put g in s.halls
each seat:
  choose begin: gain 1 coin
  do work
  choose rest: gain 1 coin
end game because done
"""
    return pack(things, main=main, work="gain 1 coin", **{"note(n)": "set story to 10 * story + n"})


@pytest.mark.parametrize(("owner_of_weavers", "story"), [(1, 21), (2, 12)])
def test_the_acting_seat_first_whichever_entry_stands_first(owner_of_weavers: int, story: int) -> None:
    game = Game(fair(owner_of_weavers)).play("begin")
    assert game.value("story") == story
