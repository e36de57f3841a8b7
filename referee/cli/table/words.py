"""Texts of a game in one language, for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.engine.records import Value
from referee.language.text import Arg, Text

if TYPE_CHECKING:
    from referee.language import Ruleset


class Words:
    """Renders texts, names of entries and values. `names`: seat ("1" …) → the player's name."""

    def __init__(self, ruleset: Ruleset, language: str = "en", names: dict[str, str] | None = None) -> None:
        from referee.texts import Catalogs

        self._catalog = Catalogs.load(ruleset.texts, (pack.files for pack in ruleset.stack.packs)).catalog(language)
        self._names = names or {}

    def text(self, text: Text) -> str:
        """A text, in words."""
        return self._catalog.render(text, self._names)

    def own(self, key: str, literal: str, *args: Arg) -> str:
        """A text of the referee's own, by key; `literal` is its English."""
        return self.text(Text(f"engine/{key}", args, literal))

    def entry(self, entry: str) -> str:
        """The name of an entry, token or piece."""
        return self._catalog.name(entry)

    def seat(self, seat: str) -> str:
        """What to call a seat."""
        return self.own("phrase", "{seat}", Arg("seat", "seat", seat))

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
            return ", ".join(f"{count} {self.entry(str(entry))}" for entry, count in pairs) or "–"
        if isinstance(content, tuple):
            return ", ".join(self.reference(str(item)) for item in content) or "–"
        return str(content)

    def reference(self, ref: str) -> str:
        """A seat, place or entry by its id."""
        segments = ref.removeprefix("seat/")
        if segments.isdigit():
            return self.seat(segments) if ref.startswith("seat/") else segments
        return self.entry(ref)
