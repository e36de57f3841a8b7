"""How facts are known, as a page: sorted, facts with one reason together, totals, what was set right."""

from __future__ import annotations

import click

from referee.cli.knowledge import corrected, doubtful, page, totals
from referee.packs import Fact
from referee.packs.node import Position


def fact(key: str, status: str, **more: str) -> Fact:
    given = {"pack": "fair", "field": "", "source": "S1 p. 2", "because": "a guess", "value": "", "before": ""} | more
    return Fact(key=key, status=status, at=Position("fair/pack.yaml", 7, 3), **given)


FACTS = [
    fact("stall/tea", "reconstructed", field="use", value="gain 1 coin"),
    fact("stall/cake", "stated"),
    fact("stall/archery", "reconstructed", field="use", value="gain 2 coin"),
    fact("rule/fee", "inferred", because="it is the same everywhere", source="S2"),
    fact("stall/puppets", "reconstructed", because="the card is lost"),
    fact("rule/prizes", "published", pack="mine", before="reconstructed", source="BOX", value="4"),
    fact("rule/days", "stated", before="own"),
]


def shown() -> str:
    lines = page(FACTS, {"S1": "Rules of the fair", "S2": "A photograph", "S3": "A dream", "BOX": "My copy"})
    return click.unstyle("\n".join(lines))


def test_facts_are_counted_and_sorted() -> None:
    assert totals(FACTS) == {"stated": 2, "published": 1, "inferred": 1, "reconstructed": 3, "own": 0}
    assert [each.key for each in doubtful(FACTS)] == ["rule/fee", "stall/archery", "stall/puppets", "stall/tea"]
    assert [each.key for each in corrected(FACTS)] == ["rule/prizes"]


def test_the_page() -> None:
    assert (
        shown()
        == """\
7 facts: 2 stated, 1 published, 1 inferred, 3 reconstructed

reconstructed, 3: nobody found what is printed, the value is ours

  stall/archery, use  gain 2 coin  fair/pack.yaml:7
  stall/tea, use      gain 1 coin  fair/pack.yaml:7
      a guess (S1 p. 2)

  stall/puppets  fair/pack.yaml:7
      the card is lost (S1 p. 2)

inferred, 1: nowhere said, but it follows from what is

  rule/fee  fair/pack.yaml:7
      it is the same everywhere (S2)

set right by later packs, 1

  rule/prizes  4  fair/pack.yaml:7
      published (BOX), was reconstructed

sources named here
  BOX: My copy
  S1: Rules of the fair
  S2: A photograph
"""
    )
