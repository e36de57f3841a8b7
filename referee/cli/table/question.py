"""What is asked: the prompt, the options by number, and what isn't possible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from referee.cli.table.menu import Line, common, menu
from referee.cli.table.pieces import seat_colour
from referee.cli.table.words import Words
from referee.engine.records import Decision, Option

FEW = 9  # options that are told with what they are about
BLOCKED = 4  # lines of what isn't possible
REFUSED = "✗"


class Questioner:
    """Writes the decisions of one view. `lying`: place → the key of the entry that lies there."""

    def __init__(self, words: Words, lying: Mapping[str, str]) -> None:
        self.words, self.lying = words, lying

    def question(self, decision: Decision, seat: str) -> RenderableType:
        """The prompt, and the options by number if they are the viewer's."""
        who = ", ".join(self.words.seat(each) for each in decision.seats)
        colour = seat_colour(decision.seats[0]) if decision.seats else "white"
        prompt = self._prompt(decision)
        head = Text.assemble(("▶ ", colour), (who, f"bold {colour}"), ("  " + prompt if prompt else "", "bold"))
        if decision.sealed:
            head.append("  (in secret)", style="dim")
        parts: list[RenderableType] = [Rule(style="dim"), head]
        if decision.options:
            parts.append(self.options(menu(decision.options, self.words, seat)))
        blocked = self.blocked(decision.blocked, seat)
        for line in blocked[:BLOCKED]:
            line.no_wrap, line.overflow = True, "ellipsis"
            parts.append(line)
        if len(blocked) > BLOCKED:
            parts.append(Text(f"     {REFUSED} … {len(blocked) - BLOCKED} more: w", style="dim"))
        return Group(*parts)

    def options(self, lines: Sequence[Line]) -> RenderableType:
        """The lines of a menu by number; a few with what the things in them do."""
        numbers = [Text(f"{number:>4} ", "bold cyan") for number in range(1, len(lines) + 1)]
        labels = [self._label(line) for line in lines]
        about = [self._about(line) for line in lines]
        if len(lines) <= FEW and len(set(filter(None, about))) > 1:
            table = Table.grid()
            for number, label, told in zip(numbers, labels, about, strict=True):
                table.add_row(number, label, "  ", Text(told, style="dim"))
            return table
        texts = [Text.assemble(number, label) for number, label in zip(numbers, labels, strict=True)]
        return Columns(texts, padding=(0, 2), column_first=True) if len(texts) > 6 else Group(*texts)

    def blocked(self, options: Sequence[Option], seat: str) -> list[Text]:
        """What isn't possible and why, a line for each reason."""
        reasons: dict[tuple[str, str], list[Option]] = {}
        for option in options:
            why = self.words.text(option.refusal.text, seat) if option.refusal is not None else ""
            reasons.setdefault((option.group, why), []).append(option)
        return [
            Text(f"     {REFUSED} {why.rstrip('.')}: {self._together(group, seat)}", style="dim")
            for (_, why), group in reasons.items()
        ]

    def _together(self, options: Sequence[Option], seat: str) -> str:
        """Several options in short: what they are about, or what their labels share."""
        entries = dict.fromkeys(option.entry for option in options)
        if len(entries) > 1 and "" not in entries:
            return ", ".join(map(self.words.entry, entries))
        return common([self.words.text(option.label, seat) for option in options])

    def _prompt(self, decision: Decision) -> str:
        """The question; one that only names an entry goes on with what the entry does."""
        prompt = self.words.text(decision.prompt)
        entries = {option.entry for option in decision.options if option.role not in ("pass", "stop")}
        entry = entries.pop() if len(entries) == 1 else ""
        if not entry or prompt != self.words.entry(entry):
            return prompt
        return ": ".join(part for part in (prompt, self.words.rules(entry)) if part)

    @staticmethod
    def _label(line: Line) -> Text:
        quiet = all(option.role in ("pass", "stop") for option in line.options)
        text = Text.assemble((line.label, "dim" if quiet else ""))
        if line.only is None:
            text.append(f" ×{len(line.options)}", style="dim")
        elif line.only.form is not None:
            text.append(" …")
        if any(option.barrier for option in line.options):
            text.append(" ⚑", style="yellow")
        return text

    def _about(self, line: Line) -> str:
        option = line.only
        if option is None or option.role in ("pass", "stop"):
            return ""
        entry = option.entry or next((self.lying[each] for each in option.subjects if each in self.lying), "")
        return self.words.rules(entry) if entry else ""
