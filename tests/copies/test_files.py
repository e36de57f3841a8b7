"""The file of a game says all that is needed and replays to the same; the first wrong line of a false one is found."""

from __future__ import annotations

import copy
import gzip
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.service.copies.copy_jobs import read_game
from referee.service.copies.game_file import UNPACKED_BYTES, FileInvalid, Json, looks_like_one, read_file, text_of
from referee.service.copies.game_telling import check
from tests.copies.random_files import a_file, rules, written
from tests.engine.programs import CONTENT, ROOT, SMALL

PACKS = [*SMALL, *CONTENT]
HOUSE_RULES = ("cuba-ice-house", "cuba-open-hands", "cuba-published", "cuba-smuggler", "cuba-three-laws")
SHORT = [pack for pack in PACKS if pack not in (*HOUSE_RULES, "puerto-rico-published")]


def lines_of(data: bytes) -> list[Json]:
    return [json.loads(line) for line in data.decode().splitlines()]


def file_of(lines: list[Json]) -> bytes:
    return "".join(f"{text_of(line)}\n" for line in lines).encode()


@pytest.mark.parametrize("pack", [pytest.param(p, marks=() if p in SHORT else pytest.mark.full) for p in PACKS])
def test_a_file_has_all_that_it_takes(pack: str) -> None:
    """Read, checked and told again, a random game gives the same bytes: nothing but the file is used."""
    data = a_file(pack)
    game = read_file(data)
    program = check(game)
    assert program.ruleset.rules_digest == rules(pack)[0].ruleset.rules_digest
    assert written(game) == data == file_of(lines_of(data))
    assert lines_of(data)[-1]["over"]


@pytest.mark.parametrize("seed", ["0", "4242"])
def test_every_process_tells_the_same(seed: str) -> None:
    code = "from tests.copies.test_files import *; print(*(hash_of(pack) for pack in ('auction', 'urban-sketchers')))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    assert done.stdout.split() == [hash_of(pack) for pack in ("auction", "urban-sketchers")]


def hash_of(pack: str) -> str:
    import hashlib

    return hashlib.sha256(a_file(pack)).hexdigest()


def test_a_packed_file_is_the_same_game() -> None:
    data = a_file("auction")
    packed = gzip.compress(data)
    assert looks_like_one(packed) and read_file(packed) == read_file(data)
    for damaged in (packed[:-9], packed + b"x", gzip.compress(b" " * (UNPACKED_BYTES + 1)), b"\x1f\x8b"):
        with pytest.raises(FileInvalid):
            read_file(damaged)


# ---- tampering: every change is found, at the line where it is

Change = Callable[[list[Json]], Any]


def at(lines: list[Json], what: str, skip: int = 0) -> Json:
    """The first line (after some) whose record is of this kind, or that has this name."""
    found = [line for line in lines if line.get("record", {}).get("kind") == what or what in line]
    return found[skip]


def put(line: Json, *path: Any) -> None:
    """Sets what the path leads to: its last part is the new value."""
    *way, last, value = path
    for part in way:
        line = line[part]
    line[last] = value


def swap(lines: list[Json]) -> None:
    one, other = at(lines, "move", 3), at(lines, "move", 4)
    one["record"], other["record"] = other["record"], one["record"]


def leave_out(lines: list[Json]) -> None:
    gone = at(lines, "move", 2)
    lines.remove(gone)
    for line in lines:
        if line.get("version", 0) > gone["version"]:
            line["version"] -= 1


def another_option(lines: list[Json]) -> None:
    at(lines, "move", 5)["record"]["choices"][0][0] = "buy_trick"


OTHER_SEED = "e88cd2fa3ffeaf6cb7be0a6ce2bd4d6ce2a1e0a6f6f94b8d1ca1a7bc7e3e8ad3"

