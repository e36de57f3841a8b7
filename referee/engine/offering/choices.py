"""Choices of a client ⇄ raw choices, and the refusal of what isn't legal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from referee.engine import records as r
from referee.engine.codegen.decisions import Decision
from referee.engine.codegen.headers import Header
from referee.engine.core import Raw, State, asks
from referee.engine.offering.options import Options
from referee.engine.refusal import Illegal, refuse
from referee.engine.runtime import Fault
from referee.engine.runtime.state import INT_LIMIT
from referee.engine.seeing.appearance import Appearance
from referee.engine.seeing.ids import drawn
from referee.language import tree as t
from referee.language.describe.decisions import label_text, needed
from referee.language.text import Arg, Text
from referee.packs.node import Position


@dataclass(frozen=True, slots=True)
class _Offer:
    """An option of a decision, or one that stands beside it, and the generated functions that are about it."""

    option: t.Option
    header: Header
    step: str
    prefix: str
    suffix: str
    where: Any  # what they get besides the state: the frame, or the seat that a standing option is offered to

    def function(self, about: str) -> str:
        return f"{self.prefix}{about}{self.suffix}"


class Choices:
    """Reading and writing choices of one program."""

    def __init__(self, program: Appearance, options: Options) -> None:
        self.program = program
        self.options = options

    def to_raw(self, S: State, seat: int, choice: r.Choice, index: int = 0) -> Raw:
        """The raw choice that a client means.

        Raises:
            Illegal: NOT_OFFERED, CONDITION_FAILED or CANNOT_PAY for the option, ANSWER_OUTSIDE_FORM for the argument.
        """
        decision = self.program.decisions[S[0][0]]
        if choice.step and choice.step != decision.step:
            raise refuse("NOT_OFFERED", choice=index, option=choice.option)
        for name, raw in self.options.listed(S, seat):
            if name == choice.option:
                return self._answered(S, decision, raw, seat, choice, index)
        raise self._why_not(S, decision, seat, choice, index)

    def _answered(self, S: State, decision: Decision, raw: Raw, seat: int, choice: r.Choice, index: int) -> Raw:
        if not asks(raw):
            if choice.answer is not None:
                raise refuse("ANSWER_OUTSIDE_FORM", choice=index, option=choice.option, detail=".kind")
            return raw
        answer = self._argument(S, decision, raw, seat, choice, index)
        filled = (*raw[:-1], answer)
        if not self.program.legal(S, seat, filled):
            raise self._outside(raw[-1], choice, index)
        return filled

    def _outside(self, form: Raw, choice: r.Choice, index: int) -> Illegal:
        bounds = {"n": (".number", 1, 2), "p": (".picks", 2, 3), "a": (".total", 2, 3)}.get(form[0])
        if bounds is None:
            return refuse("ANSWER_OUTSIDE_FORM", choice=index, option=choice.option)
        detail, low, high = bounds
        args = (Arg("min", "number", form[low]), Arg("max", "number", form[high]))
        return refuse("ANSWER_OUTSIDE_FORM", choice=index, option=choice.option, detail=detail, args=args)

    def _argument(self, S: State, decision: Decision, raw: Raw, seat: int, choice: r.Choice, index: int) -> Any:
        wrong = refuse("ANSWER_OUTSIDE_FORM", choice=index, option=choice.option, detail=".kind")
        answer, form = choice.answer, raw[-1]
        if form[0] == "n":
            if type(answer) is not int:
                raise wrong
            return answer
        if not isinstance(answer, tuple):
            raise wrong
        wire = self.options.form(S, decision, raw, seat)
        if isinstance(wire, r.PickForm):
            return self._picks(form, wire, answer, wrong)
        shares = [one for one in answer if isinstance(one, r.Share)]
        if len(shares) != len(answer) or any(one.amount < 0 for one in shares):
            raise wrong
        return self._allocation(form, wire, shares, wrong)

    @staticmethod
    def _picks(form: Raw, wire: r.PickForm, answer: tuple[Any, ...], wrong: Illegal) -> tuple[Any, ...]:
        places = {item.id: i for i, item in enumerate(wire.items)}
        if any(not isinstance(one, str) or one not in places for one in answer) or len(set(answer)) != len(answer):
            raise wrong
        chosen = [places[one] for one in answer]
        if not wire.ordered:
            chosen.sort()
        return tuple(form[1][i] for i in chosen)

    @staticmethod
    def _allocation(form: Raw, wire: Any, shares: list[r.Share], wrong: Illegal) -> tuple[Any, ...]:
        sources = {item.id: i for i, item in enumerate(wire.sources)}
        bins = {item.id: i for i, item in enumerate(wire.bins)}
        single = form[0] == "a"
        rows = [[0] * len(sources) for _ in bins]
        for share in shares:
            target = bins.get(share.bin, 0 if single and not share.bin else None)
            if share.source not in sources or target is None:
                raise wrong
            rows[target][sources[share.source]] += share.amount
        return tuple(rows[0]) if single else tuple(tuple(row) for row in rows)

    # -- back -------------------------------------------------------------------------------------

    def from_raw(self, S: State, raw: Raw, seat: int) -> r.Choice:
        """A raw choice as a client would send it."""
        decision = self.program.decisions[S[0][0]]
        for name, listed in self.options.listed(S, seat):
            if listed == raw:
                return r.Choice(name, None, decision.step)
            if asks(listed) and listed[:-1] == raw[:-1]:
                return r.Choice(name, self._answer(S, decision, listed, raw, seat), decision.step)
        raise refuse("NOT_OFFERED")

    def _answer(self, S: State, decision: Decision, listed: Raw, raw: Raw, seat: int) -> r.Answer:
        form, answer = listed[-1], raw[-1]
        if form[0] == "n":
            return int(answer)
        wire = self.options.form(S, decision, listed, seat)
        if isinstance(wire, r.PickForm):
            left = list(range(len(form[1])))
            names: list[str] = []
            for one in answer:
                place = next(i for i in left if form[1][i] == one)
                left.remove(place)
                names.append(wire.items[place].id)
            return tuple(names)
        assert isinstance(wire, r.AllocationForm)
        rows = (answer,) if form[0] == "a" else answer
        return r.Shares(
            r.Share(source.id, bin_.id, row[i])
            for bin_, row in zip(wire.bins, rows, strict=False)
            for i, source in enumerate(wire.sources)
            if row[i]
        )

    # -- why not ----------------------------------------------------------------------------------

    def _why_not(self, S: State, decision: Decision, seat: int, choice: r.Choice, index: int) -> Illegal:
        for name, raw in (*self.candidates(S, decision, seat), *self._standing(S, decision, seat)):
            if name == choice.option:
                refusal = self.why(S, decision, raw, seat, name)
                if refusal is not None:
                    return Illegal(replace(refusal, choice=index))
        return refuse("NOT_OFFERED", choice=index, option=choice.option)

    def candidates(self, S: State, decision: Decision, seat: int) -> list[tuple[str, Raw]]:
        """Every candidate that the seat can see, legal or not."""
        if decision.sort != "choose":
            return []
        found: list[tuple[str, Raw]] = []
        for index, option in enumerate(decision.options):
            if any(b.pieces and not self._visible(b, S, seat) for b in drawn(option)):
                continue
            found += self._seen(S, decision, option, seat, f"q{decision.block}_{index}", S[0])
        return found

    def _standing(self, S: State, decision: Decision, seat: int) -> list[tuple[str, Raw]]:
        """The candidates of the options that stand beside a decision."""
        if decision.sort != "choose" or not self.program.stands(S, decision.block, seat):
            return []
        found: list[tuple[str, Raw]] = []
        for index, option in enumerate(self.program.ruleset.standing):
            if all(not b.pieces or self._visible(b, S, seat) for b in drawn(option)):
                found += self._seen(S, decision, option, seat, f"sq_{index}", seat, len(decision.options))
        return found

    def _seen(
        self, S: State, decision: Decision, option: t.Option, seat: int, function: str, *where: Any
    ) -> list[tuple[str, Raw]]:
        """The candidates that a generated function names and the seat sees, with their ids."""
        try:
            raws = self.program.code.module[function](S, *where)
        except (IndexError, TypeError, Fault):
            return []  # a derived value of a candidate that no condition has ruled out
        return [(self.options.id(S, decision, raw, seat), raw) for raw in raws if self._in_sight(S, option, raw, seat)]

    def _offer(self, S: State, decision: Decision, raw: Raw, seat: int) -> _Offer:
        option, standing = self.program.option_tree(decision, raw[0])
        assert option is not None
        if not standing:
            header = decision.headers[raw[0]]
            return _Offer(option, header, decision.step, "", f"{decision.block}_{raw[0]}", S[0])
        index = raw[0] - len(decision.options)
        step = f"standing/{self.program.ruleset.context.standing_of[option.label]}"
        return _Offer(option, self.program.code.standing[index], step, "s", f"_{index}", seat)

    def _in_sight(self, S: State, option: t.Option, raw: Raw, seat: int) -> bool:
        """Does the seat see every piece of a candidate? It isn't told what became of the others."""
        location, sees = self.program.layout.location, self.program.views.sees
        for binder, value in self.options.values(option, raw):
            if binder.type.sort == "piece" and value >= 0:
                slot = S[location + value]
                if slot >= 0 and not sees(S, slot, seat):
                    return False
        return True

    def _visible(self, binder: t.Binder, S: State, seat: int) -> bool:
        """May the seat see the pile that a binder draws from?"""
        items = binder.items
        while items is not None and not isinstance(items, t.PileOf):
            items = getattr(items, "items", None)
        if not isinstance(items, t.PileOf):
            return True
        level = self.program.ruleset.model.places[items.place.place].seen_by
        return level == "everyone" or (level == "owner" and isinstance(items.place.owner, t.Me))

    def why(self, S: State, decision: Decision, raw: Raw, seat: int, name: str) -> r.Refusal | None:
        """Why a candidate isn't legal: the first condition or cost that fails; None if it is legal."""
        offer = self._offer(S, decision, raw, seat)
        try:
            failed = self._failed(S, offer, raw)
        except Fault:
            return None  # the rules don't come to an answer here: nothing can be told
        if failed is None:
            return None
        origin = offer.header.origin(*failed)
        if isinstance(origin, str):
            return self._around(S, decision, offer, origin, name, seat)
        source = self._source(origin.at)
        entry = self.options._hook_entry(decision)
        if isinstance(origin, t.Cost):
            return self._cost(S, offer, raw, origin, name, source, entry)
        if isinstance(origin, t.Among) and offer.option.once and origin.negated:
            text = Text("engine/refused.condition_failed.once")
        elif isinstance(origin, t.AnyCost | t.HookNeed):
            return r.Refusal("CANNOT_PAY", Text("engine/refused.cannot_pay"), 0, name, entry, source)
        elif isinstance(origin, t.Expr | t.Possible):
            test = origin.test if isinstance(origin, t.Possible) else origin
            condition = self._condition(S, offer, raw, test)
            text = Text("engine/refused.condition_failed.because", (Arg("condition", "phrase", condition),))
        else:
            text = Text("engine/refused.condition_failed")
        return r.Refusal("CONDITION_FAILED", text, 0, name, entry, source)

    def _failed(self, S: State, offer: _Offer, raw: Raw) -> tuple[str, int] | None:
        """The first test that fails: of the conditions, then of the costs.

        Tests that would have ruled a candidate out before it is asked for a derived value may be among the costs, so
        where that value can't be had nothing else is asked.
        """
        nowhere = False
        for tests in "wx":
            try:
                failed: tuple[str, int] | None = self.program.code.module[offer.function(tests)](S, offer.where, raw)
            except (IndexError, TypeError):
                nowhere = True
                continue
            if failed is not None:
                return failed
        return ("nowhere", 0) if nowhere else None

    def _condition(self, S: State, offer: _Offer, raw: Raw, test: t.Expr) -> Text:
        """A condition in words, with what the choice names by its name; a space is just that, whatever lies there."""
        option = offer.option
        called = {
            binder.var: Text("engine/thing", (self.options.arg(S, "x", value, binder.type, -1),))
            for binder, value in self.options.values(option, raw)
            if binder.type.sort in ("token", "entry", "symbol", "seat")
        }
        return needed(self.program.describer, option, test, called)

    def _in_the_way(self, S: State, decision: Decision, label: str, seat: int) -> Text:
        """What a seat can do by another option of a decision: the first of what may be chosen with it."""
        for _, raw in self.options.listed(S, seat):
            option, _ = self.program.option_tree(decision, raw[0])
            if option is not None and option.label == label:
                return self.options.label(S, decision, raw, seat)
        return label_text(label)

    def _around(self, S: State, decision: Decision, offer: _Offer, word: str, name: str, seat: int) -> r.Refusal:
        option = offer.option
        if word == "unless":
            label = Arg("option", "phrase", self._in_the_way(S, decision, option.unless, seat))
            text = Text("engine/refused.condition_failed.unless", (label,))
        elif word in ("bound", "few"):
            text = Text(f"engine/refused.condition_failed.{word}")
        else:
            text = Text("engine/refused.condition_failed")
        return r.Refusal("CONDITION_FAILED", text, 0, name, "", self._source(option.at))

    def _cost(
        self, S: State, offer: _Offer, raw: Raw, cost: t.Cost, name: str, source: r.Source, entry: str
    ) -> r.Refusal:
        number = offer.option.needs.index(cost)
        rows = self.program.code.module[f"{offer.function('z')}_{number}"](S, offer.where, raw)
        # A price that no number can tell is told as the greatest there is: a refusal isn't the place for a fault.
        short = [(k, min(need, INT_LIMIT), have) for k, need, have in rows if need > have]
        tokens = self.program.ids.tokens
        shortfalls = tuple(r.Shortfall(tokens[k], need, have) for k, need, have in short)
        parts = [
            (Arg("need", "number", need), Arg("have", "number", have), Arg("what", "entry", f"token/{tokens[k]}"))
            for k, need, have in short
        ]
        reason = "CANNOT_PAY" if cost.payer is not None else "CONDITION_FAILED"
        text = Text(f"engine/refused.{reason.lower()}")
        if reason == "CANNOT_PAY" and len(parts) == 1:
            text = Text("engine/refused.cannot_pay.lacks", parts[0])
        elif parts:
            phrases = [Arg("x", "phrase", Text("engine/refused.cannot_pay.part", args)) for args in parts]
            kind = "cannot_pay.several" if reason == "CANNOT_PAY" else "condition_failed.lacks"
            text = Text(f"engine/refused.{kind}", (Arg("shortfalls", "phrase", self.options._listed_args(phrases)),))
        return r.Refusal(reason, text, 0, name, entry, source, shortfalls)

    def _source(self, at: Position) -> r.Source:
        return r.Source(at.file, at.line, at.column)
