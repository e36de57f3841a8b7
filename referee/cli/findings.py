"""Findings about packs, printed as a good compiler prints them: place, line, caret, help, page."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path

import typer

from referee.packs.diagnostics import Diagnostic
from referee.packs.node import Position
from referee.packs.roots import data_root

COLOURS = {"error": "red", "warning": "yellow"}
TAB = 4


class Lines:
    """The lines of source files, for showing them under a finding. Files that a caller knows need no disk."""

    def __init__(self, files: dict[str, bytes] | None = None) -> None:
        self._known = dict(files or {})
        self._lines: dict[str, list[str]] = {}

    def line(self, at: Position) -> str | None:
        """The line of a position without its end, or None where the file or the line can't be had."""
        if at.file not in self._lines:
            self._lines[at.file] = self._read(at.file)
        lines = self._lines[at.file]
        return lines[at.line - 1] if 0 < at.line <= len(lines) else None

    def _read(self, file: str) -> list[str]:
        content = self._known.get(file)
        if content is None:
            content = _from_disk(file)
        return content.decode("utf-8", errors="replace").splitlines()


def _from_disk(file: str) -> bytes:
    """A file as the user named it, else one of a shipped pack; empty where it can't be read."""
    try:
        path = Path(file)
        return (path if path.is_file() else data_root("content") / file).read_bytes()
    except (OSError, ValueError):
        return b""


def display_width(text: str) -> int:
    """How many columns of a terminal a text takes: wide signs two, combining ones none."""
    width = 0
    for char in text:
        if char == "\t":
            width += TAB
        elif not unicodedata.combining(char):
            width += 2 if unicodedata.east_asian_width(char) in "WF" else 1
    return width


def finding_text(finding: Diagnostic, lines: Lines) -> str:
    """One finding as several lines of text, coloured; the colours are left out where the output is no terminal."""
    colour = COLOURS.get(finding.severity, "cyan")
    kind = typer.style(f"{finding.severity}[{finding.code.code}]", fg=colour, bold=True)
    parts = [f"{typer.style(str(finding.at), bold=True)}: {kind} {typer.style(finding.message, bold=True)}"]
    gutter = " " * len(str(finding.at.line))
    bar = typer.style("|", fg="blue")
    source = lines.line(finding.at)
    if source is not None:
        before = source[: finding.at.column - 1]
        marked = source[finding.at.column - 1 :][: max(finding.width, 1)]
        caret = " " * display_width(before) + typer.style("^" * max(display_width(marked), 1), fg=colour, bold=True)
        parts.append(f" {gutter} {bar}")
        parts.append(f" {typer.style(str(finding.at.line), fg='blue')} {bar} {source.expandtabs(TAB)}")
        parts.append(f" {gutter} {bar} {caret}")
    for related in finding.related:
        parts.append(f" {gutter} {typer.style('see', fg='cyan')}  {related}" + _quoted(lines.line(related)))
    if finding.hint:
        parts.append(f" {gutter} {typer.style('help', fg='cyan')} {finding.hint}")
    parts.append(f" {gutter} {typer.style('docs', fg='cyan')} referee explain {finding.code.code}")
    return "\n".join(parts)


def _quoted(source: str | None) -> str:
    return "" if source is None else f": {source.strip()}"


def print_findings(findings: Sequence[Diagnostic], *, files: dict[str, bytes] | None = None, err: bool = False) -> None:
    """Print findings, then how many there are."""
    lines = Lines(files)
    for finding in findings:
        typer.echo(finding_text(finding, lines) + "\n", err=err)
    if findings:
        typer.echo(count_text(findings), err=err)


def count_text(findings: Iterable[Diagnostic]) -> str:
    """`2 errors, 1 warning`; kinds without a finding are left out."""
    by_kind: dict[str, int] = {}
    for finding in findings:
        by_kind[finding.severity] = by_kind.get(finding.severity, 0) + 1
    words = []
    for kind, number in sorted(by_kind.items()):
        plural = "" if number == 1 else "s"
        words.append(typer.style(f"{number} {kind}{plural}", fg=COLOURS.get(kind, "cyan"), bold=True))
    return ", ".join(words)


def finding_json(finding: Diagnostic) -> dict[str, object]:
    """A finding with the names of the API's Diagnostic."""
    at = finding.at
    return {
        "code": finding.code.code,
        "severity": finding.severity,
        "source": place_json(at),
        "end": {"file": at.file, "line": at.line, "column": at.column + max(finding.width, 1)},
        "text": finding.message,
        "hint": finding.hint,
        "related": [place_json(related) for related in finding.related],
    }


def place_json(at: Position) -> dict[str, object]:
    """A position with the names of the API's Source."""
    return {"file": at.file, "line": at.line, "column": at.column}
