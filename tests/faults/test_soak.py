"""A short soak in every run, the long one with --full."""

from __future__ import annotations

import pytest

from tests.faults.soak import soak


def test_a_few_tables_on_bad_lines_lose_nothing() -> None:
    found = soak(clients=8, seconds=10)
    assert found.moves > 50 and found.cuts > 5 and found.hung_up
    assert sum(table.wrongs for table in found.tables) > 5
    assert found.log == []


@pytest.mark.full
def test_sixty_four_clients_for_five_minutes_lose_nothing_and_cost_no_more_memory() -> None:
    found = soak(clients=64, seconds=300)
    print(found)
    assert found.moves > 10_000 and found.cuts > 1_000
    assert found.log == []
    assert found.growth <= 1.1, found.memory
