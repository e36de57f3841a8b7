"""Which changes a text can suffer, where they are written, and what may be listed as no change at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.packs import load_stack
from tests.mutation.code_changes import code_changes
from tests.mutation.code_tree import code_tree
from tests.mutation.edits import Edit
from tests.mutation.equivalents import Equivalents
from tests.mutation.sites import edits_of

PACK = """\
id: stand
kind: game
version: 1
language: 1
title: A stand of 3 things
seats: 2
sources: none
options: {long: {values: [no, yes], default: no}}
tokens:
  coin: {unlimited: yes, name: coin, plural: coins, prices: [4, 2], when: {option: long, is: yes}}
  bead: {supply: {2: 7}, name: bead, plural: beads}
places: {purse: {of: seat, tokens: [coin, bead], home: yes}}
rules: {open: yes, goal: {base: 3, says: 3 of them}}
kinds: {stall: {fields: {shut: {type: yes/no, default: no}}, hooks: {use: {sort: effect}}}}
stall:
  - id: tea
    n: 2
    use: 'gain 1 coin'  # 1 of them
procedures:
  main: |
    if rule open is yes:
      gain 2 bead
    else:
      do late
  late: stop
"""


def changed(text: str, kind: str) -> set[str]:
    """The texts that the changes of a kind make of an effect."""
    return {text[: c.start] + c.after + text[c.end :] for c in code_changes(text) if c.kind == kind}


def one_pack(folder: Path, text: str = PACK) -> list[Edit]:
    (folder / "stand").mkdir()
    (folder / "stand" / "pack.yaml").write_text(text, encoding="utf-8")
    return edits_of(load_stack([str(folder / "stand")]).packs[0])


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("number", "gain 2 coin", {"gain 1 coin", "gain 3 coin"}),
        ("number", "gain 0 coin", {"gain 1 coin"}),
        ("number", "lines of 3 through c", {"lines of 2 through c", "lines of 4 through c"}),
        ("condition", "for each k in (goods where k is tea): stop", {"for each k in (goods): stop"}),
        ("condition", "choose go where a unless b: stop", {"choose go unless b: stop", "choose go where a: stop"}),
        ("condition", "choose go k from goods, each once: stop", {"choose go k from goods: stop"}),
        ("condition", "if a = 1: stop\nelse: pass", {"if 1 = 1: stop\nelse: pass", "if a = 1: stop"}),
        ("condition", "if a then 2 else 3", {"if 1 = 1 then 2 else 3"}),
        ("condition", "a and (b or c)", {"a", "(b or c)", "a and (b)", "a and (c)"}),
        ("condition", "any k in goods satisfies k is tea", {"any k in goods satisfies 1 = 1"}),
        ("condition", "rule rate adds 1 while bell is yes", {"rule rate adds 1"}),
        ("comparison", "a < 1", {"a <= 1", "a >= 1"}),
        ("comparison", "a is b", {"a is not b"}),
        ("comparison", "a is not empty", {"a is empty"}),
        ("comparison", "a in b", {"a not in b"}),
        ("comparison", "not a in b", {"a in b", "not a not in b"}),
        ("comparison", "every k in a satisfies k", {"any k in a satisfies k"}),
        ("comparison", "seats with most it.coin", {"seats with least it.coin"}),
        ("gain and pay", "gain exactly 2 tea from a or b to c", {"pay 2 tea to a or b"}),
        ("gain and pay", "pay any 2 of goods", {"gain any 2 of goods"}),
        ("gain and pay", "pay x.cost and 1 coin to c", {"gain x.cost and 1 coin from c"}),
        ("gain and pay", "lose 1 coin", {"gain 1 coin"}),
        ("gain and pay", "add 2 to my.score", {"take 2 from my.score"}),
        ("gain and pay", "move all from a to b", {"move all from b to a"}),
        ("gain and pay", "exchange up to 4 tea for 2 coin each", {"exchange up to 4 coin for 2 tea each"}),
        ("order", "do a(1)\ndo b\nstop", {"do b\ndo a(1)\nstop"}),
        ("yes/no", "set bell to yes", {"set bell to no"}),
    ],
)  # fmt: skip
def test_what_becomes_of_a_rule(kind: str, text: str, expected: set[str]) -> None:
    found = changed(text, kind)
    assert found == expected
    assert all(code_tree(one) is not None for one in found)


def test_words_that_are_no_code_stay() -> None:
    assert code_changes("a stand of 3 things") == []


def test_places_and_lines_of_all_edits_of_a_pack(tmp_path: Path) -> None:
    edits = one_pack(tmp_path)
    assert [(edit.place, edit.entry, edit.before, edit.after) for edit in edits] == [
        ("stand/pack.yaml:6:8", "seats", "2", "1"),
        ("stand/pack.yaml:6:8", "seats", "2", "3"),
        ("stand/pack.yaml:10:62", "tokens/coin/prices/1", "4", "3"),
        ("stand/pack.yaml:10:62", "tokens/coin/prices/1", "4", "5"),
        ("stand/pack.yaml:10:65", "tokens/coin/prices/2", "2", "1"),
        ("stand/pack.yaml:10:65", "tokens/coin/prices/2", "2", "3"),
        ("stand/pack.yaml:10:67", "tokens/coin", ", when: {option: long, is: yes}", ""),
        ("stand/pack.yaml:11:22", "tokens/bead/supply/2", "7", "6"),
        ("stand/pack.yaml:11:22", "tokens/bead/supply/2", "7", "8"),
        ("stand/pack.yaml:13:15", "rules/open", "yes", "no"),
        ("stand/pack.yaml:13:33", "rules/goal/base", "3", "2"),
        ("stand/pack.yaml:13:33", "rules/goal/base", "3", "4"),
        ("stand/pack.yaml:14:56", "kinds/stall/fields/shut/default", "no", "yes"),
        ("stand/pack.yaml:17:8", "stall/tea/n", "2", "1"),
        ("stand/pack.yaml:17:8", "stall/tea/n", "2", "3"),
        ("stand/pack.yaml:18:11", "stall/tea/use", "gain 1 coin", "pay 1 coin"),
        ("stand/pack.yaml:18:16", "stall/tea/use", "1", "0"),
        ("stand/pack.yaml:18:16", "stall/tea/use", "1", "2"),
        ("stand/pack.yaml:21:8", "procedures/main", "rule open is yes", "1 = 1"),
        ("stand/pack.yaml:21:20", "procedures/main", "", " not"),
        ("stand/pack.yaml:22:7", "procedures/main", "gain 2 bead", "pay 2 bead"),
        ("stand/pack.yaml:22:12", "procedures/main", "2", "1"),
        ("stand/pack.yaml:22:12", "procedures/main", "2", "3"),
        ("stand/pack.yaml:22:18", "procedures/main", "\n    else:\n      do late", ""),
    ]
    dropped = edits[-1]
    assert dropped.change() == ("gain 2 bead / else: / do late", "gain 2 bead")
    assert dropped.apply() == PACK.replace("    else:\n      do late\n", "")


def test_a_listing_is_found_again_by_its_line_and_stale_without_it(tmp_path: Path) -> None:
    edits = one_pack(tmp_path)
    listed = tmp_path / "listed.yaml"
    listed.write_text(
        "stand:\n"
        "  - {file: stand/pack.yaml, entry: stall/tea/n, before: 'n: 2', after: 'n: 3', why: nobody has two}\n"
        "  - {file: stand/pack.yaml, entry: stall/tea/n, before: 'n: 4', after: 'n: 3', why: it was so}\n",
        encoding="utf-8",
    )
    equivalents = Equivalents(["stand"], listed)
    assert [edit.after for edit in edits if equivalents.lists(edit)] == ["3"]
    (stale,) = equivalents.wrong(edits)
    assert "fits 0 mutants" in stale and "n: 4" in stale


def test_ten_listings_are_all_that_a_pack_may_have(tmp_path: Path) -> None:
    listed = tmp_path / "listed.yaml"
    row = "  - {file: a, entry: b, before: c, after: d, why: e}\n"
    listed.write_text("stand:\n" + 10 * row, encoding="utf-8")
    assert len(Equivalents(["stand"], listed).all) == 10
    listed.write_text("stand:\n" + 11 * row, encoding="utf-8")
    with pytest.raises(ValueError, match="more than 10"):
        Equivalents(["stand"], listed)
