"""What `referee diff` and `referee hooks` tell of each kind of change."""

from __future__ import annotations

import pytest

from referee.cli.changeable import Changeable
from referee.cli.differing import Differing
from tests.cli.test_diff_language import CODE
from tests.stacks.village import changes, ruleset


def told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], **packs: str) -> list[str]:
    """The lines that players read of packs on the village, without their indents."""
    monkeypatch.setenv("COLUMNS", "170")
    Differing("village", ruleset(), "mine", ruleset(**packs), "en").print()
    return [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()[1:] if line.strip()]


@pytest.mark.parametrize(
    ("rows", "lines"),
    [
        (["{entry: stall/tea, field: cost/silk, is: 3}"], ["cost: 1 bead → 1 bead and 3 bales of silk"]),
        (["{entry: stall/^plain, field: cost, is: {silk: 1}}"], ["Tea", "Toffee", "cost: 1 bead → 1 bale of silk"]),
        (["{entry: stall/tea, hook: open, remove: yes}"], ["Tea", "open: Gain 1 coin. (gone)"]),
        (["{entry: stall/tea, hook: toll, is: pay 1 coin}"], ["Tea", "toll: Pay 1 coin."]),
        (["{entry: stall/lottery, hook: in_force, is: rule wage adds 3}"], ["in force: Wage: +1. → Wage: +3."]),
        (["{entry: stall/tea, field: n, is: 2}"], ["Tea", "copies: 1 → 2"]),
        (["{rule: days, is: {2: 4, 3: 2}}"], ["Days: 3 → 4 with 2 players, 2 with 3 players"]),
        (["{rule: prizes, is: [9, 1]}"], ["Prizes: 4, 2 → 9, 1"]),
        (
            ["{setup: purse, field: tokens/coin, is: 4}"],
            ["− Chest of each player: 1 coin.", "+ Chest of each player: 4 coins."],
        ),
        (["{scoring: fame, field: points, is: 2 * my.fame}"], ["Fame", "points: your fame → 2 × your fame"]),
        (["{scoring: coins, remove: yes}"], ["In case of a tie", "− Coins (gone)"]),
        (["{before: turn, do: gain 1 coin}"], ["Turn", "+ Gain 1 coin."]),
        (["{instead_of: work, do: gain 3 coin}"], ["Work", "− Gain 1 coin.", "+ Gain 3 coins."]),
        (["{term: price, is: the_usual(k) + 1}"], ["The price of good"]),
        (['{option_in: errand, add: "beg: gain 1 coin", says: Beg}'], ["+ Choose: Beg: gain 1 coin."]),
        (
            ['{option_in: errand, replace: work, with: "toil: do work", says: Toil}'],
            ["− Choose: Work: Work.", "+ Choose: Toil: Work."],
        ),
        (["{option_in: turn/errand, remove: work}"], ["− Choose: Work: Work."]),
        (["{window: tips, field: before, add: turn}"], ["Tips", "before: Work → Work and turn"]),
        (['{standing: polish, is: "polish where my.coin > 4: pay 5 coin"}'], ["Polish"]),
        (["{window: tips, remove: yes}", "{standing: polish, remove: yes}"], ["− Tips (gone)", "− Polish (gone)"]),
        (["{place: row, field: data/fee, is: [1, 1, 1, 1]}"], ["Row", "fee: 2, 1, 1, 0 → 1, 1, 1, 1"]),
        (["{token: bead, field: supply, is: 12}"], ["how many there are: 20 → 12"]),
        (
            ["{kind: stall, field: fields/height, is: {type: number, default: 2}}"],
            ["height: a number, 2 where none is given"],
        ),
        (["{symbols: colours, add: green}"], ["members: red, blue → red, blue, green"]),
    ],
)  # fmt: skip
def test_a_change_is_told_in_words(
    rows: list[str], lines: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = told(monkeypatch, capsys, mine=changes(*rows))
    assert [line for line in lines if line not in found] == [], found
    assert [line for line in found if CODE.search(line)] == []


def test_who_changes_what_already(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Each change stands below what it changes, with its pack and its place."""
    monkeypatch.setenv("COLUMNS", "200")
    one = changes(
        "{rule: days, is: 5}",
        "{entry: stall/tea, field: cost/bead, is: 3}",
        "{entry: stall/tea, hook: toll, is: pay 1 coin}",
        "{setup: purse, field: tokens/coin, is: 2}",
        "{window: tips, field: before, add: turn}",
        '{term: "price(good g)", is: the_usual(g) + 1}',
        "{option_in: errand, remove: visit}",
        "{before: work, do: gain 1 coin}",
    )
    two = changes(
        "{rule: days, is: 6, over: one}", "{after: work, do: lose 1 coin}", "{entry: stall/toffee, field: size, is: 9}"
    )
    Changeable(ruleset(one=one, two=two)).print()
    text = capsys.readouterr().out
    lines = [" ".join(line.split()) for line in text.splitlines()]
    for name, *below in (
        ("days number 6", "one: is 3 → 5 one/pack.yaml:8", "two: is 5 → 6 two/pack.yaml:8"),
        ("stall/tea ", "one: cost/bead is 1 → 3 one/pack.yaml:9", "one: toll is pay 1 coin one/pack.yaml:10"),
        ("stall/toffee ", "two: size is 2 → 9 two/pack.yaml:10"),
        ("purse ", "one: tokens/coin is 1 → 2 one/pack.yaml:11"),
        ("tips ", "one: before has more"),
        ("price(good k) ", "one: is the_usual(g) + 1 one/pack.yaml:13"),
        ("turn/errand ", "one: without visit one/pack.yaml:14"),
        ("work ", "one: before it: gain 1 coin one/pack.yaml:15", "two: after it: lose 1 coin two/pack.yaml:9"),
    ):
        at = next((n for n, line in enumerate(lines) if f"{line} ".startswith(name)), None)
        assert at is not None, (name, text)
        following = lines[at + 1 : at + 4]
        assert [each for each in below if not any(each in line for line in following)] == [], (name, following)


def test_a_change_gives_a_text_of_its_own() -> None:
    """To a term or a procedure that has one already; a pack on top may have another one."""
    first = changes(
        "{term: price, is: the_usual(k) + 1, says: the new price}", "{after: work, do: gain 1 coin, says: Toil}"
    )
    texts = ruleset(mine=first).texts
    assert (texts["term/price.name"], texts["procedure/work.name"]) == ("the new price", "Toil")
    later = ruleset(mine=first, yours="says: {price: the last price}").texts
    assert (later["term/price.name"], later["procedure/work.name"]) == ("the last price", "Toil")