TAMPERED: dict[str, tuple[Change, str]] = {
    "the seed": (lambda x: put(x[0], "seed", "other"), "line 1: `commitment`"),
    "the commitment": (lambda x: put(x[0], "commitment", OTHER_SEED), "line 1: `commitment`"),
    "seed and commitment": (lambda x: _another_seed(x), "version 1: `key`"),
    "the name": (lambda x: put(x[0], "game", "games/other"), "version 1: `key`"),
    "an entropy": (lambda x: put(at(x, "begun"), "record", "entropies", 0, "sun"), "version 1: `key`"),
    "an entropy too many": (lambda x: at(x, "begun")["record"]["entropies"].append(""), "version 1"),
    "the key": (lambda x: put(at(x, "key"), "key", "00" * 32), "version 1: `key`"),
    "a rule": (lambda x: put(x[1], "text", x[1]["text"].replace("n: 6", "n: 5")), "line 1: `ruleset`"),
    "a pack left out": (lambda x: x.pop(1), "the rules in the file can't be played"),
    "the rules digest": (lambda x: put(x[0], "rules", OTHER_SEED), "line 1: `rules`"),
    "the number of seats": (lambda x: put(x[0], "seats", 3), "version 1"),
    "seats that can't be": (lambda x: put(x[0], "seats", 9), "line 1: these rules are for 2 to 5 seats"),
    "the order of a shuffle": (lambda x: at(x, "random")["random"][0]["after"].reverse(), "shuffle of lots"),
    "what a shuffle began with": (lambda x: at(x, "random")["random"][1]["before"].pop(), "shuffle of tricks"),
    "the words of a shuffle": (lambda x: put(at(x, "random"), "random", 0, "from", 1), "shuffle of lots"),
    "a shuffle left out": (lambda x: at(x, "random")["random"].pop(), "the shuffle of tricks"),
    "a shuffle too many": (lambda x: at(x, "random")["random"].append({}), "version 1: `random`"),
    "a random event invented": (lambda x: put(at(x, "move"), "random", []), "version 2: `random` doesn't belong"),
    "a choice": (another_option, "version 7"),
    "an answer": (lambda x: _another_bid(x), "version"),
    "two moves swapped": (swap, "version 5"),
    "a move left out": (leave_out, "version 4"),
    "a move twice": (lambda x: x.insert(9, x[8]), "this is where version"),
    "whose move it is": (lambda x: put(at(x, "move"), "record", "seat", "2"), "version 2"),
    "an undo": (lambda x: put(at(x, "undo"), "record", "to", 1), "version"),
    "a state": (lambda x: put(at(x, "version", 8), "state", OTHER_SEED), "version 9: `state`"),
    "the last state": (lambda x: put(x[-2], "state", OTHER_SEED), "`state`"),
    "the winner": (lambda x: put(x[-1], "winners", ["2"]), "`winners` is ['2'], but it must be ['1']"),
    "the points": (lambda x: put(x[-1], "points", "1", 99), "`points`"),
    "over": (lambda x: put(x[-1], "over", False), "`over`"),
    "over, as a number": (lambda x: put(x[-1], "over", 1), "`over`"),
    "the end cut off": (lambda x: x.pop(), "the file must end"),
    "the last moves cut off": (lambda x: [x.pop(-2) for _ in range(3)], "`end`"),
    "something behind the end": (lambda x: x.append(x[-1]), "the file must end"),
    "something beside a record": (lambda x: put(at(x, "move"), "note", "hi"), "version 2: `note` doesn't belong"),
    "something in a record": (lambda x: put(at(x, "move"), "record", "note", "hi"), "version 2: it isn't a record"),
    "a yes for a number": (lambda x: put(at(x, "move"), "record", "at", True), "version 2: true and false"),
    "a move after the year 9999": (
        lambda x: put(at(x, "move"), "record", "at", 253_402_300_800_000),
        "version 2: `at` must be a time",
    ),
    "another format": (lambda x: put(x[0], "game_file", 2), "line 1: this is no file of a game"),
    "another language": (lambda x: put(x[0], "language", 2), "line 1"),
}


def _another_seed(lines: list[Json]) -> None:
    from referee.service.record.fairness import commitment

    lines[0] |= {"seed": "other", "commitment": commitment("other")}


def _another_bid(lines: list[Json]) -> None:
    for line in lines:
        for choice in line.get("record", {}).get("choices", ()):
            if choice[0] == "bid":
                choice[1] = 1 if choice[1] != 1 else 0
                return


@pytest.mark.parametrize("what", TAMPERED)
def test_tampering_is_found_where_it_is(what: str) -> None:
    change, told = TAMPERED[what]
    lines = copy.deepcopy(lines_of(a_file("auction")))
    change(lines)
    assert file_of(lines) != a_file("auction")
    with pytest.raises(FileInvalid) as problem:
        check(read_file(file_of(lines)))
    assert told in str(problem.value)


CANT_BE_TOLD: dict[str, Change] = {
    "when it was made": lambda x: put(x[0], "at", 5),
    "when somebody moved": lambda x: put(at(x, "move"), "record", "at", 5),
    "whether the seed was chosen": lambda x: put(x[0], "chosen", True),
    "who was a program": lambda x: put(x[0], "bots", {"2": "random"}),
}


@pytest.mark.parametrize("what", CANT_BE_TOLD)
def test_what_nothing_follows_from_cannot_be_checked(what: str) -> None:
    """The page says so."""
    lines = copy.deepcopy(lines_of(a_file("auction")))
    CANT_BE_TOLD[what](lines)
    assert lines != lines_of(a_file("auction"))
    check(read_file(file_of(lines)))


