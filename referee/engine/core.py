"""A compiled ruleset for one number of seats: start a game, list, check and apply raw choices.

Raw choices are tuples: the index of the option, one value for each binder over a set, and at the end the argument if
the option asks for one. In a list the argument's place holds its form: ('n', low, high) a number, ('p', items, low,
high) a subset in the items' order, ('o', items) an order, ('a', rows, low, high) an allocation of tokens, ('s',
tokens, bins, total, now) a sharing out.
"""

from __future__ import annotations

import contextlib
import random
from typing import Any

from referee.engine.codegen.decisions import Decision
from referee.engine.compile import compile_program
from referee.engine.layout import BARRIER, FRAME, KEY, MOVER, OUTCOME, SEALED, Layout
from referee.engine.refusal import NOT_OFFERED, Illegal
from referee.engine.runtime import Fault, Fuel, GameOver
from referee.engine.setup import blank, set_up
from referee.language import tree as t
from referee.language.build import Ruleset
from referee.language.costs import ASK

State = list[Any]
Raw = tuple[Any, ...]
FUEL = 20_000  # blocks that one choice may run
FULL = Fuel.LIMIT  # steps that one choice, or a look at the choices, may take
TRIED = 5_000  # blocks that may run when it is only tried whether a procedure has something to choose
TRIED_STEP = 20  # steps that each of them counts for


RulesFault = Fault  # the rules ran out of steps or asked for what can't be; nothing has changed


