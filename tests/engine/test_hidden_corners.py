"""Small packs made to tell what they must not: who put what, what a paused rule remembers, how games would end."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from referee.engine import Program, State
from referee.engine.records import Choice
from tests.engine.inline import Game, pack, program

KEYS = [bytes([n]) * 32 for n in range(12)]


def source(body: str, places: str = "", values: str = "", more: str = "") -> bytes:
    """A pack of aces and deuces: each seat draws two cards, then the body."""
    declared = f"""
tokens:
  coin: {{unlimited: true}}
  bead: {{supply: 20}}
  gem: {{supply: 20}}
groups: {{stuff: {{of: [bead, gem], one: thing}}}}
kinds:
  card: {{}}
card:
  - {{id: ace, n: 4}}
  - {{id: deuce, n: 4}}
places:
  purse: {{of: seat, tokens: coin, home: true}}
  deck: {{of: table, pile: card, seen_by: nobody}}
  hand: {{of: seat, pile: card, seen_by: owner}}
  heap: {{of: table, pile: card}}
  mission: {{of: table, pile: card, seen_by: nobody}}
  mine: {{of: seat, cells: 2, holds: card, seen_by: owner}}
  {places}
values:
  secret: {{of: seat, seen_by: owner}}
  {values}
setup:
  - {{place: deck, all: card}}
"""
    return pack(declared + more, main="shuffle deck\neach seat: draw 2 from deck to my.hand\n" + body)


def start(text: bytes, key: int = 0, seats: int = 2) -> tuple[Program, State]:
    made = program(text, seats)
    return made, made.start(KEYS[key])


def told(made: Program, state: State, seat: str, choices: list[Choice], viewer: str) -> str:
    """All that a viewer is told of a move."""
    return str([asdict(event) for event in made.events_for(made.submit(state, seat, choices), viewer)])


THREE = "secretly each seat puts 1 of my.hand in mission\nshuffle mission\n"


@pytest.mark.parametrize(
    "then", ["reveal mission\n", "each seat:\n  look at mission:\n    may take c from mission: put c in my.hand\n"]
)
def test_who_put_what_is_not_told_when_it_is_shown_at_once(then: str) -> None:
    """The cards are mixed and shown in the same step as the last answer; where each came from stays a secret."""
    made, state = start(source(THREE + then + "each seat:\n  choose go: gain 1 coin"), seats=3)
    for seat in ("1", "2"):
        name = made.view(state, seat).decisions[0].options[0]
        pick = name.form.items[0].id  # type: ignore[union-attr]  # a pick, as the pack says
        state = made.submit(state, seat, [Choice(name.id, (pick,))]).state
    last = made.view(state, "3").decisions[0].options[0]
    choice = Choice(last.id, (last.form.items[0].id,))  # type: ignore[union-attr]  # as above
    for viewer in ("", "1", "2"):
        events = made.events_for(made.submit(state, "3", [choice]), viewer)
        moved = [event.what for event in events if type(event.what).__name__ == "Moved"]
        assert len(moved) == 3
        seen = [what.pieces[0].entry for what in moved if what.from_place != f"seat/{viewer}/hand"]  # type: ignore[union-attr]  # moved
        assert not any(seen)


LATER = """each seat:
  {let}
  choose one first:
    a: gain 1 coin
    b: gain 2 coin
  {read}
  choose one second:
    a: gain 1 coin
    b: gain 2 coin
