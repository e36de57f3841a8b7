"""Packs that take about as much as a pack may: they are played, within the same bounds."""

from __future__ import annotations

from tests.hostile.writing import many, turn

SHORT = "each seat:\n  let x = 1 + 2\n  if x > 2: gain x coin\n  else: gain 1 coin"
HEAPS = "places: {heap: {of: table, pile: card}, waste: {of: table, pile: card}}\nsetup: [{place: heap, all: card}]\n"
GRID = "places: {board: {of: seat, grid: [40, 50], holds: stall}}\nkinds: {stall: {}}\n"


def packs() -> dict[str, str]:
    """Each pack by what it has much of."""
    cards = many(2, "  - {id: c{n}, n: 990}")
    faces = "kinds: {card: {faces: [up, down]}}\ncard:\n" + cards + "values: {used: {of: card}, x: {of: card}}\n"
    hooks = "kinds: {card: {hooks: {use: {sort: effect}}}}\ncard:\n" + many(1400, "  - {id: c{n}, use: gain 1 coin}")
    look = "for each c in first of my.board:\n  for each l in lines of 20 through c: gain count l coin\n"
    look += "  for each r in rays of c: gain 1 coin\n  for each r in cells in line with c: gain 1 coin\n"
    triggers = "triggers:\n" + many(290, "  - 'after f1: gain 1 coin'")
    procedures = {f"f{n}": "gain 1 coin" for n in range(290)}
    pairs = "  o{n} k from seats, j from seats where j is not k: gain 1 coin"
    return {
        "pieces": turn("choose take c from heap: put c in waste", faces + HEAPS),
        "pieces on the move": turn(
            "shuffle heap\nmove all from heap to waste\nchoose take: move all from waste to heap",
            "kinds: {card: {}}\ncard:\n" + cards + HEAPS,
        ),
        "entries": turn("choose take c from heap: put c in waste", hooks + HEAPS),
        "cells": turn(look + "choose take: gain 1 coin", GRID).replace("[2, 4]", "[2, 9]"),
        "procedures": turn("choose take: do p1", "", **{f"p{n}": SHORT for n in range(700)}),
        "options": turn("choose one x:\n" + many(290, pairs)),
        "triggers": turn("do f1\nchoose take: gain 1 coin", triggers, **procedures),
    }
