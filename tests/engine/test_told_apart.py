"""Pieces of one entry that hold different things have ids of their own: places inside them, options, items, bins."""

from __future__ import annotations

import pytest

from referee.engine import InvariantBroken
from referee.engine.position import read_position, set_up_position
from referee.engine.records import Choice, Moved, Share
from referee.lab.naming import check_decision, check_places, ids
from referee.packs.diagnostics import PackInvalid
from referee.texts import Catalogs
from tests.engine.inline import Game, pack, program

FARM = """\
tokens: {hand: {supply: 9}, lord: {supply: 9}, coin: {unlimited: true}}
groups: {people: [hand, lord]}
kinds:
  plot: {faces: [bare, sown]}
plot:
  - {id: field, n: 6}
  - {id: wood, n: 2}
places:
  farm: {of: table, pile: plot, ORDER}
  crew: {of: plot, tokens: people, leaves: supply}
  vault: {of: plot, tokens: coin, SEEN, leaves: supply}
  heap: {of: table, pile: plot}
  inn: {of: seat, tokens: [people, coin], home: true}
setup:
  - {place: farm, all: plot}
"""
CLEAR = "choose clear p from farm: put p in heap"


def farm(plots: list[object], body: str = CLEAR, order: str = "ordered: no", seen: str = "seen_by: everyone") -> Game:
    game = Game.__new__(Game)
    game.program = program(pack(FARM.replace("ORDER", order).replace("SEEN", seen), main="each seat: do ask", ask=body))
    places = {"farm": plots, "seat/1/inn": {"hand": 2}}
    game.state = set_up_position(game.program, bytes(32), run="ask", seat="1", places=places)
    return game


def field(face: str = "bare", **held: int) -> dict[str, object]:
    vault = {"coin": held.pop("coin", 0)}
    return {"entry": "field", "face": face, "crew": held, "vault": vault}


@pytest.mark.parametrize(
    ("plots", "names"),
    [
        ([field(), field()], ["field"]),
        ([field(hand=1), field(hand=1)], ["field"]),
        ([field(hand=1), field()], ["field", "field.hand"]),
        ([field(hand=1), field(hand=2)], ["field.2.hand", "field.hand"]),
        ([field(lord=1), field(hand=1), field()], ["field", "field.hand", "field.lord"]),
        ([field(hand=2, lord=1), field()], ["field", "field.2.hand.lord"]),
        ([field("sown", hand=1), field("sown")], ["field", "field.hand"]),
        ([field("sown", hand=1), field()], ["field.bare", "field.sown.hand"]),
        ([field("sown", hand=1), field(hand=1)], ["field.bare", "field.sown"]),
        ([field(hand=1, coin=2), field(coin=1)], ["field.crew.hand.vault.2.coin", "field.vault.coin"]),
        ([field(hand=1), {"entry": "wood", "crew": {"lord": 1}}], ["field", "wood"]),
    ],
)
def test_what_tells_them_apart_stands_in_the_id(plots: list[object], names: list[str]) -> None:
    game = farm(plots)
    assert sorted(game.options) == sorted(f"clear/{name}" for name in names)
    inside = {name for name in ids(game.program.view(game.state, "1").places) if name.endswith("/crew")}
    assert inside == {f"farm/{name}/crew" for name in names}
    check_places(game.program, game.state, "1")
    check_decision(game.program, game.state, 0, game.program.moves(game.state))


def test_an_option_means_the_piece_that_it_names() -> None:
    for name, left in (("field.hand", {}), ("field", {"hand": 1})):
        game = farm([field(hand=1), field()]).play(f"clear/{name}")
        places = read_position(game.program, game.state).places
        assert {piece.entry: piece.count for piece in places["farm/field/crew"]} == left


def test_the_order_tells_nothing_of_the_pieces_behind_it() -> None:
    """The same farm, whichever of the equal pieces it is made of."""
    one, other = farm([field(hand=1), field(), field(lord=1)]), farm([field(lord=1), field(hand=1), field()])
    assert one.options == other.options == ["clear/field", "clear/field.lord", "clear/field.hand"]
    views = [game.program.view(game.state, "1") for game in (one, other)]
    assert views[0] == views[1]


def test_where_the_order_is_shown_equal_heaps_are_numbered() -> None:
    game = farm([field(hand=1), field(), field(hand=1), field(hand=1)], order="ordered: yes")
    names = [name for name in ids(game.program.view(game.state, "1").places) if name.endswith("/crew")]
    assert names == ["farm/field.hand/crew", "farm/field/crew", "farm/field.hand.2/crew"]
    assert game.options == ["clear/field.hand", "clear/field"]


def test_items_are_told_apart_and_equal_ones_numbered() -> None:
    body = "choose clear many from any 1 to 3 of farm:\n  for each p in many: put p in heap"
    game = farm([field(hand=1), field(), field(hand=1)], body)
    option = game.program.view(game.state, "1").decisions[0].options[0]
    assert [item.id for item in option.form.items] == ["field", "field.hand", "field.hand.2"]  # type: ignore[union-attr]  # as asked
    game.play("clear", answer=("field.hand", "field.hand.2"))
    assert read_position(game.program, game.state).places["farm/field/crew"] == ()