"""


@pytest.mark.parametrize(
    ("let", "read"),
    [
        ("let c = the first of deck", "if c is ace: gain 5 coin"),
        ("let k = count (deck where it is ace)", "if k > 2: gain 5 coin"),
        (
            "set my.secret to count (my.hand where it is ace)",
            "as item (sum of (s.secret for s in others)) of seats else me: gain 1 coin",
        ),
        (
            "if count (my.hand where it is ace) > 0: gain 1 bead",
            "as next of me:\n    if can pay 1 bead: gain 5 coin",
        ),
        ("gain 1 gem", "for each o in others: move all bead from o.box to tray"),
    ],
)
def test_what_a_rule_remembers_is_as_secret_as_its_source(let: str, read: str) -> None:
    """A local computed from something hidden is read in a later move: that is a barrier, as the first read was."""
    places = (
        "box: {of: seat, tokens: [bead, gem], home: true, seen_by: owner}\n  tray: {of: table, tokens: [bead, gem]}"
    )
    made, state = start(source(LATER.format(let=let, read=read), places))
    options = made.view(state, "1").decisions[0].options
    assert [option.barrier for option in options] == [True, True]
    shown = made.preview(state, "1", [Choice("a")])
    assert shown.at_barrier
    assert made.view(shown.state, "1") == made.view(state, "1")
    assert made.submit(state, "1", [Choice("a")]).barrier


def test_what_is_read_of_the_own_hand_is_no_barrier() -> None:
    body = "each seat:\n  repeat at most 3:\n    choose one act:\n      praise c from my.hand:\n"
    body += "        if c is ace: gain 5 coin\n      stop"
    made, state = start(source(body))
    assert not any(option.barrier for option in made.view(state, "1").decisions[0].options)


def test_the_end_is_not_previewed_where_scores_are_secret() -> None:
    more = 'scoring:\n  lines:\n    - {id: aces, says: Aces, points: "count (my.hand where it is ace)"}\n'
    made, state = start(
        source("each seat:\n  choose one act:\n    finish_it: end game because sold\n    go_on", more=more)
    )
    options = {option.id: option.barrier for option in made.view(state, "1").decisions[0].options}
    assert options == {"finish_it": True, "go_on": False}
    shown = made.preview(state, "1", [Choice("finish_it")])
    assert shown.at_barrier
    assert made.view(shown.state, "1").outcome is None


def test_nobody_is_passed_over_because_a_hidden_purse_is_empty() -> None:
    box = "box: {of: seat, tokens: [bead, gem], home: true, seen_by: owner, count_seen_by: nobody}"
    made, state = start(source("each seat:\n  choose buy:\n    pay any 0 to 2 stuff", box))
    bought = made.submit(state, "1", [Choice("buy")]).state
    assert made.pending(bought) == ("1",)
    option = made.view(bought, "1").decisions[0].options[0]
    assert made.pending(made.submit(bought, "1", [Choice(option.id, ())]).state) == ("2",)


def test_hidden_values_make_no_option_of_their_own() -> None:
    """Two aces that differ in what nobody sees are one option."""
    body = "each seat:\n  let n = 0\n  for each c in my.hand:\n    set n to n + 1\n    set c.power to n\n"
    body += "  choose take c from my.hand: put c in heap"
    for key in range(len(KEYS)):
        made, state = start(source(body, values="power: {of: card, seen_by: nobody}"), key)
        names = [option.id for option in made.view(state, "1").decisions[0].options]
        assert set(names) <= {"take/ace", "take/deuce"}


def test_a_cell_is_not_named_by_what_others_cannot_see_in_it() -> None:
    body = "each seat: draw 1 from deck to my.mine\neach seat:\n"
    body += "  choose point x from my.mine where x is not empty: gain 1 coin"
    made, state = start(source(body))
    name = made.view(state, "1").decisions[0].options[0].id
    assert "card/" in told(made, state, "1", [Choice(name)], "1")
    for viewer in ("", "2"):
        events = told(made, state, "1", [Choice(name)], viewer)
        assert "seat/1/mine" in events
        assert "card/" not in events


def test_values_of_cells_are_told_to_the_owner_of_the_cell() -> None:
    body = "each seat:\n  choose mark x from my.mine: set x.trap to 7"
    made, state = start(source(body, values="trap: {of: mine, seen_by: owner}"))
    names = [option.id for option in made.view(state, "1").decisions[0].options]
    for name in names:
        assert "trap" in told(made, state, "1", [Choice(name)], "1")
        assert "trap" not in told(made, state, "1", [Choice(name)], "2")
        after = made.submit(state, "1", [Choice(name)]).state
        for viewer, kinds in (("1", {"number"}), ("2", {"hidden"})):
            values = {v.id: v.kind for v in made.view(after, viewer).values if v.id.startswith("seat/1/mine")}
            assert set(values.values()) == kinds


def test_a_limited_pool_shows_no_count_of_a_single_hidden_token() -> None:
    box = "box: {of: seat, tokens: [bead, gem], limit: 6, home: true, seen_by: owner}"
    made, state = start(source("each seat: gain 2 bead\neach seat:\n  choose go: gain 1 gem", box))
    places = {place.id: place for place in made.view(state, "2").places}
    assert places["seat/1/box/bead"].uncounted
    assert places["seat/2/box/bead"].pieces[0].count == 2


def test_what_lies_in_a_hidden_card_is_hidden() -> None:
    body = "each seat:\n  choose load c from my.hand: move 2 bead from supply to c.cargo\n"
    body += "each seat:\n  choose shift c from my.hand where number of bead in c.cargo > 0:\n"
    body += "    move 1 bead from c.cargo to tray"
    places = "cargo: {of: card, tokens: [bead, gem]}\n  tray: {of: seat, tokens: [bead, gem], seen_by: nobody}"
    made, state = start(source(body.replace("to tray", "to my.tray"), places))
    for seat in ("1", "2"):
        state = made.submit(state, seat, [Choice(made.view(state, seat).decisions[0].options[0].id)]).state
    name = made.view(state, "1").decisions[0].options[0].id
    assert "bead" in told(made, state, "1", [Choice(name)], "1")
    assert "bead" not in told(made, state, "1", [Choice(name)], "2")


def test_resampling_reaches_tokens_values_and_what_the_rules_remember() -> None:
    body = "each seat:\n  if count (my.hand where it is ace) > 0: gain 2 bead\n"
    body += "  if count (my.hand where it is ace) < 2: gain 2 gem\n"
    body += "  add 1 to dealt\n  set my.secret to dealt\n"
    body += "let c = the first of deck\neach seat:\n  choose go: gain 1 coin\nif c is ace:\n  each seat: gain 1 coin\n"
    made, state = start(
        source(body, "box: {of: seat, tokens: [bead, gem], home: true, seen_by: owner}", "dealt: {}"), seats=3
    )
    deck = made.layout.areas["deck"].base
    boxes, secrets = made.layout.areas["box"], made.layout.values["secret"][0]
    seen = set()
    for key in KEYS:
        other = made.resample(state, "1", key)
        made.check_invariants(other)
        assert made.view(other, "1") == made.view(state, "1")
        assert other[deck][0] in other[0]  # the local means the first card of this deck
        seen.add((tuple(other[boxes.base : boxes.end]), tuple(other[secrets : secrets + 3]), other[deck][0]))
    for part in range(3):
        assert len({one[part] for one in seen}) > 1


def test_a_sum_over_seats_that_reads_their_secrets_runs() -> None:
    game = Game(
        source("each seat:\n  choose go: gain 1 coin\n  if (sum of (s.secret for s in others)) > 0: gain 1 coin")
    )
    assert game.play("go", "go").step == ""
