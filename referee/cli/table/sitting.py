"""A game at this terminal: who sits where, whose turn it is, what is shown to whom."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from referee.cli.table.asking import Asker, Leave, TakeBack
from referee.cli.table.history import History
from referee.cli.table.picture import Painter
from referee.cli.table.roles import Roles
from referee.cli.table.words import Words
from referee.engine import Illegal, Program, State
from referee.engine.records import Choice, View
from referee.lab.answering import random_answer
from referee.lab.golden import Header, Log, Move, record
from referee.packs import Stack

if TYPE_CHECKING:
    from rich.console import Console, RenderableType


def stack_title(stack: Stack) -> str:
    """What a stack of packs is called: the titles of its packs."""
    return " + ".join(pack.title.text for pack in stack.packs)


@dataclass
class Sitting:
    """One game in progress. `bots` are the seats that random players hold; `given` is where it begins, if not at the
    start.
    """

    program: Program
    words: Words
    header: Header
    bots: frozenset[str]
    rng: random.Random
    moves: list[Move] = field(default_factory=list)
    given: State | None = None

    def __post_init__(self) -> None:
        self.state: State = self.program.start(self.header.key) if self.given is None else self.given
        self.seats = [str(number) for number in range(1, self.header.seats + 1)]
        self.past: list[State] = []  # positions that the last mover may go back to
        self.history = {viewer: History(self.words) for viewer in ("", *self.seats)}
        rules = self.program.ruleset
        self.painter = Painter(
            self.program.board(), self.words, stack_title(rules.stack), len(self.seats), Roles(rules.model)
        )

    @property
    def people(self) -> list[str]:
        return [seat for seat in self.seats if seat not in self.bots]

    def waiting(self) -> str:
        """The seat to ask now: a bot's first, so that people wait for people only; "" when the game is over."""
        pending = self.program.pending(self.state)
        return next((seat for seat in pending if seat in self.bots), pending[0] if pending else "")

    def submit(self, seat: str, choice: Choice) -> None:
        """Make a choice. Raises Illegal, then nothing has changed."""
        applied = self.program.submit(self.state, seat, [choice])
        same = bool(self.moves) and self.moves[-1].seat == seat
        self.past = [] if applied.barrier or applied.sealed else [*(self.past if same else []), self.state]
        self.state = applied.state
        self.moves.append(Move(seat, (choice,)))
        for viewer, history in self.history.items():
            history.add(self.program.events_for(applied, viewer))

    def take_back(self, seat: str) -> bool:
        """Undo the seat's last choice, if nothing was revealed since and nobody else has answered."""
        if not self.past or self.moves[-1].seat != seat:
            return False
        self.state = self.past.pop()
        self.moves.pop()
        for history in self.history.values():
            history.note("… taken back")
        return True

    def random_choice(self, seat: str) -> Choice:
        """What a random player answers for a seat, from the forms alone."""
        decisions = self.program.view(self.state, seat).decisions
        return random_answer(next(each for each in decisions if seat in each.seats), self.rng)

    def picture(self, viewer: str, console: Console) -> None:
        """Show the position to a seat."""
        console.print(self.painted(self.program.view(self.state, viewer, with_blocked=True)))

    def painted(self, view: View) -> RenderableType:
        """A view with what its viewer has seen happen since it chose."""
        return self.painter.picture(view, self.history[view.seat].since(view.seat))

    def keeps_secrets(self, seat: str) -> bool:
        """Whether a seat sees what the others don't; only then the screen is cleared between players."""
        own, public = self.program.view(self.state, seat), self.program.view(self.state, "")
        return (own.places, own.values) != (public.places, public.values) or any(d.sealed for d in own.decisions)

    def log(self) -> Log:
        """The game so far, on paper."""
        return record(self.program, self.header, self.moves, self.state)


def play_random(sitting: Sitting, choices: int) -> str:
    """Let random players make at most so many choices; gives the seat that is asked then."""
    for _ in range(choices):
        seat = sitting.waiting()
        if not seat:
            break
        sitting.submit(seat, sitting.random_choice(seat))
    return sitting.waiting()


def play_hot_seat(sitting: Sitting, console: Console, asker: Asker) -> bool:
    """Play until the game is over (True) or somebody leaves (False). People share the keyboard, bots play at once."""
    shown = ""
    while seat := sitting.waiting():
        if seat in sitting.bots:
            sitting.submit(seat, sitting.random_choice(seat))
            continue
        if shown not in ("", seat) and (sitting.keeps_secrets(shown) or sitting.keeps_secrets(seat)):
            console.clear()
            try:
                asker.read(f"{sitting.words.seat(seat)}: press Enter when only you look at the screen ")
            except EOFError:
                return False
            console.clear()
        shown = seat
        sitting.picture(seat, console)
        if not _answer(sitting, seat, console, asker):
            return False
    sitting.picture("", console)
    return True


def _answer(sitting: Sitting, seat: str, console: Console, asker: Asker) -> bool:
    """Ask until a choice is made or one is taken back; False if the person leaves."""
    view = sitting.program.view(sitting.state, seat, with_blocked=True)
    decision = next(each for each in view.decisions if seat in each.seats)
    while True:
        try:
            sitting.submit(seat, asker.choose(decision, sitting.painter.questioner(view)))
        except Leave:
            return False
        except TakeBack:
            if not sitting.take_back(seat):
                console.print("  nothing can be taken back here", style="dim")
                continue
        except Illegal as problem:
            console.print("  " + sitting.words.text(problem.refusal.text), style="yellow")
            continue
        return True
