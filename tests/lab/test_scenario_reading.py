"""The format of scenarios: what is read, and every way to get it wrong."""

from __future__ import annotations

import pytest

from referee.engine.records import Choice, Share
from referee.lab.scenario import Scenario
from referee.lab.scenario_reading import Reader
from referee.packs.reader import read_yaml

FULL = """\
- id: a_bead_for_a_coin
  covers: [F-1]
  stack: fair
  set: {fair.days: 3, fair.stalls: [tea, cake]}
  seats: 4
  seed: "7"
  given:
    run: stall
    seat: "2"
    values: {seat/2/coin: 0, seat/2/open: yes}
    places: {stall/bead: {bead: 4}, seat/2/bag: [tea, cake]}
  do:
    - 2 buy/bead
    - 2 bid: 4
    - 2 drop: [bead, coin]
    - 2 share: {bead: {seat/1/stall/r1c1: 2}}
    - 2 pay: {coin: 3}
  then:
    values: {seat/2/coin: 3}
    places: {seat/2/bag: {}}
    step: stall/deal
    offered: {has: [buy/bead, stop], not: [buy/tea]}
  refused:
    - {choice: 2 buy/tea, reason: CANNOT_PAY}
    - choice: {2 bid: 99}
      reason: ANSWER_OUTSIDE_FORM
"""


def read(text: str) -> tuple[list[Scenario], list[str]]:
    root, findings = read_yaml(text.encode(), "fair/scenarios/a.yaml", "fair")
    assert root is not None and not findings
    reader = Reader()
    scenarios = reader.read_file(root)
    return scenarios, [str(finding) for finding in reader.findings]


def test_everything_is_read() -> None:
    (scenario,), findings = read(FULL)
    assert findings == []
    assert (scenario.id, scenario.stack, scenario.seats, scenario.seed) == ("a_bead_for_a_coin", "fair", 4, "7")
    assert scenario.settings == {"fair.days": ("3",), "fair.stalls": ("tea", "cake")}
    assert scenario.given.values == {"seat/2/coin": 0, "seat/2/open": "yes"}
    assert scenario.given.places == {"stall/bead": {"bead": 4}, "seat/2/bag": ["tea", "cake"]}
    assert [answer.choice for answer in scenario.do] == [
        Choice("buy/bead"),
        Choice("bid", 4),
        Choice("drop", ("bead", "coin")),
        Choice("share", (Share("bead", "seat/1/stall/r1c1", 2),)),
        Choice("pay", (Share("coin", "", 3),)),
    ]
    assert {answer.seat for answer in scenario.do} == {"2"}
    assert [item[0] for item in scenario.then.has] == ["buy/bead", "stop"]
    assert [(item.answer.choice, item.reason) for item in scenario.refused] == [
        (Choice("buy/tea"), "CANNOT_PAY"),
        (Choice("bid", 99), "ANSWER_OUTSIDE_FORM"),
    ]


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("id: x\n", "1:1: error[E0701] `the file` of a scenario must be a list of scenarios"),
        ("- {id: x}\n", "1:3: error[E0703] this scenario has no `seats`"),
        ("- {id: x, seats: two}\n", "1:18: error[E0701] `seats` of a scenario must be a number, here is `two`"),
        (
            "- {id: x, seats: 2, gvien: {}}\n",
            "1:21: error[E0702] a scenario has no key `gvien` here (did you mean `given`?)",
        ),
        ("- {id: x, seats: 2, do: [buy]}\n", "1:26: error[E0704] `buy` is no choice"),
        ("- {id: x, seats: 2, do: [1 a b]}\n", "1:26: error[E0704] `1 a b` is no choice"),
        ("- {id: x, seats: 2, do: [{1 a: {b: c}}]}\n", "1:32: error[E0704] `1 a` is no choice: the share of `b`"),
        ("- {id: x, seats: 2, then: {places: {p: 3}}}\n", "1:40: error[E0701] `p` of a scenario must be counts"),
        ("- {id: x, seats: 2, given: {places: {p: {b: -1}}}}\n", "1:41: error[E0701] `p` of a scenario must be counts"),
        (
            "- {id: x, seats: 2, refused: [{choice: 1 a, reason: CANT_PAY}]}\n",
            "1:45: error[E0707] `CANT_PAY` is no reason of a refusal (did you mean `CANNOT_PAY`?)",
        ),
        ("- {id: x, seats: 2, refused: [{choice: 1 a}]}\n", "1:31: error[E0703] this scenario has no `reason`"),
    ],
)
def test_mistakes_are_found_with_their_place(text: str, finding: str) -> None:
    scenarios, findings = read(text)
    assert scenarios == []
    assert len(findings) == 1
    assert findings[0].startswith(f"fair/scenarios/a.yaml:{finding}")


def test_all_mistakes_of_a_file_come_together_and_good_scenarios_are_kept() -> None:
    scenarios, findings = read("- {id: a, seats: 2}\n- {id: b}\n- {seats: 2, id: c, dO: []}\n")
    assert [scenario.id for scenario in scenarios] == ["a"]
    assert len(findings) == 2
