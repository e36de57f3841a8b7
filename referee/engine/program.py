"""A program as the rest of the referee uses it: views, options and moves by their public ids."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from referee.engine import invariants, outcome, renewing, resample, snapshot
from referee.engine import records as r
from referee.engine.board import board
from referee.engine.choices import Choices
from referee.engine.core import Core, Raw, RulesFault, State, asks
from referee.engine.events import Events, Shared, Telling
from referee.engine.ids import Ids, drawn
from referee.engine.in_force import InForce
from referee.engine.layout import BARRIER, EVERYONE, FRAME, SEALED, TO_OTHERS, Layout
from referee.engine.options import Options
from referee.engine.refusal import Illegal, refuse
from referee.engine.runtime import Fault
from referee.engine.saying import Saying
from referee.engine.subjects import split
from referee.engine.touching import Differences, Touched, Touching
from referee.engine.views import Views
from referee.language.build import Ruleset
from referee.language.describe import Describer
from referee.language.describe.keys import pack_text, procedure_title
from referee.language.knowledge import Knowledge
from referee.language.text import Text
from referee.language.visibility import Visibility

MAX_CHOICES = 200  # of one move
TELLS = re.compile(r"\b(?:draw|draw_row|refill|replenish|reveal|roll|shuffle)\(")
"""Calls of the functions of `runtime.piles` that are or may be barriers whatever lies where."""


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


class Program(Core):
    """A ruleset compiled for a number of seats."""

    def __init__(self, ruleset: Ruleset, seats: int) -> None:
        super().__init__(ruleset, seats)
        self.ids = Ids(self)
        self.code.module["piece_key"] = self.ids.likeness.key
        self.views = Views(self)
        self.saying = Saying(self)
        self.modifiers = InForce(self)
        self.touching = Touching(self)
        self.describer = Describer(ruleset.model, ruleset.procedures, ruleset.terms)
        self.options_of = Options(self)
        self.choices = Choices(self)
        self.events_of = Events(self)
        self._board: r.Board | None = None
        self._seat_names = [str(seat + 1) for seat in range(seats)]
        self._procedure_of: dict[int, str] = {}
        self._titles: dict[str, Text] = {}
        look = Visibility(ruleset.context)
        lines = (*ruleset.model.score_lines, *ruleset.model.tie_breaks)
        self._secret_scores = any(look.reads(line.points, Knowledge()) for line in lines)  # the end shows something

        self._barriers = self._secret_scores or may_tell(self.layout, self.code.source)

    # -- positions --------------------------------------------------------------------------------

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

    def derived(self, S: State, decision: Any, raw: Raw) -> dict[str, Any]:
        """The values of an option's derived parameters."""
        option, standing = self.options_of.tree(decision, raw[0])
        number = raw[0] - len(decision.options) if standing else raw[0]
        function = self.code.module.get(f"sv_{number}" if standing else f"v{decision.block}_{number}")
        if option is None or function is None:
            return {}
        if asks(raw) and any(b.argument for b in drawn(option)[:-1]):
            return {}
        try:
            values = function(S, S[self.layout.values["active"][0]] if standing else S[FRAME], raw)
        except (TypeError, IndexError, Fault):
            return {}
        names = [b.var for b in option.binders if b.items is None]
        return dict(zip(names, values, strict=True))

    def reaches_barrier(self, S: State, seat: int, raw: Raw) -> bool:
        """May this option's effect reach a barrier before the next decision, one that tells the mover something?

        It is tried out on a copy: up to the first barrier an effect depends only on what the mover sees, since
        reading anything else is a barrier by itself. For an argument its ends are tried.
        """
        if S[SEALED] is not None:
            return True
        if not self._barriers:
            return False
        for one in ends(raw):
            try:
                after = self.advance(S, seat, one)
                if after[BARRIER] not in (0, TO_OTHERS) or (after[FRAME] is None and self._secret_scores):
                    return True
            except RulesFault:
                return True
        return False

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
                if self.reaches_barrier(applied.state, int(seat) - 1, raw):
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


def may_tell(layout: Layout, source: str) -> bool:
    """May any effect of a program's source be a barrier? Not where nothing is hidden, random or answered in secret."""
    return (
        any(level != EVERYONE for level in layout.level)
        or f"S[{BARRIER}]" in source
        or TELLS.search(source) is not None
    )


def ends(raw: Raw) -> list[Raw]:
    """A listed choice with the least and the most of its argument; a full choice is its own."""
    if not asks(raw):
        return [raw]
    form, rest = raw[-1], raw[:-1]
    if form[0] == "n":
        return [(*rest, form[1]), (*rest, form[2])]
    if form[0] == "p":
        return [(*rest, form[1][: form[2]]), (*rest, form[1][len(form[1]) - form[3] :])]
    if form[0] == "o":
        return [(*rest, form[1])]
    import random

    from referee.engine.core import answer

    return [(*rest, answer(form, random.Random(seed))) for seed in range(2)]


@lru_cache(maxsize=64)
def compile_ruleset(ruleset: Ruleset, seats: int) -> Program:
    """The program of a ruleset for a number of seats; kept, since compiling takes some time.

    Raises:
        ValueError: if the game isn't for so many.
    """
    return Program(ruleset, seats)
