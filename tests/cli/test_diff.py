"""`referee diff`: what players read about another stack, and that nothing of the language is left in it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.cli.program import run
from tests.docs.running import write_files

Output = pytest.CaptureFixture[str]
Shown = Callable[..., str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The packs of the page about packs: a small game, and one that changes each part of it."""
    write_files("packs.md", tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    return tmp_path


@pytest.fixture
def shown(folder: Path, capsys: Output) -> Shown:
    def show(*arguments: str, code: int = 0) -> str:
        assert run(["diff", *arguments]) == code
        out = capsys.readouterr()
        return out.out + out.err

    return show


def rules(folder: Path, body: str, name: str = "mine") -> str:
    """House rules on the small game, written down; gives their id."""
    (folder / name).mkdir(exist_ok=True)
    head = (
        f"id: {name}\nkind: house-rules\nversion: 1\nlanguage: 1\ntitle: Mine\nrequires: [little-fair]\nsources: none\n"
    )
    (folder / name / "pack.yaml").write_text(head + body, encoding="utf-8")
    return name


def lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


EVERYTHING = """\
Little fair → Rainy days
Options of the game
First prize
chosen: 5 → 7
+ Hard (new)
chosen: no
can be: no or yes
Numbers of the rules
Rate: 2 → 1
Open in the rain
name: open late → open in the rain
Prizes: 5, 3, 1 → 7, 3, 1
Tokens
Bead
how many there are: 12 → 15
Groups of tokens
Goods
members: bead, bale of silk → bale of silk, bead
Signs
Colour
members: red, blue, green → red, blue, green, grey
Stalls
Toffee
open: Gain 1 coin. → Gain 2 coins.
Archery
cost: 2 bales of silk → 1 bale of silk
+ Umbrellas (new)
cost: 1 bale of silk
colour: blue
open: Gain 3 coins.
Card
− Fiddler (gone)
play: Draw 1 from deck to your hand.
Places
Chest
holds: coin, bead and bale of silk → coin, bale of silk and bead
Row
fee: 2, 1, 0 → 0, 0, 0
What is kept in mind
Guess
seen by: everyone → its owner
Set-up
At the start
Counter: 1 bead.
− Chest of each player: 3 coins.
+ Chest of each player: 1 coin.
Chest of each player: bead: 3 with 2 players, 2 with 3 players, 2 with 4 players.
What happens
Round
+ Each player: lose 1 coin.
Day goes up by 1.
Turn
Choose: build — stall of shed, space of your ground (free): pay cost of the stall, then placed is the stall, then move placed to the space, then if size of placed is more than 1: gain 1 star,
then the stall: open.
− Choose: play — card of your hand (bright): turn the card to dull, then the card: play, then move the card to waste.
− Choose: work: Work at the counter.
+ Choose: Toil: Work at the counter.
+ Choose: rest: gain 1 coin.
Choose: done.
Work at the counter
Gain as many coins as rate.
+ Gain 1 star.
How it is worked out
The price of good
is: no. number of such goods in counter + 1 of prices of the good, else 1 → the smaller of 3 and what it was
At any time in one's own turn
Bow
− Choose: bow, if you have more than 1 star: lose 2 stars, then gain 1 coin.
+ Choose: bow, if you have more than 1 star: lose 2 stars, then gain 2 coins.
Before something else happens
Tips
before: Work at the counter → Work at the counter and turn
Points at the end
Stalls
points: 2 × number of spaces of your ground (not empty) → 3 × number of spaces of your ground (not empty)
"""  # noqa: E501  # as it stands in a wide terminal


def test_every_part_of_a_pack_is_told(shown: Shown) -> None:
    assert lines(shown("little-fair", "rainy-days")) == lines(EVERYTHING)


def test_the_other_way_round_new_and_gone_change_places(shown: Shown) -> None:
    there, back = shown("little-fair", "rainy-days"), shown("rainy-days", "little-fair")
    assert ("+ Umbrellas (new)" in there, "− Umbrellas (gone)" in back) == (True, True)
    assert ("− Fiddler (gone)" in there, "+ Fiddler (new)" in back) == (True, True)
    assert "Rate: 1 → 2" in back


def test_of_a_long_sentence_only_what_is_more_is_shown(folder: Path, shown: Shown) -> None:
    body = """
changes:
  - option_in: turn/errand
    replace: build
    with: |
      build s from shed, f from my.ground where f is free:
        pay s.cost
        put s on f
        do open of s
        gain 1 star
"""
    told = shown("little-fair", rules(folder, body))
    assert re.search(r"\+ … .*open, then gain 1 star", told)
    assert "cost of the stall" not in told


def test_a_new_field_is_told_where_it_is_not_the_default(folder: Path, shown: Shown) -> None:
    body = """
changes:
  - {kind: stall, field: fields/postage, is: {type: number, default: 0}}
  - {entry: stall/archery, field: postage, is: 2}
"""
    told = lines(shown("little-fair", rules(folder, body)))
    assert "postage: 2" in told and "postage: 0" not in told
    assert "Toffee" not in told


def test_who_is_spoken_to_is_told_as_such(folder: Path, shown: Shown) -> None:
    body = "changes:\n  - {after: work, do: 'if me is not opener: gain 1 coin'}\n"
    assert "If you aren't opener: gain 1 coin" in shown("little-fair", rules(folder, body))


def test_only_the_sentences_that_change_are_shown(folder: Path, shown: Shown) -> None:
    mine = rules(folder, 'changes:\n  - {after: turn, do: "if my.star > 2: lose 1 star"}\n')
    told = lines(shown("little-fair", mine))
    assert told == [
        "Little fair → Mine",
        "What happens",
        "Turn",
        "Choose: done.",
        "+ If you have more than 2 stars: lose 1 star.",
    ]


def test_what_an_option_without_a_word_of_its_own_change_does_is_told(folder: Path, shown: Shown) -> None:
    """The text of an option hides what it does; the difference shows it."""
    code = "sell k from goods: gain price(k) + 1 coin then pay 1 k to counter or supply"
    mine = rules(folder, f'changes:\n  - {{option_in: errand, replace: sell, with: "{code}"}}\n')
    told = shown("little-fair", mine)
    assert "− Choose: Sell good — good: gain as many coins as the price of good," in told
    assert "+ Choose: Sell good — good: gain as many coins as (the price of good + 1)," in told


def test_conditions_loops_and_what_else_happens_stand_in_each_sentence(folder: Path, shown: Shown) -> None:
    body = """\
procedures:
  market: |
    each seat:
      if day > 3: gain 1 coin
      else:
        choose one sale:
          swap where my.bead > 0: lose 1 bead
        otherwise: gain 1 star
changes: [{after: round, do: do market}]
"""
    told = lines(shown("little-fair", rules(folder, body)))
    assert told[told.index("+ Market (new)") + 1 :] == [
        "Each player: if day is more than 3: gain 1 coin.",
        "Each player: if not (day is more than 3): choose: swap, if own beads is more than 0: lose 1 bead.",
        "Each player: if not (day is more than 3): if none is possible: gain 1 star.",
    ]


def test_a_value_told_in_many_texts_is_told_once(folder: Path, shown: Shown) -> None:
    body = """\
rules:
  wage: {base: 2, says: "A day earns {is, plural, one {# coin} other {# coins}}"}
stall:
  - {id: mill, cost: {bead: 1}, colour: red, open: do earn}
procedures:
  earn: {do: gain rule wage coin, says: "Earn {wage, plural, one {# coin} other {# coins}}"}
"""
    rules(folder, body, "wages")
    rules(folder, "changes: [{rule: wage, is: 5}]\n", "better")
    told = lines(shown("little-fair+wages", "little-fair+wages+better"))
    assert told == ["Mine → Mine", "Numbers of the rules", "A day earns 2 coins → A day earns 5 coins"]


def test_names_are_told_once_and_not_wherever_they_stand(folder: Path, shown: Shown) -> None:
    mine = rules(
        folder, "changes:\n  - {token: coin, field: name, is: penny}\n  - {token: coin, field: plural, is: pennies}\n"
    )
    told = lines(shown("little-fair", mine))
    assert told == [
        "Little fair → Mine",
        "Tokens",
        "Penny",
        "name: coin → penny",
        "The rules are the same, only texts differ.",
    ]


def test_texts_of_questions_options_and_ends(folder: Path, shown: Shown) -> None:
    mine = rules(folder, "says: {turn/errand/sell: 'Give {k} away', ends/evening: Night has come}\n")
    told = lines(shown("little-fair", mine))
    assert told[1:4] == ["Texts", "Sell good → Give good away", "Evening has come → Night has come"]


def test_what_no_word_tells_is_said_to_differ(folder: Path, shown: Shown) -> None:
    """Both texts say the same, the rules differ."""
    rules(
        folder,
        "procedures: {rest: {do: gain 1 star, says: Rest}, sleep: {do: gain 2 star, says: Rest}, nap: do rest}\n",
        "low",
    )
    rules(folder, "changes: [{instead_of: nap, do: do sleep}]\n", "high")
    told = lines(shown("low", "low+high"))
    assert told == [
        "Mine → Mine",
        "What happens",
        "Nap",
        "works otherwise than before, in a way that no words here tell",
    ]


def copied(folder: Path, name: str, *changed: tuple[str, str]) -> str:
    """The small game once more under another id, with texts of its file `play.yaml` changed."""
    (folder / name).mkdir()
    for file in (folder / "little-fair").iterdir():
        text = file.read_text(encoding="utf-8").replace("id: little-fair", f"id: {name}")
        for before, after in changed if file.name == "play.yaml" else ():
            assert before in text
            text = text.replace(before, after)
        (folder / name / file.name).write_text(text, encoding="utf-8")
    return name


COMMENT = ("add 1 to day\n", "add  1  to day   # it dawns\n")


@pytest.mark.parametrize("changed", [COMMENT, ("if day >= 6:", "if (day >= 6):")])
def test_other_code_that_means_the_same_is_no_difference(folder: Path, shown: Shown, changed: tuple[str, str]) -> None:
    assert lines(shown("little-fair", copied(folder, "same", changed))) == [
        "Little fair → Little fair",
        "Nothing differs.",
    ]


def test_layout_and_comments_are_no_difference_beside_another(folder: Path, shown: Shown) -> None:
    told = lines(shown("little-fair", copied(folder, "other", COMMENT, ("if day >= 6:", "if day >= 7:"))))
    assert told == [
        "Little fair → Little fair",
        "What happens",
        "Main",
        "Repeat: round.",
        "− Repeat: if day is at least 6: the game ends: Evening has come.",
        "+ Repeat: if day is at least 7: the game ends: Evening has come.",
    ]


def test_a_trigger_is_told_by_itself_and_not_wherever_it_acts(folder: Path, shown: Shown) -> None:
    mine = rules(folder, 'triggers: ["after stall s is put on ground: gain 2 star"]\n')
    assert lines(shown("little-fair", mine)) == [
        "Little fair → Mine",
        "Whenever something happens",
        "+ Stall put into ground (new)",
        "After stall put into ground: gain 2 stars.",
    ]


def test_an_entry_is_told_its_own_triggers_only(folder: Path, shown: Shown) -> None:
    """Those of several entries after one procedure act seat by seat."""
    body = """\
stall:
  - {id: owl, cost: {bead: 1}, colour: red, watch: "after work: gain 2 star"}
  - {id: fox, cost: {bead: 1}, colour: red, watch: "after work: gain 3 star"}
changes: [{entry: stall/archery, remove: yes}, {setup: first, field: pieces, is: [toffee]}]
"""
    setup = ("- {place: row, pieces", "- {id: first, place: row, pieces")
    base = copied(folder, "base", setup)
    mine = rules(folder, body)
    file = folder / mine / "pack.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("[little-fair]", f"[{base}]"), encoding="utf-8")
    told = lines(shown(base, mine))
    assert "watch: After Work at the counter: gain 2 stars." in told
    assert "watch: After Work at the counter: gain 3 stars." in told


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (
            '"before round: lose 1 star\\nafter stall s is put on ground: gain 2 star"',
            ["Before round: lose 1 star.", "After stall put into ground: gain 2 stars."],
        ),
        (
            "|\n      before round: lose 1 star\n      after stall s is put on ground: gain 2 star",
            ["Before round: lose 1 star.", "After stall put into ground: gain 2 stars."],
        ),
        (
            '"before round: lose 1 star\\nbefore work: gain 2 star"',
            ["Before round: lose 1 star.", "Before Work at the counter: gain 2 stars."],
        ),
    ],
)
def test_triggers_of_entries_stand_with_them(folder: Path, shown: Shown, code: str, told: list[str]) -> None:
    body = f"stall:\n  - id: owl\n    cost: {{bead: 1}}\n    colour: red\n    watch: {code}\n"
    found = lines(shown("little-fair", rules(folder, body)))
    assert found[found.index("watch:") + 1 :] == told


