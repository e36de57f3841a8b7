"""The packs that a server offers, as they were when each was last right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from referee.packs.source import Folder


@dataclass(frozen=True, slots=True)
class Library:
    """Packs by id. `requires`: the packs that each needs.

    `held`: for a pack whose files have errors now, its last good version with those of what it required then; where
    there is none the files are taken as they are, so that their errors are told.
    """

    packs: Mapping[str, Folder] = field(default_factory=dict)
    requires: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    held: Mapping[str, Mapping[str, Folder]] = field(default_factory=dict)

    def stack(self, names: Iterable[str]) -> dict[str, Folder]:
        """The packs named and all that they need; those that aren't there are left out."""
        found: dict[str, Folder] = {}
        waiting = list(names)
        overlays: list[Mapping[str, Folder]] = []
        while waiting:
            name = waiting.pop(0)
            if name in found or name not in self.packs:
                continue
            found[name] = self.packs[name]
            waiting += self.requires.get(name, ())
            if name in self.held:
                overlays.append(self.held[name])
        for overlay in overlays:
            found |= overlay
        return found

    def around(self, names: Iterable[str]) -> dict[str, Folder]:
        """Every pack, those of the stack as they fit together."""
        return {**self.packs, **self.stack(names)}


NO_PACKS = Library()
