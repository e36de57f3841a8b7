"""Finding packs, their order, and what can't be put together."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.packs import Mapping, Scalar, Sequence, load_stack
from tests.packs_loading.fair import FAIR, HEAD, found, hints, load, night


def write(folder: Path, text: str) -> Path:
    folder.mkdir(parents=True)
    (folder / "pack.yaml").write_text(text, encoding="utf-8")
    return folder


def test_the_whole_fair_is_right() -> None:
    stack = load("fair")
    assert found(stack) == []
    assert stack.ok
    assert (stack.min_seats, stack.max_seats) == (2, 4)
    assert list(stack.entries["stall"]) == ["tea", "toss", "ring"]
    assert isinstance(stack.sections["setup"], Sequence)
    assert list(stack.sections["procedures"]) == ["main", "fair_day"]


def test_required_packs_are_put_in_front() -> None:
    third = night("seats: 3\n", pack="third", requires="night")
    stack = load("third", "fair", night=night("kinds: {lamp: {}}\n"), third=third)
    assert found(stack) == []
    assert [pack.id for pack in stack.packs] == ["fair", "night", "third"]
    assert (stack.min_seats, stack.max_seats) == (3, 3)


def test_a_kind_without_entries_has_one() -> None:
    entry = load("fair").entries["card"]["card"]
    assert [(key, node.value) for key, node in entry.items() if isinstance(node, Scalar)] == [
        ("id", "card"),
        ("name", "Card"),
        ("plural", "Cards"),
    ]


def test_sections_are_spread_over_files_and_packs() -> None:
    files = {
        "fair/pack.yaml": FAIR.encode(),
        "fair/b.yaml": b"stall:\n  - {id: swing}\nsetup: [{place: row, pieces: [swing]}]\n",
        "night/pack.yaml": night("stall: [{id: lamps}]\nsays: {fair_day: A night}\n").encode(),
    }
    stack = load_stack(["night"], files=files)
    assert found(stack) == []
    assert list(stack.entries["stall"]) == ["tea", "toss", "ring", "swing", "lamps"]
    assert stack.entries["stall"]["lamps"].pack == "night"
    assert len(stack.sections["setup"]) == 3
    says = stack.sections["says"]
    assert isinstance(says, Mapping)
    text = says.entries["fair_day"]
    assert isinstance(text, Scalar)
    assert text.value == "A night"


def test_procedures_may_carry_their_text() -> None:
    stack = load(fair=HEAD + 'procedures: {main: {do: "gain 1 coin", says: Play}}\n')
    procedures, says = stack.sections["procedures"], stack.sections["says"]
    assert isinstance(procedures, Mapping)
    assert isinstance(says, Mapping)
    assert isinstance(procedures.entries["main"], Scalar)
    assert isinstance(says.entries["main"], Scalar)


def test_packs_by_folder_by_search_and_by_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "packs" / "fair", FAIR)
    write(tmp_path / "mine", night("rules: {lamps: 2}\n"))
    monkeypatch.chdir(tmp_path)
    stack = load_stack(["./mine"], search=[Path("packs")])
    assert found(stack) == []
    assert [pack.path for pack in stack.packs] == ["packs/fair", "./mine"]
    rules = stack.sections["rules"]
    assert isinstance(rules, Mapping)
    assert str(rules.keys["lamps"]) == "./mine/pack.yaml:7:9"
    assert found(load_stack(["mine/pack.yaml"], search=[tmp_path / "packs"])) == []


def test_a_server_takes_ids_only(tmp_path: Path) -> None:
    folder = write(tmp_path / "fair", FAIR)
    assert [each[:5] for each in found(load_stack([str(folder)], folders=False))] == ["E0130"]
    assert [each[:5] for each in found(load_stack([str(folder)], files={}))] == ["E0130"]


def test_an_unknown_pack() -> None:
    stack = load("fiar")
    assert found(stack) == ["E0130 fiar:1:1"]
    assert hints(stack) == ["did you mean `fair`?"]
    stack = load("night", night=night("", requires="fari"))
    assert found(stack) == ["E0130 night/pack.yaml:6:12"]


def test_a_folder_that_is_no_pack(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert found(load_stack([str(tmp_path / "empty")])) == [f"E0131 {tmp_path}/empty/pack.yaml:1:1"]


def test_packs_in_a_circle() -> None:
    stack = load("a", a=night("", pack="a", requires="b"), b=night("", pack="b", requires="a"))
    assert "E0132 b/pack.yaml:6:12" in found(stack)
    assert "a → b → a" in next(each.message for each in stack.diagnostics if each.code.code == "E0132")


def test_packs_in_conflict() -> None:
    day = night("conflicts: [night]\n", pack="day")
    assert found(load("night", "day", night=night(""), day=day)) == ["E0133 day/pack.yaml:7:13"]


def test_there_is_one_game() -> None:
    assert found(load("night", night=night("", requires=""))) == ["E0134 night/pack.yaml:2:7"]
    assert found(load("fair", "other", other=HEAD.replace("id: fair", "id: other"))) == ["E0134 other/pack.yaml:2:7"]
    assert found(load("night", "fair", night=night("", requires=""))) == ["E0134 night/pack.yaml:2:7"]


def test_one_id_in_two_folders(tmp_path: Path) -> None:
    one, two = write(tmp_path / "one", FAIR), write(tmp_path / "two", HEAD)
    assert found(load_stack([str(one), str(two)])) == [f"E0135 {two}/pack.yaml:1:1"]
    assert found(load_stack([str(one), str(one)])) == []


def test_folder_and_id_differ(tmp_path: Path) -> None:
    write(tmp_path / "fete", FAIR)
    assert found(load_stack(["fete"], search=[tmp_path])) == [f"E0137 {tmp_path}/fete/pack.yaml:1:5"]


def test_no_names_at_all() -> None:
    stack = load_stack([])
    assert stack.packs == ()
    assert (stack.min_seats, stack.max_seats) == (0, 0)