def test_what_an_option_means_in_code_is_told(folder: Path, shown: Shown) -> None:
    body = """\
options: {chill: {values: [1, 2], default: 1, says: Chill}}
changes: [{after: round, do: "each seat: lose option chill coin"}]
"""
    mine = rules(folder, body)
    told = lines(shown(mine, mine, "--set", f"{mine}.chill=2"))
    assert told[told.index("Round") + 1 :] == [
        "Opener becomes the player after opener.",
        "− Each player: lose 1 coin.",
        "+ Each player: lose 2 coins.",
    ]


def test_kinds_of_things_by_what_they_have(folder: Path, shown: Shown) -> None:
    body = """\
kinds:
  toy:
    name: toy
    plural: toys
    faces: [up, down]
    per_seat: 2
    fields: {price: bag of goods, beside: stall or none, loud: yes/no, prizes: list of number}
    hooks: {squeak: {sort: effect, me: owner}, nap: {sort: modifier, while_in: [row, ground]}}
toy: [{id: bear, price: {bead: 2}, loud: yes, prizes: [3, 1], squeak: gain 1 coin}]
"""
    told = lines(shown("little-fair", rules(folder, body)))
    at = told.index("+ Toys (new)")
    assert told[at + 1 : at + 9] == [
        "of each player's own: 2",
        "faces: up, down",
        "price: amounts of goods",
        "beside: stall, or none",
        "loud: yes or no",
        "prizes: several: a number",
        "squeak: has an effect, for its owner",
        "nap: changes a rule while in row and ground",
    ]


