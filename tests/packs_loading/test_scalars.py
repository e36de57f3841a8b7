"""What YAML's values mean, and where each line of a text stands in its file."""

from __future__ import annotations

import pytest

from referee.packs import Mapping, Position, Scalar, read_yaml


def value(text: str, key: str = "a") -> Scalar:
    root, findings = read_yaml(text.encode(), "f.yaml", "fair")
    assert not findings
    assert isinstance(root, Mapping)
    node = root.entries[key]
    assert isinstance(node, Scalar)
    return node


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("yes", "yes"),
        ("no", "no"),
        ("on", "on"),
        ("Off", "Off"),
        ("y", "y"),
        ("none", "none"),
        ("true", True),
        ("FALSE", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("12", 12),
        ("-3", -3),
        ("017", 17),
        ("0x1f", "0x1f"),
        ("0o17", "0o17"),
        ("1:30", "1:30"),
        ("1_000", "1_000"),
        ("1.5", "1.5"),
        ("1e3", "1e3"),
        ("2007-01-02", "2007-01-02"),
        ("=", "="),
        ("'12'", "12"),
        ('"true"', "true"),
        ("9" * 16, "9" * 16),
    ],
)
def test_scalars_are_those_of_yaml_1_2(written: str, meant: str | int | bool | None) -> None:
    node = value(f"a: {written}\n")
    assert node.value == meant
    assert type(node.value) is type(meant)


def test_keys_are_words_and_keep_their_positions() -> None:
    root, findings = read_yaml(b"on: 1\n2: x\n'3': y\nlist:\n  - {deep: 1}\n", "f.yaml", "fair")
    assert not findings
    assert isinstance(root, Mapping)
    assert list(root) == ["on", "2", "3", "list"]
    assert root.integer_keys == {"2"}
    assert root.keys["2"] == Position("f.yaml", 2, 1)
    assert root.pack == "fair"
    inner = root.entries["list"]
    assert str(inner.at) == "f.yaml:5:3"
    assert inner.pack == "fair"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("a: gain 1 coin\n", ["1:4"]),
        ("x: {a: gain 1 coin}\n", ["1:8"]),
        ("a: 'gain 1 coin'\n", ["1:5"]),
        ('a: "gain 1 coin"\n', ["1:5"]),
        ("a: |\n  one\n  two\n", ["2:3", "3:3"]),
        ("a: |\n  one\n    two\n\n  three\n", ["2:3", "3:3", "4:3", "5:3"]),
        ("a: |-\n   one\n   two", ["2:4", "3:4"]),
        ("a: |+\n  one\n\n", ["2:3", "3:3"]),
        ("a: |2\n    one\n  two\n", ["2:3", "3:3"]),
        ("a: |2- # why\n    one\n", ["2:3"]),
        ("a: |\n\n  late\n", ["2:3", "3:3"]),
        ("a:\n  |\n  one\n", ["3:3"]),
        ("a: gain\n  1 coin\n", ["1:4"]),
        ("a: 'one\n\n  two'\n", ["1:5", "3:3"]),
        ('a: "one\n  more\n\n  two"\n', ["1:5", "4:3"]),
        ("a:\n    plain\n", ["2:5"]),
        ("a: é|ü gain\n", ["1:4"]),
        ("a: |\r\n  one\r\n  two\r\n", ["2:3", "3:3"]),
        ("says: >\n  one\n  more\n\n  two\n", ["2:3", "5:3"]),
    ],
)
def test_each_line_of_a_text_is_found_in_the_file(text: str, lines: list[str]) -> None:
    root, findings = read_yaml(text.encode(), "f.yaml")
    assert not findings
    assert isinstance(root, Mapping)
    node = next(iter(root.entries.values()))
    if isinstance(node, Mapping):
        node = node.entries["a"]
    assert isinstance(node, Scalar)
    assert [f"{spot.line}:{spot.column}" for spot in node.lines] == lines


def test_a_character_of_a_block_is_found_in_the_file() -> None:
    text = "procedures:\n  main: |\n    each seat:\n      gain 1 coin\n"
    root, _ = read_yaml(text.encode(), "f.yaml")
    assert isinstance(root, Mapping)
    procedures = root.entries["procedures"]
    assert isinstance(procedures, Mapping)
    node = procedures.entries["main"]
    assert isinstance(node, Scalar)
    assert str(node.value).split("\n")[1][2:6] == "gain"
    assert node.locate(2, 3) == Position("f.yaml", 4, 7)
    assert text.split("\n")[3][6:10] == "gain"


def test_styles_are_kept() -> None:
    root, _ = read_yaml(b"a: x\nb: 'x'\nc: \"x\"\nd: |\n  x\nsays: >\n  x\n", "f.yaml")
    assert isinstance(root, Mapping)
    assert [node.style for node in root.entries.values() if isinstance(node, Scalar)] == ["", "'", '"', "|", ">"]


def test_a_byte_order_mark_changes_no_position() -> None:
    root, findings = read_yaml(b"\xef\xbb\xbfa: b\n", "f.yaml")
    assert not findings
    assert isinstance(root, Mapping)
    assert root.keys["a"] == Position("f.yaml", 1, 1)
