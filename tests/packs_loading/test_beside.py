"""What a pack requires is found beside its own folder, wherever that is."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.packs import Stack, load_stack
from tests.packs_loading.fair import FAIR, found, night


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in (("fair", FAIR), ("night", night("changes: [{rule: prizes, is: 4}]\n"))):
        (tmp_path / "games" / name).mkdir(parents=True)
        (tmp_path / "games" / name / "pack.yaml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "games"


def paths(stack: Stack) -> list[str]:
    return [pack.path for pack in stack.packs]


@pytest.mark.parametrize("folder", ["games", "./games", "{}"])
def test_from_any_folder(games: Path, folder: str) -> None:
    where = folder.format(games)
    stack = load_stack([f"{where}/night"])
    assert (found(stack), paths(stack)) == ([], [f"{where}/fair", f"{where}/night"])


@pytest.mark.parametrize("names", [["./games/fair", "./games/night"], ["./games/night", "./games/fair"]])
def test_it_is_the_same_pack_as_one_that_is_named(games: Path, names: list[str]) -> None:
    stack = load_stack(names)
    assert (found(stack), paths(stack)) == ([], ["./games/fair", "./games/night"])


def test_in_its_own_folder(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(games)
    stack = load_stack(["night"])
    assert (found(stack), paths(stack)) == ([], ["fair", "night"])


def test_only_what_is_required_is_looked_for_there(games: Path) -> None:
    assert found(load_stack(["games/night", "lamps"])) == ["E0130 lamps:1:1"]


def test_strangers_name_no_folders(games: Path) -> None:
    """A server that takes names from strangers finds nothing in folders that it wasn't told to search."""
    stack = load_stack(["games/night"], folders=False)
    assert found(stack)[0].startswith("E0130")
    assert paths(stack) == []
