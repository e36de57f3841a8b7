"""Packs that were read before: found by id, before those on the disk."""

from __future__ import annotations

from pathlib import Path

from referee.packs import load_stack
from referee.packs.source import Folder
from tests.packs_loading.fair import FAIR, found, hints, night


def folder(id: str, text: str, label: str = "") -> Folder:
    return Folder(label or id, {"pack.yaml": text.encode()})


def test_a_known_pack_comes_before_one_on_the_disk(tmp_path: Path) -> None:
    (tmp_path / "fair").mkdir()
    (tmp_path / "fair" / "pack.yaml").write_text(FAIR.replace("id: fair\n", "id: fair\nnonsense: 1\n"))
    known = {"fair": folder("fair", FAIR), "night": folder("night", night("kinds: {lamp: {}}\n"), "elsewhere/night")}
    stack = load_stack(["night"], search=[tmp_path], library=known, folders=False)
    assert found(stack) == []
    assert [(pack.id, pack.path) for pack in stack.packs] == [("fair", "fair"), ("night", "elsewhere/night")]


def test_what_was_sent_comes_before_it() -> None:
    sent = {"mine/pack.yaml": FAIR.replace("version: 1", "version: 2").encode()}
    stack = load_stack(["fair"], files=sent, library={"fair": folder("fair", FAIR)})
    assert found(stack) == [] and [(pack.path, pack.version) for pack in stack.packs] == [("mine", "2")]


def test_what_isnt_known_is_looked_for_as_ever_and_guessed_at(tmp_path: Path) -> None:
    (tmp_path / "fair").mkdir()
    (tmp_path / "fair" / "pack.yaml").write_text(FAIR)
    known = {"night": folder("night", night("kinds: {lamp: {}}\n"))}
    assert found(load_stack(["night"], search=[tmp_path], library=known, folders=False)) == []
    missing = load_stack(["nihgt"], library=known, folders=False)
    assert [each.code.code for each in missing.diagnostics] == ["E0130"] and "night" in str(hints(missing))


def test_a_name_that_isnt_the_packs_id_is_told() -> None:
    stack = load_stack(["fare"], library={"fare": folder("fair", FAIR)}, folders=False)
    assert "E0137" in [each.code.code for each in stack.diagnostics]
