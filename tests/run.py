"""Runs every test: `python3 tests/run.py [--full] [STEP…]`. Needs Python 3.11 and nothing else to start.

Makes `.venv-test`, installs the project with its test tools into it, builds the Node client, then runs the steps
side by side and prints what each took. A program that is missing is named `not run: NAME`; with CI set that fails.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv-test"
BIN = VENV / "bin"
NODE = ROOT / "tests" / "clients" / "node"
AXE = ROOT / "tests" / "browser"  # what its package.json names


@dataclass(frozen=True)
class Step:
    """A command of the test run; it is stopped after `minutes`."""

    name: str
    command: tuple[str, ...]
    minutes: int = 10


@dataclass(frozen=True)
class Result:
    """How a step ended."""

    step: Step
    code: int
    output: str
    seconds: float


def run(command: Iterable[str], where: Path = ROOT, minutes: float = 15) -> tuple[int, str]:
    """Runs a command and gives its exit code and everything that it printed."""
    path = os.pathsep.join([str(BIN), os.environ.get("PATH", "")])
    environment = {**os.environ, "PATH": path, "PYTHON": str(BIN / "python"), "COLUMNS": "120"}
    try:
        done = subprocess.run(
            list(command),
            cwd=where,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=minutes * 60,
        )
    except subprocess.TimeoutExpired as late:
        said = late.output or b""
        text = said.decode(errors="replace") if isinstance(said, bytes) else said
        return 1, f"{text}\nstopped after {minutes} minutes"
    return done.returncode, done.stdout


def must(what: str, command: Iterable[str], where: Path = ROOT) -> None:
    """A command of the set-up; ends the run if it fails."""
    print(f"{what} …", flush=True)
    code, output = run(command, where)
    if code:
        sys.exit(f"{output}\n{what}: failed")


def once(stamp: Path, sources: Iterable[Path], build: Callable[[], None]) -> None:
    """Builds unless it was built from the same sources before."""
    mark = hashlib.sha256(sys.version.encode())
    for source in sources:
        mark.update(source.read_bytes())
    if stamp.exists() and stamp.read_text() == mark.hexdigest():
        return
    build()
    stamp.write_text(mark.hexdigest())


def install() -> None:
    """PyPI's part: an environment of its own with the project in it, editable."""
    shutil.rmtree(VENV, ignore_errors=True)
    must("making .venv-test", [sys.executable, "-m", "venv", str(VENV)])
    extras = ".[test,postgres,bench]"
    must("installing the project and its test tools", [str(BIN / "pip"), "install", "-q", "-e", extras])


def install_client() -> None:
    """npm's part: the Node client's packages, as locked; nothing that they bring is run."""
    must("installing the Node client", ["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"], NODE)


def install_axe() -> None:
    """npm's part for the tests of the page: the rules of accessibility, as locked."""
    must("installing axe-core", ["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"], AXE)


def set_up() -> None:
    """Everything that the steps need. Without npm the tests of the Node client say `not run: node`."""
    once(VENV / "installed-from", [ROOT / "pyproject.toml"], install)
    if shutil.which("npm"):
        once(NODE / "node_modules" / "installed-from", [NODE / "package-lock.json"], install_client)
        must("compiling the Node client", ["npm", "run", "--silent", "build"], NODE)
        once(AXE / "node_modules" / "installed-from", [AXE / "package-lock.json"], install_axe)


# How long what is more than a moment took on two cores, two steps side by side: what is long begins first, so that both
# end together. One that isn't here, or takes another time now, costs some waiting at the end and nothing else.
SECONDS = {
    "pytest browser": 190,
    "pytest service": 290,
    "pytest mutation": 220,
    "random games": 187,
    "pytest golden": 115,
    "pytest engine": 100,
    "pytest bench": 51,
    "packs": 48,
    "pytest faults": 45,
    "pytest cli": 41,
    "pytest copies": 40,
    "pytest wheel": 40,
    "pytest store": 40,
    "pytest clients": 40,
    "pytest house": 40,
    "pytest independent": 37,
    "pytest rules": 36,
    "pytest hostile": 30,
}
# With --full, what would take more than its hour is several steps: a folder's files, or so many shares of its tests.
BY_FILE = ("faults",)
SHARES = {"mutation": 3}
MINUTES = {"pytest coverage": 120}  # its runs are as long as half of all other tests, with every line counted


