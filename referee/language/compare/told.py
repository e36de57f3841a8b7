"""One ruleset told whole: every thing that it declares, under headings."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from referee.language.build import Ruleset
from referee.language.compare import acting, declared, entries, placing, ruling, triggers, wording
from referee.language.compare.reading import Reading
from referee.language.compare.things import SECTIONS, Thing

_TELLING: dict[str, Callable[[Reading], Iterator[Thing]]] = {
    "game": ruling.game,
    "options": ruling.options,
    "rules": ruling.rules,
    "tokens": declared.tokens,
    "groups": declared.groups,
    "symbols": declared.symbols,
    "kinds": declared.kinds,
    "entries": entries.entries,
    "places": declared.places,
    "values": declared.values,
    "setup": placing.setup,
    "procedures": acting.procedures,
    "terms": acting.terms,
    "any_time": acting.any_time,
    "windows": acting.windows,
    "triggers": triggers.triggers,
    "scoring": ruling.scoring,
    "tie_breaks": ruling.tie_breaks,
    "texts": wording.texts,
}


def told(ruleset: Ruleset) -> list[Thing]:
    """All things of a ruleset, section by section."""
    reading = Reading(ruleset)
    return [thing for section in SECTIONS for thing in _TELLING[section](reading)]
