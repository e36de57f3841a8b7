"""Checks packs: their declarations, effects, scenarios and translations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import typer

from referee.cli.findings import finding_json, place_json, print_findings
from referee.cli.knowledge import facts_json, print_facts
from referee.cli.stacks import read_settings, read_stack, split_stack
from referee.lab.scenario_files import read_scenarios
from referee.lint import Allowed, LintResult, run_all
from referee.lint.settings import Setting, under_other_settings
from referee.packs import Stack, load_stack
from referee.packs.diagnostics import Diagnostic, PackInvalid


@dataclass
class Checked:
    """What was found about some stacks, every finding once."""

    stacks: list[tuple[str, Stack]] = field(default_factory=list)
    findings: list[Diagnostic] = field(default_factory=list)
    allowed: list[Allowed] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether there is no error; warnings are none."""
        return not any(finding.severity == "error" for finding in self.findings)

    def files(self) -> dict[str, bytes]:
        """The files of all packs under the names that positions have."""
        packs = [pack for _, stack in self.stacks for pack in stack.packs]
        return {f"{pack.path}/{name}": data for pack in packs for name, data in pack.files.items()}

    def own_allowed(self) -> list[Allowed]:
        """What the packs that were named allow themselves; what those beneath them allow is not their concern."""
        own = [f"{pack.path}/" for text, stack in self.stacks for pack in stack.packs[-len(split_stack(text)) :]]
        return [one for one in self.allowed if one.finding.at.file.startswith(tuple(own))]

    def misnamed(self) -> list[tuple[str, str]]:
        """Packs that only their path finds: the name of the folder, and the id."""
        paths = {pack.path: pack.id for _, stack in self.stacks for pack in stack.packs}
        return [(name, id) for path, id in paths.items() if (name := Path(path).resolve().name) != id]


def check_packs(packs: Sequence[str], settings: Sequence[str] | None = None) -> Checked:
    """Check packs, each on top of what it requires. Raises WrongUse for a pack that isn't there."""
    checked = Checked()
    found: list[Diagnostic] = []
    for text in packs:
        stack = read_stack(text, settings)
        checked.stacks.append((text, stack))
        rules = _rules_findings(stack)
        found.extend(rules.findings)
        checked.allowed.extend(one for one in rules.allowed if one not in checked.allowed)
        own = stack.packs[-len(split_stack(text)) :]
        again = partial(_with_setting, text, read_settings(settings))
        found.extend(under_other_settings(stack, own, again, rules.findings))
        for pack in own:
            found.extend(read_scenarios(pack).findings)
    checked.findings = list(dict.fromkeys(found))
    return checked


def _with_setting(text: str, settings: Setting, one: Setting) -> Stack:
    """The same stack with one more option set."""
    bare = {name.rpartition(".")[2] for name in one}
    kept = {name: value for name, value in settings.items() if name.rpartition(".")[2] not in bare}
    return load_stack(split_stack(text), settings=kept | one)


def _rules_findings(stack: Stack) -> LintResult:
    """Findings of loading, resolving and checking the effects, and warnings, in the order of the files."""
    from referee.language import build_ruleset

    try:
        return run_all(build_ruleset(stack))
    except PackInvalid as problem:
        return LintResult(problem.diagnostics, ())


def print_checked(checked: Checked, *, provenance: bool) -> None:
    """Findings, then those that packs allow, then the doubtful facts, then one line of summary."""
    print_findings(checked.findings, files=checked.files())
    for one in checked.own_allowed():
        what = typer.style(f"allowed[{one.finding.code.code}]", fg="blue")
        typer.echo(f"{one.finding.at}: {what} {one.finding.message}\n    because {one.reason} ({one.at})")
    for folder, name in checked.misnamed():
        told = f"the folder is called `{folder}`: servers, and packs that require `{name}`, look for a folder `{name}`"
        typer.echo(f"{typer.style('note', fg='blue')}: {told}")
    if provenance:
        print_facts([stack for _, stack in checked.stacks])
    if checked.ok:
        names = ", ".join(text for text, _ in checked.stacks)
        files = sum(len(pack.files) for _, stack in checked.stacks for pack in stack.packs)
        typer.echo(
            typer.style(f"{names}: no errors", fg="green", bold=True) + f" in {files} file{'s' if files != 1 else ''}"
        )


def checked_json(checked: Checked, *, provenance: bool) -> dict[str, object]:
    """The same as data; `findings` have the names of the API's Diagnostic."""
    data: dict[str, object] = {
        "packs": [text for text, _ in checked.stacks],
        "ok": checked.ok,
        "diagnostics": [finding_json(finding) for finding in checked.findings],
        "allowed": [
            finding_json(one.finding) | {"because": one.reason, "allowed_at": place_json(one.at)}
            for one in checked.allowed
        ],
    }
    if provenance:
        data |= facts_json([stack for _, stack in checked.stacks])
    return data