class Core:
    """A ruleset compiled for a number of seats: raw positions and raw choices."""

    def __init__(self, ruleset: Ruleset, seats: int) -> None:
        if not ruleset.min_seats <= seats <= ruleset.max_seats:
            raise ValueError(f"this game is for {ruleset.min_seats} to {ruleset.max_seats} players")
        self.ruleset = ruleset
        self.seats = seats
        self.layout = Layout(ruleset.model, seats)
        self.code = compile_program(ruleset, self.layout)
        self.blocks = self.code.blocks
        module = self.code.module
        module["can_do"] = self._can_do
        module["apart"] = self._apart
        self.decisions = self.code.decisions
        names = {n: f for n, f in module.items() if callable(f)}
        self._list = {b: names[f"l{b}"] for b in self.decisions}
        self._check: dict[int, Any] = {}
        self._body: dict[int, Any] = {}
        for block, decision in self.decisions.items():
            if decision.sort == "choose":
                count = len(decision.options)
                self._check[block] = tuple(names[f"c{block}_{k}"] for k in range(count))
                self._body[block] = tuple(names[f"o{block}_{k}"] for k in range(count))
            else:
                self._check[block] = names[f"c{block}"]
                if decision.sort in ("secretly", "secretly_put"):
                    self._body[block] = names[f"d{block}"]
                else:
                    self._body[block] = names[f"o{block}_0"]
        self._standing_check = tuple(names[f"sc_{i}"] for i in range(len(self.code.standing)))
        self._standing_body = tuple(names[f"so_{i}"] for i in range(len(self.code.standing)))
        self._initial: State | None = None
        self._fuel = self.code.fuel
        self._tries = 0  # procedures that are tried out, one inside another
        self._seat_index = {b: 2 + d.live.index(d.seat) if d.seat in d.live else -1 for b, d in self.decisions.items()}

        # What applying a choice of one seat needs, looked up once: bodies that check, where the frame has the seat.
        self._choices = {
            b: (self._body[b] if d.sort == "choose" else (names[f"u{b}"],), self._seat_index[b])
            for b, d in self.decisions.items()
            if d.sort not in ("secretly", "secretly_put")
        }

    # -- starting ---------------------------------------------------------------------------------

    def start(self, key: bytes, events: list[Raw] | None = None) -> State:
        """A game at its first decision. `key` is 32 bytes of randomness: all shuffles come from it."""
        self._fuel.left = FULL
        if self._initial is None:
            self._initial = self._set_up()
        S = self._initial.copy()
        S[KEY] = key.hex()
        S[FRAME] = (self.code.main, None, -1)
        self.run(S, events)
        return S

    def _set_up(self) -> State:
        """The state before the first statement: the set-up draws nothing, so it is the same for every game."""
        S = blank(self.layout, bytes(32))
        set_up(self.code, S)
        return S

    # -- running ----------------------------------------------------------------------------------

    def run(self, S: State, E: list[Raw] | None) -> None:
        """Run until a seat has to decide or the game is over."""
        frame = S[FRAME]
        S[FRAME] = None
        with contextlib.suppress(GameOver):
            self._steps(S, E, frame)
        if S[FRAME] is None and S[OUTCOME] is None:
            S[OUTCOME] = (-1, "end")

    def _steps(self, S: State, E: list[Raw] | None, frame: Any) -> None:
        """Block after block, until one waits."""
        if frame is None:
            return
        blocks, run = self.blocks, 0
        most = FUEL if not self._tries else TRIED
        try:
            for run in range(1, most + 2):  # noqa: B007  # counted for below
                frame = blocks[frame[0]](S, E, frame)
                if frame is None:
                    break
            else:
                raise RulesFault(f"this choice runs more than {most} steps: the rules have a loop without end")
        except Fault as fault:
            raise self._placed(fault, frame) from None
        if self._tries:
            self._fuel.burn(TRIED_STEP * run)

    def _placed(self, fault: Fault, frame: Any) -> Fault:
        """The fault with the place in the pack where it happened: of the block, or of what has called it."""
        while fault.at is None and frame is not None:
            fault.at = self.code.places.get(frame[0])
            frame = frame[1]
        fault.at = fault.at or self.ruleset.main.at
        return fault

    def _can_do(self, S: State, procedure: int, seat: int, *args: Any) -> bool:
        """Would a procedure, begun now, ask its first question with something to choose?"""
        block = next((b for b in (self._procedure_block(procedure),) if b >= 0), -1)
        self._fuel.burn(ASK)
        T = S.copy()
        T[FRAME] = (block, None, seat, *args)
        T[SEALED] = None
        self._tries += 1
        try:
            self.run(T, None)
            return T[FRAME] is not None and len(self.moves(T)) > 0
        finally:
            self._tries -= 1

    def _procedure_block(self, index: int) -> int:
        return self.code.procedures.get(index, -1)

    # -- raw choices ------------------------------------------------------------------------------

    def over(self, S: State) -> bool:
        return S[FRAME] is None

    def pending_seats(self, S: State) -> tuple[int, ...]:
        """The seats that owe an answer, counted from 0; none when the game is over."""
        frame = S[FRAME]
        if frame is None:
            return ()
        if S[SEALED] is None:
            return (frame[self._seat_index[frame[0]]],)
        return tuple(seat for seat, answer in S[SEALED] if answer is None)

    def moves(self, S: State, seat: int | None = None) -> list[Raw]:
        """All legal raw choices of the seat (default: the first that owes an answer), in canonical order."""
        frame = S[FRAME]
        if frame is None:
            return []
        if not self._tries:
            self._fuel.left = FULL
        try:
            if S[SEALED] is not None:
                who = self.pending_seats(S)[0] if seat is None else seat
                return self._list[frame[0]](S, frame, who)  # type: ignore[no-any-return]  # generated
            return self._list[frame[0]](S, frame)  # type: ignore[no-any-return]  # generated
        except Fault as fault:
            raise self._placed(fault, frame) from None

    def option_tree(self, decision: Decision, index: int) -> tuple[t.Option | None, bool]:
        """The option of an index, and whether it is a standing one; None for a decision without options."""
        if decision.sort != "choose":
            return None, False
        if index < len(decision.options):
            return decision.options[index], False
        return self.ruleset.standing[index - len(decision.options)], True

    def legal(self, S: State, seat: int, raw: Raw) -> bool:
        """Is a raw choice legal? Safe for any tuple."""
        if not self._tries:
            self._fuel.left = FULL
        frame = S[FRAME]
        if frame is None or type(raw) is not tuple or not raw or type(raw[0]) is not int:
            return False
        block = frame[0]
        check = self._check[block]
        if S[SEALED] is not None:
            return (seat, None) in S[SEALED] and check(S, frame, seat, raw)
        if frame[self._seat_index[block]] != seat:
            return False
        if type(check) is tuple:
            k = raw[0]
            if 0 <= k < len(check):
                return check[k](S, frame, raw)  # type: ignore[no-any-return]  # generated
            k -= len(check)
            if 0 <= k < len(self._standing_check) and self.stands(S, block, seat):
                return self._standing_check[k](S, seat, raw)  # type: ignore[no-any-return]  # generated
            return False
        return check(S, frame, raw)  # type: ignore[no-any-return]  # generated

    def stands(self, S: State, block: int, seat: int) -> bool:
        """Are standing options offered beside this decision?"""
        if not self.decisions[block].standing or S[self.layout.values["active"][0]] != seat:
            return False
        return self._apart(S[FRAME])

    def _apart(self, frame: Any) -> bool:
        """Is a decision not part of a standing option? Inside one, a decision waits further down.

        Nor does anything stand beside what is only tried: `can do` asks for the options of the procedure itself.
        """
        if self._tries:
            return False
        frame = frame[1]
        while frame is not None:
            if frame[0] in self.decisions:
                return False
            frame = frame[1]
        return True

    def apply(self, S: State, seat: int, raw: Raw, events: list[Raw] | None = None) -> State:
        """The state after a legal choice; the given one stays as it is.

        Raises:
            Illegal: if the choice isn't legal.
            RulesFault: if the rules fail; nothing has changed.
        """
        frame = S[FRAME]
        self._fuel.left = FULL
        try:
            bodies, at = self._choices[frame[0]]
            k = raw[0]
        except (TypeError, KeyError, IndexError):
            bodies = ()  # no choice of one seat, or nothing like an answer: the slower way tells
        if bodies and type(raw) is tuple and type(k) is int and 0 <= k < len(bodies) and frame[at] == seat:
            T = S.copy()
            T[BARRIER] = 0
            T[MOVER] = seat
            T[FRAME] = None
            try:
                frame = bodies[k](T, events, frame, raw)
                if frame is False:
                    raise Illegal(NOT_OFFERED)
                # Most choices need one block more or two; the rest of the way is `_steps`.
                if frame is not None and (frame := self.blocks[frame[0]](T, events, frame)) is not None:
                    frame = self.blocks[frame[0]](T, events, frame)
                    if frame is not None:
                        self._steps(T, events, frame)
            except GameOver:
                return T
            except Fault as fault:
                raise self._placed(fault, frame) from None
            if T[FRAME] is None and T[OUTCOME] is None:
                T[OUTCOME] = (-1, "end")
            return T
        if not self.legal(S, seat, raw):
            raise Illegal(NOT_OFFERED)
        return self.advance(S, seat, raw, events)

    def advance(self, S: State, seat: int, raw: Raw, events: list[Raw] | None = None) -> State:
        """`apply` for a choice that was listed by `moves`: unchecked."""
        self._fuel.left = FULL
        T = S.copy()
        T[BARRIER] = 0
        T[MOVER] = seat
        frame = T[FRAME]
        body = self._body[frame[0]]
        if T[SEALED] is not None:
            T[SEALED] = tuple((s, raw[1] if s == seat else a) for s, a in T[SEALED])
            if any(a is None for _, a in T[SEALED]):
                return T
        T[FRAME] = None  # a body that ends in a decision puts its frame there itself
        try:
            if T[SEALED] is not None:
                then = body(T, events, frame)
            elif type(body) is tuple:
                k = raw[0]
                if k < len(body):
                    then = body[k](T, events, frame, raw)
                else:
                    then = self._standing_body[k - len(body)](T, events, frame, seat, raw)
            else:
                then = body(T, events, frame, raw)
            self._steps(T, events, then)
        except GameOver:
            return T
        except Fault as fault:
            raise self._placed(fault, frame) from None
        if T[FRAME] is None and T[OUTCOME] is None:
            T[OUTCOME] = (-1, "end")
        return T

    def sample(self, S: State, rng: random.Random, seat: int | None = None) -> Raw:
        """One legal raw choice at random: an option first, then its argument."""
        options = self.moves(S, seat)
        raw = options[rng.randrange(len(options))] if len(options) > 1 else options[0]
        if asks(raw):
            return (*raw[:-1], answer(raw[-1], rng))
        return raw


