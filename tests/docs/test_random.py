"""The page about the random stream: its code runs, and its test vectors hold for that code and for the referee."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from referee.engine import random
from referee.service.record import fairness
from tests.docs.pages import blocks
from tests.docs.running import run_python, write_files

PAGE = "random.md"


@pytest.fixture
def printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the code of the page defines."""
    write_files(PAGE, tmp_path)
    monkeypatch.chdir(tmp_path)
    return run_python(PAGE)


def vectors() -> dict[str, Any]:
    (block,) = [block for block in blocks(PAGE) if block.language == "json"]
    found: dict[str, Any] = json.loads(block.text)
    return found


def test_the_vectors_are_those_of_the_code_on_the_page(printed: dict[str, Any]) -> None:
    known = vectors()
    key = bytes.fromhex(known["key"])
    assert [f"{printed['word'](key, i):08x}" for i in range(len(known["words"]))] == known["words"]
    for one in known["below"]:
        assert printed["below"](key, one["from"], one["n"]) == (one["is"], one["next"])
    for one in known["shuffle"]:
        assert printed["shuffled"](key, one["from"], list(range(one["items"]))) == (one["is"], one["next"])
    fair = known["fairness"]
    assert printed["commitment"](fair["seed"]) == fair["commitment"]
    assert printed["game_key"](fair["seed"], fair["game"], fair["entropies"]).hex() == fair["key"]


def test_the_vectors_are_those_of_the_referee() -> None:
    known = vectors()
    key = known["key"]
    assert [f"{random.word(key, i):08x}" for i in range(len(known["words"]))] == known["words"]
    for one in known["below"]:
        assert random.below(key, one["from"], one["n"]) == (one["is"], one["next"])
    for one in known["shuffle"]:
        order, after = random.shuffled(key, one["from"], tuple(range(one["items"])))
        assert (list(order), after) == (one["is"], one["next"])
    fair = known["fairness"]
    assert fairness.commitment(fair["seed"]) == fair["commitment"]
    assert fairness.game_key(fair["seed"], fair["game"], fair["entropies"]).hex() == fair["key"]
