"""A run of the scenarios of some packs: rulesets are built once, results collected, then printed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import typer

from referee.cli.faults import WrongUse
from referee.cli.findings import finding_json, place_json, print_findings
from referee.cli.stacks import check_seats, read_stack, split_stack
from referee.engine import Program, compile_ruleset
from referee.lab.scenario import Failure, Result, Scenario
from referee.lab.scenario_files import PackScenarios, read_scenarios
from referee.lab.scenarios import run_scenario
from referee.language import Ruleset, build_ruleset
from referee.packs import Pack, load_stack
from referee.packs.diagnostics import Diagnostic, PackInvalid
from referee.packs.spelling import closest, suggestion
from referee.texts import Catalogs


class ScenarioRun:
    """The scenarios of `packs`, those with `only` in their id. Raises PackInvalid for a pack with errors."""

    def __init__(self, packs: Sequence[str], only: str = "") -> None:
        self.results: list[Result] = []
        self.findings: list[Diagnostic] = []
        self.suites: list[tuple[str, PackScenarios]] = []
        self.only = only
        self._last: dict[str, Pack] = {}  # of a stack, the pack on top
        self._rulesets: dict[tuple[object, ...], Ruleset | PackInvalid] = {}
        for text in packs:
            self._collect(text)

    @property
    def total(self) -> int:
        """How many scenarios there are to run."""
        return sum(len(self._chosen(suite)) for _, suite in self.suites)

    @property
    def ok(self) -> bool:
        """Whether every scenario could be read and passed."""
        errors = any(finding.severity == "error" for finding in self.findings)
        return not errors and all(result.ok for result in self.results)

    def run(self, done: Callable[[int], None]) -> None:
        """Run everything; `done` is called with the number of scenarios run."""
        for text, suite in self.suites:
            for scenario in self._chosen(suite):
                self.results.append(self._run(text, suite.pack, scenario))
                done(len(self.results))

    def program_of(self, name: str) -> tuple[Scenario, Program]:
        """The scenario with that id, or the only one whose id has it in it, and the program that it is played with.

        Raises WrongUse if there is none, and PackInvalid for a stack with errors.
        """
        every = {each.id: (text, suite.pack, each) for text, suite in self.suites for each in suite.scenarios}
        near = [id for id in every if name in id]
        if name not in every and len(near) != 1:
            few = near[:10] or closest(name, every)
            hint = f"there are {', '.join(few)}{' and more' if len(near) > 10 else ''}" if near else suggestion(few)
            raise WrongUse(f"no scenario is called `{name}`" if not near else f"`{name}` isn't one scenario", hint)
        text, pack, scenario = every[name if name in every else near[0]]
        ruleset = self._ruleset(text, pack, scenario)
        if isinstance(ruleset, PackInvalid):
            raise ruleset
        check_seats(ruleset, scenario.seats)
        return scenario, compile_ruleset(ruleset, seats=scenario.seats)

    def _collect(self, text: str) -> None:
        stack = read_stack(text)
        self._rulesets[split_stack(text), ()] = build_ruleset(stack)
        self._last[text] = stack.packs[-1]
        for pack in stack.packs[-len(split_stack(text)) :]:
            suite = read_scenarios(pack)
            self.findings.extend(suite.findings)
            self.suites.append((text, suite))

    def _chosen(self, suite: PackScenarios) -> list[Scenario]:
        return [scenario for scenario in suite.scenarios if self.only in scenario.id]

    def _run(self, text: str, pack: Pack, scenario: Scenario) -> Result:
        ruleset = self._ruleset(text, pack, scenario)
        problem = ""
        if isinstance(ruleset, PackInvalid):
            first = ruleset.diagnostics[0]
            problem = f"its stack has {len(ruleset.diagnostics)} findings, the first: {first}"
        elif not ruleset.min_seats <= scenario.seats <= ruleset.max_seats:
            problem = f"its stack is for {ruleset.min_seats} to {ruleset.max_seats} players, not {scenario.seats}"
        if problem or isinstance(ruleset, PackInvalid):
            return Result(scenario, pack.id, (Failure(scenario.at, problem),), 0.0)
        program: Program = compile_ruleset(ruleset, seats=scenario.seats)
        catalog = Catalogs.load(ruleset.texts).catalog()
        return run_scenario(scenario, program, pack.id, catalog.render)

    def _ruleset(self, text: str, pack: Pack, scenario: Scenario) -> Ruleset | PackInvalid:
        """The ruleset that a scenario asks for; in its stack the pack's own id means the pack that is tested."""
        own = {pack.id: text}
        names = [own.get(name, name) for name in split_stack(scenario.stack)] if scenario.stack else [text]
        parts = tuple(part for name in names for part in split_stack(name))
        key = (parts, tuple(sorted(scenario.settings.items())))
        if key not in self._rulesets:
            self._rulesets[key] = _build(parts, scenario.settings, Path(pack.path).parent)
        return self._rulesets[key]

    def _beneath(self) -> Iterator[tuple[str, str, int]]:
        """Packs whose scenarios failed where others were put on top: the pack, the last of these, how many."""
        begin = 0
        for text, suite in self.suites:
            own = self.results[begin : begin + len(self._chosen(suite))]
            begin += len(own)
            last = split_stack(text)[-1]
            failed = sum(not result.ok for result in own)
            if failed and suite.pack is not self._last[text]:
                yield suite.pack.id, last, failed

    def as_json(self) -> dict[str, object]:
        """The run under the names that others rely on."""
        failed = sum(not result.ok for result in self.results)
        return {
            "scenarios": len(self.results),
            "passed": len(self.results) - failed,
            "failed": failed,
            "results": [_result_json(result) for result in self.results],
            "diagnostics": [finding_json(finding) for finding in self.findings],
            "uncovered": {suite.pack.id: suite.uncovered() for _, suite in self.suites if suite.ledger},
        }

    def print(self) -> None:
        """The run as sentences: findings, failures with their places, then the counts."""
        files = {f"{s.pack.path}/{name}": data for _, s in self.suites for name, data in s.pack.files.items()}
        print_findings(self.findings, files=files)
        for result in self.results:
            for failure in result.failures:
                typer.echo(
                    f"{typer.style(str(failure.at), bold=True)}: {typer.style('failed', fg='red', bold=True)} "
                    f"{result.scenario.id}: {failure.text}"
                )
                if failure.hint:
                    typer.echo(f"    {typer.style('help', fg='cyan')} {failure.hint}")
        for _, suite in self.suites:
            uncovered = suite.uncovered()
            if uncovered:
                typer.echo(f"{suite.pack.id}: {len(uncovered)} of {len(suite.ledger)} rules without a scenario:")
                typer.echo("    " + ", ".join(uncovered))
        for base, on_top, failed in self._beneath():
            typer.echo(
                f"{typer.style('note', fg='blue')}: {failed} of them are scenarios of {base} itself, which say what its"
                f" rules do without {on_top}; where {on_top} changes them on purpose, that is as it should be."
                f"\n    `referee test {on_top}` runs only those of {on_top}"
            )
        failed = sum(not result.ok for result in self.results)
        seconds = sum(result.seconds for result in self.results)
        text = f"{len(self.results) - failed} of {len(self.results)} scenarios passed, {seconds:.2f} s"
        typer.echo(typer.style(text, fg="green" if self.ok else "red", bold=True))


def _build(names: Sequence[str], settings: Mapping[str, tuple[str, ...]], beside: Path) -> Ruleset | PackInvalid:
    try:
        return build_ruleset(load_stack(names, settings=dict(settings), search=(beside,)))
    except PackInvalid as problem:
        return problem


def _result_json(result: Result) -> dict[str, object]:
    return {
        "id": result.scenario.id,
        "pack": result.pack,
        "source": place_json(result.scenario.at),
        "ok": result.ok,
        "seconds": round(result.seconds, 4),
        "failures": [{"source": place_json(f.at), "text": f.text, "hint": f.hint} for f in result.failures],
    }
