"""STACK and `--set` as users write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.cli.faults import WrongUse
from referee.cli.stacks import read_settings, read_stack, split_stack

TIC_TAC_TOE = "tests/packs/tic_tac_toe"


def test_a_stack_is_split_at_plus() -> None:
    assert split_stack("fair+fair-rain + ./mine") == ("fair", "fair-rain", "./mine")


def test_a_folder_with_a_plus_in_its_name_is_one_pack(tmp_path: Path) -> None:
    folder = tmp_path / "a+b"
    folder.mkdir()
    assert split_stack(str(folder)) == (str(folder),)


@pytest.mark.parametrize("text", ["", "+", "fair+", "fair++rain"])
def test_an_empty_part_is_wrong_use(text: str) -> None:
    with pytest.raises(WrongUse, match="a part of it is empty"):
        split_stack(text)


def test_settings_have_one_or_several_values() -> None:
    assert read_settings(["fair.days=3", "fair.stalls=tea, cake"]) == {
        "fair.days": ("3",),
        "fair.stalls": ("tea", "cake"),
    }


@pytest.mark.parametrize("texts", [["fair.days"], ["=3"], ["fair.days="], ["fair.days=3", "fair.days=4"]])
def test_settings_that_make_no_sense_are_wrong_use(texts: list[str]) -> None:
    with pytest.raises(WrongUse) as caught:
        read_settings(texts)
    assert caught.value.hint


def test_an_unknown_pack_is_wrong_use_with_a_guess() -> None:
    with pytest.raises(WrongUse, match="there is no pack `cubaa`") as caught:
        read_stack("cubaa")
    assert caught.value.hint == "did you mean `cuba`?"


def test_an_unknown_option_is_wrong_use() -> None:
    with pytest.raises(WrongUse, match="there is no option `tic_tac_toe.size`"):
        read_stack(TIC_TAC_TOE, ["tic_tac_toe.size=4"])


def test_a_folder_is_read() -> None:
    stack = read_stack(TIC_TAC_TOE)
    assert [pack.id for pack in stack.packs] == ["tic_tac_toe"]
    assert stack.ok
