"""What no longer fits because a later pack has changed it: told once, at the change, with the other places (E0153)."""

from __future__ import annotations

import pytest

from referee.language.build import read_stack
from tests.packs_loading.fair import HEAD, load, night

COUNTED = (
    HEAD
    + """\
tokens: {coin: {unlimited: yes}}
kinds: {stall: {fields: {size: {type: number, default: 1}}}}
stall:
  - {id: tea}
  - {id: toss, size: 2}
places: {yard: {of: seat, tokens: [coin], home: yes}}
rules: {prizes: 3}
procedures: {main: do fair_day, fair_day: "each seat: gain toss.size + rule prizes coin"}
"""
)


@pytest.mark.parametrize(
    ("change", "places"),
    [
        ("{kind: stall, field: fields/size, is: yes/no}", 2),  # toss says `size: 2`, the fair counts with it
        ("{kind: stall, field: fields/size, remove: yes}", 1),
        ("{entry: stall/toss, remove: yes}", 1),
        ("{rule: prizes, is: [1, 2]}", 1),
    ],
)
def test_one_finding_at_the_change(change: str, places: int) -> None:
    assert read_stack(load(fair=COUNTED))[0] is not None
    ruleset, findings = read_stack(load("night", fair=COUNTED, night=night(f"changes:\n  - {change}\n")))
    assert ruleset is None
    (one,) = findings
    assert one.code.code == "E0153"
    assert str(one.at).startswith("night/pack.yaml:8:")
    assert [each.file for each in one.related] == ["fair/pack.yaml"] * places


def test_what_was_wrong_before_stays_where_it_is() -> None:
    broken = COUNTED.replace("rule prizes", "rule prices")
    _, findings = read_stack(load("night", fair=broken, night=night("changes:\n  - {rule: prizes, is: 4}\n")))
    assert [each.code.code for each in findings] != []
    assert {each.at.file for each in findings} == {"fair/pack.yaml"}