def pytest_steps(full: bool) -> list[Step]:
    """One step for each folder of tests, and one for the files beside this one; more of the long runs."""
    tests = ROOT / "tests"
    folders = sorted({path.relative_to(tests).parts[0] for path in tests.rglob("test_*.py")} - {"node_modules"})
    groups: dict[str, list[str]] = {}
    for name in (name for name in folders if not name.endswith(".py")):
        if full and name in BY_FILE:
            files = sorted((tests / name).glob("test_*.py"))
            groups |= {f"{name} {file.stem.removeprefix('test_')}": [f"tests/{name}/{file.name}"] for file in files}
        elif full and name in SHARES:
            shares = [f"{number}/{SHARES[name]}" for number in range(1, SHARES[name] + 1)]
            groups |= {f"{name} {share}": ["--share", share, f"tests/{name}"] for share in shares}
        else:
            groups[name] = [f"tests/{name}"]
    groups["house"] = [f"tests/{name}" for name in folders if name.endswith(".py")]
    pytest = ("python", "-m", "pytest", "-q", "-p", "no:cacheprovider", *(("--full",) if full else ()))
    return [
        Step(f"pytest {name}", (*pytest, *what), MINUTES.get(f"pytest {name}", 60) if full else 12)
        for name, what in groups.items()
    ]


_SHORT = ("--seconds", "180")  # what is played of each pack in a short run


def steps(full: bool) -> list[Step]:
    """All steps, the longest first."""
    games = (("--games", "1000", "--share", "1/2"), ("--games", "1000", "--share", "2/2")) if full else (_SHORT,)
    found = [
        *(Step("random games", ("python", "tests/random_games.py", *each), 120 if full else 10) for each in games),
        *pytest_steps(full),
        Step("packs", ("bash", ".ci/packs")),
        Step("types", ("mypy",)),
        Step("lint", ("ruff", "check", ".")),
        Step("format", ("ruff", "format", "--check", ".")),
        Step("layers", ("lint-imports", "--no-logo")),
        Step("protos", ("bash", ".ci/protos")),
        Step("stubs", ("bash", ".ci/stubs", "--check")),
    ]
    return sorted(found, key=lambda step: (step.minutes if full else 0, usual(step)), reverse=True)


def usual(step: Step) -> int:
    """How many seconds a step usually takes; of a part of a folder, what the folder takes."""
    return SECONDS.get(" ".join(step.name.split()[:2]), 20)


def perform(step: Step) -> Result:
    """Runs one step."""
    began = time.monotonic()
    code, output = run(step.command, minutes=step.minutes)
    return Result(step, code, output, time.monotonic() - began)


def show(result: Result, verbose: bool) -> None:
    """A line for each step; all that it printed if it failed, else what it counted or left out."""
    word = "FAILED" if result.code else "ok"
    print(f"{word:8}{result.step.name:24}{result.seconds:7.1f} s", flush=True)
    lines = result.output.rstrip().splitlines()
    if verbose or result.code:
        kept = lines
    else:
        kept = [line for line in lines if "not run:" in line] + lines[-1:]
    for line in kept:
        print(f"        {line}", flush=True)


def main() -> int:
    """Set-up, all steps, a summary; 0 if everything passed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("step", nargs="*", help="only the steps whose name contains one of these words")
    parser.add_argument(
        "--full", action="store_true", help="the long runs too: 1,000 random games of every pack, all faults"
    )
    parser.add_argument("--list", action="store_true", help="name the steps and stop")
    parser.add_argument("--verbose", action="store_true", help="print what every step printed")
    asked = parser.parse_args()
    wanted = [s for s in steps(asked.full) if not asked.step or any(word in s.name for word in asked.step)]
    if asked.list or not wanted:
        print("\n".join(step.name for step in wanted) or "no step has such a name")
        return 0 if wanted else 2
    if sys.version_info < (3, 11):  # noqa: UP036 - whatever Python the machine has starts this file
        sys.exit(f"Python 3.11 or newer is needed, this is {sys.version.split()[0]}")

    began = time.monotonic()
    set_up()
    print(f"set-up: {time.monotonic() - began:.0f} s; {len(wanted)} steps", flush=True)

    workers = max(1, min(os.cpu_count() or 1, 4))
    with ThreadPoolExecutor(workers) as pool:
        results: list[Result] = []
        for done in as_completed([pool.submit(perform, step) for step in wanted]):
            results.append(done.result())
            show(results[-1], asked.verbose)
    failed = [result.step.name for result in results if result.code]
    print(f"\nin {(time.monotonic() - began) / 60:.1f} minutes" + (f"; failed: {', '.join(failed)}" if failed else ""))
    print(f"{len(results) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
