"""What an effect reads and writes, and whether it can pause: known from the typed tree alone.

Resources are words: `place:NAME`, `value:NAME`, `rule:NAME`, `face:KIND`, `local:NAME`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from referee.language import tree as t

if TYPE_CHECKING:
    from referee.language.resolve.context import Context

Resources = frozenset[str]
NOTHING: Resources = frozenset()
DECISIONS = (t.Choose, t.Secretly, t.SecretlyPut, t.PayAny, t.GainAny, t.ShareOut, t.Unread)


class Effects:
    """Questions about the trees of one reading."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self._writes: dict[int, Resources] = {}
        self._busy: set[tuple[str, str]] = set()

    # -- reads ------------------------------------------------------------------------------------

    def reads(self, node: t.Node) -> Resources:
        """Everything that an expression or statement may read."""
        found: set[str] = set()
        for part in t.walk(node):
            self._read_by(part, found)
        return frozenset(found)

    def own_reads(self, part: t.Node) -> Resources:
        """What a node reads by itself, its children left out."""
        found: set[str] = set()
        self._read_by(part, found)
        return frozenset(found)

    def _read_by(self, part: t.Node, found: set[str]) -> None:
        model = self.ctx.model
        match part:
            case t.Local(name=name) | t.Me(name=name):
                found.add(f"local:{name}")
            case t.ValueRead(value=value):
                found.add(f"value:{value}")
            case t.RuleRead(rule=rule):
                found.add(f"rule:{rule}")
            case t.FaceIs(piece=piece):
                found.add(f"face:{piece.type.name}")
            case t.Content(cell=cell):
                found.add(f"place:{cell.type.name}")
            case t.Empty(of=of) if of.type.sort == "cell":
                found.add(f"place:{of.type.name}")
            case t.PlaceRef(place=place):
                found.add(f"place:{place}")
            case t.HomeAmount() | t.HomeBag() | t.CanPay():
                found.update(f"place:{p.id}" for p in model.places.values() if p.home)
            case t.OwnerOf(of=of) | t.CellOf(piece=of) if of.type.sort == "piece":
                found.update(self.places_of(of.type.name))
            case t.TermCall(instance=index):
                body = self.ctx.terms[index].value
                if body is not None:
                    known = self.ctx.term_reads.get(index)
                    if known is None:
                        known = frozenset(r for r in self.reads(body) if not r.startswith("local:"))
                        self.ctx.term_reads[index] = known
                    found |= known
            case t.CanDo(procedure=index):
                found |= self._asked(index)
            case _:
                pass

    def _asked(self, index: int) -> Resources:
        """What decides whether a procedure has something to choose: all that it and what it calls may read."""
        key = ("asked", str(index))
        if key in self._busy:
            return NOTHING
        self._busy.add(key)
        found: set[str] = set()
        for part in (part for s in self.ctx.procedures[index].body for part in t.walk(s)):
            self._read_by(part, found)
            match part:
                case t.Cost() | t.Pay() | t.PayAny() | t.Lose():
                    found |= self.homes()
                case t.Do(instance=called):
                    found |= self._asked(called)
                case t.DoHook(kind=kind, hook=hook):
                    for body in hook_texts(self.ctx, kind, hook):
                        found |= {resource for s in body for resource in self.reads(s)}
                case _:
                    pass
        self._busy.discard(key)
        return frozenset(resource for resource in found if not resource.startswith("local:"))

    def places_of(self, kind: str) -> set[str]:
        """Every place where pieces of a kind may lie."""
        return {f"place:{p.id}" for p in self.ctx.model.places.values() if p.holds == kind}

    # -- writes -----------------------------------------------------------------------------------

    def writes_of(self, statements: Iterable[t.Statement]) -> Resources:
        found: set[str] = set()
        for statement in statements:
            found |= self.writes(statement)
        return frozenset(found)

    def writes(self, statement: t.Statement) -> Resources:
        """Everything that a statement may write, through calls and choices too."""
        known = self._writes.get(id(statement))
        if known is not None:
            return known
        found: set[str] = set()
        for part in t.walk(statement):
            if isinstance(part, t.Statement):
                self._written_by(part, found)
        result = frozenset(found)
        self._writes[id(statement)] = result
        return result

    def homes(self) -> set[str]:
        return {f"place:{p.id}" for p in self.ctx.model.places.values() if p.home}

    def _targets(self, targets: Iterable[t.Target]) -> set[str]:
        found: set[str] = set()
        for target in targets:
            found |= self.homes() if isinstance(target, t.Home) else {f"place:{target.place}"}
        return found

    def _written_by(self, s: t.Statement, found: set[str]) -> None:
        supply = {"place:supply"}
        match s:
            case t.Gain(sources=sources, target=target):
                found |= self._targets(sources) | self._targets([target])
            case t.Pay(targets=targets) | t.PayAny(targets=targets):
                found |= self.homes() | self._targets(targets) | supply
            case t.GainAny(sources=sources):
                found |= self.homes() | self._targets(sources)
            case t.Lose():
                found |= self.homes() | supply
            case t.Move(source=source, targets=targets):
                found |= self._targets([source]) | self._targets(targets) | supply
            case t.Put(piece=piece, target=target):
                if isinstance(piece, t.Content):
                    found.add(f"place:{piece.cell.type.name}")
                else:
                    found |= self.places_of(piece.type.name)
                found.add(f"place:{target.place}" if isinstance(target, t.PlaceRef) else f"place:{target.type.name}")
                found |= self._contents(piece.type.name)
            case t.Swap(left=left):
                kind = left.type.name if left.type.sort == "piece" else self.ctx.model.cell_content(left.type.name)
                found |= self.places_of(kind)
            case t.Let(name=name) | t.SetLocal(name=name):
                found.add(f"local:{name}")
            case t.Remember(taken=taken):
                found.add(f"local:{taken}")
            case t.SetValue(target=target):
                found.add(f"value:{target.value}")
            case t.Secretly(value=value):
                found.add(f"value:{value}")
            case t.SecretlyPut(source=source, target=target):
                found |= {f"place:{source.place}", f"place:{target.place}"}
            case t.Draw(pile=pile, target=target):
                found |= {f"place:{pile.place}", f"place:{target.place}", *self._reserve(pile)}
            case t.Refill(row=row, pile=pile):
                found |= {f"place:{row.place}", f"place:{pile.place}", *self._reserve(pile)}
            case t.CloseUp(row=row):
                found.add(f"place:{row.place}")
            case t.Shuffle(pile=pile):
                found.add(f"place:{pile.place}")
            case t.Roll(dice=dice):
                found.update(f"value:{v.id}" for v in self.ctx.model.values.values() if v.rolls)
                found.add(f"face:{dice.type.of.name if dice.type.of else dice.type.name}")
            case t.Turn(piece=piece):
                found.add(f"face:{piece.type.name}")
            case t.ShareOut(source=source, bins=bins):
                found |= {f"place:{source.place}", *(f"place:{each.pool}" for each in bins)}
            case t.Modifier(rule=rule, span=span) if span:
                found.add(f"rule:{rule}")
            case t.Do(instance=index):
                found |= self._called(("procedure", str(index)), [self.ctx.procedures[index].body])
            case t.DoHook(kind=kind, hook=hook):
                found |= self._called((kind, hook), hook_texts(self.ctx, kind, hook))
            case _:
                pass

    def _called(self, key: tuple[str, str], bodies: Iterable[tuple[t.Statement, ...]]) -> Resources:
        """What a procedure or hook may write: found once, for what is called has been read to its end."""
        known = self.ctx.called_writes.get(key)
        if known is not None:
            return known
        if key in self._busy:
            return NOTHING
        self._busy.add(key)
        writes = {r for body in bodies for s in body for r in self.writes(s) if not r.startswith("local:")}
        self._busy.discard(key)
        result = frozenset(writes)
        if self._settled(key):
            self.ctx.called_writes[key] = result
        return result

    def _settled(self, key: tuple[str, str]) -> bool:
        """Is what is called known to its end? A hook's text may be the one that is being read."""
        return key[0] == "procedure" or f"{key[0]}.{key[1]}" not in self.ctx.open_calls

    def _reserve(self, pile: t.PlaceRef) -> set[str]:
        place = self.ctx.model.places.get(pile.place)
        return {f"place:{place.when_empty}"} if place and place.when_empty else set()

    def _contents(self, kind: str) -> set[str]:
        """Places owned by a kind that are emptied when it leaves, and where their content goes."""
        found: set[str] = set()
        for place in self.ctx.model.places.values():
            if place.owner == kind and place.leaves:
                found |= {f"place:{place.id}", f"place:{place.leaves.split('.')[-1]}"}
        return found

    def leaves_others(self, body: Iterable[t.Statement], own: t.Local, place: str) -> bool:
        """Does a loop's body change no cell of the place but its own member?"""
        for statement in body:
            for part in t.walk(statement):
                if isinstance(part, t.Statement) and not self._own(part, own, place):
                    return False
        return True

    def _own(self, s: t.Statement, own: t.Local, place: str) -> bool:
        if isinstance(s, t.Put):
            source = s.piece.cell if isinstance(s.piece, t.Content) else None
            elsewhere = source is not None and source != own and source.type.name == place
            onto = isinstance(s.target, t.Expr) and s.target.type.sort == "cell" and s.target.type.name == place
            return not elsewhere and (not onto or s.target == own)
        if isinstance(s, t.Do):
            instance = self.ctx.procedures[s.instance]
            if f"place:{place}" not in self.writes(s):
                return True
            passed = [name for (name, _), arg in zip(instance.parameters, s.args, strict=False) if arg == own]
            return bool(passed) and self.leaves_others(instance.body, t.Local(passed[0]), place)
        if isinstance(s, t.CloseUp | t.Refill | t.Swap | t.Draw | t.DoHook | t.Move):
            return f"place:{place}" not in self.writes(s)
        return True

    # -- pauses -----------------------------------------------------------------------------------

    def pauses(self, statement: t.Statement) -> bool:
        """May the statement wait for a seat?"""
        for part in t.walk(statement):
            if isinstance(part, DECISIONS):
                return True
            if isinstance(part, t.Do) and self._any(
                ("procedure", str(part.instance)), [self.ctx.procedures[part.instance].body]
            ):
                return True
            if isinstance(part, t.DoHook) and self._any(
                (part.kind, part.hook), hook_texts(self.ctx, part.kind, part.hook)
            ):
                return True
        return False

    def _any(self, key: tuple[str, str], bodies: Iterable[tuple[t.Statement, ...]]) -> bool:
        known = self.ctx.called_pauses.get(key)
        if known is not None:
            return known
        if key in self._busy:
            return False
        self._busy.add(key)
        found = any(self.pauses(s) for body in bodies for s in body)
        self._busy.discard(key)
        if self._settled(key):
            self.ctx.called_pauses[key] = found
        return found


def hook_texts(ctx: Context, kind: str, hook: str) -> list[tuple[t.Statement, ...]]:
    """The effects that the entries of a kind have for a hook."""
    from referee.language.resolve.procedures import hook_bodies

    return [body.body for body in hook_bodies(ctx, kind, hook)]
