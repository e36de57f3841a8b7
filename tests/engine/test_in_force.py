"""What is in force: the modifiers that hold now, each with the seat that has it."""

from __future__ import annotations

from tests.engine.inline import Game, pack

MILLS = """
    tokens: {coin: {unlimited: true, name: coin}, worker: {supply: 5, name: worker}}
    kinds:
      stall: {name: stall, per_seat: 1, hooks: {in_force: {sort: modifier, while_in: row}}}
      gate: {name: gate, hooks: {in_force: {sort: modifier, while_in: fair}}}
    stall:
      - {id: mill, name: mill, in_force: rule wages at least 1 while number of worker in this.bench > 0}
      - {id: barn, name: barn, in_force: rule wages adds 1}
    gate: [{id: gate, name: gate, in_force: rule toll is 4}]
    places:
      pouch: {of: seat, tokens: [coin, worker], home: true, name: pouch}
      row: {of: seat, pile: stall, name: row}
      fair: {of: table, pile: gate, name: fair}
      bench: {of: stall, tokens: worker, leaves: supply, name: bench}
    rules:
      wages: {of: seat, base: 1}
      toll: {base: 1}
    setup:
      - {place: row, all: stall}
      - {place: fair, all: gate}
"""
WALK = """
    each seat:
      choose work:
        for each s in my.row: move 1 worker from supply to s.bench
      choose rest:
        for each s in my.row: move all from s.bench to supply
"""


def game() -> Game:
    return Game(pack(MILLS, main=WALK))


def in_force(played: Game, viewer: str = "") -> list[tuple[str, str]]:
    return [(each.entry, each.of) for each in played.program.view(played.state, viewer).in_force]


def test_only_what_holds_is_in_force_with_whose_it_is() -> None:
    played = game()
    always = [("stall/barn", "seat/1"), ("stall/barn", "seat/2"), ("gate/gate", "")]
    assert in_force(played) == always
    played.play("work")
    assert in_force(played) == [("stall/mill", "seat/1"), *always]
    assert in_force(played, "2") == in_force(played)
    played.play("rest")
    assert in_force(played) == always


def test_a_view_that_is_renewed_follows_conditions() -> None:
    played = game()
    before, view = played.state, played.program.view(played.state, "1")
    played.play("work")
    renewed, _ = played.program.renewed(view, played.state, played.program.touched(before, played.state))
    assert ("stall/mill", "seat/1") in [(each.entry, each.of) for each in renewed.in_force]
    assert renewed == played.program.view(played.state, "1")
