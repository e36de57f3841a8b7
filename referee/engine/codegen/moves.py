"""Statements that move tokens and pieces → Python."""

from __future__ import annotations

import re

from referee.engine.codegen import slots
from referee.engine.codegen.gen import Gen, Writer
from referee.engine.codegen.room import NO_LIMIT, limit_text, total_text
from referee.engine.codegen.values import number, value
from referee.engine.runtime import BANK, Contents
from referee.language import tree as t

FEW = 4  # slots of a piece's content that are looked at before it is emptied
LOOK = re.compile(r"S\[[\w*+-]+\]")  # one look into the state


def tokens(gen: Gen, w: Writer, s: t.Statement, cause: int) -> bool:
    """Statements about tokens; False if it is another."""
    match s:
        case t.Gain(amounts=amounts, sources=sources, target=target):
            for amount in amounts:
                _each(gen, w, amount, sources or (), (target,), cause, spill=False)
        case t.Pay(amounts=amounts, payer=payer, targets=targets):
            for amount in amounts:
                _each(gen, w, amount, (t.Home(payer),), targets, cause, spill=True)
        case t.Lose(amounts=amounts, payer=payer):
            for amount in amounts:
                _each(gen, w, amount, (t.Home(payer),), (), cause, spill=True)
        case t.Move(amounts=moved, source=source, targets=targets):
            if gen.layout.areas[source.place].place.form == "pile":
                _all_pieces(gen, w, source, targets[0], cause)
            else:
                for one in moved:
                    _moved(gen, w, one, source, targets, cause)
        case _:
            return False
    return True


def _each(
    gen: Gen,
    w: Writer,
    amount: t.AmountOf,
    sources: tuple[t.Target, ...],
    targets: tuple[t.Target, ...],
    cause: int,
    *,
    spill: bool,
) -> None:
    if amount.bag is None:
        assert amount.number is not None and amount.token is not None
        shift(gen, w, amount.token, value(gen, amount.number), sources, targets, cause, spill=spill)
        return
    name = gen.helper()
    w.emit(f"{name}={value(gen, amount.bag)}")
    for index, token in enumerate(gen.model.group_tokens(amount.bag.type.name)):
        constant = t.Const(token)
        shift(gen, w, constant, f"{name}[{index}]", sources, targets, cause, spill=spill)


def shift(
    gen: Gen,
    w: Writer,
    token: t.Expr,
    count: str,
    sources: tuple[t.Target, ...],
    targets: tuple[t.Target, ...],
    cause: int,
    *,
    spill: bool,
) -> None:
    """One call that moves up to `count` of a token. `spill`: what no target takes goes to the supply."""
    takes = [slot for one in sources for slot, _ in _slots(gen, one, token)] or [str(BANK)]
    goals = [pair for one in targets for pair in _slots(gen, one, token)]
    if spill and not any(isinstance(one, t.PlaceRef) and one.place == "supply" for one in targets):
        goals += (
            _slots(gen, t.PlaceRef("supply"), token) if "supply" in gen.layout.areas else [(str(BANK), str(NO_LIMIT))]
        )
    number_text = value(gen, token)
    if len(takes) == len(goals) == 1 and goals[0][1] == str(NO_LIMIT) and _there(takes[0]) and _there(goals[0][0]):
        _carry(w, number_text, count, takes[0], goals[0][0], cause)
        return
    source_text = f"({','.join(takes)},)"
    target_text = "(" + "".join(f"({slot},{limit})," for slot, limit in goals) + ")"
    w.emit(f"shift(S,E,LEVEL,{number_text},{count},{source_text},{target_text},{cause})")


def _there(slot: str) -> bool:
    """Is it known that a place has the slot of a token, or is the supply without end?"""
    return slot == str(BANK) or not (slot.startswith("-") or "[" in slot)


def _carry(w: Writer, token: str, count: str, source: str, target: str, cause: int) -> None:
    """From one slot to one that takes all there is: most such moves, and often nothing is there to be moved."""
    bank = source == str(BANK)
    if count == str(NO_LIMIT) and not bank:
        count = f"S[{source}]"
    call = f"mint(S,E,{token},{count},{target},{cause})"
    if not bank:
        call = f"carry(S,E,LEVEL,{token},{count},{source},{target},{cause})"
    w.emit(f"if {count}: {call}" if LOOK.fullmatch(count) else call)


