"""What two stacks have that differs, as text for the terminal and as data."""

from __future__ import annotations

import os.path
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from referee.cli.clauses import stretch
from referee.cli.hanging import print_hanging
from referee.language import Ruleset
from referee.language.compare import AspectChange, Difference, differences
from referee.language.text import Text as Message
from referee.texts import Catalog, Catalogs

STYLES = {"new": "green", "gone": "red", "same": "dim"}
SIGNS = {"new": "+ ", "gone": "− ", "same": "  "}
ARROW = " → "

Line = tuple[int, str, Text]  # how far it stands in, its mark, what it says


@dataclass(frozen=True)
class Told:
    """One aspect of a difference in words. `lines`: (new, gone or same; text)."""

    label: str
    lines: tuple[tuple[str, str], ...]
    listed: bool
    alone: bool

    def text(self) -> str:
        """All of it."""
        return " ".join(text for _, text in self.lines)

    def of(self, mark: str) -> list[str]:
        """The texts of one mark."""
        return [text for each, text in self.lines if each == mark]

    def side(self, mark: str) -> list[str]:
        """The texts before (`gone`) or after (`new`) in their order, with those that stay."""
        return [text for each, text in self.lines if each in (mark, "same")]

    @property
    def reordered(self) -> bool:
        """Whether all that differs is in which order the same texts stand."""
        return bool(self.of("new")) and sorted(self.of("gone")) == sorted(self.of("new"))


