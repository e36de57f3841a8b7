"""The page about files of games: its example can be recomputed, and it names everything that stands in a file."""

from __future__ import annotations

import json
import re
from typing import Any

from referee.engine import random
from referee.service.record import fairness
from tests.copies.random_files import a_file, forked, written
from tests.copies.test_files import lines_of
from tests.docs.pages import DOCS, blocks

PAGE = "game-file.md"


def test_the_example_can_be_recomputed() -> None:
    (block,) = [block for block in blocks(PAGE) if block.language == "json"]
    line: dict[str, Any] = json.loads(block.text)
    key = line["key"]
    assert fairness.game_key("open sesame", "games/fair1", line["record"]["entropies"]).hex() == key
    word = 0
    for one in line["random"]:
        assert one["from"] == word
        if one["what"] == "roll":
            number, word = random.below(key, word, one["sides"])
            assert one["is"] == number + one["low"]
        else:
            order, word = random.shuffled(key, word, tuple(range(len(one["before"]))))
            assert one["after"] == [one["before"][i] for i in order]
        assert one["next"] == word
    assert word == 7


def test_every_name_of_a_file_stands_on_the_page() -> None:
    told = set(re.findall(r"`\"?([a-z0-9_]+)\"?`", (DOCS / PAGE).read_text(encoding="utf-8")))
    told |= set(re.findall(r'"([a-z]+)":', (DOCS / PAGE).read_text(encoding="utf-8")))
    files = [a_file("auction"), a_file("urban-sketchers"), written(forked("auction", 3, "1"))]
    names: set[str] = set()
    for line in (line for file in files for line in lines_of(file)):
        names |= {*line, *line.get("record", ()), *line.get("start", ())}
        names |= {name for one in line.get("random", ()) for name in one}
        names |= {one["what"] for one in line.get("random", ())} | {line.get("record", {}).get("kind", "game")}
    assert names - told == set()
    assert {"deal", "roll", "shuffle", "start", "undo", "points"} <= names
