"""Everything that is done with a game's packs, so that the lines it reaches can be counted: in a process of its own.

    python -m tests.coverage.exercise WHAT FILE

WHAT is a game: every ruleset of it is loaded, checked, described and compiled, its scenarios or the tests of its
corner are run, and random games are played, raw with all checks and through views. Or it is `examples`, the sound
examples of the registry, or one of TESTS, what else the tests of language and engine do. The lines that were reached
are written to FILE, as coverage.py keeps them; the productions of the grammar that code was read with to FILE.json.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from coverage import Coverage
from lark import Token, Tree

if TYPE_CHECKING:
    from referee.engine import Program, State
    from referee.engine.records import Choice
    from referee.language import Ruleset
    from tests.coverage.games import Table

ROOT = Path(__file__).parents[2]
MEASURED = ("referee.engine", "referee.language")
EXAMPLES = ("tests/language/test_registry.py", "-k", "example_says or type_and_value")
TESTS = {
    "tests-of-engine": (
        "tests/engine",
        "tests/packs",
        "tests/lab",
        "tests/golden/test_rewritten.py",
        "tests/service/test_catalog.py",
        "tests/service/test_moves.py",
        "tests/coverage/test_rare_forms.py",
        "tests/coverage/test_oddities.py",
        "tests/cli",
    ),
    "tests-of-language": (
        "tests/language",
        "tests/lint",
        "tests/texts",
        "tests/docs",
        "tests/test_docs.py",
        "tests/packs_loading/test_unfit.py",
        "tests/stacks/test_followers.py",
    ),
}
"""Two runs of about the same length; what they reach counts as reached by `tests`."""


def main(what: str, file: str) -> None:
    """Measure one game, the examples or the tests."""
    folders = [str(ROOT / name.replace(".", "/")) for name in MEASURED]
    measure = Coverage(data_file=file, config_file=False, include=[f"{folder}/*" for folder in folders])
    measure.start()
    import_everything()  # what a definition alone reaches is no game's
    used = productions()
    if what == "examples":
        run_tests(*EXAMPLES)
    elif what in TESTS:
        run_tests(*TESTS[what])
    else:
        exercise(what)
    measure.stop()
    measure.save()
    Path(f"{file}.json").write_text(json.dumps(sorted(used)), encoding="utf-8")


def import_everything() -> None:
    """Every measured module, so that no game is the first to import one."""
    for name in MEASURED:
        package = importlib.import_module(name)
        for module in pkgutil.walk_packages(package.__path__, f"{name}."):
            importlib.import_module(module.name)


def productions() -> set[str]:
    """A set that fills with the productions of everything that is parsed from now on."""
    from referee.language.parse import parser

    used: set[str] = set()
    lark = parser()
    plain = lark.parse

    def parse(text: str, start: str | None = None) -> Tree[Token]:
        tree = plain(text, start=start)
        used.update(str(node.data) for node in tree.iter_subtrees())
        return tree

    lark.parse = parse  # type: ignore[method-assign,assignment]  # this one parser, in this process
    return used


def run_tests(*arguments: str) -> None:
    """Runs tests in this process; what fails there is not told here."""
    pytest.main(["-q", "-p", "no:cacheprovider", "--rootdir", str(ROOT), *arguments])


def exercise(game: str) -> None:
    """All that a game's packs are good for."""
    from tests.coverage.games import GAMES, rulesets

    tables = list(rulesets(GAMES[game]))
    for table in tables:
        describe(table.ruleset)
    programs = [(table.rounds, program) for table in tables for program in compiled(table)]
    for rounds, program in programs:
        for number in range(rounds):
            with_checks(program, random.Random(number))
            through_views(program, random.Random(number))
    if GAMES[game].corner:
        run_tests(*(str(path) for path in ROOT.glob(f"tests/language/hard/test_{game}_*.py")))


def describe(ruleset: Ruleset) -> None:
    """Every entry and every procedure in words, and all texts."""
    from referee.language.describe import Describer, texts_of

    texts_of(ruleset.model)
    describer = Describer(ruleset.model, ruleset.procedures, ruleset.terms)
    for entry in ruleset.model.entries:
        describer.entry(entry)
    for procedure in ruleset.procedures:
        describer.effect(procedure.body)


