"""What others are told of an answer: the option, and its argument once."""

from __future__ import annotations

from referee.engine.records import Choice
from referee.texts import Catalogs
from tests.engine.inline import Game, pack

PACK = pack(
    """
    tokens:
      coin: {supply: 20, name: coin, plural: coins}
    places:
      chest: {of: seat, tokens: coin, home: yes}
    values:
      bid: {of: seat, sealed: yes, seen_by: everyone}
    setup:
      - {place: chest, tokens: {coin: 5}}
    says:
      main/give/give: Give coins
      main/bid: Bid
    """,
    main="""
        each seat:
          choose give n from 1 to 3: pay n coin
        secretly each seat choose bid from 0 to 5
        end game because dusk
    """,
)


def told(game: Game, seat: str, option: str, answer: int) -> list[str]:
    """What the other seat reads of a choice."""
    applied = game.program.submit(game.state, seat, [Choice(option, answer)])
    game.state = applied.state
    stack = game.program.ruleset.stack
    catalog = Catalogs.load(game.program.ruleset.texts, (one.files for one in stack.packs)).catalog("en")
    other = "2" if seat == "1" else "1"
    return [catalog.render(event.text) for event in game.program.events_for(applied, other)]


def test_a_number_is_told_once() -> None:
    game = Game(PACK)
    assert told(game, "1", "give", 2)[0] == "player 1: Give coins: 2"
    told(game, "2", "give", 1)
    assert told(game, "1", "bid", 4) == ["player 1 has answered"]
    own = game.program.submit(game.state, "2", [Choice("bid", 3)])
    stack = game.program.ruleset.stack
    catalog = Catalogs.load(game.program.ruleset.texts, (one.files for one in stack.packs)).catalog("en")
    assert catalog.render(game.program.events_for(own, "2")[0].text) == "player 2: Bid: 3"
