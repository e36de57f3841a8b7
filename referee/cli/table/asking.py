"""Asks a person at the keyboard: which option, and its argument."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from referee.cli.table.menu import Line, inner, menu
from referee.cli.table.question import Questioner
from referee.cli.table.words import Words
from referee.engine.records import (
    AllocationForm,
    Answer,
    Choice,
    Decision,
    Form,
    Item,
    NumberForm,
    Option,
    PickForm,
    Share,
)

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

COMMANDS = (
    "a number to choose, i and a name for what it does, u to take back, w for what isn't possible and why, q to leave"
)

ABOUT = 30  # entries told of at once


class Leave(Exception):
    """The person wants to stop playing."""


class TakeBack(Exception):
    """The person wants the last choice back."""


class Asker:
    """Questions on a console; `read` gives a line (the keyboard's if None, or a script's)."""

    def __init__(self, console: Console, words: Words, read: Callable[[str], str] | None = None) -> None:
        self.console, self.words, self.read = console, words, read or (lambda prompt: input(prompt))

    def choose(self, decision: Decision, questioner: Questioner | None = None) -> Choice:
        """One of the options with its argument. Raises Leave or TakeBack."""
        near = decision.seats[0] if len(decision.seats) == 1 else ""
        questioner = questioner or Questioner(self.words, {})
        lines = menu(decision.options, self.words, near)
        while True:
            line = self._line("> ").lower()
            if line == "w":
                self._tell_blocked(questioner.blocked(decision.blocked, near))
                continue
            if line.split(" ")[0] == "i":
                self._tell_about(line[1:].strip())
                continue
            if line == "u":
                raise TakeBack
            if not line.isdigit() or not 1 <= int(line) <= len(lines):
                self.console.print(f"  {COMMANDS}", style="dim")
                continue
            chosen = lines[int(line) - 1]
            option = chosen.only or self._one_of(chosen, near)
            if option is None:
                self.console.print(questioner.options(lines))
                continue
            if option.form is None:
                return Choice(option.id, None, decision.step)
            answer = self._argument(option, option.form)
            if answer is not None:
                return Choice(option.id, answer, decision.step)

    def _one_of(self, line: Line, near: str) -> Option | None:
        """Which of several under one label; None if the person wants another label instead."""
        labels = [self.words.text(option.label, near) for option in line.options]
        each = "  ".join(f"{number} {inner(label, labels)}" for number, label in enumerate(labels, 1))
        self.console.print(f"  {line.label}  [dim](an empty line: something else)[/]", highlight=False)
        self.console.print(f"  {each}", highlight=False, markup=False)
        while answer := self._line("  which: "):
            if answer.isdigit() and 1 <= int(answer) <= len(labels):
                return line.options[int(answer) - 1]
            self.console.print(f"  a number from 1 to {len(labels)}", style="yellow")
        return None

    def _line(self, prompt: str) -> str:
        try:
            line = self.read(prompt).strip()
        except EOFError:
            raise Leave from None
        if line.lower() in ("q", "quit", "exit"):
            raise Leave
        return line

    def _argument(self, option: Option, form: Form) -> Answer:
        """The argument, or None if the person wants another option instead."""
        self.console.print(
            f"  {self.words.text(option.label)}  [dim](an empty line: another option)[/]", highlight=False
        )
        while True:
            try:
                if isinstance(form, NumberForm):
                    return self._number(form)
                if isinstance(form, PickForm):
                    return self._picks(form)
                return self._allocation(form)
            except ValueError as problem:
                if not str(problem):
                    return None
                self.console.print(f"  {problem}", style="yellow")

    def _number(self, form: NumberForm) -> int:
        unit = f" {self.words.text(form.unit)}" if form.unit is not None else ""
        number = _whole(self._asked(f"  how many{unit}, {form.min} to {form.max}: "))
        if not form.min <= number <= form.max or (number - form.min) % max(form.step, 1):
            raise ValueError(f"a number from {form.min} to {form.max}" + (f" by {form.step}" if form.step > 1 else ""))
        return number

    def _picks(self, form: PickForm) -> tuple[str, ...]:
        self._list(form.items)
        many = f"{form.min}" if form.min == form.max else f"{form.min} to {form.max}"
        how = "in order" if form.ordered else "in any order"
        line = self._line(f"  {many} of these, {how} (- for none): ")
        if not line:
            raise ValueError
        numbers = [] if line == "-" else [_whole(word) for word in line.replace(",", " ").split()]
        if len(set(numbers)) != len(numbers) or not all(1 <= number <= len(form.items) for number in numbers):
            raise ValueError(f"different numbers from 1 to {len(form.items)}, like 1 2")
        if not form.min <= len(numbers) <= form.max:
            raise ValueError(f"pick {many}")
        return tuple(form.items[number - 1].id for number in numbers)

    def _allocation(self, form: AllocationForm) -> tuple[Share, ...]:
        total = f"{form.min}" if form.min == form.max else f"{form.min} to {form.max}"
        self.console.print(f"  {total} in all", style="dim")
        shares: list[Share] = []
        for source in form.sources:
            for target in form.bins:
                where = f" → {self.words.text(target.label)}" if len(form.bins) > 1 else ""
                low, high = (source.min, source.max) if len(form.bins) == 1 else (0, min(source.max, target.max))
                high = min(high, form.max - sum(share.amount for share in shares))
                if high < low:
                    raise ValueError(f"in all it must be {total}")
                if high == 0:
                    continue  # nothing is left to be shared out
                text = f"  {self.words.text(source.label)}{where}, {low} to {high}: "
                amount = _whole(self._asked(text))
                if not low <= amount <= high:
                    raise ValueError(f"a number from {low} to {high}")
                if amount:
                    shares.append(Share(source.id, target.id, amount))
        if not form.min <= sum(share.amount for share in shares) <= form.max:
            raise ValueError(f"in all it must be {total}")
        return tuple(shares)

    def _asked(self, prompt: str) -> str:
        line = self._line(prompt)
        if not line:
            raise ValueError
        return line

    def _list(self, items: Sequence[Item]) -> None:
        for number, item in enumerate(items, 1):
            self.console.print(f"  {number:>3}  {self.words.text(item.label)}", highlight=False, markup=False)

    def _tell_about(self, part: str) -> None:
        lines = self.words.about(part)
        for line in lines[:ABOUT]:
            self.console.print(f"  {line}", highlight=False, markup=False)
        if len(lines) > ABOUT:
            self.console.print(f"  … and {len(lines) - ABOUT} more; say more of the name", style="dim")
        if not lines:
            self.console.print(f"  nothing is called {part}", style="dim", markup=False)

    def _tell_blocked(self, blocked: Sequence[RenderableType]) -> None:
        if not blocked:
            self.console.print("  nothing that could be seen here is impossible", style="dim")
        for line in blocked:
            self.console.print(line)


def _whole(text: str) -> int:
    if not text.isascii() or not text.removeprefix("-").isdigit() or len(text) > 9:
        raise ValueError("write a whole number")
    return int(text)
