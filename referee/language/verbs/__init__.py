"""The registry: every construct of the language once, with its form, its types, what it needs and an example."""

from __future__ import annotations

from referee.language.verbs.changes import CHANGES, NOTES
from referee.language.verbs.choices import CHOICES
from referee.language.verbs.code import CODE
from referee.language.verbs.construct import Construct, Example, Family, Parameter
from referee.language.verbs.declarations import FACTS
from referee.language.verbs.endings import ENDINGS
from referee.language.verbs.flow import FLOW
from referee.language.verbs.numbers import NUMBERS
from referee.language.verbs.pieces import PIECES
from referee.language.verbs.places import PLACES
from referee.language.verbs.rules import RULES
from referee.language.verbs.sealed import SEALED
from referee.language.verbs.sets import SETS
from referee.language.verbs.supply import SUPPLY
from referee.language.verbs.tests import TESTS
from referee.language.verbs.things import THINGS

FAMILIES: tuple[Family, ...] = (
    SUPPLY,
    PIECES,
    CHOICES,
    SEALED,
    FLOW,
    RULES,
    ENDINGS,
    THINGS,
    NUMBERS,
    SETS,
    TESTS,
    FACTS,
    PLACES,
    CODE,
    CHANGES,
    NOTES,
)

__all__ = ["FAMILIES", "Construct", "Example", "Family", "Parameter"]