def compiled(table: Table) -> Iterator[Program]:
    """The programs for the fewest and the most seats; the scenarios of the pack are played."""
    from referee.cli.scenario_run import ScenarioRun
    from referee.engine import compile_ruleset

    ruleset = table.ruleset
    for seats in sorted({ruleset.min_seats, ruleset.max_seats}):
        program = compile_ruleset(ruleset, seats=seats)
        program.board()
        program.inventory()
        yield program
    if table.scenarios:
        run = ScenarioRun([table.scenarios])
        run.run(lambda done: None)  # what fails there is another test's to tell


def with_checks(program: Program, dice: random.Random, longest: int = 500) -> None:
    """A game by raw choices with the checks of `referee simulate`. A corner's game may have no end."""
    from referee.lab.checks import check_foreign, check_forms, check_offer, check_secrets, check_wire
    from referee.lab.players import RarePlayer

    player = RarePlayer()
    state = program.start(dice.randbytes(32))
    for number in range(longest):
        if program.over(state):
            break
        seat = program.pending(state)[0]
        moves = program.moves(state)
        raw = player.choose(program, state, dice)
        after = program.apply(state, int(seat) - 1, raw, [])
        program.check_invariants(after)
        check_offer(program, state, int(seat) - 1, moves)
        check_foreign(program, state, int(seat) - 1, moves, raw, dice)
        if number % 8 == 0:
            check_forms(program, state, seat, raw)
            check_secrets(program, state, dice)
            check_wire(program, state, seat, raw, after)
        state = after
    program.outcome(state)


def through_views(program: Program, dice: random.Random, longest: int = 400) -> None:
    """A game as clients play it: views of all, previews, refusals, events; snapshots, guesses of what is hidden."""
    from referee.engine.records import Choice
    from referee.engine.telling.chances import chances
    from tests.engine.walk import answer

    state = program.start(dice.randbytes(32))
    seen = ["no_such_option"]
    for number in range(longest):
        if program.over(state):
            break
        seat = dice.choice(program.pending(state))
        decision = program.view(state, seat, with_blocked=True).decisions[0]
        option = dice.choice(decision.options)
        seen.append(option.id)
        choice = Choice(option.id, answer(option, dice))
        program.preview(state, seat, [choice])
        if number % 4 == 0:
            look_around(program, state, seat, dice)
            refusals(program, state, Choice(dice.choice(seen)), choice)
        applied = program.submit(state, seat, [choice])
        for viewer in viewers(program):
            program.events_for(applied, viewer)
        for step in applied.steps:
            chances(program, step.after, step.events)
        state = applied.state
    program.outcome(state)


def viewers(program: Program) -> list[str]:
    return ["", *(str(n + 1) for n in range(program.seats))]


def look_around(program: Program, state: State, seat: str, dice: random.Random) -> None:
    """What needs no choice."""
    from referee.engine.position import read_position

    for viewer in viewers(program):
        program.view_digest(program.view(state, viewer))
    program.load(program.dump(program.resample(state, seat, dice.randbytes(32))))
    fork(program, state, seat, dice)
    program.digest(state)
    read_position(program, state)


def fork(program: Program, state: State, seat: str, dice: random.Random) -> None:
    """The position as a fork begins with it, and what is random in that."""
    from referee.engine.hiding.resample import resample
    from referee.engine.hiding.veil import Unveilable, veil
    from referee.engine.telling.chances import chances

    try:
        start = veil(program, state, seat)
    except Unveilable:  # some oddities hide what can't be dealt anew
        return
    dealt: list[tuple[object, ...]] = []
    begun = resample(program, start, int(seat) - 1, dice.randbytes(32), dealt)
    chances(program, begun, dealt)


def refusals(program: Program, state: State, other: Choice, choice: Choice) -> None:
    """A choice that may not be on offer, the right one by the wrong seat, and the right one with a wrong answer."""
    from referee.engine import Illegal
    from referee.engine.records import Choice, Share

    strange = (99_999, ("no_such_item",), (Share("no_such_source", "no_such_bin", 1),))
    for seat in ("1", "2"):
        for wrong in (other, choice, *(Choice(choice.option, answer) for answer in strange)):
            try:
                program.submit(state, seat, [wrong])
            except Illegal:
                continue


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
