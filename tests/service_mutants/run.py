"""Does the suite notice a service that breaks a promise? `python -m tests.service_mutants.run [NAME…] [--write]`.

Each file of `patches/` breaks one thing in a copy of the project, and says in its first lines what and which tests are
to notice. The tests are run unbroken first, then once for each patch: one of them has to fail. With `--write` the table
goes into the documentation. Exit code 1 if a patch goes unnoticed.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PATCHES = Path(__file__).parent / "patches"
PAGE = ROOT / "referee" / "docs" / "service-mutants.md"
COPIED = ("referee", "content", "grammar", "protos", "tests", "pyproject.toml", "README.md")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "node_modules", "*.sqlite*", ".hypothesis")
MINUTES = 10
_FAILED = re.compile(r"^(?:FAILED|ERROR) ([^\s\[]+)", re.MULTILINE)  # without what it was called with


@dataclass(frozen=True)
class Mutant:
    """A patch: what it breaks, and the tests that are to notice."""

    name: str
    breaks: str
    tests: tuple[str, ...]
    file: Path


@dataclass(frozen=True)
class Outcome:
    """What the tests said: `noticed_by` is the first that failed, empty if none did."""

    mutant: Mutant
    noticed_by: str
    seconds: float


def mutants(names: Sequence[str] = ()) -> list[Mutant]:
    """The patches, all or those named. Raises ValueError for one without a head."""
    return [_read(file) for file in sorted(PATCHES.glob("*.patch")) if not names or file.stem in names]


def _read(file: Path) -> Mutant:
    head = file.read_text(encoding="utf-8").partition("\n--- ")[0]
    breaks, marked, tests = head.partition("\nTests: ")
    if not marked or not tests.split():
        raise ValueError(f"{file.name}: the head says what is broken, then `Tests: ` and the tests that notice")
    return Mutant(file.stem, " ".join(breaks.split()), tuple(tests.split()), file)


def copy(folder: Path) -> None:
    """The project as it is, into an empty folder."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=LEFT_OUT)
        else:
            shutil.copy(ROOT / name, folder / name)


def apply(mutant: Mutant, folder: Path) -> str:
    """Applies the patch to a copy. Gives what was wrong with it; empty: it fits."""
    done = subprocess.run(["git", "apply", str(mutant.file)], cwd=folder, capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def notice(tests: Iterable[str], folder: Path) -> tuple[str, str]:
    """The first of the tests that fails in a copy (empty: none does), and what pytest printed."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, timeout=MINUTES * 60
        )
    except subprocess.TimeoutExpired:
        return f"(no answer within {MINUTES} minutes)", ""
    if done.returncode == 0:
        return "", done.stdout
    found = _FAILED.search(done.stdout)
    return found[1] if found else f"(pytest ended with {done.returncode})", done.stdout


def judge(chosen: Sequence[Mutant]) -> Iterator[Outcome]:
    """Every mutant in a copy of its own. Raises SystemExit if the tests fail unbroken, or a patch doesn't fit."""
    with tempfile.TemporaryDirectory() as temporary:
        sound = Path(temporary) / "sound"
        sound.mkdir()
        copy(sound)
        failed, said = notice(sorted({test for mutant in chosen for test in mutant.tests}), sound)
        if failed:
            sys.exit(f"{said}\nunbroken, {failed} fails: what it says of a mutant means nothing")
        for mutant in chosen:
            began = time.monotonic()
            folder = Path(temporary) / mutant.name
            shutil.copytree(sound, folder, ignore=LEFT_OUT)
            problem = apply(mutant, folder)
            if problem:
                sys.exit(f"{mutant.name} doesn't fit the code any more: make it anew\n{problem}")
            noticed_by, _ = notice(mutant.tests, folder)
            shutil.rmtree(folder)
            yield Outcome(mutant, noticed_by, time.monotonic() - began)


def page(outcomes: Sequence[Outcome]) -> str:
    """The page of the documentation."""
    noticed = sum(1 for outcome in outcomes if outcome.noticed_by)
    rows = "\n".join(
        f"| `{o.mutant.name}` | {o.mutant.breaks} | {f'`{o.noticed_by}`' if o.noticed_by else '**nobody**'} |"
        for o in outcomes
    )
    return f"""# Would the tests notice?

A promise is worth what the test behind it can see. Each line below is the service with one thing broken, as a patch
in `tests/service_mutants/patches`; beside it stands the first test that failed. {noticed} of {len(outcomes)} were
noticed.

    python -m tests.service_mutants.run --write

runs them all again and writes this page.

| patch | what it breaks | noticed by |
|---|---|---|
{rows}
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these patches")
    parser.add_argument("--write", action="store_true", help="write the table into the documentation")
    asked = parser.parse_args()
    outcomes = []
    for outcome in judge(mutants(asked.names)):
        print(f"{outcome.mutant.name:32} {outcome.noticed_by or 'NOT NOTICED'}  {outcome.seconds:.0f} s", flush=True)
        outcomes.append(outcome)
    if asked.write:
        PAGE.write_text(page(outcomes), encoding="utf-8")
    sys.exit(0 if all(outcome.noticed_by for outcome in outcomes) else 1)


if __name__ == "__main__":
    main()
