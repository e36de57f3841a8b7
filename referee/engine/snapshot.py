"""The canonical form of a state: named places and values, and the path of the paused program with its locals.

Slots and block numbers stand in no snapshot, so that another version of the compiler reads it.
"""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from typing import Any

from referee.engine import records as r
from referee.engine.core import Core, State
from referee.engine.layout import (
    DRAWS,
    FRAME,
    KEY,
    LAST,
    OUTCOME,
    SCHEDULE,
    SEALED,
    SEEN,
    SHOWN,
)
from referee.engine.setup import blank, recompute
from referee.language import tree as t
from referee.language.types import Type

OWN = {"draws": DRAWS, "outcome": OUTCOME, "sealed": SEALED, "schedule": SCHEDULE, "last": LAST, "key": KEY}


def canonical(program: Core, S: State) -> dict[str, Any]:
    """Everything that a state says, by names."""
    layout = program.layout
    named: dict[str, Any] = {name: S[slot] for name, slot in OWN.items()}
    for area in layout.areas.values():
        named[f"place/{area.place.id}"] = S[area.base : area.end]
    for name, (base, owners) in layout.values.items():
        type_ = program.ruleset.model.values[name].type
        named[f"value/{name}"] = [_out(program, v, type_) for v in S[base : base + owners]]
    for kind, base in layout.faces.items():
        named[f"face/{kind}"] = S[base : base + layout.kinds[kind].count]
    named["box"] = S[layout.box]
    for name, slot in (("seen", SEEN), ("shown", SHOWN)):
        named[name] = _slots_out(program, S[slot], name)
    named["frames"] = _frames(program, S[FRAME])
    return named


def _slots_out(program: Core, content: tuple[int, ...], name: str) -> Any:
    if name == "shown":
        return [_cell_out(program, slot) for slot in content]
    return [content[0], _cell_out(program, content[1]), content[2]] if content else []


def _cell_out(program: Core, slot: int) -> Any:
    """A slot as place and offset, so that it doesn't depend on the layout."""
    if slot < 0:
        return slot
    name = program.layout.place_of[slot]
    if name in ("", "box"):
        return [name, slot - program.layout.box]
    return [name, slot - program.layout.areas[name].base]


def _cell_in(program: Core, content: Any) -> int:
    if isinstance(content, int):
        return content
    name, offset = content
    base: int = program.layout.box if name in ("", "box") else program.layout.areas[name].base
    return base + int(offset)


def _out(program: Core, value: Any, type_: Type | None) -> Any:
    if type_ is None:
        return list(value) if isinstance(value, tuple) else value
    if type_.sort == "cell":
        return _cell_out(program, value)
    if type_.sort in ("set", "list") and isinstance(value, tuple):
        return [_out(program, one, type_.of) for one in value]
    return list(value) if isinstance(value, tuple) else value


def _in(program: Core, value: Any, type_: Type | None) -> Any:
    if type_ is not None and type_.sort == "cell":
        return _cell_in(program, value)
    if isinstance(value, list):
        return tuple(_in(program, one, type_.of if type_ is not None else None) for one in value)
    return value


@lru_cache(maxsize=64)
def local_types(program: Core) -> dict[str, Type]:
    """The types of all locals by their unique names."""
    found: dict[str, Type] = {}
    bodies: list[t.Node] = [s for i in program.ruleset.procedures for s in i.body]
    bodies += [s for h in program.ruleset.context.hook_list for s in h.body]
    bodies += [s for o in program.ruleset.standing for s in o.body]
    for instance in program.ruleset.procedures:
        found |= dict(instance.parameters)
    for body in bodies:
        for part in t.walk(body):
            if isinstance(part, t.Local):
                found.setdefault(part.name, part.type)
            elif isinstance(part, t.Let):
                found[part.name] = part.value.type
            elif isinstance(part, t.ForEach) and part.items.type.of is not None:
                found[part.var] = part.items.type.of
                found[f"{part.var}@members"] = part.items.type
    return found


def _frames(program: Core, frame: Any) -> list[Any]:
    types = local_types(program)
    found: list[Any] = []
    while frame is not None:
        path, live = program.code.paths[frame[0]]
        locals_ = [[name, _out(program, value, types.get(name))] for name, value in zip(live, frame[2:], strict=True)]
        found.append([path, locals_])
        frame = frame[1]
    return found


def dump(program: Core, S: State) -> bytes:
    named = canonical(program, S)
    named["rules"] = program.ruleset.rules_digest
    named["seats"] = program.seats
    return json.dumps(named, separators=(",", ":"), sort_keys=True).encode()


def digest(program: Core, S: State) -> str:
    named = canonical(program, S)
    return hashlib.sha256(json.dumps(named, separators=(",", ":"), sort_keys=True).encode()).hexdigest()


