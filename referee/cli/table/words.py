"""Texts of a game in one language, for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.engine.records import Value
from referee.language.text import Arg, Text

if TYPE_CHECKING:
    from referee.language import Ruleset
    from referee.language.describe import Describer
    from referee.language.model import Entry


class Words:
    """Renders texts, names of entries and values. `names`: seat ("1" …) → the player's name."""

    def __init__(self, ruleset: Ruleset, language: str = "en", names: dict[str, str] | None = None) -> None:
        from referee.texts import Catalogs

        self._catalog = Catalogs.load(ruleset.texts, (pack.files for pack in ruleset.stack.packs)).catalog(language)
        self._names = names or {}
        self._ruleset = ruleset
        self._describer: Describer | None = None

    def text(self, text: Text, near: str = "") -> str:
        """A text, in words for the table: cells shortly, places of the seat `near` without whose they are."""
        return self._catalog.render(text, self._names, near)

    def own(self, key: str, literal: str, *args: Arg) -> str:
        """A text of the referee's own, by key; `literal` is its English."""
        return self.text(Text(f"engine/{key}", args, literal))

    def entry(self, entry: str) -> str:
        """The name of an entry, token or piece."""
        return self._catalog.name(entry)

    def plural(self, entry: str) -> str:
        """What several of an entry or token are called."""
        return self._catalog.name(entry, "plural")

    def amount(self, count: int, entry: str) -> str:
        """Several of an entry, token or piece: `3 beads`; a single one is its name alone."""
        if count == 1:
            return self.entry(entry)
        return self.own("amount", "{n} {what.plural}", Arg("n", "number", count), Arg("what", "entry", entry))

    def counted(self, count: int, entry: str) -> str:
        """A number of tokens, whatever the number: `0 beads`, `1 bead`."""
        args = (Arg("n", "number", count), Arg("what", "entry", entry))
        return self.own("amount", "{n, plural, one {# {what}} other {# {what.plural}}}", *args)

    def field(self, name: str) -> str:
        """What a datum is called."""
        return self.text(Text(f"pack/field/{name}.name", (), name.replace("_", " ")))

    def rules(self, entry: str) -> str:
        """What an entry does, by its key (`stall/tea`); "" if it does nothing."""
        found = next((each for each in self._entries() if f"{each.kind}/{each.id}" == entry), None)
        return self._rules(found) if found is not None else ""

    def about(self, part: str) -> list[str]:
        """A line for every entry with this in its name: its data and what it does."""
        from referee.service.packs.entries import printed

        lines = []
        for entry in self._entries():
            name = self.entry(f"{entry.kind}/{entry.id}")
            if part.lower() not in name.lower():
                continue
            data = [
                f"{self.field(value.id)} {self.value(value)}"
                for value in printed(entry, self._ruleset.model.kinds[entry.kind], self._ruleset.model)
                if value.value
            ]
            told = "; ".join(text for text in (*data, self._rules(entry)) if text)
            lines.append(f"{name}: {told}" if told else name)
        return lines

    def _entries(self) -> list[Entry]:
        return list(self._ruleset.model.entries)

    def _rules(self, entry: Entry) -> str:
        from referee.language.describe import Describer

        if self._describer is None:
            self._describer = Describer(self._ruleset.model, self._ruleset.procedures, self._ruleset.terms)
        rules = self._describer.entry(entry)
        return self.text(rules) if rules is not None else ""

    def seat(self, seat: str) -> str:
        """What to call a seat."""
        return self.own("phrase", "{seat}", Arg("seat", "seat", seat))

    def cell(self, place: str) -> str:
        """A place by its id, shortly."""
        return self.own("phrase", "{place.short}", Arg("place", "place", place))

    def value(self, value: Value) -> str:
        """A value in short."""
        content = value.value
        if value.kind == "hidden":
            return "?"
        if value.kind == "none" or content is None:
            return "–"
        if value.kind == "yes":
            return "✓" if content else "✗"
        if value.kind == "ref":
            return self.reference(str(content))
        if value.kind == "bag" and isinstance(content, tuple):
            pairs = [pair for pair in content if isinstance(pair, tuple)]
            return ", ".join(self.amount(count, str(entry)) for entry, count in pairs if isinstance(count, int)) or "–"
        if isinstance(content, tuple):
            return ", ".join(self.reference(str(item)) for item in content) or "–"
        return str(content)

    def reference(self, ref: str) -> str:
        """A seat, place or entry by its id."""
        segments = ref.removeprefix("seat/")
        if segments.isdigit():
            return self.seat(segments) if ref.startswith("seat/") else segments
        return self.entry(ref)
