"""Whether the scenarios of some packs notice that a rule is another one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from referee.engine import Program, compile_ruleset
from referee.lab.scenario import Scenario
from referee.lab.scenario_files import read_scenarios
from referee.lab.scenarios import run_scenario
from referee.language import Ruleset, build_ruleset
from referee.language.text import Text
from referee.packs import Pack, load_stack
from referee.packs.diagnostics import PackInvalid
from tests.mutation.edits import Edit
from tests.mutation.sites import edits_of

Settings = tuple[tuple[str, tuple[str, ...]], ...]
Group = tuple[tuple[str, ...], Settings, int]  # the packs, the settings and the seats of some scenarios


class Verdict(Enum):
    """What became of a mutant. `REFUSED`: it doesn't load, so no scenario is asked."""

    KILLED = "killed"
    SURVIVED = "survived"
    REFUSED = "refused by the checker"


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict, and the scenario that has noticed."""

    verdict: Verdict
    by: str = ""


@dataclass
class Judge:
    """The packs of a STACK that are named, with their scenarios. Raises AssertionError where one is red already.

    A mutant is made of copies of the files in memory: nothing is written.
    """

    stack: str
    packs: tuple[Pack, ...] = field(init=False)
    groups: dict[Group, list[Scenario]] = field(init=False)

    def __post_init__(self) -> None:
        names = self.stack.split("+")
        loaded = load_stack(names)
        self.packs = loaded.packs[-len(names) :]
        self.files = {
            f"{pack.id}/{name}": data
            for pack in loaded.packs
            for name, data in pack.files.items()
            if not name.startswith("scenarios/")
        }
        found: dict[Group, list[Scenario]] = {}
        for pack in self.packs:
            for scenario in read_scenarios(pack).scenarios:
                found.setdefault(self._group(pack, scenario), []).append(scenario)
        # What most scenarios need comes first, where nothing else decides: each group costs a compilation.
        self.groups = dict(sorted(found.items(), key=lambda item: -len(item[1])))
        self.texts = {id(scenario): repr(scenario) for scenarios in found.values() for scenario in scenarios}
        self.unchanged = _Mutant(self.files)
        as_it_is = self._judge(self.unchanged, self.packs[-1].id, ())
        assert as_it_is.verdict is Verdict.SURVIVED, f"{self.stack} as it is: {as_it_is.verdict.value} {as_it_is.by}"

    @property
    def scenarios(self) -> int:
        return sum(map(len, self.groups.values()))

    @cached_property
    def edits(self) -> list[Edit]:
        """All edits of the packs that are named."""
        return [edit for pack in self.packs for edit in edits_of(pack)]

    def judge(self, edit: Edit) -> Judgement:
        """Run the scenarios on a mutant until one is red. A crash of the referee is no verdict, it is raised."""
        changed = {f"{edit.pack}/{edit.file}": edit.apply().encode()}
        try:
            return self._judge(_Mutant(self.files | changed), edit.pack, edit.entry.split("/"))
        except Exception as error:
            error.add_note(f"with the mutant {edit}")
            raise

    def programs(self) -> Iterator[tuple[Scenario, Program]]:
        """Every scenario with the program that it runs on; none of them changed."""
        for (names, settings, seats), scenarios in self.groups.items():
            ruleset = self.unchanged.ruleset(names, settings)
            assert ruleset is not None
            for scenario in scenarios:
                yield scenario, compile_ruleset(ruleset, seats=seats)

    def _judge(self, mutant: _Mutant, pack: str, words: Sequence[str]) -> Judgement:
        if mutant.ruleset((pack,), ()) is None:
            return Judgement(Verdict.REFUSED)
        for (names, settings, seats), scenarios in self._best_first(words):
            ruleset = mutant.ruleset(names, settings)
            if ruleset is None or not ruleset.min_seats <= seats <= ruleset.max_seats:
                return Judgement(Verdict.KILLED, scenarios[0].id)
            if mutant is not self.unchanged and ruleset.rules_digest == self._digest(names, settings):
                continue  # the same rules: everything is as green as it was
            program = compile_ruleset(ruleset, seats=seats)
            for scenario in scenarios:
                if not passes(scenario, program):
                    return Judgement(Verdict.KILLED, scenario.id)
        return Judgement(Verdict.SURVIVED)

    def _digest(self, names: tuple[str, ...], settings: Settings) -> str:
        """Of the rules as they are."""
        ruleset = self.unchanged.ruleset(names, settings)
        return "" if ruleset is None else ruleset.rules_digest

    def _best_first(self, words: Sequence[str]) -> list[tuple[Group, list[Scenario]]]:
        """The groups and what is in them: scenarios that speak of most of the keys that lead to a change come first."""
        fits = {name: sum(word in text for word in words) for name, text in self.texts.items()}
        found = [(group, sorted(scenarios, key=lambda one: -fits[id(one)])) for group, scenarios in self.groups.items()]
        return sorted(found, key=lambda item: -fits[id(item[1][0])])

    def _group(self, pack: Pack, scenario: Scenario) -> Group:
        """What a scenario needs: the stack that it names, or its pack and what that requires."""
        names = tuple(scenario.stack.split("+")) if scenario.stack else (pack.id,)
        return names, tuple(sorted(scenario.settings.items())), scenario.seats


class _Mutant:
    """Some files; their rulesets are made once for each stack and settings."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.files = files
        self.made: dict[tuple[Sequence[str], Settings], Ruleset | None] = {}

    def ruleset(self, names: tuple[str, ...], settings: Settings) -> Ruleset | None:
        """None where the packs have errors."""
        if (names, settings) not in self.made:
            try:
                made = build_ruleset(load_stack(names, settings=dict(settings), files=self.files))
            except PackInvalid:
                made = None
            self.made[names, settings] = made
        return self.made[names, settings]


def passes(scenario: Scenario, program: Program) -> bool:
    """Whether a scenario is green."""
    return run_scenario(scenario, program, "", _bare).ok


def _bare(text: Text) -> str:
    return text.literal
