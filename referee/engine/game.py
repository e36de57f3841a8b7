"""One game in a notebook: the position, what can be done, and what that leads to."""

from __future__ import annotations

from dataclasses import dataclass

from referee.engine import records as r
from referee.engine.core import State
from referee.engine.program import Program


@dataclass(frozen=True, slots=True)
class Game:
    """A position of a game. It never changes: `play` gives the next one."""

    program: Program
    state: State

    @property
    def seat(self) -> str:
        """The seat that decides now (of several the first); empty when the game is over."""
        pending = self.program.pending(self.state)
        return pending[0] if pending else ""

    @property
    def outcome(self) -> r.Outcome | None:
        """How the game ended; None while it runs."""
        return self.program.outcome(self.state)

    def view(self, seat: str | None = None) -> r.View:
        """The position as a seat may see it; default: the one that decides."""
        return self.program.view(self.state, self.seat if seat is None else seat)

    def options(self) -> list[str]:
        """The ids of everything that the deciding seat may do."""
        return [option.id for decision in self.view().decisions for option in decision.options]

    def play(self, option: str, answer: r.Answer = None) -> Game:
        """The game after a choice of the deciding seat.

        Raises:
            Illegal: with the reason, if the choice isn't possible.
        """
        choice = r.Choice(option, answer)
        return Game(self.program, self.program.submit(self.state, self.seat, [choice]).state)
