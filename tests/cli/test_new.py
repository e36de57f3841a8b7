"""`referee new`: what it writes is right as it stands, on whatever game, and what it shows as comments is right too."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.cli.program import run
from referee.cli.starting_examples import flow
from referee.packs import load_stack
from referee.packs.node import Mapping, Position, Scalar
from referee.packs.reader import read_yaml

ROOT = Path(__file__).resolve().parent.parent.parent
OWN = sorted(path.parent for path in (ROOT / "tests" / "packs").glob("*/pack.yaml"))
SHIPPED = "cuba"

Output = pytest.CaptureFixture[str]
Shown = Callable[..., str]


@pytest.fixture
def shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output) -> Shown:
    """Runs a command in an empty folder; gives what it printed."""
    monkeypatch.chdir(tmp_path)

    def show(line: str, code: int = 0) -> str:
        assert run(line.split()) == code, line
        out = capsys.readouterr()
        return out.out + out.err

    return show


def right(shown: Shown, stack: str, scenarios: int = 1) -> None:
    """Nothing is wrong with a stack, its scenarios pass, it has the one layout and it plays."""
    said = shown(f"check {stack}")
    assert "no errors" in said
    assert "warning" not in said
    assert f"{scenarios} of {scenarios} scenarios passed" in shown(f"test {stack}")
    assert "in the one layout already" in shown(f"fmt --check {stack}")
    assert "every invariant held" in shown(f"simulate {stack} --games 2")


def test_a_game_is_played_at_once(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown("new game marbles").splitlines()[:2] == ["marbles/pack.yaml", "marbles/scenarios/taking.yaml"]
    right(shown, "./marbles", scenarios=3)
    answers = iter(["take 3", "1", "3", "3", "3", "2"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers, "1"))
    said = shown("play ./marbles")
    assert "Take beads from the heap" in said
    assert "won by" in said


@pytest.mark.parametrize("base", [SHIPPED, *map(str, OWN)])
@pytest.mark.parametrize("kind", ["house-rules", "expansion"])
def test_what_builds_on_a_game_is_right(shown: Shown, kind: str, base: str) -> None:
    shown(f"new {kind} mine --on {base}")
    right(shown, "./mine" if base == SHIPPED else f"{base}+./mine")


def test_both_build_on_a_stack(shown: Shown) -> None:
    shown(f"new house-rules low --on {SHIPPED}")
    shown("new expansion high --on ./low")
    assert f"requires: [{SHIPPED}, low]" in Path("high/pack.yaml").read_text(encoding="utf-8")
    assert "no errors" in shown("check ./high")
    shown("new house-rules higher --on ./low")  # which sets another number than `low` does
    assert "no errors" in shown("check ./higher")


def test_without_a_game_named_it_is_a_shipped_one_and_says_so(shown: Shown) -> None:
    assert f"It changes {SHIPPED}; --on STACK is for another game." in shown("new house-rules mine")
    right(shown, "./mine")


def test_the_only_game_of_the_folder_comes_first(shown: Shown) -> None:
    shown("new game marbles")
    assert "It changes marbles;" in shown("new house-rules many")
    text = Path("many/pack.yaml").read_text(encoding="utf-8")
    assert "requires: [marbles]" in text
    assert "{rule: beads_a_turn, is: 3}" in text
    right(shown, "./many")
    shown("new game pebbles")
    assert f"It changes {SHIPPED};" in shown("new house-rules more")


def test_another_number_is_another_game(shown: Shown) -> None:
    """The first thing that anybody does with new house rules."""
    shown("new game marbles")
    shown("new house-rules many")
    file = Path("many/pack.yaml")
    file.write_text(file.read_text(encoding="utf-8").replace("is: 3}", "is: 5}"), encoding="utf-8")
    assert "Most beads in one turn: 3 → 5" in shown("diff marbles ./many")


def test_an_expansion_has_an_option(shown: Shown) -> None:
    shown(f"new expansion night-market --on {SHIPPED}")
    assert "Night market" in shown(f"diff {SHIPPED} ./night-market")
    assert "no errors" in shown("check ./night-market --set night-market.with_night_market=yes")
    shown(f"new expansion {'n' * 60} --on {SHIPPED}")
    assert "no errors" in shown(f"check ./{'n' * 60}")


@pytest.mark.parametrize("base", [SHIPPED, str(ROOT / "tests" / "packs" / "auction")])
def test_what_stands_there_as_comments_is_right_too(shown: Shown, base: str) -> None:
    shown(f"new expansion mine --on {base}")
    file = Path("mine/pack.yaml")
    text = file.read_text(encoding="utf-8")
    lines = re.sub(r"^( *)# (?=(?:- \{|\w+:$|  - \{))", r"\1", text, flags=re.MULTILINE)
    assert lines.count("\n#") < text.count("\n#")
    assert lines.count("\n  #") == text.count("\n  #") - 2
    file.write_text(lines, encoding="utf-8")
    assert "no errors" in shown(f"check {base}+./mine")


@pytest.mark.parametrize("base", [SHIPPED, str(ROOT / "tests" / "packs" / "auction")])
def test_every_entry_can_be_shown_in_a_line(base: str) -> None:
    """What is copied from a game as an example is read as it was."""
    nodes = [node for all_of in load_stack([base]).entries.values() for node in all_of.values()]
    assert len(nodes) > 5
    for node in nodes:
        text = flow(node)
        root, findings = read_yaml(f"entry: {text}\n".encode(), "pack.yaml")
        assert (findings, isinstance(root, Mapping)) == ([], True)
        assert isinstance(root, Mapping)
        assert flow(root.entries["entry"]) == text
    assert flow(Scalar("gain 1 coin: a, b", Position("", 1, 1))) == '"gain 1 coin: a, b"'


def test_the_folder_can_lie_anywhere(shown: Shown) -> None:
    shown("new game marbles --into games/small")
    said = shown("new house-rules many --on games/small/marbles --into games/small")
    assert "referee check games/small/many " in said
    right(shown, "games/small/many")
    said = shown("new house-rules far --on games/small/marbles")
    assert "referee check games/small/marbles+./far " in said
    assert "no errors" in shown("check games/small/marbles+./far")


def test_what_it_says_comes_next_works(shown: Shown) -> None:
    said = shown(f"new house-rules mine --on {SHIPPED}")
    commands = re.findall(r"^  referee (.*?)  ", said, re.MULTILINE)
    assert [command.split()[0] for command in commands] == ["check", "test", "hooks", "diff", "play"]
    for command in commands[:-1]:
        shown(command)
    shown(f"{commands[-1]} --auto 1")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("new game Marbles", "`Marbles` is no id of a pack"),
        ("new game 2marbles", "`2marbles` is no id of a pack"),
        ("new game ../marbles", "`../marbles` is no id of a pack"),
        (f"new game {'m' * 61}", "60 at most"),
        ("new toy marbles", "Usage: referee new"),
        ("new game", "Usage: referee new"),
        (f"new game {SHIPPED}", "is the id of a pack that is shipped"),
        (f"new game marbles --on {SHIPPED}", "a game builds on nothing"),
        ("new house-rules mine --on no-such-game", "there is no pack `no-such-game`"),
    ],
)
def test_what_makes_no_pack_is_refused(shown: Shown, line: str, why: str) -> None:
    assert why in shown(line, 2)
    assert list(Path().iterdir()) == []


def test_nothing_is_written_over(shown: Shown) -> None:
    Path("folder").mkdir()
    Path("file").write_text("mine")
    Path("link").symlink_to("nowhere")
    for name in ("folder", "file", "link"):
        assert f"{name} exists already" in shown(f"new game {name}", 2)
    assert (list(Path("folder").iterdir()), Path("file").read_text()) == ([], "mine")


def test_a_game_with_faults_is_no_ground(shown: Shown) -> None:
    shown("new game marbles")
    file = Path("marbles/pack.yaml")
    file.write_text(file.read_text(encoding="utf-8").replace("move n bead", "move n baed"), encoding="utf-8")
    assert "did you mean `bead`?" in shown("new house-rules many --on marbles", 1)
    assert not Path("many").exists()
