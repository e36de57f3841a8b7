"""The rulesets that the engine's property tests play: every pack of this repository and every hard effect."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from referee.engine import Program, compile_ruleset
from referee.language import build_ruleset
from referee.packs import load_stack
from tests.language.hard import harness

ROOT = Path(__file__).parents[2]
SMALL = ("tic_tac_toe", "connect_four", "othello", "auction")
HARD = tuple(
    sorted(
        path.stem for path in harness.HERE.glob("*.yaml") if path.stem not in ("cuba", "puerto_rico", "urban_sketchers")
    )
)
CONTENT = tuple(sorted(path.name for path in (ROOT / "content").iterdir() if (path / "pack.yaml").exists()))
ALL = (*SMALL, *HARD, *CONTENT)


@cache
def program(name: str, seats: int = 0) -> Program:
    """A pack by name, for a number of seats (0: the fewest that it allows)."""
    if name in HARD:
        ruleset = harness.ruleset(name)
    else:
        folder = ROOT / ("content" if name in CONTENT else "tests/packs") / name
        ruleset = build_ruleset(load_stack([str(folder)]))
    return compile_ruleset(ruleset, seats=seats or ruleset.min_seats)
