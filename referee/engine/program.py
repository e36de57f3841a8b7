"""A program as the rest of the referee uses it: views, options and moves by their public ids."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from referee.engine import invariants, renewing, snapshot
from referee.engine import records as r
from referee.engine.core import Raw, State
from referee.engine.hiding import resample
from referee.engine.layout import BARRIER, FRAME, SEALED, TO_OTHERS
from referee.engine.refusal import Illegal, refuse
from referee.engine.telling.events import Events, Shared, Telling
from referee.engine.touching import Differences, Touched, Touching
from referee.engine.viewing import Viewing
from referee.language.build import Ruleset

MAX_CHOICES = 200  # of one move


@dataclass(slots=True)
class Step:
    """One choice of a move: the position before and after it, and its raw events."""

    before: State
    after: State
    seat: int
    choice: r.Choice
    raw: Raw
    events: list[Raw]
    sealed: bool


@dataclass(slots=True)
class Applied:
    """A move that was made. `barrier`: something new was shown, so it can't be taken back.

    `ends`: something new was shown to the mover too, so nothing may follow in this move.
    """

    state: State
    barrier: bool
    sealed: bool
    steps: list[Step] = field(default_factory=list)
    ends: bool = False


@dataclass(slots=True)
class Preview:
    """What some choices would lead to: the position after the last good one, never beyond a barrier."""

    state: State
    applied: Applied | None
    at_barrier: bool = False
    refusal: r.Refusal | None = None


class Program(Viewing):
    """A ruleset compiled for a number of seats."""

    def __init__(self, ruleset: Ruleset, seats: int) -> None:
        super().__init__(ruleset, seats)
        self.touching = Touching(self)
        self.events_of = Events(self, self.options_of)

    # -- views after moves ------------------------------------------------------------------------

    def touched(self, before: State, after: State) -> Touched:
        """What may differ between the views of two positions: for `renewed`."""
        return self.touching.between(before, after)

    def renewed(
        self, view: r.View, S: State, touched: Touched, *, with_blocked: bool = False
    ) -> tuple[r.View, Differences]:
        """The viewer's view after a change: as `view` makes it, but what isn't touched is taken from the view before.

        What is equal to what was there before is the same object. `touched` shares what is public among the viewers,
        and tells what of it differs; beside the view stands what differs for this viewer alone.
        """
        return renewing.renewed(self, view, S, touched, with_blocked)

    def view_beside(
        self, other: r.View, seat: str, S: State, touched: Touched, *, with_blocked: bool = False
    ) -> r.View:
        """A first view of a seat: as `view` makes it, but what is public is taken from another viewer's before."""
        return renewing.shown_to(self, other, seat, S, touched, with_blocked)

    def differences(self, was: r.View, now: r.View) -> tuple[Differences, Differences]:
        """What differs between two views of one viewer: what everybody sees alike, and what not."""
        return renewing.differences(self, was, now)

    # -- moves ------------------------------------------------------------------------------------

    def submit(self, S: State, seat: str, choices: Sequence[r.Choice]) -> Applied:
        """Make a move: all of its choices or none. The given state stays as it is.

        Raises:
            Illegal: the first choice that isn't possible, with its index.
            RulesFault: the rules failed; nothing has changed.
        """
        applied = Applied(S, False, False)
        if not choices:
            raise refuse("NOT_OFFERED")
        for index, choice in enumerate(choices[: MAX_CHOICES + 1]):
            if index >= MAX_CHOICES:
                raise refuse("LIMIT", choice=index)
            self._one(applied, seat, choice, index)
        return applied

    def _one(self, applied: Applied, seat: str, choice: r.Choice, index: int) -> None:
        S = applied.state
        if index and (applied.ends or applied.sealed or seat not in self.pending(S)):
            raise refuse("CHOICE_AFTER_BARRIER", choice=index, option=choice.option)
        if S[FRAME] is None:
            raise refuse("GAME_OVER", choice=index, option=choice.option)
        if seat not in self.pending(S):
            raise refuse("NOT_YOUR_TURN", choice=index, option=choice.option)
        number = int(seat) - 1
        raw = self.choices.to_raw(S, number, choice, index)
        if choice.answer == ():  # of which form is told by the question only
            choice = replace(choice, answer=self.choices.from_raw(S, raw, number).answer)
        events: list[Raw] = []
        sealed = S[SEALED] is not None
        after = self.advance(S, number, raw, events)
        applied.steps.append(Step(S, after, number, choice, raw, events, sealed))
        applied.state = after
        applied.barrier = applied.barrier or bool(after[BARRIER])
        applied.ends = applied.ends or after[BARRIER] not in (0, TO_OTHERS)
        applied.sealed = applied.sealed or sealed

    def preview(self, S: State, seat: str, choices: Sequence[r.Choice]) -> Preview:
        """What some choices would lead to. A choice that may reach a barrier is checked but not carried out."""
        applied = Applied(S, False, False)
        for index, choice in enumerate(choices[:MAX_CHOICES]):
            try:
                if seat not in self.pending(applied.state):
                    self._one(applied, seat, choice, index)
                raw = self.choices.to_raw(applied.state, int(seat) - 1, choice, index)
                if self.options_of.barriers.reaches(applied.state, int(seat) - 1, raw):
                    refusal = None
                    if index + 1 < len(choices):
                        later = choices[index + 1]
                        refusal = refuse("CHOICE_AFTER_BARRIER", choice=index + 1, option=later.option).refusal
                    return Preview(applied.state, applied, True, refusal)
                self._one(applied, seat, choice, index)
            except Illegal as illegal:
                return Preview(applied.state, applied, False, illegal.refusal)
        return Preview(applied.state, applied)

    def events_for(self, applied: Applied, seat: str, telling: Telling | None = None) -> tuple[r.Event, ...]:
        """What happened in a move, as a seat or a spectator may see it.

        `telling`: new for a move, and then given again for its other viewers: it keeps what all are told alike.
        """
        viewer = int(seat) - 1 if seat else -1
        if telling is None:
            shared: list[Shared | None] = [None] * len(applied.steps)
        else:
            telling.choices = telling.choices or [Shared() for _ in applied.steps]
            shared = [*telling.choices]
        answers = [
            self.events_of.answered(step.before, step.seat, step.choice, step.raw, viewer, step.sealed, alike)
            for step, alike in zip(applied.steps, shared, strict=True)
        ]
        key = tuple(map(id, answers))  # those that are shared are kept as long as the telling
        if telling is not None and key in telling.wholes:
            return telling.wholes[key]
        found: list[r.Event] = []
        for step, answer, alike in zip(applied.steps, answers, shared, strict=True):
            found.append(answer)
            found += self.events_of.show(step.before, step.after, step.events, viewer, alike)
        told = tuple(found)
        if telling is not None and all(
            len(alike.events) == len(step.events) for alike, step in zip(telling.choices, applied.steps, strict=True)
        ):
            telling.wholes[key] = told
        return told

    # -- choices by id ----------------------------------------------------------------------------

    def choice_to_raw(self, S: State, seat: str, choice: r.Choice) -> Raw:
        """The raw choice that a client means. Raises Illegal."""
        return self.choices.to_raw(S, int(seat) - 1, choice)

    def raw_to_choice(self, S: State, raw: Raw, seat: str = "") -> r.Choice:
        """A raw choice as a client would send it."""
        number = int(seat) - 1 if seat else self.pending_seats(S)[0]
        return self.choices.from_raw(S, raw, number)

    # -- the whole state --------------------------------------------------------------------------

    def digest(self, S: State) -> str:
        """The digest of the full state; it never leaves the server before the end."""
        return snapshot.digest(self, S)

    def view_digest(self, view: r.View) -> str:
        """The digest of a view without its texts."""
        return snapshot.view_digest(view)

    def dump(self, S: State) -> bytes:
        """A snapshot, by names and paths."""
        return snapshot.dump(self, S)

    def load(self, data: bytes) -> State:
        """The state of a snapshot. Raises ValueError if it is of other rules."""
        return snapshot.load(self, data)

    def resample(self, S: State, seat: str, key: bytes) -> State:
        """Another state that the seat can't tell from this one."""
        return resample.resample(self, S, int(seat) - 1 if seat else -1, key)

    def check_invariants(self, S: State) -> None:
        """Raises InvariantBroken if the state contradicts itself."""
        invariants.check(self, S)

    def inventory(self) -> dict[str, list[str]]:
        """What could happen in a game: hooks, options and ends, to see what never does."""
        return snapshot.inventory(self)


@lru_cache(maxsize=64)
def compile_ruleset(ruleset: Ruleset, seats: int) -> Program:
    """The program of a ruleset for a number of seats; kept, since compiling takes some time.

    Raises:
        ValueError: if the game isn't for so many.
    """
    return Program(ruleset, seats)
