"""`referee diff`: nothing of the language is left in what it prints."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.cli.differing import Differing
from referee.cli.program import run
from referee.language import Ruleset, build_ruleset
from referee.packs import load_stack
from referee.packs.node import Mapping
from tests.language import fair

Output = pytest.CaptureFixture[str]

# What stands in files and never in a sentence: ids of several words, operators, paths, brackets, holes of texts.
CODE = re.compile(r"\w_\w|[{}\[\]<>=]|\.\w|:\S|\boption \w+ is\b|\binstead of\b.*\bdo\b")


def texts(found: Differing) -> Iterator[str]:
    for difference in found.found:
        yield found.name(difference)
        yield found.heading(difference)
        for aspect in found.told(difference):
            yield aspect.label
            yield from (text for _, text in aspect.lines)


def base() -> Ruleset:
    return build_ruleset(load_stack(["fair"], files={"fair/pack.yaml": fair.FAIR.read_bytes()}))


def test_nothing_of_the_language_is_left_of_any_construct() -> None:
    """Every statement and expression of the reference, and every declaration and change."""
    before = base()
    rulesets = {"all": fair.shared()}
    for name, _, example in fair.cases():
        if example.pack and example.finds is None:
            of = [(name, example)] if example.code else []
            rulesets[name] = build_ruleset(fair.stack(of, example.pack, example.settings))
    assert len(rulesets) > 50
    for name, ruleset in rulesets.items():
        found = Differing("fair", before, name, ruleset, "en")
        assert found.found, name
        assert [text for text in texts(found) if CODE.search(text)] == [], name


def test_nothing_of_the_language_is_left_of_a_whole_game(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    """A shipped game against a small one: all of it is new, and told by its names alone."""
    monkeypatch.setenv("COLUMNS", "200")
    small = Path(__file__).resolve().parent.parent / "packs" / "tic_tac_toe"
    stack = load_stack(["cuba"])
    assert run(["diff", str(small), "cuba", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["differences"]
    words = [text for each in found for text in _words(each)]
    assert len(words) > 400
    assert [text for text in words if CODE.search(text)] == []
    ids = {id for id, name in _named(stack.sections["tokens"]) if id not in name}
    ids |= {id for kind in stack.entries.values() for id, name in _named(kind) if id not in name.lower()}
    assert "vp" in ids
    whole = " ".join(words)
    assert [id for id in ids if re.search(rf"\b{id}\b", whole)] == []


def _words(difference: dict[str, Any]) -> Iterator[str]:
    yield difference["name"]
    for aspect in difference["aspects"]:
        yield from (aspect["name"], *aspect["before"], *aspect["after"])


def _named(declared: Any) -> Iterator[tuple[str, str]]:
    for id, node in declared.items():
        if isinstance(node, Mapping) and "name" in node and not id.startswith("^"):
            yield id, " ".join(text.text for key in ("name", "plural") if (text := node.get(key)) is not None)