def _slots(gen: Gen, where: t.Target, token: t.Expr) -> list[tuple[str, str]]:
    """The slots of a token in a place or in the homes of a seat, with what fits there."""

    def ev(inner: t.Expr) -> str:
        return value(gen, inner)

    if isinstance(where, t.Home):
        return [
            pair for home in slots.homes_of(gen, token) for pair in _slots(gen, t.PlaceRef(home, where.seat), token)
        ]
    slot, lacks = slots.pool_slot(gen, where, token, ev)
    total = total_text(gen, where, ev)
    if total is not None:
        base = slots.pile_slot(gen, where, ev)
        stride = gen.layout.areas[where.place].stride
        held = f"reach(S,{slot})" if lacks else f"S[{slot}]"  # a slot that isn't there holds nothing
        return [(slot, f"{held}+{total}-sum(S[{base}:{base}+{stride}])")]
    return [(slot, limit_text(gen, where, token, ev) or str(NO_LIMIT))]


def _moved(
    gen: Gen, w: Writer, one: t.AnyAmount, source: t.PlaceRef, targets: tuple[t.Target, ...], cause: int
) -> None:
    if isinstance(one, t.AmountOf):
        _each(gen, w, one, (source,), targets, cause, spill=False)
        return
    if one.token is not None:
        shift(gen, w, one.token, str(NO_LIMIT), (source,), targets, cause, spill=False)
        return
    taken = gen.layout.areas[source.place].place.tokens
    for token in one.tokens or taken:
        if token in taken:
            shift(gen, w, t.Const(token), str(NO_LIMIT), (source,), targets, cause, spill=False)


def _all_pieces(gen: Gen, w: Writer, source: t.PlaceRef, target: t.Target, cause: int) -> None:
    def ev(inner: t.Expr) -> str:
        return value(gen, inner)

    assert isinstance(target, t.PlaceRef)
    goal = slots.pile_slot(gen, target, ev)
    with w.inside(f"for i in S[{slots.pile_slot(gen, source, ev)}]:"):
        kind = gen.layout.areas[source.place].place.holds
        _leave(gen, w, kind, "i", goal, target.place, cause)
        w.emit(f"place(S,E,TABLES,i,{goal},'in',{cause})")


def pieces(gen: Gen, w: Writer, s: t.Statement, cause: int) -> bool:
    """Statements about pieces; False if it is another."""

    def ev(inner: t.Expr) -> str:
        return value(gen, inner)

    match s:
        case t.Put():
            _put(gen, w, s, cause)
        case t.Swap(left=left, right=right):
            a, b = (
                ev(side) if side.type.sort == "cell" else f"S[{slots.plus(gen.layout.location, ev(side))}]"
                for side in (left, right)
            )
            w.emit(f"exchange(S,E,TABLES,{a},{b},{cause})")
        case t.Turn(piece=piece, face=face):
            name = gen.helper()
            kind = piece.type.name
            base = gen.layout.faces[kind] - gen.layout.kinds[kind].first
            w.emit(f"{name}={ev(piece)}")
            w.emit(f"turn(S,E,{slots.plus(base, name)},{face},{name},{cause})")
        case t.CloseUp(row=row):
            w.emit(
                f"close_up(S,E,TABLES,{slots.cells_base(gen, row, ev)},{gen.layout.areas[row.place].stride},{cause})"
            )
        case t.Refill(row=row, pile=pile):
            size = gen.layout.areas[row.place].stride
            start, top = slots.cells_base(gen, row, ev), slots.pile_slot(gen, pile, ev)
            w.emit(f"refill(S,E,TABLES,{start},{size},{top},{_reserve(gen, pile)},{cause})")
        case t.Draw(number=count, pile=pile, target=target):
            top, goal = slots.pile_slot(gen, pile, ev), slots.pile_slot(gen, target, ev)
            if gen.layout.areas[target.place].place.form == "cells":
                size = gen.layout.areas[target.place].stride
                w.emit(f"draw_row(S,E,TABLES,{ev(count)},{top},{goal},{size},{_reserve(gen, pile)},{cause})")
            else:
                w.emit(f"draw(S,E,TABLES,{ev(count)},{top},{goal},{_reserve(gen, pile)},{cause})")
        case t.Shuffle(pile=pile):
            w.emit(f"shuffle(S,E,{slots.pile_slot(gen, pile, ev)},{cause})")
        case t.Roll(dice=dice):
            _roll(gen, w, dice, cause)
        case t.Reveal(place=place):
            w.emit(f"reveal(S,E,{slots.pile_slot(gen, place, ev)},{gen.layout.areas[place.place].stride},{cause})")
        case _:
            return False
    return True


def _reserve(gen: Gen, pile: t.PlaceRef) -> str:
    """The slot of the pile that refills an empty one, or -1."""
    name = gen.layout.areas[pile.place].place.when_empty
    if not name or name not in gen.layout.areas:
        return "-1"
    owner = pile.owner if gen.layout.areas[name].place.owner != "table" else None
    return slots.pile_slot(gen, t.PlaceRef(name, owner), lambda inner: value(gen, inner))