def test_an_option_of_either_stack(shown: Shown) -> None:
    told = shown("little-fair", "little-fair", "--set", "little-fair.weather=rain")
    assert lines(told)[2:4] == ["The weather", "chosen: sun → rain"]
    assert "+ Awning (new)" in told
    back = shown("little-fair", "little-fair", "--set-first", "little-fair.weather=rain")
    assert "chosen: rain → sun" in back
    assert "− Awning (gone)" in back


def test_in_spanish(shown: Shown) -> None:
    told = shown("little-fair", "rainy-days", "--language", "es")
    assert "open: Obtener 1 coin. → Obtener 2 coins." in told
    assert "+ Umbrellas (nuevo)" in told
    assert "Lo que ocurre" in told


def test_as_data(shown: Shown) -> None:
    found = json.loads(shown("little-fair", "rainy-days", "--json"))
    assert list(found) == ["from", "to", "differences"]
    assert (found["from"]["title"], found["to"]["title"]) == ("Little fair", "Rainy days")
    assert found["from"]["rules_digest"] != found["to"]["rules_digest"]
    toffee = next(each for each in found["differences"] if each["name"] == "Toffee")
    assert toffee == {
        "heading": "Stalls",
        "change": "changed",
        "name": "Toffee",
        "aspects": [{"name": "open", "before": ["Gain 1 coin."], "after": ["Gain 2 coins."], "reordered": False}],
    }
    assert {each["change"] for each in found["differences"]} == {"new", "gone", "changed"}


