"""How facts are known: statuses, where they come from, and what is missing."""

from __future__ import annotations

import pytest

from referee.packs import load_stack
from tests.packs_loading.fair import HEAD, found, hints, load, night

SOURCED = HEAD.replace("sources: none", "sources: {S1: Rules of the fair, S2: A letter}")
KINDS = "kinds: {stall: {fields: {size: number}, hooks: {use: {sort: effect}}}}\n"


def facts(text: str) -> list[tuple[str, str, str, str, str]]:
    stack = load(fair=SOURCED + KINDS + text)
    assert found(stack) == []
    return [(fact.key, fact.field, fact.status, fact.source, fact.because) for fact in stack.provenance]


def test_a_fact_has_its_own_status() -> None:
    text = "stall: [{id: tea, size: 1, source: S1 p. 4, status: stated}]\n"
    assert facts(text) == [("stall/tea", "", "stated", "S1 p. 4", "")]


def test_a_field_may_stand_on_other_ground() -> None:
    text = """\
stall:
  - {id: tea, size: 1, use: gain 1 coin, source: {entry: S1, size: S2 no. 3},
     status: {entry: stated, use: reconstructed, size: published}, because: {use: the picture is lost}}
"""
    assert facts(text) == [
        ("stall/tea", "", "stated", "S1", ""),
        ("stall/tea", "use", "reconstructed", "S1", "the picture is lost"),
        ("stall/tea", "size", "published", "S2 no. 3", ""),
    ]


def test_a_file_has_a_default() -> None:
    files = {
        "fair/pack.yaml": (SOURCED + KINDS).encode(),
        "fair/a.yaml": b"provenance: {source: S1, status: stated}\nrules: {prizes: 3}\n"
        b"tokens: {coin: {unlimited: yes}, bead: {supply: 3}}\n",
        "fair/b.yaml": b"provenance: {status: own}\nstall: [{id: tea}, {id: toss, status: stated, source: S2}]\n",
    }
    stack = load_stack(["fair"], files=files)
    assert found(stack) == []
    assert [(fact.key, fact.status, fact.source) for fact in stack.provenance] == [
        ("stall/tea", "own", ""),
        ("stall/toss", "stated", "S2"),
        ("rule/prizes", "stated", "S1"),
        ("token/bead", "stated", "S1"),
    ]


def test_everything_else_that_has_a_ground() -> None:
    text = """\
provenance: {source: S1, status: stated}
places:
  row: {of: table, cells: 2, data: {worth: [2, 1]}, status: {entry: stated, worth: inferred}, because: {worth: counted}}
  yard: {of: seat, tokens: coin}
setup: [{place: row, all: stall}]
"""
    assert facts(text) == [
        ("place/row", "", "stated", "S1", ""),
        ("place/row", "worth", "inferred", "S1", "counted"),
        ("setup/1", "", "stated", "S1", ""),
    ]


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("stall: [{id: tea}]\n", "E0161 fair/pack.yaml:9:14"),
        ("rules: {prizes: 3}\n", "E0161 fair/pack.yaml:9:9"),
        ("tokens: {bead: {supply: 3}}\n", "E0161 fair/pack.yaml:9:10"),
        ("setup: [{place: row, all: stall}]\n", "E0161 fair/pack.yaml:9:9"),
        ("places: {row: {of: table, data: {a: [1]}}}\n", "E0161 fair/pack.yaml:9:10"),
        ("stall: [{id: tea, status: guessed}]\n", "E0160 fair/pack.yaml:9:27"),
        ("stall: [{id: tea, status: {entry: own, size: hoped}}]\n", "E0160 fair/pack.yaml:9:46"),
        ("stall: [{id: tea, status: inferred}]\n", "E0162 fair/pack.yaml:9:14"),
        ("stall: [{id: tea, size: 1, status: {entry: own, size: reconstructed}}]\n", "E0162 fair/pack.yaml:9:55"),
        ("stall: [{id: tea, status: stated}]\n", "E0163 fair/pack.yaml:9:14"),
        ("stall: [{id: tea, status: stated, source: S3 p. 4}]\n", "E0164 fair/pack.yaml:9:43"),
        ("stall: [{id: tea, size: 1, status: {entry: own, sise: own}}]\n", "E0121 fair/pack.yaml:9:49"),
        ("provenance: {status: likely}\n", "E0160 fair/pack.yaml:9:22"),
    ],
)
def test_what_is_missing(text: str, finding: str) -> None:
    assert found(load(fair=SOURCED + KINDS + text)) == [finding]


STATED = "{entry: own, size: inferred, use: inferred}"


@pytest.mark.parametrize("below", ["", ", size: 2"])
def test_a_reason_one_level_out_is_found_where_it_stands(below: str) -> None:
    text = f"stall:\n  - id: ^plain\n    status: {STATED}\n    because:\n      use: a guess\n    size: 3\n"
    text += f"  - {{id: tea, like: ^plain{below}}}\n"
    stack = load(fair=SOURCED + KINDS + text)
    assert found(stack) == ["E0162 fair/pack.yaml:14:5"]
    assert hints(stack) == ["indent it, if it belongs to `because`"]
    mended = text.replace("\n    size: 3", "\n      size: as large as the others")
    assert found(load(fair=SOURCED + KINDS + mended)) == []


def test_own_is_the_default_where_nothing_is_claimed() -> None:
    body = "rules: {lamps: 2}\nchanges: [{rule: prizes, is: 4}]\n"
    for kind in ("house-rules", "variant"):
        stack = load("night", night=night("sources: {S1: x}\n" + body, kind=kind))
        assert found(stack) == []
        assert {fact.status for fact in stack.provenance} == {"own"}
    stack = load("night", night=night("sources: {S1: x}\n" + body, kind="expansion"))
    assert [each[:5] for each in found(stack)] == ["E0161", "E0161"]


def test_a_changed_fact_is_known_as_its_change_says() -> None:
    fair = SOURCED + KINDS
    fair += "stall: [{id: tea, size: 1, use: x, status: {entry: own, size: inferred}, because: {size: a guess}}]\n"
    fair += "rules: {prizes: {base: 2, source: S1, status: stated}}\n"
    body = """\
changes:
  - {entry: stall/tea, field: size, is: 2, source: my own copy, status: published}
  - {rule: prizes, is: 4}
"""
    stack = load("night", fair=fair, night=night(body))
    assert found(stack) == []
    assert [(fact.pack, fact.key, fact.field, fact.status) for fact in stack.provenance] == [
        ("fair", "stall/tea", "", "own"),
        ("night", "stall/tea", "size", "published"),
        ("night", "rule/prizes", "", "own"),
    ]
    assert [(fact.value, fact.before) for fact in stack.provenance] == [("", ""), ("2", "inferred"), ("4", "stated")]


def test_a_fact_has_its_value_and_where_that_is_written() -> None:
    fair = SOURCED + KINDS
    fair += """\
stall:
  - id: tea
    size: 1
    use: >-
      gain
      1 coin
    status: {entry: own, size: inferred, use: inferred}
    because: a guess
rules: {prizes: {base: [3, 2, 1], source: S1, status: stated}}
"""
    first = fair[: fair.index("    size: 1")].count("\n") + 1
    found_ = {(fact.key, fact.field): fact for fact in load(fair=fair).provenance}
    assert found_["stall/tea", "size"].value == "1"
    assert found_["stall/tea", "size"].at.line == first
    assert found_["rule/prizes", ""].value == "[3, 2, 1]"


def test_hints() -> None:
    assert hints(load(fair=SOURCED + KINDS + "stall: [{id: tea, status: statd}]\n")) == ["did you mean `stated`?"]
