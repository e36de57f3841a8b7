"""A change of a choice that isn't there is told beside other errors, where it can't be in what they hide."""

from __future__ import annotations

import pytest

from tests.stacks.village import changes, errors, stack

BROKEN = "{after: work, do: gain 1 coinn}"
ADDED = '{option_in: %s, add: "beg: gain 1 coin"}'


@pytest.mark.parametrize(
    ("choice", "told"),
    [
        ("work/works", ["E0210", "E0150"]),
        ("baskets", ["E0210", "E0150"]),
        ("turn/errand", ["E0210"]),
        ("turn/work", ["E0210"]),  # which may be a choice in what can't be read
    ],
)
def test_a_choice_that_is_nowhere(choice: str, told: list[str]) -> None:
    says = f"says: {{{choice}: Beg}}\n"
    found = errors(stack(mine=changes(BROKEN, ADDED % choice) + says))
    assert [each.code.code for each in found] == told
