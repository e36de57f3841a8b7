"""`referee hooks`: what can be changed, what it is now, what is said of it, where, and who changes it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.cli.changeable import HEADINGS
from referee.cli.program import run
from referee.language.changeable import SECTIONS
from referee.packs.changes import TARGETS
from tests.docs.running import write_files

Output = pytest.CaptureFixture[str]
Shown = Callable[..., str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_files("packs.md", tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "160")
    return tmp_path


@pytest.fixture
def shown(folder: Path, capsys: Output) -> Shown:
    def show(*arguments: str, code: int = 0) -> str:
        assert run(["hooks", *arguments]) == code
        out = capsys.readouterr()
        return out.out + out.err

    return show


@pytest.fixture
def found(shown: Shown) -> dict[tuple[str, str], Any]:
    """The points of the changed game, by section and name."""
    points = json.loads(shown("rainy-days", "--json"))
    return {(point["section"], point["name"]): point for point in points}


@pytest.mark.parametrize(
    ("section", "name", "type_", "value"),
    [
        ("rules", "rate", "number", "1"),
        ("rules", "prizes", "list of number", "[option first_prize, 3, 1]"),
        ("rules", "discount", "number of seat", "{2: 1, 3: 0, 4: 0}"),
        ("procedures", "work", "", "gain rule rate coin"),
        ("procedures", "round", "", "add 1 to day …"),
        ("choices", "turn/errand", "", "sell, build, toil, rest"),
        ("terms", "price(good k)", "number", "min(3, the_usual(k))"),
        ("hooks", "stall: open", "effect; me: owner", "3 of 4 entries"),
        ("hooks", "stall: in_force", "modifier; while in row, ground", "1 of 4 entries"),
        ("fields", "stall: size", "number", "default 1"),
        ("fields", "stall: partner", "stall or none", ""),
        ("entries", "stall/toffee", "stall", "{cost: {bead: 1}, colour: red, n: 2, open: gain 2 coin}"),
        ("kinds", "card", "", "{faces: [bright, dull]}"),
        ("places", "ground", "2 × 2 cells of stall, of seat", "{of: seat, grid: [2, 2], holds: stall, shape: grid,"),
        ("values", "guess", "number of seat", "{of: seat, sealed: yes, seen_by: owner}"),
        ("tokens", "bead", "", "{supply: 15, prices: [4, 3, 2]}"),
        ("groups", "goods", "", "{of: [silk, bead], one: good}"),
        ("symbols", "colours", "", "{of: [red, blue, green, grey], one: colour}"),
        ("windows", "tips", "", "{before: [work, turn], for: others where it.star > 0,"),
        ("standing", "bow", "", "bow where my.star > 1: lose 2 star then gain 2 coin"),
        ("setup", "purse", "", "{place: chest, tokens: {coin: 1, bead: {2: 3, 3: 2, 4: 2}}}"),
        ("scoring", "stalls", "", "{points: 3 * count (my.ground where it is not empty)}"),
        ("options", "little-fair.weather", "one of sun, rain", "sun"),
        ("options", "little-fair.left_out", "1 of stall", "none"),
        ("removed", "card/fiddler", "", "{play: draw 1 from deck to my.hand}"),
    ],
)
def test_what_there_is_now(found: dict[tuple[str, str], Any], section: str, name: str, type_: str, value: str) -> None:
    point = found[section, name]
    assert (point["type"], point["value"][: len(value)]) == (type_, value)
    assert bool(value) == bool(point["value"])


def test_every_section_has_a_heading_and_every_change_a_section() -> None:
    assert list(HEADINGS) == list(SECTIONS)
    ways = " ".join(how for _, how in HEADINGS.values())
    assert [target for target in TARGETS if target not in ways] == []


@pytest.mark.parametrize(
    ("section", "name", "op", "field", "before", "after", "line"),
    [
        ("rules", "rate", "set", "", "2", "1", 12),
        ("rules", "late", "set", "says", "open late", "open in the rain", 13),
        ("entries", "stall/archery", "set", "cost/silk", "2", "1", 15),
        ("procedures", "round", "before", "", "", "each seat: lose 1 coin", 28),
        ("procedures", "work", "after", "", "", "gain 1 star", 29),
        ("symbols", "colours", "add", "", "[red, blue, green]", "[red, blue, green, grey]", 20),
        ("removed", "card/fiddler", "remove", "", "{play: draw 1 from deck to my.hand}", "", 16),
    ],
)
def test_who_changes_it(
    found: dict[tuple[str, str], Any],
    section: str,
    name: str,
    op: str,
    field: str,
    before: str,
    after: str,
    line: int,
) -> None:
    (change,) = found[section, name]["changes"]
    assert (change["op"], change["field"], change["before"], change["after"]) == (op, field, before, after)
    assert change["pack"] == "rainy-days"
    assert change["source"] == {"file": "rainy-days/pack.yaml", "line": line, "column": 5}


def test_a_choice_is_changed_by_its_short_name_too(found: dict[tuple[str, str], Any]) -> None:
    ops = [change["op"] for change in found["choices", "turn/errand"]["changes"]]
    assert ops == ["option_add", "option_replace work", "option_remove play"]


def test_what_nobody_changes_has_no_changes(found: dict[tuple[str, str], Any]) -> None:
    assert found["procedures", "main"]["changes"] == []
    assert found["rules", "discount"]["changes"] == []


def test_texts_places_and_packs(found: dict[tuple[str, str], Any]) -> None:
    toffee, work = found["entries", "stall/toffee"], found["procedures", "work"]
    assert toffee["says"] == "Toffee: Gain 2 coins."
    assert (work["says"], work["pack"]) == ("Work at the counter", "little-fair")
    assert work["source"] == {"file": "little-fair/play.yaml", "line": 31, "column": 3}
    assert found["entries", "stall/umbrellas"]["pack"] == "rainy-days"
    assert found["options", "rainy-days.hard"]["pack"] == "rainy-days"


def test_a_change_of_a_kind_stands_with_the_part_that_it_changes(folder: Path, shown: Shown) -> None:
    head = "id: mine\nkind: house-rules\nversion: 1\nlanguage: 1\ntitle: Mine\nrequires: [little-fair]\n"
    body = """\