# ---- damage


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_damage_is_told_and_never_breaks_anything(data: st.DataObject) -> None:
    """Bytes changed, left out and doubled, values replaced: either the file is still true, or it is refused."""
    damaged = data.draw(st.one_of(cut_up(a_file("auction")), replaced(a_file("auction")), st.binary(max_size=200)))
    looks_like_one(damaged)
    try:
        game = read_file(damaged)
        check(game)
    except FileInvalid as problem:
        assert str(problem)
        return
    assert written(game) == file_of(list(game.lines))


@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_a_damaged_file_makes_no_game(data: st.DataObject) -> None:
    """As an import reads it: either there is a problem and no game, or the game is the one that the file says."""
    damaged = data.draw(st.one_of(cut_up(a_file("auction")), replaced(a_file("auction"))))
    found = read_game(damaged)
    if found.problem:
        assert found.created is None and found.checked is None and found.records == ()
    else:
        assert found.created is not None
        assert [json.loads(record) for record in found.records] == [
            line["record"] for line in lines_of(damaged) if "record" in line
        ]


@st.composite
def cut_up(draw: st.DrawFn, data: bytes) -> bytes:
    """Some bytes of a file changed, left out, doubled or put elsewhere."""
    found = bytearray(data)
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(found)))
        end = min(len(found), start + draw(st.integers(0, 40)))
        found[start:end] = draw(st.sampled_from([b"", b"\x00", b"9", b'"', b"\n", b"}", bytes(found[start:end]) * 2]))
    return bytes(found)


VALUES: list[Any] = [None, True, -1, 0, 1, 2, 10**18, 10**400, 1.5, "", "1", "x" * 3000, "\n", [], [[]], {}, {"a": 1}]


@st.composite
def replaced(draw: st.DrawFn, data: bytes) -> bytes:
    """One value somewhere in a file replaced by something else."""
    lines = lines_of(data)
    part: Any = draw(st.sampled_from(lines))
    while True:
        keys = list(part) if isinstance(part, dict) else list(range(len(part)))
        if not keys:
            break
        key = draw(st.sampled_from(keys))
        inner = part[key]
        if isinstance(inner, dict | list) and inner and draw(st.booleans()):
            part = inner
            continue
        part[key] = draw(st.sampled_from(VALUES))
        break
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[1]", "null", '{"game_file":1}', "[" * 100_000, '{"game_file":1,"game_file":1}', "\ufeff{}", "{\n}"],
)
def test_what_is_no_file_is_refused(text: str) -> None:
    with pytest.raises(FileInvalid):
        check(read_file(text.encode()))


def test_no_name_of_a_person_stands_in_a_file() -> None:
    """Every name of a file's lines is known here: there is no place for a name or an account."""
    names = {name for line in lines_of(a_file("auction")) for name in (*line, *line.get("record", ()))}
    assert names == {
        *("game_file", "game", "language", "ruleset", "rules", "seats", "seed", "chosen", "bots", "at"),
        *("commitment", "packs", "settings", "path", "text", "version", "record", "random", "state", "key"),
        *("kind", "entropies", "seat", "choices", "to", "end", "over", "winners", "points"),
    }


# ---- commands


def test_verify_tells_what_was_random(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from referee.cli.program import run

    file = tmp_path / "a.game"
    file.write_bytes(a_file("auction"))
    assert run(["verify", str(file)]) == 0
    told = capsys.readouterr().out
    assert "lots" in told and "0 … 7" in told and "every position" in " ".join(told.split())
    assert run(["verify", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["sound"] and found["winners"] == ["1"] and found["random"][0]["where"] == "lots"
    assert run(["verify", str(file), "--commitment", found["commitment"]]) == 0
    assert run(["verify", str(file), "--commitment", OTHER_SEED]) == 1
    assert "you noted" in capsys.readouterr().err
    assert run(["replay", str(file)]) == 0
    assert "The game is over" in capsys.readouterr().out


def test_verify_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from referee.cli.program import run

    lines = lines_of(a_file("auction"))
    another_option(lines)
    file = tmp_path / "a.game"
    file.write_bytes(file_of(lines))
    for command in ("verify", "replay"):
        assert run([command, str(file)]) == 1
        told = capsys.readouterr().err
        assert "version 7" in told and "Traceback" not in told
    assert run(["verify", str(file), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["sound"] is False and found["version"] == 7
    file.write_text("hello\n")
    assert run(["verify", str(file)]) == 2
    assert run(["verify", str(tmp_path / "none")]) == 2