def asks(raw: Raw) -> bool:
    """Does a listed choice end in the form of an argument?"""
    last = raw[-1]
    return type(last) is tuple and len(last) > 1 and type(last[0]) is str


def answer(form: Raw, rng: random.Random) -> Any:
    """An argument that satisfies a form, at random."""
    sort = form[0]
    if sort == "n":
        return rng.randint(form[1], form[2])
    if sort == "p":
        size = rng.randint(form[2], form[3])
        chosen = set(rng.sample(range(len(form[1])), size))
        return tuple(member for i, member in enumerate(form[1]) if i in chosen)
    if sort == "o":
        return tuple(rng.sample(form[1], len(form[1])))
    if sort == "a":
        return _amounts(form, rng)
    return _rows(form, rng)


def _amounts(form: Raw, rng: random.Random) -> tuple[int, ...]:
    _, rows, low, high = form
    counts = [least for _, least, _ in rows]
    total = rng.randint(max(low, sum(counts)), max(high, sum(counts)))
    room = [i for i, (_, least, most) in enumerate(rows) for _ in range(min(most - least, total))]
    for i in rng.sample(room, total - sum(counts)):
        counts[i] += 1
    return tuple(counts)


def _rows(form: Raw, rng: random.Random) -> tuple[tuple[int, ...], ...]:
    _, tokens, bins, total, _ = form
    there = [i for i, (_, have) in enumerate(tokens) if have]
    spaces = [j for j, (_, room) in enumerate(bins) for _ in range(room)]
    rnd, size = rng.random, len(spaces)
    for number in range(total):
        other = number + int(rnd() * (size - number))
        spaces[number], spaces[other] = spaces[other], spaces[number]
    rows = [[0] * len(tokens) for _ in bins]
    if len(there) == 1:
        (one,) = there
        for j in spaces[:total]:
            rows[j][one] += 1
    else:
        people = [i for i in there for _ in range(tokens[i][1])]
        if len(people) > total:
            people = rng.sample(people, total)
        for i, j in zip(people, spaces, strict=False):  # the spaces are in random order
            rows[j][i] += 1
    return tuple([tuple(row) for row in rows])