def test_long_lines_go_on_below_their_beginning(monkeypatch: pytest.MonkeyPatch, shown: Shown) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    told = shown("little-fair", "rainy-days")
    assert all(len(line) <= 60 for line in told.splitlines())
    at = told.splitlines().index("    − Choose: bow, if you have more than 1 star: lose 2")
    assert told.splitlines()[at + 1] == "      stars, then gain 1 coin."


def test_wrong_stacks(folder: Path, shown: Shown) -> None:
    assert "there is no pack `little-fare`" in shown("little-fare", "little-fair", code=2)
    assert "did you mean `little-fair`?" in shown("little-fair", "little-fare", code=2)
    assert "there is no option" in shown("little-fair", "little-fair", "--set", "little-fair.wether=rain", code=2)
    mine = rules(folder, "changes: [{rule: rat, is: 3}]\n")
    assert "mine/pack.yaml:8:18: error[E0150]" in shown("little-fair", mine, code=1)
    assert "Usage: referee diff" in shown("little-fair", code=2)


# -- nothing of the language ----------------------------------------------------------------------


def test_numbers_by_the_players_and_picks_among_some(folder: Path, shown: Shown) -> None:
    body = "rules: {wage: {base: {2: 3, 3: 2, 4: 2}, says: Wage}}\n"
    body += "options: {gone: {pick: 1, of: stall, values: [toffee, archery], default: none, says: Stall left out}}\n"
    text = lines(shown("little-fair", rules(folder, body)))
    assert "+ Wage: 3 with 2 players, 2 with 3 players, 2 with 4 players (new)" in text
    assert "can be: any 1 of these: Toffee, Archery" in text


def test_the_order_of_a_stack_is_told(folder: Path, shown: Shown) -> None:
    rules(folder, 'changes: [{before: round, do: "each seat: lose 1 coin"}]\n')
    rules(folder, 'changes: [{before: round, do: "each seat: gain 2 star"}]\n', name="yours")
    told = lines(shown("mine+yours", "yours+mine"))
    assert told == [
        "Mine + Mine → Mine + Mine",
        "What happens",
        "Round",
        "the same, in another order:",
        "+ Each player: lose 1 coin.",
        "Each player: gain 2 stars.",
        "− Each player: lose 1 coin.",
        "Day goes up by 1.",
    ]
    (found,) = json.loads(shown("mine+yours", "yours+mine", "--json"))["differences"]
    assert found["aspects"][0]["reordered"] is True
