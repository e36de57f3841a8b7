"""Checks packs: their declarations, effects, scenarios and translations; and says how facts are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import typer

from referee.cli.consequences import causes
from referee.cli.findings import finding_json, place_json, print_findings
from referee.cli.stacks import read_stack, split_stack
from referee.lab.scenario_files import read_scenarios
from referee.lint import Allowed, LintResult, run_all
from referee.packs import Fact, Stack
from referee.packs.diagnostics import Diagnostic, PackInvalid

DOUBTFUL = ("inferred", "reconstructed")


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

    def facts(self) -> list[Fact]:
        """What the packs don't have from their sources, each fact once."""
        facts = [fact for _, stack in self.stacks for fact in stack.provenance if fact.status in DOUBTFUL]
        return list(dict.fromkeys(facts))


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
        for pack in stack.packs[-len(split_stack(text)) :]:
            found.extend(read_scenarios(pack).findings)
    checked.findings = causes(list(dict.fromkeys(found)))
    return checked


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
    if provenance:
        print_facts(checked.facts())
    if checked.ok:
        names = ", ".join(text for text, _ in checked.stacks)
        files = sum(len(pack.files) for _, stack in checked.stacks for pack in stack.packs)
        typer.echo(
            typer.style(f"{names}: no errors", fg="green", bold=True) + f" in {files} file{'s' if files != 1 else ''}"
        )


def print_facts(facts: Sequence[Fact]) -> None:
    """Facts that are inferred or reconstructed, with their reasons."""
    for fact in facts:
        what = fact.key + (f", {fact.field}" if fact.field else "")
        typer.echo(f"{fact.at}: {typer.style(fact.status, fg='yellow')} {typer.style(what, bold=True)}")
        typer.echo(f"    because {fact.because}" + (f" ({fact.source})" if fact.source else ""))
    counts = ", ".join(f"{sum(fact.status == status for fact in facts)} {status}" for status in DOUBTFUL)
    typer.echo(f"{counts}\n")


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
        data["provenance"] = [
            {
                "pack": fact.pack,
                "key": fact.key,
                "field": fact.field,
                "status": fact.status,
                "document": fact.source,
                "because": fact.because,
                "source": place_json(fact.at),
            }
            for fact in checked.facts()
        ]
    return data
