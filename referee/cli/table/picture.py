"""A whole view as one picture: where we are, the table, every seat, what happened, what can be chosen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from referee.cli.table.flow import Beside, Flow, SideBySide
from referee.cli.table.history import Told
from referee.cli.table.marks import Marks
from referee.cli.table.pieces import seat_colour
from referee.cli.table.places import Spot, forest, of_seat
from referee.cli.table.question import Questioner
from referee.cli.table.roles import Roles
from referee.cli.table.shapes import Drawer, framed, is_track
from referee.cli.table.words import Words
from referee.engine.records import Board, Option, Outcome, Value, View
from referee.language.text import Text as Message


class Painter:
    """Draws views of one game."""

    def __init__(self, board: Board, words: Words, title: str, seats: int, roles: Roles | None = None) -> None:
        self.board, self.words, self.title = board, words, title
        self.roles = roles or Roles()
        self.seats = [str(number) for number in range(1, seats + 1)]
        self.labels = {info.id: info for info in board.values}
        self.places = {info.id: info for info in board.places}

    def picture(self, view: View, log: Sequence[Told] = ()) -> RenderableType:
        """Everything that the viewer sees; `log` is told above the question."""
        asked = {seat for decision in view.decisions for seat in decision.seats}
        drawer = Drawer(self.words, self.roles, self._marks(view))
        spots = [spot for spot in forest(self.board, view) if spot.info.shape != "aside"]
        values = self._shown(view)
        parts: list[RenderableType] = [self._headline(view)]
        if of_seat(spots, "") or self._of(values, ""):
            title = Text("  ").join(self._value(value) for value in self._of(values, ""))
            parts.append(framed(title, "white", self._table(drawer, of_seat(spots, "")), strong=False))
        seats = [
            framed(
                self._seat_title(seat, seat in asked, self._of(values, seat)),
                seat_colour(seat),
                self._seat(drawer, of_seat(spots, seat), self._of(values, seat)),
                strong=seat in asked,
            )
            for seat in self.seats
            if of_seat(spots, seat) or self._of(values, seat)
        ]
        parts.append(SideBySide(seats))
        if forces := self._forces(view, spots):
            parts.append(Text.assemble(("  in force: ", "dim"), (forces, "italic")))
        if log:
            lines = Table.grid(padding=(0, 2, 0, 0))
            for who, told in log:
                lines.add_row(Text("  ") + who, told)
            parts += [Rule(style="dim"), lines]
        questioner = Questioner(self.words, self._lying(view))
        parts.extend(questioner.question(decision, view.seat) for decision in view.decisions)
        if view.outcome is not None:
            parts.append(self.outcome(view.outcome))
        return Group(*parts)

    def questioner(self, view: View) -> Questioner:
        """What writes the questions of a view."""
        return Questioner(self.words, self._lying(view))

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

    # -- areas ------------------------------------------------------------------------------------

    @staticmethod
    def _table(drawer: Drawer, spots: Sequence[Spot]) -> list[RenderableType]:
        """Boards first, then lists, then what takes a line each."""
        boards = [spot for spot in spots if spot.parts and spot.info.shape != "list" and not is_track(spot)]
        tracks = [spot for spot in spots if is_track(spot)]
        lists = [spot for spot in spots if spot.info.shape == "list"]
        lines = [spot for spot in spots if not spot.parts and spot.info.shape != "list"]
        pictures = [drawer.spot(spot) for spot in boards]
        if tracks:
            pictures.append(Group(*(drawer.spot(spot) for spot in tracks)))
        rows = [Flow(each) for each in (pictures, [drawer.spot(spot) for spot in lists]) if each]
        return [*rows, *([Flow([drawer.spot(spot) for spot in lines])] if lines else [])]

    def _seat(self, drawer: Drawer, spots: Sequence[Spot], values: Sequence[Value]) -> list[RenderableType]:
        """What a seat has in lines; its boards beside them where there is room. Empty piles go without saying."""
        told = [self._value(value) for value in values if not self._is_token(value)]
        lines: list[RenderableType] = [Text("  ").join(told)] if told else []
        plain = [spot for spot in spots if not spot.parts and spot.info.shape != "list"]
        lines += [
            drawer.spot(spot)
            for spot in plain
            if spot.place.pieces or spot.place.uncounted or spot.info.shape != "pile"
        ]
        boards = [drawer.spot(spot) for spot in spots if spot.parts or spot.info.shape == "list"]
        if not boards:
            return [Flow(lines)]
        return [Beside(Group(*lines), Flow(boards))] if lines else [Flow(boards)]

    def _seat_title(self, seat: str, asked: bool, values: Sequence[Value]) -> Text:
        name = Text(("▶ " if asked else "") + self.words.seat(seat), f"bold {seat_colour(seat)}")
        return Text("  ").join([name, *(self._value(value) for value in values if self._is_token(value))])

    # -- values -----------------------------------------------------------------------------------

    def _shown(self, view: View) -> list[Value]:
        """The values that stand beside places; not those of rules, nor what is nought for all, nor crosses."""
        beside = [
            v
            for v in view.values
            if v.id in self.labels and "rule" not in v.id.split("/") and v.id.rpartition("/")[0] not in self.places
        ]
        names = {_name(v.id) for v in beside if v.kind == "hidden" or v.value}
        return [v for v in beside if (_name(v.id) in names and not self.roles.is_cross(v.id)) or self._is_token(v)]

    def _of(self, values: Iterable[Value], seat: str) -> list[Value]:
        return [v for v in values if self.labels[v.id].seat == seat]

    def _is_token(self, value: Value) -> bool:
        key = self.labels[value.id].label.key
        return key.startswith("pack/token/") and isinstance(value.value, int) and not self.labels[value.id].max

    def _value(self, value: Value) -> Text:
        info = self.labels[value.id]
        if self._is_token(value) and isinstance(value.value, int):
            token = info.label.key.removeprefix("pack/").removesuffix(".name")
            return Text(self.words.counted(value.value, token), style="bold" if info.score else "not bold")
        label = self.words.text(info.label) or value.id
        place = isinstance(value.value, str) and value.value in self.places
        told = self.words.cell(str(value.value)) if place else self.words.value(value)
        text = Text.assemble((f"{label} ", "dim"), (told, "bold" if info.score else ""))
        if info.max:
            text.append(f"/{info.max}", style="dim")
        return text

    # -- marks ------------------------------------------------------------------------------------

    def _marks(self, view: View) -> Marks:
        options = [option for decision in view.decisions for option in decision.options]
        pointing = [v for v in view.values if v.value in self.places and v.id in self.labels]
        return Marks(
            _marked(options),
            {str(v.value): self.labels[v.id].seat for v in pointing},
            frozenset(str(v.value) for v in pointing if self.roles.is_cross(v.id)),
            self._notes(view),
        )

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

    def _lying(self, view: View) -> dict[str, str]:
        """The entry that lies in a place, where one does."""
        return {
            place.id: f"{self.places[place.id].kind}/{place.pieces[0].entry}"
            for place in view.places
            if len(place.pieces) == 1
            and place.pieces[0].entry
            and place.id in self.places
            and self.places[place.id].kind
        }

    def _forces(self, view: View, spots: Sequence[Spot]) -> str:
        """What is in force and isn't told by a list that it lies in."""
        listed = {
            f"{part.info.kind}/{piece.entry}"
            for spot in spots
            if spot.info.shape == "list"
            for part in spot.parts
            for piece in part.place.pieces
        }
        entries = dict.fromkeys(force.entry for force in view.in_force if force.entry not in listed)
        return ", ".join(map(self.words.entry, entries))


def _name(value: str) -> str:
    """A value without whose it is."""
    segments = value.split("/")
    return "/".join(segments[2:]) if segments[0] == "seat" and len(segments) > 2 else value


def _marked(options: Iterable[Option]) -> frozenset[str]:
    """Places to point at: those that some options are about and others not, else everything would be marked."""
    sets = [frozenset(option.subjects) for option in options]
    return frozenset().union(*sets) if len(sets) > 1 and len(sets) <= 12 else frozenset()


def save_svg(picture: RenderableType, path: str, title: str, width: int) -> None:
    """Write a picture as SVG, as a terminal of `width` columns would show it. Raises OSError."""
    import io

    console = Console(record=True, width=width, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(picture)
    console.save_svg(path, title=title)
