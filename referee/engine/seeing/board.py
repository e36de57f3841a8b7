"""The static board of a program: every place and value that its views have, in their order."""

from __future__ import annotations

from referee.engine import records as r
from referee.engine.codegen.room import limit_of
from referee.engine.layout import Area
from referee.engine.seeing.appearance import Appearance
from referee.language.describe.keys import pack_text, rule_label
from referee.language.text import Arg, Text


def board(program: Appearance) -> r.Board:
    """Places and values with labels, shapes, capacities and printed data; the same for every game."""
    places: list[r.PlaceInfo] = []
    for area in program.layout.areas.values():
        owned = area.place.owner in ("table", "seat") or area.place.owner in program.layout.areas
        if owned and not area.place.counter:
            places += _places(program, area)
    return r.Board(tuple(places), tuple(_values(program)))


def _places(program: Appearance, area: Area) -> list[r.PlaceInfo]:
    place, ids = area.place, program.ids
    found: list[r.PlaceInfo] = []
    for owner in range(area.owners):
        seat = str(owner + 1) if place.owner == "seat" else ""
        front = f"seat/{owner + 1}/" if seat else ""
        parent = f"{front}{place.id}"
        if place.form == "pool" and place.limit is not None:
            for offset, token in enumerate(place.tokens):
                limit = limit_of(program.ruleset.model, place.id, token)
                name = ids.tokens[token]
                found.append(
                    r.PlaceInfo(
                        ids.place(area, owner, offset),
                        Text("engine/thing", (Arg("x", "entry", f"token/{name}"),)),
                        kind="",
                        seat=seat,
                        parent=parent,
                        shape="track",
                        row=offset + 1,
                        column=1,
                        capacity=limit if limit < 1 << 20 else 0,
                        values=_token_data(program, name),
                    )
                )
        elif place.form == "cells":
            columns = place.grid[1]
            for offset in range(area.stride):
                found.append(
                    r.PlaceInfo(
                        ids.place(area, owner, offset),
                        _cell_label(program, area, offset),
                        kind=place.holds,
                        seat=seat,
                        parent=parent,
                        shape=place.shape or ("ring" if place.ring else "line" if place.grid[0] == 1 else "grid"),
                        row=offset // columns + 1,
                        column=offset % columns + 1,
                        capacity=1,
                        values=_cell_data(program, area, owner, offset),
                    )
                )
        else:
            whole = (
                ids.slot.get(program.layout.areas[place.owner].base + owner, "")
                if place.owner in program.layout.areas
                else ""
            )
            found.append(
                r.PlaceInfo(
                    ids.place(area, owner),
                    _label(program, area),
                    kind=place.holds,
                    seat=seat,
                    parent=whole,
                    shape=place.shape or ("pile" if place.form == "pile" else "heap"),
                    capacity=place.total if isinstance(place.total, int) else 0,
                )
            )
    return found


def _label(program: Appearance, area: Area) -> Text:
    return pack_text(f"place/{area.place.id}.name", area.place.name)


def _cell_label(program: Appearance, area: Area, offset: int) -> Text:
    """The cell's own name; without one it is called as its place."""
    place = area.place
    if not place.names:
        return _label(program, area)
    return pack_text(f"place/{place.id}/{place.segment(offset)}.name", place.names[offset])


def _token_data(program: Appearance, name: str) -> tuple[r.Value, ...]:
    model = program.ruleset.model
    token = model.tokens[name]
    return tuple(program.views.value(key, token.data[key], model.token_data[key]) for key in token.data)


def _cell_data(program: Appearance, area: Area, owner: int, offset: int) -> tuple[r.Value, ...]:
    found: list[r.Value] = []
    for name, (type_, by_seat) in area.place.data.items():
        if by_seat:
            column = by_seat[owner % len(by_seat)]
            if offset < len(column):
                found.append(program.views.value(name, column[offset], type_))
    return tuple(found)


def _values(program: Appearance) -> list[r.ValueInfo]:
    model, ids = program.ruleset.model, program.ids
    found: list[r.ValueInfo] = []
    for value in model.values.values():
        if not value.aside and (value.owner in ("table", "seat") or value.owner in program.layout.areas):
            for owner in range(program.layout.values[value.id][1]):
                seat = str(owner + 1) if value.owner == "seat" else ""
                name = ids.value(value.id, value.owner, owner)
                found.append(r.ValueInfo(name, pack_text(f"value/{value.id}.name", value.name), seat))
    for area in program.layout.areas.values():
        if area.place.counter:
            for owner in range(area.owners):
                for token in area.place.tokens:
                    name = ids.tokens[token]
                    label = pack_text(f"token/{name}.name", model.tokens[name].plural or name)
                    found.append(
                        r.ValueInfo(f"seat/{owner + 1}/{name}", label, str(owner + 1), name in _scores(program))
                    )
    for rule in model.rules.values():
        if rule.owner in ("table", "seat"):
            for owner in range(program.layout.rules[rule.id][1]):
                seat = str(owner + 1) if rule.owner == "seat" else ""
                name = ids.value(f"rule/{rule.id}", rule.owner, owner)
                found.append(r.ValueInfo(name, pack_text(f"rule/{rule.id}.name", rule_label(rule)), seat))
    return found


def _scores(program: Appearance) -> set[str]:
    """Tokens that are a line of the score by themselves."""
    from referee.language import tree as t

    return {
        program.ids.tokens[line.points.token.value]
        for line in program.ruleset.model.score_lines
        if isinstance(line.points, t.HomeAmount)
        and isinstance(line.points.token, t.Const)
        and isinstance(line.points.token.value, int)
    }
