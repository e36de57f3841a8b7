"""What a pack says of how its things are drawn, beside the shapes of places: slots, costs, colours, crosses."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.language.model import Entry, Model

Amounts = tuple[tuple[str, int], ...]  # tokens with their numbers

TOKEN_COLOURS = (
    "dark_orange",
    "bright_white",
    "green3",
    "red1",
    "orange4",
    "tan",
    "indian_red",
    "dodger_blue1",
    "gold1",
    "medium_purple1",
    "cyan",
    "magenta",
)
PALETTE = ("cyan", "magenta", "yellow", "green", "blue", "bright_white", "bright_cyan", "bright_magenta")


class Roles:
    """Looks things up in the declarations of a ruleset; without a model nothing has a role."""

    def __init__(self, model: Model | None = None) -> None:
        self._model = model
        self._colours = dict(zip(model.tokens if model is not None else (), TOKEN_COLOURS, strict=False))
        for number, kind in enumerate(model.kinds.values() if model is not None else ()):
            self._colours.update((entry.id, PALETTE[number % len(PALETTE)]) for entry in kind.entries)

    def slots(self, kind: str, entry: str, place: str) -> Amounts:
        """The slots that the tokens in a place of a piece fill; none if they fill no slots."""
        if self._model is None or place not in self._model.places:
            return ()
        declared, found = self._model.places[place], self._entry(kind, entry)
        return self._bag(found, declared.fills) if found is not None and declared.fills else ()

    def is_told_by_slots(self, kind: str, entry: str, place: str) -> bool:
        """Whether no other entry of the kind has the same slots, so that they tell which one it is."""
        assert self._model is not None
        own = self.slots(kind, entry, place)
        return sum(self.slots(kind, each.id, place) == own for each in self._model.kinds[kind].entries) == 1

    def costs(self, kind: str, entry: str) -> Amounts:
        """All amounts that are printed on an entry."""
        found = self._entry(kind, entry)
        if self._model is None or found is None:
            return ()
        bags = [name for name, type_ in self._model.kinds[kind].fields.items() if type_.sort == "bag"]
        return tuple(pair for name in bags for pair in self._bag(found, name))

    def is_single(self, kind: str) -> bool:
        """Whether all pieces of a kind are alike, so that one is told by being there."""
        return self._model is not None and kind in self._model.kinds and len(self._model.kinds[kind].entries) == 1

    def is_cross(self, value: str) -> bool:
        """Whether a value (by its id) marks the row and the column of the cell that it names."""
        declared = self._model.values.get(value.rpartition("/")[2]) if self._model is not None else None
        return declared is not None and declared.drawn == "cross"

    def colour(self, entry: str) -> str:
        """The colour of a token or of a kind's entries, the same in every picture and process."""
        return self._colours.get(entry) or PALETTE[zlib.crc32(entry.encode()) % len(PALETTE)]

    def _entry(self, kind: str, entry: str) -> Entry | None:
        if self._model is None or kind not in self._model.kinds:
            return None
        return next((each for each in self._model.kinds[kind].entries if each.id == entry), None)

    def _bag(self, entry: Entry, field: str) -> Amounts:
        assert self._model is not None
        content = entry.data.get(field)
        tokens = self._model.group_tokens(self._model.kinds[entry.kind].fields[field].name)
        names = list(self._model.tokens)
        if not isinstance(content, tuple):
            return ()
        return tuple((names[token], n) for token, n in zip(tokens, content, strict=False) if n)
