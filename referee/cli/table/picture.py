"""A whole view as one picture: where we are, the table, every seat, what happened, what can be chosen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from referee.cli.table.flow import Flow
from referee.cli.table.places import Spot, forest, of_seat
from referee.cli.table.shapes import Drawer, framed, seat_colour
from referee.cli.table.words import Words
from referee.engine.records import Board, Decision, Option, Outcome, Value, View
from referee.language.text import Text as Message

WIDE = 110  # columns of a terminal from which on seats stand side by side


class Painter:
    """Draws views of one game."""

    def __init__(self, board: Board, words: Words, title: str, seats: int) -> None:
        self.board, self.words, self.title = board, words, title
        self.seats = [str(number) for number in range(1, seats + 1)]
        self.labels = {info.id: info for info in board.values}
        self.places = {info.id for info in board.places}

    def picture(self, view: View, log: Sequence[str] = ()) -> RenderableType:
        """Everything that the viewer sees."""
        asked = {seat for decision in view.decisions for seat in decision.seats}
        options = [option for decision in view.decisions for option in decision.options]
        drawer = Drawer(self.words, _marked(options), self._pointers(view), self._notes(view))
        spots = forest(self.board, view)
        parts: list[RenderableType] = [self._headline(view)]
        table = of_seat(spots, "")
        if table or self._values(view, ""):
            parts.append(framed(Text(""), "white", self._area(drawer, table, view, ""), strong=False))
        seats = [
            framed(
                self._seat_title(seat, seat in asked),
                seat_colour(seat),
                self._area(drawer, of_seat(spots, seat), view, seat),
                strong=seat in asked,
            )
            for seat in self.seats
            if of_seat(spots, seat) or self._values(view, seat)
        ]
        parts.append(SideBySide(seats))
        if view.in_force:
            names = ", ".join(dict.fromkeys(self.words.entry(force.entry) for force in view.in_force))
            parts.append(Text.assemble(("  in force: ", "dim"), (names, "italic")))
        if log:
            parts.append(Rule(style="dim"))
            parts.extend(Text("  " + line, style="dim") for line in log)
        parts.extend(self.question(decision, view.seat) for decision in view.decisions)
        if view.outcome is not None:
            parts.append(self.outcome(view.outcome))
        return Group(*parts)

    def question(self, decision: Decision, seat: str) -> RenderableType:
        """The prompt, and the options by number if they are the viewer's."""
        who = ", ".join(self.words.seat(each) for each in decision.seats)
        colour = seat_colour(decision.seats[0]) if decision.seats else "white"
        prompt = self._prompt(decision)
        head = Text.assemble(("▶ ", colour), (who, f"bold {colour}"), ("  " + prompt if prompt else "", "bold"))
        if decision.sealed:
            head.append("  (in secret)", style="dim")
        return Group(Rule(style="dim"), head, *([self._options(decision.options)] if decision.options else []))

    def _prompt(self, decision: Decision) -> str:
        """The question; one that only names an entry goes on with what the entry does."""
        prompt = self.words.text(decision.prompt)
        entries = {option.entry for option in decision.options if option.role not in ("pass", "stop")}
        entry = entries.pop() if len(entries) == 1 else ""
        if not entry or prompt != self.words.entry(entry):
            return prompt
        return ": ".join(part for part in (prompt, self.words.rules(entry)) if part)

    def _options(self, options: Sequence[Option]) -> RenderableType:
        lines = []
        for number, option in enumerate(options, 1):
            quiet = option.role in ("pass", "stop")
            line = Text.assemble(
                (f"{number:>4} ", "bold cyan"), (self.words.text(option.label), "dim" if quiet else "")
            )
            if option.form is not None:
                line.append(" …")
            if option.barrier:
                line.append(" ⚑", style="yellow")
            lines.append(line)
        return Columns(lines, padding=(0, 2), column_first=True) if len(lines) > 6 else Group(*lines)

    def outcome(self, outcome: Outcome) -> RenderableType:
        """Who won, with all lines of the scores."""
        winners = " and ".join(self.words.seat(seat) for seat in outcome.winners) or "nobody"
        ends = (Message(f"pack/says/ends/{reason}", (), reason.replace("_", " ")) for reason in outcome.reasons)
        reasons = ", ".join(map(self.words.text, ends))
        head = Text.assemble("\n", ("★ ", "bold yellow"), ("won by ", ""), (winners, "bold"), (f"  {reasons}", "dim"))
        if not any(score.lines or score.points for score in outcome.scores):
            return head
        table = Table(box=None, padding=(0, 2), show_edge=False)
        table.add_column("")
        for score in outcome.scores:
            table.add_column(self.words.seat(score.seat), justify="right", style=seat_colour(score.seat))
        for index, line in enumerate(outcome.scores[0].lines):
            points = [str(s.lines[index].points) if index < len(s.lines) else "" for s in outcome.scores]
            table.add_row(self.words.text(line.source), *points)
        table.add_row(Text("total", style="bold"), *(Text(str(s.points), style="bold") for s in outcome.scores))
        return Group(head, table)

    def _headline(self, view: View) -> RenderableType:
        path = " › ".join(text for text in map(self.words.text, view.path) if text)
        return Rule(Text.assemble((self.title, "bold"), ("   " + path if path else "", "dim")), align="left")

    def _seat_title(self, seat: str, asked: bool) -> Text:
        return Text(("▶ " if asked else "") + self.words.seat(seat), f"bold {seat_colour(seat)}")

    def _area(self, drawer: Drawer, spots: Iterable[Spot], view: View, seat: str) -> list[RenderableType]:
        content: list[RenderableType] = []
        values = self._values(view, seat)
        if values:
            content.append(Text("  ").join(self._value(value) for value in values))
        plain = [drawer.spot(spot) for spot in spots if not spot.parts]
        built = [drawer.spot(spot) for spot in spots if spot.parts]
        content.extend(Flow(pictures) for pictures in (plain, built) if pictures)
        return content

    def _values(self, view: View, seat: str) -> list[Value]:
        """The values of a seat or of the table that stand beside its places; values of rules don't."""
        return [
            v
            for v in view.values
            if v.id in self.labels
            and self.labels[v.id].seat == seat
            and "rule" not in v.id.split("/")
            and v.id.rpartition("/")[0] not in self.places
        ]

    def _notes(self, view: View) -> dict[str, str]:
        """What is remembered of places, by place; nothing for nought, no and none."""
        notes: dict[str, list[str]] = {}
        for value in view.values:
            place = value.id.rpartition("/")[0]
            if place in self.places and value.id in self.labels and value.value:
                label = self.words.text(self.labels[value.id].label) or value.id
                notes.setdefault(place, []).append(
                    label if value.kind == "yes" else f"{label} {self.words.value(value)}"
                )
        return {place: ", ".join(texts) for place, texts in notes.items()}

    def _pointers(self, view: View) -> dict[str, str]:
        """Places that values point at, with the seat whose value it is."""
        return {
            str(v.value): self.labels[v.id].seat for v in view.values if v.value in self.places and v.id in self.labels
        }

    def _value(self, value: Value) -> Text:
        info = self.labels[value.id]
        token = info.label.key.removeprefix("pack/").removesuffix(".name")
        if token.startswith("token/") and isinstance(value.value, int) and not info.max:
            return Text(self.words.counted(value.value, token), style="bold" if info.score else "")
        label = self.words.text(info.label) or value.id
        text = Text.assemble((f"{label} ", "dim"), (self.words.value(value), "bold" if info.score else ""))
        if info.max:
            text.append(f"/{info.max}", style="dim")
        return text


def _marked(options: Iterable[Option]) -> frozenset[str]:
    """Places to point at: those that some options are about and others not, else everything would be marked."""
    sets = [frozenset(option.subjects) for option in options]
    return frozenset().union(*sets) if len(sets) > 1 and len(sets) <= 12 else frozenset()


class SideBySide:
    """Panels in two columns where the terminal is wide enough, else one below the other."""

    def __init__(self, panels: list[RenderableType]) -> None:
        self.panels = panels

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if len(self.panels) < 2 or options.max_width < WIDE:
            yield from self.panels
            return
        pairs = Table.grid(expand=True)
        pairs.add_column(ratio=1)
        pairs.add_column(ratio=1)
        for start in range(0, len(self.panels), 2):
            pairs.add_row(*self.panels[start : start + 2])
        yield pairs


def save_svg(picture: RenderableType, path: str, title: str, width: int) -> None:
    """Write a picture as SVG, as a terminal of `width` columns would show it. Raises OSError."""
    import io

    console = Console(record=True, width=width, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(picture)
    console.save_svg(path, title=title)
