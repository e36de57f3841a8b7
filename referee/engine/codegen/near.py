"""Rule values that hang on nothing but where the pieces of some entries lie and what is written on them or in them.

After a statement that names the pieces it touches, only the values that these pieces may change are computed anew.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.engine.codegen.gen import Gen, Writer
from referee.engine.codegen.sets import items
from referee.engine.codegen.values import value
from referee.language import tree as t

Pieces = tuple[list[str], list[str]]  # expressions of pieces, and of sets of pieces
FAR = (t.RuleRead, t.HomeAmount, t.HomeBag, t.CanPay, t.CanDo, t.OwnerOf, t.CellOf, t.Content)


def is_near(gen: Gen, e: t.Expr, own: frozenset[str]) -> bool:
    """Does an expression read only what is written on or lies in the pieces that these locals name?"""
    for part in t.walk(e):
        match part:
            case t.PlaceRef(place=name, owner=owner):
                area = gen.layout.areas.get(name)
                if area is None or area.place.form != "pool" or not _one_of(owner, own):
                    return False
            case t.ValueRead(owner=of) | t.FaceIs(piece=of):
                if not _one_of(of, own):
                    return False
            case t.TermCall(instance=index, args=args):
                instance = gen.ruleset.terms[index]
                given = zip(instance.parameters, args, strict=False)
                inner = frozenset(name for (name, _), arg in given if _one_of(arg, own))
                if instance.value is None or not is_near(gen, instance.value, inner):
                    return False
            case t.Expr() if isinstance(part, FAR):
                return False
            case _:
                pass
    return True


def _one_of(e: t.Expr | None, own: frozenset[str]) -> bool:
    return isinstance(e, t.Local) and e.name in own


def touched(gen: Gen, s: t.Statement, kinds: Iterable[str]) -> Pieces | None:
    """The pieces of these kinds that a statement moves, turns or fills; None if it doesn't name them."""
    found: Pieces = ([], [])
    return found if all(_touched(gen, s, kind, found) for kind in kinds) else None


def _touched(gen: Gen, s: t.Statement, kind: str, found: Pieces) -> bool:
    match s:
        case t.Put(piece=piece, prep=prep) if prep != "over":
            return _note(gen, piece, found) if piece.type.name == kind else not _spills(gen, piece.type.name, kind)
        case t.Turn(piece=piece):
            return piece.type.name != kind or _note(gen, piece, found)
        case t.SetValue(target=target):
            return gen.model.values[target.value].owner != kind or _note(gen, target.owner, found)
        case t.Gain(sources=sources, target=target):
            return _pools(gen, (*(sources or ()), target), kind, found)
        case t.Pay(targets=targets) | t.PayAny(targets=targets):
            return _pools(gen, targets, kind, found)
        case t.Move(source=source, targets=targets) if gen.layout.areas[source.place].place.form == "pool":
            return _pools(gen, (source, *targets), kind, found)
        case t.ShareOut(source=source, bins=bins):
            for each in bins:
                if gen.layout.areas[each.pool].place.owner == kind:
                    if not isinstance(each.targets, t.PileOf | t.PlaceRef):
                        return False
                    found[1].append(items(gen, each.targets))
            return _pools(gen, (source,), kind, found)
        case _:
            return False


def _spills(gen: Gen, moved: str, kind: str) -> bool:
    """Does content of pieces of one kind that leave go into pieces of another?"""
    places = gen.model.places
    goals = [p.leaves.removeprefix("owner.") for p in places.values() if p.owner == moved and p.leaves]
    return any(goal in places and places[goal].owner == kind for goal in goals)


def _pools(gen: Gen, places: Iterable[t.Target], kind: str, found: Pieces) -> bool:
    """Tokens go into or out of places: those that pieces of the kind own name the piece."""
    areas = gen.layout.areas
    owned = [one for one in places if isinstance(one, t.PlaceRef) and one.place in areas]
    return all(_note(gen, one.owner, found) for one in owned if areas[one.place].place.owner == kind)


def _note(gen: Gen, piece: t.Expr | None, found: Pieces) -> bool:
    if not isinstance(piece, t.Local):
        return False
    if (name := value(gen, piece)) not in found[0]:
        found[0].append(name)
    return True


def renew(w: Writer, found: Pieces) -> None:
    """The values that some pieces may change: `RENEW` has the functions of each piece."""
    for piece in found[0]:
        w.emit(f"for renew in RENEW[{piece}]: renew(S)")
    for several in found[1]:
        with w.inside(f"for i in {several}:"):
            w.emit("for renew in RENEW[i]: renew(S)")