class Differing:
    """Two stacks with what differs between them, in one language."""

    def __init__(self, first: str, before: Ruleset, second: str, after: Ruleset, language: str) -> None:
        self.stacks = (first, second)
        self.rulesets = (before, after)
        self._old, self._new = (
            Catalogs.load(each.texts, (pack.files for pack in each.stack.packs)).catalog(language)
            for each in (before, after)
        )
        # Where the rules are the same, what no word tells is no difference.
        self.found = [each for each in differences(before, after) if not (self.same_rules and self._untold(each))]

    @property
    def same_rules(self) -> bool:
        """Whether the rules are the same, so that only texts can differ."""
        before, after = self.rulesets
        return before.rules_digest == after.rules_digest

    # -- as text ----------------------------------------------------------------------------------

    def print(self) -> None:
        """What differs, under headings."""
        console = Console(highlight=False)
        before, after = self.titles()
        console.print(Text.assemble((before, "bold"), ARROW, (after, "bold")))
        heading = ""
        for difference in self.found:
            if self.heading(difference) != heading:
                heading = self.heading(difference)
                console.print(Text(f"\n{heading}", "bold cyan"))
            for indent, mark, line in self._lines(difference):
                print_hanging(console, line, indent, SIGNS[mark], STYLES[mark])
        if not self.found:
            console.print("\n" + self._own("nothing" if self.same_rules else "rules_untold"))
        elif self.same_rules:
            console.print("\n" + self._own("only_texts"))

    def _lines(self, difference: Difference) -> Iterator[Line]:
        """The lines of a difference."""
        name, told, mark = self.name(difference), self.told(difference), self.mark(difference)
        single = len(told) == 1 and not told[0].listed and not told[0].label
        if mark != "changed":
            value = f": {told[0].text()}" if single and not told[0].alone else ""
            note = f" ({self._own(f'mark.{mark}')})"
            yield 2, mark, Text.assemble((name + value, STYLES[mark]), (note, "dim"))
            for aspect in told if not value else ():
                yield from self._aspect(aspect, marked=False)
        elif single:
            yield 2, "same", self._replaced(told[0], "" if told[0].alone else f"{name}: ")
        else:
            yield 2, "same", Text(name)
            for aspect in told:
                yield from self._aspect(aspect, marked=True)
            if not told:
                yield 4, "same", Text(self._own("untold"), "italic")

    def _aspect(self, aspect: Told, *, marked: bool) -> Iterator[Line]:
        """The lines of an aspect; `marked`: each with whether it is new or gone."""
        front = f"{aspect.label}: " if aspect.label else ""
        if not aspect.listed or (front and not marked and len(aspect.lines) == 1):
            yield 4, "same", self._replaced(aspect, front) if marked else Text(front + aspect.text())
            return
        if front:
            yield 4, "same", Text(front.rstrip())
        if aspect.reordered:
            yield 4, "same", Text(self._own("reordered"), "italic")
        for mark, text in _shortened(aspect.lines) if marked else aspect.lines:
            yield 4, mark if marked else "same", Text(text, STYLES[mark] if marked else "")

    def _replaced(self, aspect: Told, front: str) -> Text:
        before, after = " ".join(aspect.of("gone")), " ".join(aspect.of("new"))
        parts = [Text(front), Text(before, STYLES["gone"]), Text(ARROW), Text(after, STYLES["new"])]
        if not before:
            parts[1:3] = []
        elif not after:
            parts[2:] = [Text(f" ({self._own('mark.gone')})", "dim")]
        return Text.assemble(*parts)

    # -- as data ----------------------------------------------------------------------------------

    def as_json(self) -> dict[str, object]:
        """What differs as data. All texts are words; the digests tell whether the rules are the same."""
        sides = zip(self.stacks, self.rulesets, self.titles(), strict=True)
        before, after = (
            {"stack": stack, "title": title, "rules_digest": each.rules_digest} for stack, each, title in sides
        )
        return {"from": before, "to": after, "differences": [self._json(each) for each in self.found]}

    def _json(self, difference: Difference) -> dict[str, object]:
        return {
            "heading": self.heading(difference),
            "change": self.mark(difference),
            "name": self.name(difference),
            "aspects": [
                {
                    "name": aspect.label,
                    "before": aspect.of("gone"),
                    "after": aspect.of("new"),
                    "reordered": aspect.reordered,
                }
                for aspect in self.told(difference)
            ],
        }

    # -- words ------------------------------------------------------------------------------------

    def titles(self) -> tuple[str, str]:
        """What each stack is called: its packs above those that both have at the bottom, its last one at least."""
        ids = [[pack.id for pack in each.stack.packs] for each in self.rulesets]
        shared = len(os.path.commonprefix(ids))
        first, second = (
            " + ".join([*(pack.title.text for pack in each.stack.packs[shared:-1]), catalog.render(each.title)])
            for each, catalog in zip(self.rulesets, self._both(), strict=True)
        )
        return first, second

    def heading(self, difference: Difference) -> str:
        """What such things stand under."""
        if difference.group is None:
            return self._own(f"section.{difference.section}")
        catalog = self._old if difference.after is None else self._new
        return _capital(catalog.render(difference.group))

    def name(self, difference: Difference) -> str:
        """What the thing is called, now if it is still there."""
        if difference.after is not None:
            return _capital(self._new.render(difference.after))
        assert difference.before is not None
        return _capital(self._old.render(difference.before))

    @staticmethod
    def mark(difference: Difference) -> str:
        """new, gone or changed."""
        if difference.before is None:
            return "new"
        return "gone" if difference.after is None else "changed"

    def told(self, difference: Difference) -> list[Told]:
        """The aspects in words, without those whose words are the same on both sides."""
        found = [self._told(aspect) for aspect in difference.aspects]
        return [each for each in found if each.side("gone") != each.side("new")]

    def _untold(self, difference: Difference) -> bool:
        return self.mark(difference) == "changed" and not self.told(difference)

    def _own(self, key: str) -> str:
        return self._new.render(Message(f"diff/{key}"))

    def _told(self, aspect: AspectChange) -> Told:
        lines = tuple(
            (each.mark, (self._new if each.mark == "new" else self._old).render(each.text)) for each in aspect.lines
        )
        label = self._new.render(aspect.label) if aspect.label is not None else ""
        return Told(label, lines, aspect.listed, aspect.alone)

    def _both(self) -> Sequence[Catalog]:
        return (self._old, self._new)


def _shortened(lines: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The lines; of a long one that became another by some words more, or fewer, only these and the words around."""
    at = 0
    while at < len(lines):
        (mark, text), (after, other) = lines[at], lines[at + 1] if at + 1 < len(lines) else ("", "")
        more = stretch(text, other) if (mark, after) == ("gone", "new") else ""
        less = stretch(other, text) if (mark, after) == ("gone", "new") and not more else ""
        if more or less:
            yield ("new", more) if more else ("gone", less)
            at += 2
        else:
            yield mark, text
            at += 1


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
