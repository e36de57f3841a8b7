"""How the facts of packs are known, as a page: what no source has, what later packs have set right, totals."""

from __future__ import annotations

import re
import shutil
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence

import typer

from referee.cli.findings import place_json
from referee.packs import Fact, Stack

STATUSES = ("stated", "published", "inferred", "reconstructed", "own")
DOUBTFUL = {
    "reconstructed": "nobody found what is printed, the value is ours",
    "inferred": "nowhere said, but it follows from what is",
}
INDENT, REASON = "  ", "      "
WIDTH = 120  # characters of a line at most
_REFERENCE = re.compile(r"[A-Z][A-Z0-9-]*[A-Z0-9](?![A-Za-z0-9])")


def facts_of(stacks: Sequence[Stack]) -> list[Fact]:
    """The facts of several stacks, each once."""
    return list(dict.fromkeys(fact for stack in stacks for fact in stack.provenance))


def totals(facts: Sequence[Fact]) -> dict[str, int]:
    """How many facts have which status."""
    counts = Counter(fact.status for fact in facts)
    return {status: counts[status] for status in STATUSES}


def doubtful(facts: Sequence[Fact]) -> list[Fact]:
    """The inferred and reconstructed facts, sorted by what they are about."""
    return sorted((fact for fact in facts if fact.status in DOUBTFUL), key=_order)


def corrected(facts: Sequence[Fact]) -> list[Fact]:
    """The facts that a later pack has set and that were doubtful before, sorted."""
    return sorted((fact for fact in facts if fact.before in DOUBTFUL), key=_order)


def _order(fact: Fact) -> tuple[str, str, int]:
    return fact.key, fact.field, fact.at.line


def print_facts(stacks: Sequence[Stack]) -> None:
    """The page."""
    facts = facts_of(stacks)
    for line in page(facts, {key: text for stack in stacks for key, text in _sources(stack)}):
        typer.echo(line)


def _sources(stack: Stack) -> Iterator[tuple[str, str]]:
    for pack in stack.packs:
        yield from (pack.sources or {}).items()


def page(facts: Sequence[Fact], sources: dict[str, str]) -> Iterator[str]:
    """The lines of the page; `sources` are the names of the documents by their keys."""
    counts = ", ".join(f"{number} {status}" for status, number in totals(facts).items() if number)
    yield typer.style(f"{len(facts)} facts: {counts}", bold=True)
    shown = doubtful(facts)
    for status, meaning in DOUBTFUL.items():
        these = [fact for fact in shown if fact.status == status]
        if these:
            yield ""
            yield typer.style(f"{status}, {len(these)}: ", fg="yellow", bold=True) + meaning
            yield from _told_together(these)
    if right := corrected(facts):
        yield ""
        yield typer.style(f"set right by later packs, {len(right)}", fg="green", bold=True)
        for fact in right:
            yield ""
            yield from _fact_lines([fact])
            yield from _wrapped(f"{fact.status} ({fact.source or fact.pack}), was {fact.before}")
        shown = [*shown, *right]
    named = dict.fromkeys(key for fact in shown for key in _REFERENCE.findall(fact.source) if key in sources)
    if named:
        yield ""
        yield typer.style("sources named here", bold=True)
        for key in sorted(named):
            yield from _wrapped(f"{key}: {sources[key]}", INDENT)
    yield ""


def _told_together(facts: Sequence[Fact]) -> Iterator[str]:
    """Facts with one reason stand under one another, the reason below them."""
    groups: dict[tuple[str, str, str], list[Fact]] = {}
    for fact in facts:
        groups.setdefault((fact.because, fact.source, fact.key.partition("/")[0]), []).append(fact)
    for (because, source, _), group in groups.items():
        yield ""
        yield from _fact_lines(group)
        yield from _wrapped(because + (f" ({source})" if source else ""))


def _fact_lines(facts: Sequence[Fact]) -> Iterator[str]:
    """What, its value, and where it is written."""
    names = [fact.key + (f", {fact.field}" if fact.field else "") for fact in facts]
    width = max(map(len, names))
    for name, fact in zip(names, facts, strict=True):
        value = f"  {fact.value}" if fact.value else ""
        place = f"{fact.at.file}:{fact.at.line}"
        yield INDENT + typer.style(name.ljust(width), bold=True) + value + typer.style(f"  {place}", dim=True)


def _wrapped(text: str, indent: str = REASON) -> list[str]:
    width = min(shutil.get_terminal_size((WIDTH, 0)).columns, WIDTH)
    return textwrap.wrap(text, max(width, 40), initial_indent=indent, subsequent_indent=indent)


def facts_json(stacks: Sequence[Stack]) -> dict[str, object]:
    """The same as data: the doubtful facts and those set right, and how many have which status."""
    facts = facts_of(stacks)
    return {
        "provenance": [_fact_json(fact) for fact in doubtful(facts)],
        "corrected": [_fact_json(fact) for fact in corrected(facts)],
        "totals": totals(facts),
    }


def _fact_json(fact: Fact) -> dict[str, object]:
    return {
        "pack": fact.pack,
        "key": fact.key,
        "field": fact.field,
        "value": fact.value,
        "status": fact.status,
        "before": fact.before,
        "document": fact.source,
        "because": fact.because,
        "source": place_json(fact.at),
    }
