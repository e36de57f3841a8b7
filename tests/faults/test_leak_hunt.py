"""Whoever asks a server, by whatever call, learns nothing of what is hidden from them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.hunting import hunt

STACKS = [
    (["auction"], 3),
    (["cuba", "cuba-secret-delegate"], 3),
    (["cuba-el-presidente"], 4),
    (["puerto-rico", "puerto-rico-new-buildings", "puerto-rico-nobles"], 3),
    (["urban-sketchers"], 3),
]


@pytest.mark.parametrize(
    ("packs", "seats"), STACKS, ids=lambda value: "+".join(value) if isinstance(value, list) else ""
)
async def test_positions_that_a_viewer_may_not_tell_apart_give_equal_bytes(
    tmp_path: Path, packs: list[str], seats: int, request: pytest.FixtureRequest
) -> None:
    positions = 1000 if request.config.getoption("--full") else 12
    found = await hunt(tmp_path, packs, seats, positions)
    assert found.positions == positions and found.asked > 5 * positions
    assert found.differed >= positions / 4, "the pairs hardly differ: this says little"
