"""Small packs written in a test, and games of them by option ids."""

from __future__ import annotations

from textwrap import dedent, indent

from referee.engine import Program, State, compile_ruleset
from referee.engine.records import Answer, Choice
from referee.language import build_ruleset
from referee.packs import load_stack

HEAD = "id: fair\nkind: game\nversion: 1\nlanguage: 1\ntitle: A fair\nseats: [1, 4]\nsources: none\n"


def pack(declarations: str, **procedures: str) -> bytes:
    """A pack from declarations in YAML and procedures in the effect language."""
    text = HEAD + dedent(declarations)
    text += "procedures:\n"
    for name, body in procedures.items():
        text += f"  {name}: |\n" + indent(dedent(body).strip("\n") + "\n", "    ")
    return text.encode()


def program(source: bytes, seats: int = 2) -> Program:
    """The compiled program of a pack in memory."""
    return compile_ruleset(build_ruleset(load_stack(["fair"], files={"fair/pack.yaml": source})), seats=seats)


class Game:
    """A game that is played by option ids."""

    def __init__(self, source: bytes, seats: int = 2) -> None:
        self.program = program(source, seats)
        self.state: State = self.program.start(bytes(32))

    @property
    def pending(self) -> list[str]:
        return list(self.program.pending(self.state))

    @property
    def step(self) -> str:
        """The open question; empty when the game is over."""
        if self.program.over(self.state):
            return ""
        return self.program.view(self.state, self.pending[0]).decisions[0].step

    @property
    def options(self) -> list[str]:
        """The option ids of the first seat that owes an answer; none when the game is over."""
        if self.program.over(self.state):
            return []
        return [option.id for option in self.program.view(self.state, self.pending[0]).decisions[0].options]

    def play(self, *choices: str, answer: Answer = None) -> Game:
        """Choices one after the other, each by the seat that is asked."""
        for option in choices:
            self.state = self.program.submit(self.state, self.pending[0], [Choice(option, answer)]).state
            self.program.check_invariants(self.state)
        return self

    def value(self, name: str) -> object:
        """A value by id, as seat 1 sees it."""
        return {value.id: value.value for value in self.program.view(self.state, "1").values}[name]

    def place(self, name: str) -> dict[str, int]:
        """What lies in a place, by entry, as seat 1 sees it."""
        place = next(place for place in self.program.view(self.state, "1").places if place.id == name)
        found: dict[str, int] = {}
        for piece in place.pieces:
            found[piece.entry] = found.get(piece.entry, 0) + piece.count
        return found
