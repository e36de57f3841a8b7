"""The house: what lies at the root, how long a file may be, and no trace of one machine."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
AT_ROOT = {"pyproject.toml", "content", "grammar", "referee", "protos", "tests", "README.md", "LICENSE"}
MOST_LINES = 500
SOURCES = {".py", ".ts", ".js", ".sh", ".lark", ".proto", ".md", ".yaml", ".toml"}
GENERATED = ("referee/v1/", "tests/clients/node/package-lock.json")
FOLDERS = "|".join(("work", "farm", "root", "home"))
# A path of one machine, or of a folder that a clone doesn't have.
ABSOLUTE = re.compile(rf"(?<![\w.\-/])/(?:{FOLDERS})/|\.\./shared\b|/tmp/(?:venv|spec)\b")


def tracked() -> list[Path]:
    """The files under version control, or all files but the usual leftovers in a copy without history."""
    asked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if asked.returncode == 0:
        files = [ROOT / line for line in asked.stdout.splitlines()]
    else:
        files = [path for path in ROOT.rglob("*") if path.is_file()]
    return [path for path in files if path.exists()]


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_the_root_holds_the_agreed_files_only() -> None:
    names = {path.relative_to(ROOT).parts[0] for path in tracked()}
    assert {name for name in names if not name.startswith(".")} == AT_ROOT


def test_no_file_is_longer_than_agreed() -> None:
    long = {
        shown(path): count
        for path in tracked()
        if path.suffix in SOURCES
        and not shown(path).startswith(GENERATED)
        and (count := len(path.read_text(encoding="utf-8").splitlines())) > MOST_LINES
    }
    assert long == {}


def test_no_file_names_a_path_of_one_machine() -> None:
    found = []
    for path in tracked():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        if path != Path(__file__).resolve():
            found += [f"{shown(path)}:{n}" for n, line in enumerate(text.splitlines(), 1) if ABSOLUTE.search(line)]
    assert found == []
