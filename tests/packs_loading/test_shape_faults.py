"""Declarations of the wrong shape: which finding, where, and what was probably meant."""

from __future__ import annotations

import pytest

from referee.packs import load_stack
from tests.packs_loading.fair import FAIR, HEAD, found, hints, load, night


@pytest.mark.parametrize(
    ("body", "finding"),
    [
        ("token: {}\n", "E0120 fair/pack.yaml:8:1"),
        ("places: {bag: {of: seat, token: coin}}\n", "E0121 fair/pack.yaml:8:26"),
        ("places: {bag: {tokens: coin}}\n", "E0122 fair/pack.yaml:8:15"),
        ("places: {bag: {of: seat, grid: 3}}\n", "E0123 fair/pack.yaml:8:32"),
        ("places: [bag]\n", "E0123 fair/pack.yaml:8:9"),
        ("tokens: {coin: 3}\n", "E0123 fair/pack.yaml:8:16"),
        ("places: {bag: {of: seat, seen_by: all}}\n", "E0124 fair/pack.yaml:8:35"),
        ("kinds: {stall: {hooks: {use: {sort: efect}}}}\n", "E0124 fair/pack.yaml:8:37"),
        ("tokens: {Coin: {}}\n", "E0125 fair/pack.yaml:8:10"),
        ("terms: {price of k: 1}\n", "E0125 fair/pack.yaml:8:9"),
        ("allow: {E0101: never}\n", "E0125 fair/pack.yaml:8:9"),
        ("tokens: {coin: {supply: -1}}\n", "E0126 fair/pack.yaml:8:25"),
        ("places: {bag: {of: seat, grid: [3]}}\n", "E0126 fair/pack.yaml:8:32"),
        ("procedures: {a: do b, a(x): do c}\n", "E0127 fair/pack.yaml:8:23"),
        ("scoring: {lines: [{id: a, points: 1}, {id: a, points: 2}]}\n", "E0127 fair/pack.yaml:8:39"),
        ("kinds: {stall: {}}\nstall: [{id: tea}, {id: tea}]\n", "E0127 fair/pack.yaml:9:25"),
        ("kinds: {stall: {}}\nstall: [{id: Tea}]\n", "E0125 fair/pack.yaml:9:14"),
        ("kinds: {stall: {}}\nstall: [{n: 2}]\n", "E0122 fair/pack.yaml:9:9"),
        ("kinds: {stall: {}}\nstall: {id: tea}\n", "E0123 fair/pack.yaml:9:8"),
        ("changes: [{rule: x, to: 3}]\n", "E0121 fair/pack.yaml:8:21"),
    ],
)
def test_sections(body: str, finding: str) -> None:
    assert finding in found(load(fair=HEAD + body))


@pytest.mark.parametrize(
    ("entry", "finding"),
    [
        ("usse: gain 1 coin", "E0121 fair/pack.yaml:10:15"),
        ("size: big", "E0125 fair/pack.yaml:10:21"),
        ("size: [1]", "E0123 fair/pack.yaml:10:21"),
        ("cost: 3", "E0123 fair/pack.yaml:10:21"),
        ("cost: {bead: [1]}", "E0123 fair/pack.yaml:10:28"),
        ("wet: perhaps", "E0124 fair/pack.yaml:10:20"),
        ("parts: [x]", "E0125 fair/pack.yaml:10:23"),
        ("use: [gain 1 coin]", "E0123 fair/pack.yaml:10:20"),
    ],
)
def test_entries_are_checked_by_their_kind(entry: str, finding: str) -> None:
    kinds = (
        "kinds: {stall: {fields: {size: number, cost: bag of goods, wet: yes/no, twin: stall or none, "
        "parts: list of number}, hooks: {use: {sort: effect}, while_open: {sort: modifier}}}}\n"
    )
    assert found(load(fair=f"{HEAD}{kinds}stall:\n  - {{id: tea, {entry}}}\n")) == [finding]


def test_entries_that_are_right() -> None:
    body = """\
kinds: {stall: {fields: {size: number, cost: bag of goods, twin: stall or none}, hooks: {m: {sort: modifier}}}}
stall:
  - {id: a, size: option big, cost: {bead: option big}, twin: none, m: [rule x is 1, rule y is 2]}
  - {id: b, size: 3, cost: {}, twin: a, m: rule x is 1, n: {2: 3, 3: 4}}
"""
    assert found(load(fair=HEAD + body)) == []


@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        ("kind: game\n", "", "E0122 fair/pack.yaml:1:1"),
        ("kind: game", "kind: addon", "E0124 fair/pack.yaml:2:7"),
        ("id: fair", "id: 3", "E0123 fair/pack.yaml:1:5"),
        ("seats: [2, 4]", "seats: two", "E0123 fair/pack.yaml:6:8"),
        ("seats: [2, 4]", "seats: 0", "E0126 fair/pack.yaml:6:8"),
        ("seats: [2, 4]", "seats: [4, 2]", "E0126 fair/pack.yaml:6:8"),
        ("language: 1", "language: 7", "E0136 fair/pack.yaml:4:11"),
        ("title: The Fair", "titel: The Fair", "E0120 fair/pack.yaml:5:1"),
    ],
)
def test_the_head(old: str, new: str, finding: str) -> None:
    assert finding in found(load(fair=HEAD.replace(old, new)))


def test_head_keys_and_duplicates_over_files() -> None:
    files = {
        "fair/pack.yaml": FAIR.encode(),
        "fair/more/stalls.yaml": b"stall:\n  - {id: tea, size: 1}\nversion: 2\n",
        "fair/rules.yaml": b"- {id: f1, rule: something, source: S1}\n",
        "fair/scenarios/one.yaml": b"whatever: 1\n",
    }
    stack = load_stack(["fair"], files=files)
    assert found(stack) == ["E0127 fair/more/stalls.yaml:2:10", "E0128 fair/more/stalls.yaml:3:1"]
    assert [str(at) for at in stack.diagnostics[0].related] == ["fair/pack.yaml:22:10"]


def test_what_stands_in_the_wrong_place_is_one_finding() -> None:
    token = "{supply: 18, prices: [3, 2, 1]}"
    assert found(load(fair=HEAD + f"places: {{bead: {token}}}\n")) == ["E0129 fair/pack.yaml:8:16"]


def test_did_you_mean() -> None:
    assert hints(load(fair=HEAD + "place: {}\n")) == ["did you mean `places`?"]
    assert hints(load(fair=HEAD + "places: {bag: {of: seat, toknes: coin}}\n")) == ["did you mean `tokens`?"]
    assert hints(load(fair=HEAD + "places: {bag: {of: seat, seen_by: evryone}}\n")) == ["did you mean `everyone`?"]


def test_a_name_of_another_pack_is_taken() -> None:
    stack = load("night", night=night("rules: {prizes: 4}\n"))
    assert found(stack) == ["E0127 night/pack.yaml:7:9"]
    assert "changes:" in stack.diagnostics[0].hint


def test_messages_are_sentences() -> None:
    stack = load(fair=HEAD + "places: {bag: {of: seat, grid: 3}}\n")
    assert str(stack.diagnostics[0]) == (
        "fair/pack.yaml:8:32: error[E0123] `grid` should be a list [rows, columns], this is the number 3"
    )
