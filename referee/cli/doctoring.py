"""What `referee doctor` found, on a terminal."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from referee.cli.hanging import print_hanging
from referee.service.operation.reported import Need, Report
from referee.service.record.facts import OPEN, OVER, RUNNING
from referee.service.record.log import LANGUAGE

_STATES = (OPEN, RUNNING, OVER)
_MOST = 50  # games with faults that are told one by one


def print_report(report: Report, replayed: bool, console: Console | None = None) -> None:
    """Everything: the store, the rulesets that its games need, what is wrong, what an upgrade would do."""
    console = console or Console(highlight=False)
    console.print(Text(report.where, style="bold"))
    _line(console, "format", _format(report), fine=report.found == report.known)
    _line(console, "records", f"{report.records}, none missing" if not report.of_store else f"{report.records}")
    states = " · ".join(f"{report.states[state]} {state}" for state in _STATES)
    again = "each played again from its log" if replayed else "not played again (--quick)"
    _line(console, "games", f"{states}; {again}" if report.looked else "none yet")
    if report.needs:
        _rulesets(console, list(report.needs.values()))
    _problems(console, report)
    for told in report.upgrade:
        print_hanging(console, Text(told), 2, "! ", "yellow")
    if not report.problems and not report.upgrade:
        console.print(Text("Sound. This version goes on with all of it.", style="green"))


def _line(console: Console, what: str, text: str, fine: bool = True) -> None:
    print_hanging(console, Text(text, style="" if fine else "yellow"), 2, f"{what:<9}", "dim")


def _format(report: Report) -> str:
    if report.found == report.known:
        return f"{report.found}, that of this version; rules of language version {LANGUAGE}"
    return f"{report.found}; this version's is {report.known}"


def _rulesets(console: Console, needs: list[Need]) -> None:
    """A line for each ruleset, those first that games wait for."""
    table = Table(box=SIMPLE_HEAD, padding=(0, 1), show_edge=False)
    table.add_column("ruleset", no_wrap=True)
    table.add_column("packs", overflow="fold")
    for state in _STATES:
        table.add_column(state, justify="right")
    table.add_column("with this version", overflow="fold")
    for need in sorted(needs, key=lambda need: (not need.problem, not need.pressing, need.name)):
        verdict = Text(need.problem, style="red") if need.problem else Text("the same rules")
        counts = [str(need.states[state] or "") for state in _STATES]
        table.add_row(need.name[:12], " + ".join(need.packs), *counts, verdict)
    console.print()
    console.print(table)
    console.print()


def _problems(console: Console, report: Report) -> None:
    told = [*report.of_store, *(f"{name}: {problem}" for name, problem in report.of_games)]
    for each in told[:_MOST]:
        print_hanging(console, Text(each), 2, "✗ ", "red")
    if len(told) > _MOST:
        console.print(f"  and {len(told) - _MOST} more: --json has them all")
