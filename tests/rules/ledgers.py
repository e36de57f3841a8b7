"""The ledgers of the shipped packs, and the scenarios that name their lines."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from referee.lab.scenario_files import LEDGER, PackScenarios, read_scenarios
from referee.packs import Mapping, Scalar, Sequence, load_stack, read_yaml

CONTENT = Path(__file__).parents[2] / "content"
PACKS = sorted(path.parent.name for path in CONTENT.glob(f"*/{LEDGER}"))


@dataclass(frozen=True)
class Line:
    """A line of a ledger: a rule in our own words, and the documents that say it."""

    id: str
    rule: str
    source: str


@cache
def suite(pack: str) -> PackScenarios:
    """The scenarios of a pack, read beside its ledger."""
    (own,) = (one for one in load_stack([str(CONTENT / pack)]).packs if one.id == pack)
    return read_scenarios(own)


@cache
def lines(pack: str) -> tuple[Line, ...]:
    """The lines of a pack's ledger in their order. Raises AssertionError if one has not just these three words."""
    root, findings = read_yaml((CONTENT / pack / LEDGER).read_bytes(), f"{pack}/{LEDGER}", pack)
    assert isinstance(root, Sequence) and not findings, findings
    return tuple(_line(item) for item in root.items)


def _line(node: object) -> Line:
    assert isinstance(node, Mapping)
    words = {key: value.text for key, value in node.items() if isinstance(value, Scalar)}
    assert words.keys() == {"id", "rule", "source"}, f"{node.at}: {sorted(words)}"
    return Line(**words)
