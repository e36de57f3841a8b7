"""How positions of a program look: the ids of what is there, who sees what, and the words for it."""

from __future__ import annotations

from referee.engine.core import Core
from referee.engine.seeing.ids import Ids
from referee.engine.seeing.in_force import InForce
from referee.engine.seeing.saying import Saying
from referee.engine.seeing.views import Views
from referee.language.build import Ruleset
from referee.language.describe import Describer


class Appearance(Core):
    """A compiled ruleset with what is needed to show a position to somebody."""

    def __init__(self, ruleset: Ruleset, seats: int) -> None:
        super().__init__(ruleset, seats)
        self.ids = Ids(self)
        self.code.module["piece_key"] = self.ids.likeness.key
        self.views = Views(self, self.ids)
        self.saying = Saying(self)
        self.modifiers = InForce(self, self.views)
        self.describer = Describer(ruleset.model, ruleset.procedures, ruleset.terms)