def test_bins_are_told_apart_and_equal_ones_numbered() -> None:
    body = "share out all people from my.inn over farm up to 2"
    game = farm([field(lord=1), field(), field()], body)
    option = game.program.view(game.state, "1").decisions[0].options[0]
    assert [item.id for item in option.form.bins] == ["farm/field", "farm/field.2", "farm/field.lord"]  # type: ignore[union-attr]  # as asked
    game.play("place", answer=(Share("hand", "farm/field.2", 2), Share("lord", "farm/field.lord", 1)))
    places = read_position(game.program, game.state).places
    assert {piece.entry: piece.count for piece in places["farm/field.2.hand/crew"]} == {"hand": 2}


def test_a_place_inside_a_piece_is_named_from_the_piece_in_events() -> None:
    game = farm([field(), field()], "choose man p from farm: gain 1 hand from supply to p.crew")
    (step,) = game.program.submit(game.state, "1", [Choice("man/field")]).steps
    events = game.program.events_of.show(step.before, step.after, step.events, -1)
    assert [event.what.to_place for event in events if isinstance(event.what, Moved)] == ["farm/field.hand/crew"]


def test_hidden_counts_tell_apart_but_not_what_it_is() -> None:
    plots = [field(coin=2), field()]
    assert farm(plots, seen="seen_by: nobody").options == ["clear/field", "clear/field.2.hidden"]
    assert farm(plots, seen="{seen_by: nobody, count_seen_by: nobody}".strip("{}")).options == ["clear/field"]


def test_random_games_look_at_the_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without what they hold in their ids, unequal pieces are found."""
    game = farm([field(hand=1), field()])
    names = game.program.ids.likeness.names
    monkeypatch.setattr(game.program.ids.likeness, "names", lambda S, pieces: names(S, pieces, held=False))
    with pytest.raises(InvariantBroken, match="2 places in the view of 1 have the id farm/field/crew"):
        check_places(game.program, game.state, "1")
    with pytest.raises(InvariantBroken, match="2 options of ask/clear have the id clear/field"):
        check_decision(game.program, game.state, 0, game.program.moves(game.state))


SACKS = """\
tokens: {bead: {supply: 9}, gem: {supply: 9}}
groups: {goods: [bead, gem]}
kinds: {stone: {}}
stone: [{id: pebble, n: 3}]
places:
  lane: {of: table, cells: 3, holds: stone}
  sack: {of: lane, tokens: goods}
  pouch: {of: seat, tokens: goods, home: true}
"""


def test_shares_of_cells() -> None:
    body = "if total in my.pouch = 0: gain 2 bead and 1 gem\nshare out all goods from my.pouch over lane up to 2"
    game = Game(pack(SACKS, main="each seat: do ask", ask=body))
    (option,) = game.program.view(game.state, "1").decisions[0].options
    assert [(item.id, item.max) for item in option.form.bins] == [("lane/1", 2), ("lane/2", 2), ("lane/3", 2)]  # type: ignore[union-attr]  # as asked
    game.play("place", answer=(Share("bead", "lane/3", 2), Share("gem", "lane/1", 1)))
    places = read_position(game.program, game.state).places
    assert [(piece.entry, piece.count) for piece in places["lane/3/sack"]] == [("bead", 2)]


CRATES = """\
tokens: {bead: {supply: 9}}
kinds: {crate: {}}
crate: [{id: box, n: MANY}]
places: {shelf: {of: table, pile: crate}, stuff: {of: crate, tokens: bead, leaves: supply, SEEN}}
"""


def open_crate(many: int, seen: str, option: str = "open c from shelf: put c in shelf") -> list[str]:
    source = pack(CRATES.replace("MANY", str(many)).replace("SEEN", seen), main=f"each seat:\n  choose {option}")
    try:
        program(source)
    except PackInvalid as problem:
        return [each.code.code for each in problem.diagnostics if each.severity == "error"]
    return []


def test_what_only_the_owner_sees_tells_nothing_apart() -> None:
    assert open_crate(2, "seen_by: owner") == ["E0462"]
    assert open_crate(2, "seen_by: nobody, count_seen_by: owner") == ["E0462"]
    assert open_crate(2, "seen_by: nobody") == []
    assert open_crate(2, "seen_by: everyone") == []
    assert open_crate(1, "seen_by: owner") == []
    assert open_crate(2, "seen_by: owner", "open cs from any 1 to 2 of shelf: pass") == []


def test_labels_tell_them_apart_too() -> None:
    game = farm([field("sown", hand=2), field(), {"entry": "wood", "crew": {"hand": 1}}])
    catalog = Catalogs.load(game.program.ruleset.texts).catalog()
    (decision,) = game.program.view(game.state, "1").decisions
    labels = [catalog.render(option.label) for option in decision.options]
    assert labels == ["Clear: Field (bare)", "Clear: Field (sown 2 hand)", "Clear: Wood"]
