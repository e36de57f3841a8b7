"""Files that can't be read as a part of a pack: which finding, and where."""

from __future__ import annotations

import pytest

from referee.packs import limits, read_yaml
from tests.packs_loading.fair import found, load


def faults(data: bytes) -> list[str]:
    _, findings = read_yaml(data, "f.yaml")
    return [f"{each.code.code} {each.at}" for each in findings]


@pytest.mark.parametrize(
    ("data", "finding"),
    [
        (b"a: {b: 1\nc: 2\n", "E0101 f.yaml:2:2"),
        (b"a:\n  - x\n b: c\n", "E0101 f.yaml:3:2"),
        (b"a: *nothing\n", "E0101 f.yaml:1:4"),
        (b"a: @x\n", "E0101 f.yaml:1:4"),
        (b"a: b\nb: x\x01y\n", "E0101 f.yaml:2:5"),
        (b"a: during next round: gain 1 coin\n", "E0102 f.yaml:1:21"),
        (b"a:\n  - gain 1 coin #3\n", "E0102 f.yaml:2:17"),
        (b"a: {id: x, use: pay 1 bead, then gain 1 coin}\n", "E0102 f.yaml:1:29"),
        (b"a: 1\nb: 2\na: 3\n", "E0103 f.yaml:3:1"),
        (b"x: {a: 1, a: 3}\n", "E0103 f.yaml:1:11"),
        (b"procedures:\n  main: >\n    gain 1 coin\n", "E0104 f.yaml:2:9"),
        (b"triggers:\n  - >-\n    after x: gain 1 coin\n", "E0104 f.yaml:2:5"),
        (b"a:\n\tb: 1\n", "E0105 f.yaml:2:1"),
        (b"a: |\n  if x:\n  \tgain 1 coin\n", "E0105 f.yaml:3:3"),
        (b"a: b\nc: d\xff\n", "E0106 f.yaml:2:5"),
        (b"#" * (limits.FILE_BYTES + 1), "E0107 f.yaml:1:1"),
        (b"[" + b"1, " * limits.NODES + b"1]", f"E0107 f.yaml:1:{limits.NODES * 3 - 1}"),
        (b"a: " + b"[" * 50 + b"]" * 50, "E0108 f.yaml:1:43"),
        (b"[" * 100_000, "E0108 f.yaml:1:1001"),
        (b"- " * 50_000, "E0108 f.yaml:1:1999"),
        (b"a: &x [*x]\n", "E0109 f.yaml:1:4"),
        (b"a: &x 1\nb: [" + b"*x, " * 300 + b"]\n", "E0109 f.yaml:1:4"),
        (b"a: !include x\n", "E0110 f.yaml:1:4"),
        (b"a: !!python/name:os.system x\n", "E0110 f.yaml:1:4"),
        (b"? [a]\n: b\n", "E0111 f.yaml:1:3"),
        (b"a: 1\n---\nb: 2\n", "E0111 f.yaml:2:1"),
        (b"a:\n  ?\n  : x\n", "E0111 f.yaml:2:4"),
    ],
)
def test_what_is_wrong_and_where(data: bytes, finding: str) -> None:
    assert faults(data) == [finding]


def test_an_alias_bomb_is_stopped_by_the_number_of_values() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    assert [each[:5] for each in faults("\n".join(lines).encode())] == ["E0109"]


def test_an_alias_is_a_copy() -> None:
    assert faults(b"a: &x {b: [1, 2, 3]}\nc: [*x, *x]\n") == []


@pytest.mark.parametrize(
    "text",
    [
        "a: gain 1 coin # a remark\n",
        "a: gain 1 coin  # a remark\n",
        "a: 'card #3'\n",
        "a: card#3\n",
        "a: {b: , c: d}\n",
        "says: {x: {y: z}}\nnote: >\n  folded text\n  goes on\n",
        "a: |\n  gain 1 coin\t# a tab after the code\n",
        "",
        "# nothing\n",
    ],
)
def test_what_is_no_fault(text: str) -> None:
    assert faults(text.encode()) == []


def test_hints_name_the_way_out() -> None:
    for data in (b"a: b: c", b"a: {b: c, d}"):
        _, findings = read_yaml(data, "f.yaml")
        assert "quote" in findings[0].hint
        assert "`|`" in findings[0].hint


def test_a_second_key_shows_the_first() -> None:
    _, findings = read_yaml(b"a: 1\nb: 2\na: 3\n", "f.yaml")
    assert [str(at) for at in findings[0].related] == ["f.yaml:1:1"]


def test_all_findings_of_all_files_are_collected() -> None:
    from tests.packs_loading.fair import FAIR

    stack = load(fair=FAIR, bad=b"id: bad\nkind: [\n")
    assert found(stack) == ["E0101 bad/pack.yaml:3:1"]
    stack = load(fair=FAIR.replace("home: yes", "home: maybe").replace("cells: 2", "cels: 2"))
    assert [each[:5] for each in found(stack)] == ["E0124", "E0121"]


def test_a_file_that_is_a_list() -> None:
    assert found(load(fair=b"- a\n")) == ["E0111 fair/pack.yaml:1:1", "E0131 fair/pack.yaml:1:1"]
