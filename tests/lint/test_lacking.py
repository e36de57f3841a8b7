"""W0473: what every entry of a kind has and a new one lacks; numbers beyond what their field allows."""

from __future__ import annotations

import pytest

from referee.language import build_ruleset
from referee.lint import run_all
from tests.stacks.village import changes, one, stack

NAMED = "name: Tent, plural: Tents"


@pytest.mark.parametrize(
    ("tent", "lacking"),
    [
        (f"{{id: tent, colour: red, cost: {{bead: 1}}, open: gain 1 coin, {NAMED}}}", []),
        (f"{{id: tent, colour: red, cost: {{}}, in_force: rule wage adds 1, {NAMED}}}", []),
        (f"{{id: tent, like: ^plain, {NAMED}}}", []),
        ("{id: tent, like: ^plain}", ["`name`"]),
        (f"{{id: tent, colour: red, open: gain 1 coin, {NAMED}}}", ["`cost`"]),
        (f"{{id: tent, colour: red, cost: {{}}, {NAMED}}}", ["effect (`open`, `toll`, `in_force`, `watch`)"]),
        (f"{{id: tent, colour: red, cost: {{}}, {NAMED}, allow: {{W0473: an empty place}}}}", []),
    ],
)
def test_what_a_new_entry_lacks(tent: str, lacking: list[str]) -> None:
    found = run_all(build_ruleset(stack(mine=f"stall:\n  - {tent}\n"))).findings
    assert [(each.code.code, dict(each.arguments)["what"]) for each in found] == [("W0473", what) for what in lacking]


def test_nothing_is_lacking_among_the_first_entries_of_a_kind() -> None:
    lamps = "kinds: {lamp: {fields: {fuel: bag of goods}, name: lamp, plural: lamps}}\n"
    lamps += "lamp:\n" + "".join(f"  - {{id: lamp_{n}, fuel: {{bead: {n}}}, name: L{n}}}\n" for n in range(4))
    found = run_all(build_ruleset(stack(mine=lamps + "  - {id: lamp_9}\n", other="lamp: [{id: dark, name: Dark}]\n")))
    assert [str(each.at) for each in found.findings if each.code.code == "W0473"] == []
    found = run_all(build_ruleset(stack(mine=lamps, other="lamp: [{id: dark, name: Dark}]\n")))
    assert [str(each.at) for each in found.findings if each.code.code == "W0473"] == ["other/pack.yaml:7:13"]


@pytest.mark.parametrize(("size", "wrong"), [(0, "least 1"), (1, ""), (3, ""), (4, "most 3")])
def test_a_number_keeps_within_the_bounds_of_its_field(size: int, wrong: str) -> None:
    tent = f"stall:\n  - {{id: tent, like: ^plain, {NAMED}, size: {size}}}\n"
    bounds = changes("{kind: stall, field: fields/size/least, is: 1}", "{kind: stall, field: fields/size/most, is: 3}")
    body = {"mine": tent, "other": bounds}
    if wrong:
        assert one(**body).message.endswith(f"`size` is at {wrong}")
    else:
        assert stack(**body).ok and build_ruleset(stack(**body))
