"""Which lines of engine and language only one game reaches: `python -m tests.coverage.by_pack [--keep FOLDER] [GAME…]`.

Each game of `games.py` is exercised in a process of its own. Listed are, by file and function, the lines that one game
alone reaches, and those that no game does: what only the registry's examples need, what only tests get to, and what
nobody gets to. So are the productions of the grammar that one game alone is written with, or none.

`reasons.yaml` says why each of them is there; `test_by_pack.py` holds that nothing lacks its reason.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from coverage import CoverageData

from tests.coverage.exercise import TESTS
from tests.coverage.games import GAMES
from tests.coverage.lines import ROOT, Line, files, lines

TESTS_OF = "tests"
OTHERS = ("examples", TESTS_OF)
NOBODY = "nobody"
MINUTES = 40


@dataclass
class Measured:
    """What was reached: who reached a line (file, number), and who used a production."""

    lines: dict[tuple[str, int], set[str]] = field(default_factory=lambda: defaultdict(set))
    productions: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def only(self, line: Line) -> str:
        """The one game that reaches a line; if none does: `examples`, `tests` or `nobody`. Empty for several games."""
        return _only(self.lines[line.file, line.number])

    def lonely(self) -> Iterator[tuple[str, Line]]:
        """The lines that at most one game reaches, with whom; without reports that no game gets to."""
        for file in files():
            for line in lines(file):
                only = self.only(line)
                if only and not (line.report and only not in GAMES):
                    yield only, line

    def reports(self) -> list[Line]:
        """The lines of reports that not even a test gets to."""
        found = (line for file in files() for line in lines(file))
        return [line for line in found if line.report and self.only(line) == NOBODY]

    def constructs(self) -> dict[str, str]:
        """The productions that at most one game is written with, and whom."""
        return {name: only for name in sorted(grammar()) if (only := _only(self.productions[name]))}


def _only(who: set[str]) -> str:
    games = who - set(OTHERS)
    if len(games) > 1:
        return ""
    return next(iter([*games, *(name for name in OTHERS if name in who), NOBODY]))


def grammar() -> set[str]:
    """The names of all productions."""
    from referee.language.parse import parser

    return {
        str(rule.alias or rule.origin.name)
        for rule in parser().rules
        if rule.alias or not (rule.options.expand1 or str(rule.origin.name).startswith("_"))
    }


def measure(whom: Iterable[str], folder: Path) -> Measured:
    """Exercises games, examples and tests, two at a time; keeps what they reached in a folder."""
    before = _sources()
    runs = [run for what in whom for run in (TESTS if what == TESTS_OF else (what,))]
    with ThreadPoolExecutor(2) as pool:
        for what, done in pool.map(lambda what: (what, _exercise(what, folder)), runs):
            if done.returncode:
                sys.exit(f"{what}: exit {done.returncode}\n{done.stdout}")
    if _sources() != before:
        sys.exit("the sources changed while they were measured: the lines counted are no longer theirs")
    return read(folder)


def _sources() -> dict[str, bytes]:
    return {file: (ROOT / file).read_bytes() for file in files()}


def _exercise(what: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.coverage.exercise", what, str(folder / what)]
    return subprocess.run(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=MINUTES * 60
    )


def read(folder: Path) -> Measured:
    """What was kept in a folder."""
    found = Measured()
    for path in sorted(folder.glob("*.json")):
        data = CoverageData(str(path.with_suffix("")))
        data.read()
        for file in data.measured_files():
            for number in data.lines(file) or ():
                found.lines[Path(file).relative_to(ROOT).as_posix(), number].add(_whose(path.stem))
        for name in json.loads(path.read_text(encoding="utf-8")):
            found.productions[name].add(_whose(path.stem))
    return found


def _whose(run: str) -> str:
    """Whom a run counts for."""
    return TESTS_OF if run in TESTS else run


def ranges(file: str, numbers: Sequence[int]) -> str:
    """Numbers of lines in short: `3-7, 12`; what lies between two statements counts as theirs."""
    statements = [line.number for line in lines(file)]
    places = [statements.index(number) for number in numbers]
    runs = [[i for _, i in run] for _, run in groupby(enumerate(places), lambda pair: pair[1] - pair[0])]
    ends = [(statements[run[0]], statements[run[-1]]) for run in runs]
    return ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in ends)


def listing(found: Measured) -> Iterator[str]:
    """The report, line by line."""
    alone: dict[str, list[Line]] = defaultdict(list)
    for only, line in found.lonely():
        alone[only].append(line)
    constructs = found.constructs()
    for only in (*GAMES, *OTHERS, NOBODY):
        yield f"only {only}: {len(alone[only])} lines"
        names = [name for name, who in constructs.items() if who == only]
        if names:
            yield f"  productions: {', '.join(names)}"
        for file, of_file in groupby(alone[only], lambda line: line.file):
            yield f"  {file}"
            for function, those in groupby(of_file, lambda line: line.function):
                yield f"    {function or '(module)'}: {ranges(file, [line.number for line in those])}"
    yield f"reports of mistakes that no test gets to: {len(found.reports())} lines"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"only these of {', '.join((*GAMES, *OTHERS))}")
    parser.add_argument("--keep", type=Path, help="a folder for what was reached; what lies there counts too")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = asked.keep or Path(temporary)
        folder.mkdir(exist_ok=True)
        print("\n".join(listing(measure(asked.games or (TESTS_OF, "examples", *reversed(GAMES)), folder))))


if __name__ == "__main__":
    main()
