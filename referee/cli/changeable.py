"""What can be changed in a stack, as text for the terminal and as data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import indent

from rich.console import Console
from rich.text import Text

from referee.cli.findings import place_json
from referee.cli.hanging import print_hanging
from referee.language import Ruleset
from referee.language.changeable import Point, PointChange, points
from referee.language.describe.keys import humanized
from referee.packs.node import Position
from referee.texts import Catalogs

HEADINGS = {  # section → what it is called, how a pack changes one of its names
    "rules": ("rule values", "{rule: NAME, is: VALUE}"),
    "procedures": ("procedures", "{before: NAME, do: CODE}, or after, or instead_of"),
    "choices": ("choices", "{option_in: NAME, add: OPTION}, or replace and with, or remove"),
    "terms": ("terms", "{term: NAME(…), is: EXPRESSION}"),
    "hooks": ("effects of entries, by kind", "{entry: KIND/ID, field: HOOK, is: CODE}"),
    "fields": ("data of entries, by kind", "{entry: KIND/ID, field: NAME, is: VALUE}"),
    "entries": ("entries", "{entry: NAME, field: FIELD, is: VALUE}, or remove: yes"),
    "kinds": ("kinds", "{kind: NAME, field: KEY, is: VALUE}"),
    "places": ("places", "{place: NAME, field: KEY, is: VALUE}"),
    "values": ("values", "{value: NAME, field: KEY, is: VALUE}"),
    "tokens": ("tokens", "{token: NAME, field: KEY, is: VALUE}"),
    "groups": ("groups", "{group: NAME, add: TOKEN}, or is"),
    "symbols": ("symbols", "{symbols: NAME, add: WORD}, or is"),
    "windows": ("windows", "{window: NAME, field: KEY, is: VALUE}"),
    "standing": ("standing options", "{standing: NAME, is: OPTIONS}"),
    "setup": ("rows of the set-up", "{setup: NAME, field: KEY, is: VALUE}"),
    "scoring": ("lines of the scoring", "{scoring: NAME, field: points, is: EXPRESSION}"),
    "options": ("options", "--set NAME=VALUE, when a game is made; {option: NAME, is: VALUE} for the default"),
    "removed": ("taken out", "can be declared anew"),
}
ARROW = " → "
LONGEST_NAME = 34
INDENT = 6
FEW = 10  # names: of as many the code is shown whole
WORDS = {
    "set": "is",
    "add": "has more",
    "remove": "taken out",
    "term": "is",
    "before": "before it",
    "after": "after it",
    "instead_of": "instead of it",
    "option_add": "one more",
    "option_replace": "instead of",
    "option_remove": "without",
}


class Changeable:
    """The points of a ruleset that have a word in them."""

    def __init__(self, ruleset: Ruleset, word: str = "") -> None:
        self._catalog = Catalogs.load(ruleset.texts, (pack.files for pack in ruleset.stack.packs)).catalog()
        self.points = [point for point in points(ruleset) if self._has(point, word.lower())]
        self._whole = len(self.points) <= FEW

    def says(self, point: Point) -> str:
        """What players read of it; "" if that is no more than its name."""
        text = self._catalog.render(point.says) if point.says is not None else ""
        return "" if text.lower() == humanized(point.name).lower() else text

    def _has(self, point: Point, word: str) -> bool:
        heading = HEADINGS[point.section][0]
        return any(word in text.lower() for text in (point.name, heading, self.says(point), point.comment))

    # -- as text ----------------------------------------------------------------------------------

    def print(self) -> None:
        """The points section by section, the changed ones with who changes them."""
        console = Console(highlight=False)
        for section, (title, how) in HEADINGS.items():
            found = [point for point in self.points if point.section == section]
            if found:
                console.print(Text.assemble(("\n" + title, "bold"), (f"   {how}", "dim")))
                widths = _widths(found)
                for point in found:
                    self._print(console, point, *widths)
        changed = sum(bool(point.changes) for point in self.points)
        one = "name" if len(self.points) == 1 else "names"
        console.print(f"\n{len(self.points)} {one}, {changed} of them changed by a later pack")

    def _print(self, console: Console, point: Point, name: int, type_: int) -> None:
        """One point: what it is called, of which type and what it is; what is said of it, and where; its changes."""
        kind = point.type.ljust(type_) + "  " if type_ else ""
        head = Text.assemble("  ", (point.name.ljust(name) + "  ", "cyan"), (kind, "dim"), point.value)
        head.rstrip()
        if not self._whole:
            console.print(head, no_wrap=True, overflow="ellipsis")
        elif not point.code:
            print_hanging(console, head, 0)
        else:
            console.print(Text.assemble("  ", (point.name, "cyan")))
            console.print(Text(indent(point.code, " " * (INDENT + 2))), soft_wrap=True)
        comment = f"# {point.comment}" if point.comment else ""
        about = [(self.says(point), ""), (comment, "italic"), (_place(point.at), "dim")]
        print_hanging(console, _joined(about), INDENT)
        for change in point.changes:
            done = [(f"{change.pack}: {_change(change)}", "yellow"), (_place(change.at), "dim")]
            print_hanging(console, _joined(done), INDENT)

    # -- as data ----------------------------------------------------------------------------------

    def as_json(self) -> list[dict[str, object]]:
        """The points as data; places have the names of the API's Source."""
        return [
            {
                "section": point.section,
                "name": point.name,
                "type": point.type,
                "value": point.value,
                "code": point.code,
                "says": self.says(point),
                "comment": point.comment,
                "pack": point.pack,
                "source": place_json(point.at),
                "changes": [
                    {
                        "op": change.op,
                        "field": change.field,
                        "before": change.before,
                        "after": change.after,
                        "pack": change.pack,
                        "source": place_json(change.at),
                    }
                    for change in point.changes
                ],
            }
            for point in self.points
        ]


def _widths(found: Sequence[Point]) -> tuple[int, int]:
    """How wide names and types stand."""
    names = [len(point.name) for point in found if len(point.name) <= LONGEST_NAME]
    return max(names, default=LONGEST_NAME), max(len(point.type) for point in found)


def _place(at: Position) -> str:
    return f"{at.file}:{at.line}"


def _joined(parts: Iterable[tuple[str, str]]) -> Text:
    return Text("  ").join(Text(text, style) for text, style in parts if text)


def _change(change: PointChange) -> str:
    """What a pack did: `is 2 → 3`, `cost/bead taken out`, `after it: gain 1 coin`."""
    op, _, label = change.op.partition(" ")
    what = " ".join(part for part in (change.field, WORDS.get(op, op), label) if part)
    if op in ("set", "add", "remove", "term"):
        shown = f"{change.before}{ARROW}{change.after}" if change.before and change.after else change.after
        return f"{what} {shown}".rstrip()
    return f"{what}: {change.after}" if change.after else what