def load(program: Core, data: bytes) -> State:
    """The state of a snapshot.

    Raises:
        ValueError: if it is no snapshot of these rules for this number of seats.
    """
    named = json.loads(data)
    if named.get("rules") != program.ruleset.rules_digest or named.get("seats") != program.seats:
        raise ValueError("this snapshot is of other rules")
    layout = program.layout
    S = blank(layout, bytes.fromhex(named["key"]))
    for name, slot in OWN.items():
        S[slot] = _tuples(named[name])
    for area in layout.areas.values():
        S[area.base : area.end] = [_tuples(v) for v in named[f"place/{area.place.id}"]]
    for name, (base, owners) in layout.values.items():
        type_ = program.ruleset.model.values[name].type
        S[base : base + owners] = [_in(program, v, type_) for v in named[f"value/{name}"]]
    for kind, base in layout.faces.items():
        S[base : base + layout.kinds[kind].count] = named[f"face/{kind}"]
    S[layout.box] = _tuples(named["box"])
    S[SHOWN] = tuple(_cell_in(program, one) for one in named["shown"])
    seen = named["seen"]
    S[SEEN] = (seen[0], _cell_in(program, seen[1]), seen[2]) if seen else ()
    S[FRAME] = _frame_in(program, named["frames"])
    locate(program, S)
    recompute(program.code, S)
    return S


def locate(program: Core, S: State) -> None:
    """Each piece's location from the contents of the places."""
    layout = program.layout
    for area in layout.areas.values():
        if area.place.form == "pool" or not area.place.holds:
            continue
        for slot in range(area.base, area.end):
            content = S[slot]
            for piece in content if isinstance(content, tuple) else (content,):
                if piece >= 0 and not layout.kinds[area.place.holds].unlimited:
                    S[layout.location + piece] = slot
    for piece in S[layout.box]:
        S[layout.location + piece] = layout.box


def _tuples(value: Any) -> Any:
    return tuple(_tuples(one) for one in value) if isinstance(value, list) else value


def _frame_in(program: Core, frames: list[Any]) -> Any:
    types = local_types(program)
    frame = None
    for path, locals_ in reversed(frames):
        block = program.code.by_path[path]
        live = program.code.paths[block][1]
        values = dict(locals_)
        frame = (block, frame, *(_in(program, values[name], types.get(name)) for name in live))
    return frame


def view_digest(view: r.View, board: str = "", asked: str = "") -> str:
    """The digest of a view without its texts: places, values, decisions and options by id.

    `board`: what stands for places, values and modifiers; `asked`: what `asked_text` gives; for who has them at hand.
    """
    parts = [
        view.seat,
        *([board] if board else (repr(view.places), repr(view.values), repr(_modifiers(view)))),
        asked or asked_text(view),
        repr(view.outcome.winners if view.outcome else None),
    ]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def asked_text(view: r.View) -> str:
    """The decisions and options of a view, without texts."""
    options = [[o.id, o.role, o.barrier, repr(_plain(o.form))] for d in view.decisions for o in d.options]
    return f"{[(d.step, d.seats, d.sealed) for d in view.decisions]!r}\n{options!r}"


def _modifiers(view: r.View) -> list[tuple[str, r.Value, str]]:
    return [(f.entry, f.rule, f.of) for f in view.in_force]


def _plain(form: r.Form | None) -> Any:
    """A form without its texts."""
    if isinstance(form, r.PickForm):
        return ([i.id for i in form.items], form.min, form.max, form.ordered)
    if isinstance(form, r.AllocationForm):
        sources = [(i.id, i.min, i.max) for i in form.sources]
        return (sources, [(i.id, i.min, i.max) for i in form.bins], form.min, form.max)
    return (form.min, form.max) if form is not None else None


def inventory(program: Core) -> dict[str, list[str]]:
    """Hooks (not triggers), options (step/label) and end reasons that a game may show, in the order of the rules."""
    hooks = [f"{body.entry.kind}/{body.entry.id}/{body.hook.id}" for body in program.ruleset.context.hook_list]
    options: list[str] = []
    for decision in program.decisions.values():
        for option in decision.options:
            options.append(f"{decision.step}/{option.label}")
        if decision.sort != "choose":
            names = {"pay": "pay", "gain": "gain", "share": "place"}
            options.append(f"{decision.step}/{names.get(decision.sort) or decision.step.rpartition('/')[2]}")
    ends: list[str] = []
    bodies: list[t.Statement] = [s for i in program.ruleset.procedures for s in i.body]
    bodies += [s for h in program.ruleset.context.hook_list for s in h.body]
    for body_statement in bodies:
        for part in t.walk(body_statement):
            if isinstance(part, t.EndGame | t.LastRound):
                ends.append(part.reason)
    return {
        name: list(dict.fromkeys(found)) for name, found in (("hooks", hooks), ("options", options), ("ends", ends))
    }
