"""A command in a prepared process is what it is in one of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.prepared import run

PACK = "id: {name}\nkind: game\nversion: 1\nlanguage: 1\ntitle: A\nseats: 2\nsources: none\n"
PACK += "tokens: {{coin: {{unlimited: yes, name: coin}}}}\nprocedures: {{main: 'each seat: gain 1 {what}'}}\n"


@pytest.mark.parametrize(
    "arguments", [["--version"], ["no-such-command"], ["check", "right"], ["check", "wrong"], ["check", "--help"]]
)
def test_it_says_and_ends_as_always(tmp_path: Path, arguments: list[str]) -> None:
    for name, what in (("right", "coin"), ("wrong", "coyn")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "pack.yaml").write_text(PACK.format(name=name, what=what), encoding="utf-8")
    environment = {**os.environ, "COLUMNS": "70"}
    own = subprocess.run(
        [sys.executable, "-m", "referee.cli", *arguments],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    assert own.stdout + own.stderr
    assert run(arguments, tmp_path, environment) == (own.returncode, own.stdout, own.stderr)


def test_one_leaves_nothing_to_the_next(tmp_path: Path) -> None:
    """Neither folder nor environment nor what was read."""
    for number in (1, 2):
        folder = tmp_path / str(number)
        (folder / "fair").mkdir(parents=True)
        pack = PACK.format(name="fair", what="coin" if number == 2 else "coyn")
        (folder / "fair" / "pack.yaml").write_text(pack, encoding="utf-8")
        code, out, err = run(["check", "fair"], folder, {**os.environ, "COLUMNS": str(60 + number)})
        assert code == 2 - number, out + err


def test_what_kills_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests import prepared

    monkeypatch.setattr(prepared, "SECONDS", 1)
    code, _, _ = prepared._forked(["serve", "--port", "0", "--web-port", "0"], str(tmp_path), dict(os.environ))
    assert code == -14  # the alarm
