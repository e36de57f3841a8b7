"""The registry: every construct of the language once, with its form, its types, what it needs and an example."""

from __future__ import annotations

from referee.language.verbs.construct import Construct, Example, Family, Parameter
from referee.language.verbs.flow import FLOW
from referee.language.verbs.pieces import PIECES
from referee.language.verbs.supply import SUPPLY

FAMILIES: tuple[Family, ...] = (SUPPLY, PIECES, FLOW)

__all__ = ["FAMILIES", "Construct", "Example", "Family", "Parameter"]
