"""The parser's tables are kept; without them, or where they can't be kept, everything is as it was."""

from __future__ import annotations

from pathlib import Path

import pytest
from lark import Lark
from lark.exceptions import UnexpectedInput

from referee.language.grammar_tables import with_tables

GRAMMAR = 'start: "gain" NUMBER "coin"\nNUMBER: /[0-9]+/\n%ignore " "\n'


def parser(kept: Path, grammar: str = GRAMMAR) -> Lark:
    return with_tables(grammar, lambda: Lark(grammar, parser="lalr", propagate_positions=True), kept)


def check(made: Lark) -> None:
    tree = made.parse("gain 12 coin")
    assert [str(each) for each in tree.children] == ["12"]
    assert tree.meta.end_column == 13
    with pytest.raises(UnexpectedInput):
        made.parse("gain coin")


def test_the_second_parser_is_made_from_the_first_ones_tables(tmp_path: Path) -> None:
    check(parser(tmp_path))
    (kept,) = tmp_path.iterdir()
    before = kept.stat().st_mtime_ns
    check(parser(tmp_path))
    assert [*tmp_path.iterdir()] == [kept] and kept.stat().st_mtime_ns == before


def test_another_grammar_has_tables_of_its_own(tmp_path: Path) -> None:
    check(parser(tmp_path))
    other = parser(tmp_path, GRAMMAR.replace("coin", "bead"))
    assert other.parse("gain 1 bead")
    assert len([*tmp_path.iterdir()]) == 2
    check(parser(tmp_path))


def test_no_folder_to_keep_them_in(tmp_path: Path) -> None:
    check(parser(tmp_path / "missing"))
    assert not (tmp_path / "missing").exists()


@pytest.mark.parametrize("damage", [b"", b"nonsense", b"\x80\x04"])
def test_a_damaged_file_is_made_anew(tmp_path: Path, damage: bytes) -> None:
    parser(tmp_path)
    (kept,) = tmp_path.iterdir()
    whole = kept.read_bytes()
    kept.write_bytes(damage or whole[: len(whole) // 2])
    check(parser(tmp_path))
    check(parser(tmp_path))


def test_a_full_disk_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Lark, file: object, exclude_options: object = ()) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(Lark, "save", full)
    check(parser(tmp_path))
    assert [*tmp_path.iterdir()] == []
