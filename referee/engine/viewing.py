"""Views of positions: where the rules are, what everybody sees, what is asked and who may answer what."""

from __future__ import annotations

import re

from referee.engine import outcome
from referee.engine import records as r
from referee.engine.core import State
from referee.engine.layout import FRAME, SEALED
from referee.engine.offering.choices import Choices
from referee.engine.offering.options import Options
from referee.engine.offering.subjects import split
from referee.engine.seeing.appearance import Appearance
from referee.engine.seeing.board import board
from referee.language.build import Ruleset
from referee.language.describe.keys import pack_text, procedure_title
from referee.language.text import Text


class Viewing(Appearance):
    """A compiled ruleset whose positions can be looked at, by seats and by spectators."""

    def __init__(self, ruleset: Ruleset, seats: int) -> None:
        super().__init__(ruleset, seats)
        self.options_of = Options(self)
        self.choices = Choices(self, self.options_of)
        self._board: r.Board | None = None
        self._seat_names = [str(seat + 1) for seat in range(seats)]
        self._procedure_of: dict[int, str] = {}
        self._titles: dict[str, Text] = {}

    def board(self) -> r.Board:
        """The static board: the places and values of every view, in order."""
        if self._board is None:
            self._board = board(self)
        return self._board

    def pending(self, S: State) -> tuple[str, ...]:
        """The seats that owe an answer; none when the game is over."""
        return tuple([self._seat_names[seat] for seat in self.pending_seats(S)])

    def outcome(self, S: State) -> r.Outcome | None:
        self._fuel.refill()
        return outcome.outcome(self, S)

    def view(self, S: State, seat: str, *, with_blocked: bool = False) -> r.View:
        """The position as a seat ("1" …) or a spectator ("") may see it."""
        viewer = int(seat) - 1 if seat else -1
        return r.View(
            seat=seat,
            path=self.path(S),
            places=self.views.places(S, viewer),
            values=self.views.values(S, viewer),
            in_force=self.in_force(S),
            decisions=self.asked(S, viewer, with_blocked),
            outcome=self.outcome(S),
        )

    def path(self, S: State) -> tuple[Text, ...]:
        """Where the rules are: the procedures that wait for one another, outermost first."""
        found: list[Text] = []
        frame = S[FRAME]
        while frame is not None:
            name = self._waiting(frame[0])
            text = self._title(S, name) if name else None
            if text is not None and (not found or found[-1] != text):
                found.append(text)
            frame = frame[1]
        return tuple(reversed(found))

    def _waiting(self, block: int) -> str:
        """The procedure that a block belongs to; empty for the main one and for hooks."""
        name = self._procedure_of.get(block)
        if name is None:
            name = re.split(r"[:(~?#]", self.code.paths[block][0], maxsplit=1)[0]
            if name == "main" or name not in self.ruleset.model.procedures:
                name = ""
            self._procedure_of[block] = name
        return name

    def _title(self, S: State, procedure: str, seat: int = -1) -> Text | None:
        """What a procedure is called, if that needs no arguments."""
        title = self._titles.get(procedure)
        if title is None:
            title = procedure_title(self.ruleset.model, self.ruleset.model.procedures[procedure])
            self._titles[procedure] = title
        if not title.literal or not self.saying.whole(title.literal):
            return None
        return self.saying.text(S, seat, title.key.removeprefix("pack/"), title.literal)

    def in_force(self, S: State) -> tuple[r.InForce, ...]:
        """The modifiers of entries that hold now, in sight of everybody."""
        self._fuel.refill()
        return self.modifiers.now(S)

    # -- decisions --------------------------------------------------------------------------------

    def asked(self, S: State, viewer: int, with_blocked: bool) -> tuple[r.Decision, ...]:
        """What is asked now, with the options of a viewer who owes an answer."""
        if S[FRAME] is None:
            return ()
        decision = self.decisions[S[FRAME][0]]
        sealed = S[SEALED] is not None
        seats = self.pending(S)
        options: tuple[r.Option, ...] = ()
        blocked: tuple[r.Option, ...] = ()
        answered: tuple[r.Choice, ...] = ()
        if viewer >= 0 and str(viewer + 1) in seats:
            options = self.options_of.options(S, viewer)
            if with_blocked:
                blocked = self._blocked(S, viewer, {o.id for o in options})
        elif sealed:
            answered = self._sealed_answer(S, viewer)
        return (
            r.Decision(
                step=decision.step,
                seats=seats,
                prompt=self._prompt(S, decision.step, decision.cause, int(seats[0]) - 1 if len(seats) == 1 else -1),
                sealed=sealed,
                options=options,
                blocked=blocked,
                answered=answered,
            ),
        )

    def _prompt(self, S: State, step: str, cause: tuple[int, str], seat: int) -> Text:
        says, name = self.ruleset.model.says, step.partition("/")[0]
        # The text of a single option names its values; as a question it would have none.
        key = step.partition(".")[0]
        if key in says and self.saying.whole(says[key]):
            return self.saying.text(S, seat, f"says/{key}", says[key])
        title = self._title(S, name, seat) if name in self.ruleset.model.procedures else None
        if title is not None:
            return title
        if cause[0] >= 0:
            entry = self.ruleset.model.entries[cause[0]]
            return pack_text(f"{entry.kind}/{entry.id}.name", entry.name)
        return Text("engine/prompt")

    def _sealed_answer(self, S: State, viewer: int) -> tuple[r.Choice, ...]:
        """The viewer's own sealed answer, while the others think."""
        for seat, answer in S[SEALED]:
            if seat == viewer and answer is not None:
                return (self.choices.from_raw(S, (0, answer), viewer),)
        return ()

    def _blocked(self, S: State, seat: int, offered: set[str]) -> tuple[r.Option, ...]:
        decision = self.decisions[S[FRAME][0]]
        found: list[r.Option] = []
        for name, raw in self.choices.candidates(S, decision, seat):
            if name in offered:
                continue
            refusal = self.choices.why(S, decision, raw, seat, name)
            if refusal is not None:
                offered.add(name)
                label = self.options_of.label(S, decision, raw, seat)
                option = decision.options[raw[0]]
                subjects, meant = split(self.options_of.subjects.of(S, decision, option, raw, seat))
                entry = self.options_of.entry(option, raw)
                found.append(r.Option(name, label, subjects, entry, option.label, refusal=refusal, meant=meant))
        return tuple(found)