def _put(gen: Gen, w: Writer, s: t.Put, cause: int) -> None:
    def ev(inner: t.Expr) -> str:
        return value(gen, inner)

    kind = s.piece.type.name
    box = isinstance(s.target, t.PlaceRef) and s.target.place == "box"
    if gen.layout.kinds[kind].unlimited:
        if box:
            assert isinstance(s.piece, t.Content)
            w.emit(f"unmark(S,E,{ev(s.piece.cell)},{cause})")
        else:
            target = ev(s.target)
            w.emit(f"S[{target}]={ev(s.piece)}")
            w.emit(f"if E is not None: E.append(('piece',{cause},S[{target}],{BANK},{target}))")
        return
    target = slots.pile_slot(gen, s.target, ev) if isinstance(s.target, t.PlaceRef) else ev(s.target)
    piece, goal = gen.helper(), gen.helper()
    w.emit(f"{piece}={ev(s.piece)}")
    w.emit(f"{goal}={target}")
    _leave(gen, w, kind, piece, goal, s.target.place if isinstance(s.target, t.PlaceRef) else s.target.type.name, cause)
    if s.prep == "over":
        place = s.target.type.name
        under = gen.layout.areas[f"{place}.under"].base - gen.layout.areas[place].base
        w.emit(f"cover(S,E,TABLES,{piece},{goal},{slots.plus(under, goal)},{cause})")
    else:
        w.emit(f"place(S,E,TABLES,{piece},{goal},{s.prep!r},{cause})")


def _leave(gen: Gen, w: Writer, kind: str, piece: str, goal: str, to: str, cause: int) -> None:
    """The content of a piece that leaves its places goes where its place says; `to` is the place it goes to."""
    owned = [p for p in gen.model.places.values() if p.owner == kind and p.form == "pool" and p.leaves]
    owned = [p for p in owned if to not in p.only_in]
    if not owned:
        return
    first = gen.layout.kinds[kind].first
    rows: list[tuple[Contents, ...]] = []
    for index in range(gen.layout.kinds[kind].count):
        contents: list[Contents] = []
        for place in owned:
            area = gen.layout.areas[place.id]
            allowed = tuple((gen.layout.areas[p].base, gen.layout.areas[p].end) for p in place.only_in)
            goals: list[tuple[int, int, int, int]] = []
            for token in place.tokens:
                goals.append(
                    (token, area.base + index * area.stride + area.index[token], *_goal(gen, place.leaves, token))
                )
            contents.append(Contents(tuple(goals), allowed))
        rows.append(tuple(contents))
    call = f"leave(S,E,TABLES,{piece},{goal},{gen.table(tuple(rows))}[{slots.plus(-first, piece)}],{cause})"
    filled = [
        f"S[{slots.plus(area.base + token - first * area.stride, f'{piece}*{area.stride}')}]"
        for area in (gen.layout.areas[place.id] for place in owned)
        for token in range(area.stride)
    ]
    w.emit(f"if {' or '.join(filled)}: {call}" if len(filled) <= FEW else call)


def _goal(gen: Gen, leaves: str, token: int) -> tuple[int, int]:
    """Where content goes: a slot, and the distance to the next seat's (`owner.PLACE`)."""
    name = leaves.removeprefix("owner.")
    area = gen.layout.areas.get(name)
    if area is None or token not in area.index:
        return BANK, 0
    return area.base + area.index[token], area.stride if leaves.startswith("owner.") else 0


def _roll(gen: Gen, w: Writer, dice: t.Expr, cause: int) -> None:
    from referee.engine.codegen.sets import items

    element = dice.type if dice.type.sort in ("piece", "cell") else dice.type.of
    assert element is not None
    kind = element.name if element.sort == "piece" else gen.model.cell_content(element.name)
    first = gen.layout.kinds[kind].first
    sequence = f"({number(gen, dice)},)" if dice.type.sort == "piece" else items(gen, dice)
    with w.inside(f"for i in {sequence}:"):
        if element.sort == "cell":
            w.emit("i=S[i]")
            w.emit("if i<0: continue")
        for rolled in gen.model.values.values():
            if rolled.owner == kind and rolled.rolls:
                base = gen.layout.values[rolled.id][0] - first
                w.emit(f"roll(S,E,{slots.plus(base, 'i')},{rolled.rolls},1,i,{cause})")
        if gen.model.kinds[kind].faces and not any(v.owner == kind and v.rolls for v in gen.model.values.values()):
            faces = len(gen.model.kinds[kind].faces)
            w.emit(f"roll(S,E,{slots.plus(gen.layout.faces[kind] - first, 'i')},{faces},0,i,{cause})")
