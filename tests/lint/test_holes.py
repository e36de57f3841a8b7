"""W0474: what a text names in braces has to be filled by something."""

from __future__ import annotations

import pytest

from referee.language import build_ruleset
from referee.lint import run_all
from referee.lint.holes import holes
from tests.stacks.village import changes, stack


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Sell {k}", ["k"]),
        ("Sell {k.plural} to { place }", ["k", "place"]),
        ("{n, plural, one {# coin of {k}} other {# coins}} for {m}", ["n", "k", "m"]),
        ("{is, select, no {your own stall} other {that of {who}}}", ["is", "who"]),
        ("nothing { here }} or {} there {", ["here"]),
        ("{n, plural, =0 {none} one {one", ["n"]),
    ],
)
def test_names_in_braces(text: str, names: list[str]) -> None:
    found = list(holes(text))
    assert [name for name, _ in found] == names
    assert all(text[at : at + len(name)] == name for name, at in found)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ('says: {turn/errand/sell: "Sell {k} for {days} days"}\n', []),
        ('says: {turn/errand/sell: "Sell {goods}"}\n', ["7:33 goods"]),
        ('says: {turn/errand/build: "Build {s} on {f_place}"}\n', []),
        ('says: {turn/errand/build: "Build {s} on {ff}"}\n', ["7:42 ff did you mean `f`?"]),
        ('says: {turn/errand: "Errand of {k}"}\n', []),
        ('says: {work: "Work for {wagee}"}\n', ["7:25 wagee did you mean `wage`?"]),
        ('says: {raise_stall: "Raise {s} on {f}"}\n', []),
        ('says: {ends/dusk: "Dusk of {anything}"}\n', []),
        ('rules: {luck: {base: 1, says: "{is} of {luck}, {wage}"}}\n', []),
        ('rules: {luck: {base: 1, says: "{iss} of luck"}}\n', ["7:33 iss did you mean `is`?"]),
        (changes('{option_in: errand, add: "beg k from goods: gain 1 coin", says: "Beg for {k}"}'), []),
        (changes('{option_in: errand, add: "beg k from goods: gain 1 coin", says: "Beg for {g}"}'), ["8:79 g"]),
        (
            changes('{standing: polish, is: "polish k from goods: pay 1 k then add 1 to my.fame"}')
            + 'says: {standing/polish: "With {kk}"}\n',
            ["9:32 kk did you mean `k`?"],
        ),
    ],
)
def test_what_nothing_fills(body: str, told: list[str]) -> None:
    use = changes('{after: work, do: "gain rule luck coin"}') if "luck" in body else ""
    found = run_all(build_ruleset(stack(mine=body + use))).findings
    shown = [
        (each.code.code, f"{each.at.line}:{each.at.column} {dict(each.arguments)['word']} {each.hint}")
        for each in found
    ]
    assert [text.strip() for code, text in shown if code == "W0474"] == told


def test_what_is_nested_without_end_ends() -> None:
    assert [name for name, _ in holes("{a, select, b {" * 5000)] == ["a"] * 21