changes:
  - {kind: stall, field: fields/size/default, is: 2}
  - {kind: stall, field: hooks/open, is: {sort: effect, this: stall, me: owner, says: "Open: {body}"}}
  - {kind: card, field: faces, is: [dull, bright]}
"""
    (folder / "mine").mkdir()
    (folder / "mine" / "pack.yaml").write_text(head + body, encoding="utf-8")
    points = {(each["section"], each["name"]): each for each in json.loads(shown("mine", "--json"))}
    changed = {key: [change["field"] for change in each["changes"]] for key, each in points.items() if each["changes"]}
    assert changed == {
        ("fields", "stall: size"): ["fields/size/default"],
        ("hooks", "stall: open"): ["hooks/open"],
        ("kinds", "card"): ["faces"],
    }
    assert points["hooks", "stall: open"]["says"] == "Open: …"


def test_what_is_called_as_its_name_says_nothing_more(shown: Shown) -> None:
    assert "      little-fair/places.yaml:2\n" in shown("little-fair", "chest")


def test_comments_of_the_files(folder: Path, shown: Shown) -> None:
    file = folder / "little-fair" / "places.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("rules:\n", "rules:\n  # how well it pays\n").replace("  late:", "\n  late:"))
    told = shown("little-fair", "pays")
    assert "# how well it pays  little-fair/places.yaml:29" in told
    assert "1 name, 0 of them" in told


def test_as_it_is_read(shown: Shown) -> None:
    told = shown("rainy-days", "work").splitlines()
    at = told.index("procedures   {before: NAME, do: CODE}, or after, or instead_of")
    assert told[at + 1].split() == ["work", "gain", "rule", "rate", "coin"]
    assert told[at + 2] == "      Work at the counter  little-fair/play.yaml:31"
    assert told[at + 3] == "      rainy-days: after it: gain 1 star  rainy-days/pack.yaml:29"


def test_of_few_the_code_is_shown_whole(shown: Shown, found: dict[tuple[str, str], Any]) -> None:
    assert "        each seat from opener: do turn\n" in shown("little-fair", "round")
    assert "each seat from opener: do turn" in found["procedures", "round"]["code"]
    assert found["procedures", "work"]["code"] == ""
    assert "each seat from opener" not in shown("little-fair")


def test_the_word_is_looked_for_in_names_and_texts_and_headings(shown: Shown) -> None:
    assert "price(good k)" in shown("little-fair", "PRICE")
    assert "turn/errand" in shown("little-fair", "run an")
    assert "tips" in shown("little-fair", "windows")
    assert "nothing in little-fair has `zebra`" in shown("little-fair", "zebra", code=2)


def test_an_option_decides_what_there_is(shown: Shown) -> None:
    assert "stall/awning" not in shown("little-fair", "stall/")
    told = shown("little-fair", "stall/", "--set", "little-fair.weather=rain")
    assert "stall/awning" in told


def test_wrong_stacks(folder: Path, shown: Shown) -> None:
    assert "did you mean `little-fair`?" in shown("litle-fair", code=2)
    (folder / "rainy-days" / "pack.yaml").write_text("id: rainy-days\nkind: [\n", encoding="utf-8")
    assert "error[E01" in shown("rainy-days", code=1)


def test_a_whole_game_fits_the_terminal(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert run(["hooks", "cuba"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 300
    assert [line for line in lines if len(line) > 80] == []
    assert any(line.endswith("…") and len(line) == 80 for line in lines)


def test_a_name_too_long_for_its_column_stays_apart(folder: Path, shown: Shown) -> None:
    mine = folder / "mine"
    mine.mkdir()
    name = "each_stall_pays_its_toll_in_the_evening"
    head = "id: mine\nkind: house-rules\nversion: 1\nlanguage: 1\ntitle: Mine\nrequires: [little-fair]\nsources: none\n"
    option = f"options: {{{name}: {{values: [no, yes], default: no}}}}\n"
    change = f"changes: [{{rule: rate, is: 1, when: {{option: {name}, is: yes}}}}]\n"
    (mine / "pack.yaml").write_text(head + option + change, encoding="utf-8")
    assert f"  mine.{name}  one of no, yes" in shown("mine", name)
