"""The layout: every effect of packs, examples and grammar keeps its meaning, and a second time nothing changes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from referee.language.format import lay_out, same_meaning
from referee.language.verbs.construct import Example
from referee.packs.node import Position, Scalar
from tests.language import fair

ROOT = Path(__file__).resolve().parents[2]
PACKS = sorted(
    [*ROOT.glob("content/*/*.yaml"), *ROOT.glob("tests/packs/*/pack.yaml"), *ROOT.glob("tests/language/hard/*.yaml")]
)


def scalar(text: str) -> Scalar:
    return Scalar(text, Position("fair/pack.yaml", 1, 1))


def texts(node: object) -> Iterator[str]:
    """Every text of a document that is an effect."""
    if isinstance(node, str):
        if " " in node and same_meaning(scalar(node), node.splitlines()):
            yield node
    elif isinstance(node, dict | list):
        for inside in node.values() if isinstance(node, dict) else node:
            yield from texts(inside)


def check(text: str) -> None:
    new = lay_out(text.rstrip("\n"))
    assert same_meaning(scalar(text), new)
    assert lay_out("\n".join(new)) == new
    assert [line.partition("#")[2].strip() for line in new] == [
        line.partition("#")[2].strip() for line in text.rstrip("\n").split("\n")
    ]


@pytest.mark.parametrize("file", PACKS, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_effects_of_packs(file: Path) -> None:
    for text in texts(yaml.load(file.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)):
        check(text)


@pytest.mark.parametrize(("name", "one", "example"), fair.cases(), ids=[name for name, _, _ in fair.cases()])
def test_examples_stand_in_the_layout(name: str, one: object, example: Example) -> None:
    for text in [example.code, *texts(yaml.load(example.pack, Loader=yaml.BaseLoader))]:
        if text:
            check(text)
            assert "\n".join(lay_out(text.rstrip("\n"))) == text.rstrip("\n")


@pytest.mark.parametrize(
    "text",
    [
        "repeat:\n      choose one deal:\n           sell k from goods ,each once:pay 1 k # why\n           stop",
        "if  my . coin>=3 : gain 1 coin\nelse :\n\n\n     # nothing\n     pass",
        "let n=-1",
        "set tally to (2)*( 3+ tally )",
    ],
)
def test_ugly_effects(text: str) -> None:
    new = lay_out(text)
    assert lay_out("\n".join(new)) == new
    assert same_meaning(scalar(text), new) or "-1" in text
