"""Reading is fast: a game's 3,000 lines are no reason to wait."""

from __future__ import annotations

import time

from referee.packs import load_stack
from tests.packs_loading.fair import FAIR, found


def big_pack() -> dict[str, bytes]:
    stalls = "".join(
        f"  - {{id: s{n}, cost: {{bead: {n % 5}}}, size: {n}, name: S {n},\n"
        "     use: exchange up to 4 bead for 1 coin each}\n"
        for n in range(500)
    )
    step = "    choose one day:\n      visit s from row where s is not empty:\n        gain 1 coin\n      pass\n"
    procedures = "".join(f"  p{n}(stall s): |\n{step * 5}" for n in range(120))
    return {
        "fair/pack.yaml": FAIR.encode(),
        "fair/stalls.yaml": f"stall:\n{stalls}".encode(),
        "fair/play.yaml": f"procedures:\n{procedures}".encode(),
    }


def test_three_thousand_lines() -> None:
    files = big_pack()
    assert sum(data.count(b"\n") for data in files.values()) > 3_000
    assert found(load_stack(["fair"], files=files)) == []
    times: list[float] = []
    for _ in range(5):
        start = time.process_time()  # reading waits for nothing; what others do on the machine isn't counted
        load_stack(["fair"], files=files)
        times.append(time.process_time() - start)
    assert min(times) < 0.1, f"{min(times):.3f} s"
