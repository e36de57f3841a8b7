"""Equal pieces → Python: of those that nobody can tell apart one is a candidate, and the order tells nothing hidden."""

from __future__ import annotations

from referee.engine.codegen.gen import Gen, Writer
from referee.engine.codegen.sets import items
from referee.language import tree as t

FEW = 4  # tokens of a pool that are compared one by one


def domain(gen: Gen, binder: t.Binder) -> str:
    """The candidates of a binder; of equal pieces the first."""
    assert binder.items is not None
    return candidates(gen, binder.items, binder)


def candidates(gen: Gen, inside: t.Expr, binder: t.Binder) -> str:
    text = items(gen, inside)
    element = inside.type.of
    if element is not None and element.sort == "piece" and not binder.argument:
        return f"{representatives(gen, element.name, ordered(gen, inside))}(S,{text})"
    return in_order(gen, inside, text)


def in_order(gen: Gen, inside: t.Expr, text: str) -> str:
    """Members of a set, each for itself: pieces of a pile whose order isn't shown by what tells them apart."""
    element = inside.type.of
    if element is None or element.sort != "piece" or ordered(gen, inside):
        return text
    arrange = arranged(gen, element.name)
    return f"{arrange}({text})" if arrange == "sorted" else f"{arrange}({text},S)"


def ordered(gen: Gen, inside: t.Expr) -> bool:
    """Do the candidates come from a pile whose order is public?"""
    while not isinstance(inside, t.PileOf):
        deeper = getattr(inside, "items", None)
        if not isinstance(deeper, t.Expr):
            return False
        inside = deeper
    name = inside.place.place
    return name in gen.layout.areas and gen.layout.areas[name].place.ordered


def representatives(gen: Gen, kind: str, keep_order: bool) -> str:
    """The function that drops pieces equal to an earlier one (same entry, values, face and content).

    Where the order of a pile is not shown, what is left stands in the order of what tells the pieces apart.
    """
    name = f"reps_{list(gen.model.kinds).index(kind)}_{int(keep_order)}"
    if name in gen.globals:
        return name
    gen.globals[name] = None  # defined in the module's source
    order = "many" if keep_order else "sorted(many)"
    w = Writer()
    key = _key(gen, kind)
    if not key:
        w.emit(f"return {order}")
    else:
        _all_unequal(gen, w, order)
        w.emit("found={}")
        with w.inside(f"for i in {order}:"):
            w.emit(f"found.setdefault({key},i)")
        w.emit("out=list(found.values())")
        if not keep_order:
            w.emit("if len(out)>1: out=[found[key] for key in sorted(found)]")
        w.emit("return out")
    gen.define(name, "S,many", w)
    return name


def arranged(gen: Gen, kind: str) -> str:
    """The function that puts pieces into the order of what tells them apart, equal ones beside one another."""
    key = _key(gen, kind)
    if not key:
        return "sorted"
    name = f"arranged_{list(gen.model.kinds).index(kind)}"
    if name not in gen.globals:
        gen.globals[name] = None
        w = Writer()
        _all_unequal(gen, w, "sorted(many)")
        w.emit(f"return sorted(many,key=lambda i:{key[:-1]}i))")
        gen.define(name, "many,S", w)
    return name


def _all_unequal(gen: Gen, w: Writer, order: str) -> None:
    """Pieces of different entries need not be looked at: they are numbered in the order of their entries."""
    entries = gen.table((*gen.layout.entry_of, -1))
    w.emit(f"if len({{*map({entries}.__getitem__,many)}})==len(many): return {order}")


def first_alike(gen: Gen, kind: str, keep_order: bool) -> str:
    """The function that tests whether a piece is in a set, and the first of those equal to it; empty if all differ."""
    key = _key(gen, kind)
    if not key:
        return ""
    number_of = list(gen.model.kinds).index(kind)
    name = f"first_{number_of}_{int(keep_order)}"
    if name not in gen.globals:
        gen.globals[name] = None  # defined in the module's source
        entries = gen.table((*gen.layout.entry_of, -1))
        w = Writer()
        w.emit("if v not in many: return False")
        w.emit(f"entry={entries}[v]")
        w.emit(f"if [*map({entries}.__getitem__,many)].count(entry)==1: return True")
        w.emit(f"key=lambda i:{key}")
        w.emit("own=key(v)")
        with w.inside("for i in many:"):
            if keep_order:
                w.emit("if i==v: return True")
                w.emit(f"if {entries}[i]==entry and key(i)==own: return False")
            else:
                w.emit(f"if i<v and {entries}[i]==entry and key(i)==own: return False")
        w.emit("return True")
        gen.define(name, "S,many,v", w)
    return name


def _key(gen: Gen, kind: str) -> str:
    """What is equal for pieces `i` of a kind that are one option; empty if no two ever are."""
    layout = gen.layout
    pieces = layout.kinds[kind]
    entries = layout.entry_of[pieces.first : pieces.first + pieces.count]
    if len(set(entries)) == len(entries):
        return ""
    parts = [f"{gen.table((*layout.seat_of, -1))}[i]"] if pieces.per_seat else []
    parts.append(f"{gen.table((*layout.entry_of, -1))}[i]")
    for declared in gen.model.values.values():
        if declared.owner == kind and declared.seen_by == "everyone":  # what nobody sees makes no option its own
            parts.append(f"S[{layout.values[declared.id][0] - pieces.first}+i]")
    if kind in layout.faces:
        parts.append(f"S[{layout.faces[kind] - pieces.first}+i]")
    for area in layout.areas.values():
        if area.place.owner == kind:
            start = area.base - pieces.first * area.stride
            inside = f"S[{start}+i*{area.stride}:{start + area.stride}+i*{area.stride}]"
            if area.place.seen_by == "nobody" and area.place.count_seen_by == "nobody":
                continue
            if area.place.seen_by == "nobody":
                inside = {"pool": f"[sum({inside})]", "pile": f"map(len,{inside})"}.get(
                    area.place.form, f"(j<0 for j in {inside})"
                )
            elif area.place.form == "pile":
                order = "" if area.place.ordered else "sorted"
                inside = f"{order}(piece_key(S,j) for j in {inside}[0])"
            elif area.place.form == "cells":
                inside = f"(() if j<0 else piece_key(S,j) for j in {inside})"
            elif area.stride <= FEW:
                parts += [f"S[{start + index}+i*{area.stride}]" for index in range(area.stride)]
                continue
            parts.append(f"tuple({inside})")
    return f"({','.join(parts)},)"
