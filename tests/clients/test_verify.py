"""A program in another language, written from the documentation alone, checks what was random in files of games."""

from __future__ import annotations

import copy
import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.service.copies.game_file import Json
from tests.copies.random_files import a_file, forked, written
from tests.copies.test_files import OTHER_SEED, TAMPERED, at, file_of, lines_of, put
from tests.programs import need

PROGRAM = Path(__file__).parent / "node" / "dist" / "verify.js"


def verify(file: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    node = need("node")
    if not PROGRAM.exists():
        pytest.fail("the Node client isn't compiled: run `npm ci && npm run build` in tests/clients/node")
    return subprocess.run([node, str(PROGRAM), str(file), *arguments], capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize(
    ("name", "least"),
    [("tic_tac_toe", 0), ("auction", 2), ("cuba", 6), ("puerto-rico", 2), ("urban-sketchers", 50), ("fork", 1)],
)
def test_everything_random_is_worked_out_again(name: str, least: int, tmp_path: Path) -> None:
    """Shuffles, rolls, and what a fork deals; `least`: as many random events there are, or more."""
    data = written(forked("auction", 3, "1")) if name == "fork" else a_file(name)
    file = tmp_path / "a.game"
    file.write_bytes(data)
    done = verify(file)
    assert done.returncode == 0, done.stderr
    found, lines = json.loads(done.stdout), lines_of(data)
    random = [one for line in lines for one in line.get("random", ())]
    assert found["events"] == len(random) >= least
    assert found["versions"] == lines[-1]["end"] and found["commitment"] == lines[0]["commitment"]
    assert found["words"] == (random[-1]["next"] if random else 0)
    assert verify(file, "--commitment", found["commitment"]).returncode == 0
    assert verify(file, "--commitment", OTHER_SEED).returncode == 1


FOUND = [
    *("the seed", "the commitment", "seed and commitment", "the name", "an entropy", "an entropy too many", "the key"),
    *("the order of a shuffle", "what a shuffle began with", "the words of a shuffle", "a move twice"),
    *("the end cut off", "the last moves cut off", "a shuffle too many"),
]
NEEDS_RULES = ["a choice", "a state", "the winner", "a rule", "a shuffle left out", "whose move it is"]
"""What the page says that a program without the rules can't find; a shuffle left out at the end is one of it."""


@pytest.mark.parametrize("what", FOUND)
def test_tampering_with_what_is_random_is_found(what: str, tmp_path: Path) -> None:
    done = _tampered(TAMPERED[what][0], tmp_path)
    assert done.returncode == 1 and done.stderr.startswith("line "), what


@pytest.mark.parametrize("what", NEEDS_RULES)
def test_what_needs_the_rules_is_left_to_the_referee(what: str, tmp_path: Path) -> None:
    assert _tampered(TAMPERED[what][0], tmp_path).returncode == 0, what


def _tampered(change: Callable[[list[Json]], object], folder: Path) -> subprocess.CompletedProcess[str]:
    lines = copy.deepcopy(lines_of(a_file("auction")))
    change(lines)
    file = folder / "a.game"
    file.write_bytes(file_of(lines))
    return verify(file)


def _another_start(lines: list[Json]) -> None:
    """A shuffle from another order of the same things: what comes of it is right, but somebody chose the order."""
    from referee.engine import random

    begun = at(lines, "begun")
    for one in begun["random"]:
        one["before"] = one["before"][::-1]
        order, _ = random.shuffled(begun["key"], one["from"], tuple(range(len(one["before"]))))
        one["after"] = [one["before"][i] for i in order]
        break
    begun["random"].append({**begun["random"][0], "from": 23, "next": 31, "before": begun["random"][0]["before"][::-1]})
    last = begun["random"][-1]
    order, _ = random.shuffled(begun["key"], 23, tuple(range(len(last["before"]))))
    last["after"] = [last["before"][i] for i in order]


def _apart(lines: list[Json]) -> None:
    from referee.engine import random

    begun = at(lines, "begun")
    one = begun["random"][0]
    one["before"] = [*one["before"][1:], one["before"][0]]
    order, _ = random.shuffled(begun["key"], one["from"], tuple(range(len(one["before"]))))
    one["after"] = [one["before"][i] for i in order]


@pytest.mark.parametrize(("change", "told"), [(_another_start, "in another order"), (_apart, "lie apart")])
def test_a_chosen_order_before_a_shuffle_is_found(
    change: Callable[[list[Json]], object], told: str, tmp_path: Path
) -> None:
    done = _tampered(change, tmp_path)
    assert done.returncode == 1 and told in done.stderr


def test_a_roll_that_came_out_otherwise_is_found(tmp_path: Path) -> None:
    lines = copy.deepcopy(lines_of(a_file("urban-sketchers")))
    roll = next(one for line in lines for one in line.get("random", ()) if one["what"] == "roll")
    put(roll, "is", roll["is"] % 6 + 1)
    file = tmp_path / "a.game"
    file.write_bytes(file_of(lines))
    done = verify(file)
    assert done.returncode == 1 and "but the stream gives" in done.stderr


def test_what_is_no_file_of_a_game_is_wrong_use(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("hello\n")
    for arguments in (("a",), ("none",)):
        assert verify(tmp_path / arguments[0]).returncode == 2
