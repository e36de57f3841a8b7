"""A change of one key inside a part that a declaration doesn't have yet makes the part."""

from __future__ import annotations

import pytest

from tests.stacks.village import changes, errors, stack, table

LAMP = """\
kinds: {lamp: {name: lamp, plural: lamps}}
lamp: [{id: oil, n: 2}]
places: {shelf: {of: table, cells: 2, holds: lamp}}
setup: [{id: lamps, place: shelf, pieces: [oil, oil]}]
stall: [{id: tent, colour: red, name: Tent, plural: Tents, allow: {W0473: to be given one}}]
"""
SHINE = changes(
    "{kind: lamp, field: hooks/shine, is: {sort: effect}}",
    "{entry: lamp/oil, hook: shine, is: gain 5 coin}",
    '{option_in: errand, add: "light c from shelf where c is not empty: do shine of c.lamp"}',
)
TURN = changes(
    "{kind: lamp, field: hooks/turn, is: {sort: effect}}",
    "{kind: lamp, field: fields/heat, is: number}",
    "{entry: lamp/oil, hook: turn, is: gain 3 coin}",
    "{entry: lamp/oil, field: heat, is: 2}",
    "{option_in: errand, add: 'screw c from shelf where c is not empty and c.lamp.heat = 2: do turn of c.lamp'}",
)


def test_two_packs_each_add_a_hook_to_a_kind_without_hooks() -> None:
    played = table(mine=LAMP, one=SHINE, two=TURN)
    assert {"light", "screw"} <= set(played.options)
    played.choose("light/1", "done", "screw/1")
    assert [played.value(f"seat/{seat}/chest:coin") for seat in (1, 2)] == [3 + 5, 3 + 3]


@pytest.mark.parametrize(
    "change",
    [
        "{entry: stall/tent, field: cost/bead, is: 2}",
        "{place: shelf, field: data/fee, is: [1, 2]}",
        "{kind: lamp, field: fields/heat, is: {type: number, default: 1}}",
    ],
)
def test_the_part_is_made(change: str) -> None:
    found = stack(mine=LAMP, one=changes(change))
    assert found.ok
    assert [each.pack for each in found.changes] == ["one"]


def test_two_packs_that_each_write_the_whole_part_are_told_to_name_its_keys() -> None:
    whole = [changes(f"{{kind: lamp, field: hooks, is: {{{name}: {{sort: effect}}}}}}") for name in ("shine", "turn")]
    (error,) = errors(stack(mine=LAMP, one=whole[0], two=whole[1]))
    assert error.code.code == "E0151"
    assert error.hint == "name the key in both packs, so that they go together: `field: hooks/turn`"
