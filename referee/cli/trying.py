"""What an edited pack makes of a position, as text for the terminal and as data."""

from __future__ import annotations

import typer

from referee.cli.differing import Differing
from referee.cli.faults import WrongUse
from referee.cli.table.words import Words
from referee.engine import Program, State
from referee.engine.records import Decision, Option
from referee.packs import Position
from referee.packs.diagnostics import PackInvalid
from referee.packs.find import Finder
from referee.packs.findings import Findings
from referee.packs.source import Folder
from referee.service.tries.trying import Present, Tried


def read_pack_folder(name: str) -> Folder:
    """The files of a pack, by the path of its folder or the id of a shipped one. Raises WrongUse, PackInvalid."""
    report = Findings()
    folder = Finder([], None, True, report).find(name, Position(name, 1, 1))
    if folder is None or "pack.yaml" not in folder.files:
        raise WrongUse(f"`{name}` is no pack", "name a shipped pack, or the path of a folder with a pack.yaml")
    if any(found.severity == "error" for found in report.all):
        raise PackInvalid(report.all)
    return folder


class Trying:
    """A position before and after, in one language."""

    def __init__(self, pack: str, now: Present, tried: Tried, language: str) -> None:
        self._now, self._tried = now, tried
        before, after = now.program.ruleset, tried.ruleset
        stack = "+".join(each.id for each in before.stack.packs)
        self._differing = Differing(stack, before, f"{stack} with {pack}", after, language)
        self._words = (Words(before, language), Words(after, language))

    def print(self) -> None:
        """The rules that change; then the position, or why there is none."""
        carried, state = self._tried.carried, self._now.state
        self._differing.print()
        typer.echo()
        if carried.obstacles:
            typer.echo(typer.style(f"{self._now.game}, version {self._now.version}: can't be carried over", bold=True))
            for obstacle in carried.obstacles:
                typer.echo(typer.style("  ✗ ", fg="red") + obstacle)
            return
        assert state is not None and carried.state is not None and self._tried.program is not None
        typer.echo(typer.style(f"{self._now.game}, version {self._now.version}: can be carried over", bold=True))
        for note in (*carried.notes, *self._changed_values(self._tried.program, carried.state)):
            typer.echo(f"  {note}")
        for seat, old, new in self._asked(self._tried.program, carried.state):
            prompt = self._words[1].text(new.prompt)
            typer.echo(typer.style(f"{self._words[1].seat(seat)}: {prompt}", bold=True) + f"  ({new.step})")
            for mark, option in _marked(old, new):
                words = self._words[0 if mark == "−" else 1]
                typer.echo(f"  {mark} {words.text(option.label)}  ({option.id})")

    def as_json(self) -> dict[str, object]:
        """All of it as data."""
        carried, state = self._tried.carried, self._now.state
        found: dict[str, object] = {
            "game": self._now.game,
            "version": self._now.version,
            "carried": not carried.obstacles,
            "obstacles": list(carried.obstacles),
            "notes": list(carried.notes),
            "rules": self._differing.as_json(),
        }
        if state is not None and carried.state is not None and self._tried.program is not None:
            found["notes"] = [*carried.notes, *self._changed_values(self._tried.program, carried.state)]
            found["asked"] = [
                {
                    "seat": seat,
                    "step": new.step,
                    "options": [option.id for option in new.options],
                    "new": [option.id for mark, option in _marked(old, new) if mark == "+"],
                    "gone": [option.id for mark, option in _marked(old, new) if mark == "−"],
                }
                for seat, old, new in self._asked(self._tried.program, carried.state)
            ]
        return found

    def _asked(self, program: Program, state: State) -> list[tuple[str, Decision | None, Decision]]:
        """Each seat that owes an answer, what it was asked and what it is asked now."""
        assert self._now.state is not None
        found: list[tuple[str, Decision | None, Decision]] = []
        for seat in program.pending(state):
            before = self._now.program.view(self._now.state, seat).decisions
            found.append((seat, before[0] if before else None, program.view(state, seat).decisions[0]))
        return found

    def _changed_values(self, program: Program, state: State) -> list[str]:
        """The rule values and others in sight of all that aren't what they were."""
        assert self._now.state is not None
        before = {value.id: value for value in self._now.program.view(self._now.state, "").values}
        old, new = self._words
        return [
            f"{value.id}: {old.value(before[value.id])} → {new.value(value)}"
            for value in program.view(state, "").values
            if value.id in before and before[value.id] != value
        ]


def _marked(old: Decision | None, new: Decision) -> list[tuple[str, Option]]:
    """The options: new ones (+), those that were there, those that are gone (−)."""
    before = {option.id: option for option in (old.options if old is not None else ())}
    there = {option.id for option in new.options}
    marked = [(" " if option.id in before else "+", option) for option in new.options]
    return marked + [("−", option) for id, option in before.items() if id not in there]
