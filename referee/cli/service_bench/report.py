"""What was measured, as data and as a table: medians over the turns, and ratios of each turn's neighbours."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from referee.cli.service_bench.orders import Measured


def as_data(found: Sequence[Measured]) -> dict[str, Any]:
    """Everything as JSON; `ratio` is ours to the peer, of moves more is better, of milliseconds less."""
    return {"stacks": [_stack(each) for each in found]}


def _stack(each: Measured) -> dict[str, Any]:
    data: dict[str, Any] = {"stack": each.stack, "players": each.players, "in_flight": {}}
    for flight, rates in each.moves.items():
        line = {
            f"{name}_per_s": round(statistics.median(rates[name]), 1)
            for name in ("ours", "peer", "echo")
            if rates[name]
        }
        for name in ("peer", "echo"):
            if rates[name]:
                line["ratio" if name == "peer" else "ratio_to_echo"] = round(_ratio(rates["ours"], rates[name]), 3)
        line |= {name: round(statistics.median(rates[name])) for name in ("ours_cpu", "peer_cpu") if rates.get(name)}
        data["in_flight"][flight] = line
    if each.spread:
        spread = {f"{name}_ms": round(statistics.median(times), 1) for name, times in each.spread.items() if times}
        if each.spread["peer"]:
            spread["ratio"] = round(_ratio(each.spread["ours"], each.spread["peer"]), 2)
        data["watchers"] = spread
    if each.view:
        data["view"] = {name: round(number, 1) for name, number in each.view.items()}
    return data


def _ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    return statistics.median(one / other for one, other in zip(ours, theirs, strict=True))


def print_table(found: Sequence[Measured]) -> None:
    """The result for people."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, padding=(0, 1), header_style="bold")
    table.add_column("", no_wrap=True)
    for name in ("in flight", "moves/s", "peer", "ratio", "to echo", "CPU µs", "peer"):
        table.add_column(name, justify="right", no_wrap=True)
    notes = []
    for each in found:
        data, name = _stack(each), Path(each.stack).name
        for flight, line in data["in_flight"].items():
            table.add_row(
                f"{name}, {each.players} players",
                flight,
                f"{line['ours_per_s']:,.0f}",
                *_cells(line, ("peer_per_s", ",.0f"), ("ratio", ".2f"), ("ratio_to_echo", ".2f")),
                *_cells(line, ("ours_cpu", ",.0f"), ("peer_cpu", ",.0f")),
            )
        if "watchers" in data:
            spread = data["watchers"]
            beside = f", peer {spread['peer_ms']} ms: {spread['ratio']} ×" if "ratio" in spread else ""
            notes.append(f"  {name}: the last of many watchers has a move after {spread['ours_ms']} ms{beside}")
        view = data["view"]
        notes.append(
            f"  {name}: a view takes {view['us']} µs, with {view['options']} options on average"
            f" ({view['allowed']} µs: 100 and 6 for each option)"
        )
    console = Console()
    console.print(table)
    for line in notes:
        console.print(line, highlight=False)


def _cells(line: dict[str, float], *wanted: tuple[str, str]) -> list[str]:
    return [format(line[name], form) if name in line else "" for name, form in wanted]
