"""Changes that can't be made, or after which something no longer fits: one error, both places, and a hint."""

from __future__ import annotations

import pytest

from tests.stacks.village import VILLAGE, changes, one, pack, stack

FITS = "change these places, too, or less"
USES = "remove or change what uses it, too"
HERE = "mine/pack.yaml:8:"  # where a single change begins, but for the column
THERE = "village/pack.yaml:"


def told(change: str, where: str, others: str, hint: str) -> None:
    """`where` is the code and column, `others` the words at which the other places begin, in their order."""
    found = one(mine=changes(change))
    code, _, column = where.partition(" ")
    assert found.where == f"{code} {HERE}{column}"
    begins = [VILLAGE.splitlines()[int(each.split(":")[1]) - 1][int(each.split(":")[2]) - 1 :] for each in found.others]
    assert all(each.startswith(THERE) for each in found.others)
    words = others.split(" | ") if others else []
    assert len(begins) == len(words) and all(map(str.startswith, begins, words)), begins
    assert found.hint == (f"did you mean `{hint[1:]}`?" if hint.startswith("~") else hint)


@pytest.mark.parametrize(
    ("change", "where", "hint"),
    [
        ("{entry: stall/te, field: size, is: 2}", "E0150 19", "~tea"),
        ("{entry: stal/tea, field: size, is: 2}", "E0150 13", "~stall"),
        ("{entry: stall/tea, field: sise, is: 2}", "E0150 31", "~size"),
        ("{entry: stall/tea, hook: opens, is: gain 1 coin}", "E0150 30", "~open"),
        ("{entry: stall/tea, field: cost/beed, is: 2}", "E0210 36", "~bead"),
        ("{entry: stall/tea, hook: open, is: gain 1 coinn}", "E0210 47", "~coin"),
        ("{entry: stall/lottery, hook: in_force, is: rule wge adds 1}", "E0213 53", "~wage"),
        ("{window: tip, remove: yes}", "E0150 14", "~tips"),
        ("{window: tips, field: before, add: wrk}", "E0212 40", "~work"),
        ("{rule: dys, is: 3}", "E0150 12", "~days"),
        ("{place: row, field: cell, is: 3}", "E0150 25", "~cells"),
        ("{place: row, field: data/fe, remove: yes}", "E0150 30", "~fee"),
        ("{token: bead, field: suply, is: 3}", "E0150 26", "~supply"),
        ("{kind: stall, field: hooks/open/desides, is: no}", "E0121 37", "~decides"),
        ('{term: "prise(good k)", is: 3}', "E0150 13", "~price"),
        ("{before: wrk, do: gain 1 coin}", "E0150 14", "~work"),
        ('{option_in: erand, add: "beg: gain 1 coin"}', "E0150 17", "~errand"),
        ('{option_in: turn/erand, add: "beg: gain 1 coin"}', "E0150 22", "~turn/errand"),
        ('{option_in: trn/errand, add: "beg: gain 1 coin"}', "E0150 17", "~turn/errand"),
        ('{option_in: errand, replace: wrk, with: "beg: gain 1 coin"}', "E0210 34", "~work"),
        ("{option_in: errand, remove: wrk}", "E0210 33", "~work"),
        ("{setup: purs, field: tokens/coin, is: 1}", "E0150 13", "~purse"),
        ("{setup: purse, field: tokens/coinn, is: 1}", "E0210 34", "~coin"),
        ("{setup: stalls, field: pieces, is: [tee]}", "E0210 41", "~tea"),
        ("{scoring: fme, field: points, is: 1}", "E0150 15", "~fame"),
        ('{standing: polis, is: "polish: pay 1 bead"}', "E0150 16", "~polish"),
    ],
)
def test_misspelt(change: str, where: str, hint: str) -> None:
    told(change, where, "", hint)


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ("{entry: stall/toffee, field: size/x, is: 2}", "E0152 34"),
        ("{entry: stall/tea, field: size, is: big}", "E0125 41"),
        ("{entry: stall/tea, field: colour, is: green}", "E0210 43"),
        ("{rule: days, is: many}", "E0220 22"),
        ("{rule: days, is: {2: 3}}", "E0227 22"),  # and for three players?
        ("{place: row, field: holds, is: coin}", "E0210 36"),
        ("{place: row, field: data/fee, is: [1, 1]}", "E0228 40"),
        ("{token: bead, field: supply, is: some}", "E0125 38"),
        ("{scoring: fame, field: points, is: my.bead > 1}", "E0220 40"),
        ("{window: tips, field: for, is: my.fame}", "E0223 36"),
        ("{instead_of: work, do: gain the_usual(1) coin}", "E0404 33"),
        ("{before: work, do: do the usual}", "E0404 24"),
        ('{instead_of: work, do: "do the usual then do the usual"}', "E0404 47"),
        ("{entry: stall/tea, hook: open, is: rule wage adds 1}", "E0404 40"),
        ("{option_in: end_of_turn, remove: done}", "E0228 38"),
        ("{option_in: errand, add: beg gain 1 coin}", "E0201 39"),
        ("{after: work, do: do work}", "E0401 26"),
        ("{instead_of: main, do: gain 1 coin}", "E0216 28"),
        ("{rule: days, place: row, is: 3}", "E0152 5"),
        ("{rule: days}", "E0152 5"),
        ("{instead_of: work, is: gain 1 coin}", "E0152 5"),
    ],
)
def test_wrong_in_itself(change: str, where: str) -> None:
    told(change, where, "", "")


@pytest.mark.parametrize(
    ("change", "where", "others"),
    [
        ("{entry: stall/puppets, hook: toll, is: gain 1 coin}", "E0404 44", "toll"),
        ("{entry: stall/lottery, hook: in_force, is: gain 1 coin}", "E0404 48", "in_force"),
        ('{entry: stall/tea, hook: open, is: "after work: gain 1 coin"}', "E0404 41", "open"),
        ("{entry: stall/tea, hook: watch, is: gain 1 coin}", "E0404 41", "watch"),
        ('{term: "price(good k, n)", is: 3}', "E0222 13", "price"),
        ('{term: "price(stall k)", is: 3}', "E0220 19", "price"),
        ('{instead_of: "raise_stall(s)", do: gain 1 coin}', "E0222 19", "raise_stall"),
        ('{instead_of: "raise_stall(stall s, f)", do: gain 1 coin}', "E0220 31", "raise_stall"),
        ('{option_in: errand, add: "work: gain 1 coin"}', "E0462 31", "work: do work"),
        ("{setup: purse, field: tokens/bead, is: 7}", "E0228 34", "bead: {supply"),
    ],
)
def test_not_of_the_sort_that_is_wanted_there(change: str, where: str, others: str) -> None:
    told(change, where, others, "")


@pytest.mark.parametrize(
    ("change", "others"),
    [
        ("{entry: stall/lottery, remove: yes}", "lottery]"),
        ("{rule: wage, remove: yes}", "wage of me | wage adds"),
        ("{place: counter, remove: yes}", "counter, tokens | counter + 1 | counter or"),
        ("{token: silk, remove: yes}", "silk], one | silk: 1}"),
        ("{group: goods, remove: yes}", "goods] | goods, limit | goods, colour | good k | goods:"),
        ("{symbols: colours, remove: yes}", "colours, size | red, blue | blue, none"),
        ("{kind: stall, field: fields/size, remove: yes}", "size: 2 | size > 1 | size for"),
        ("{kind: stall, field: hooks/toll, remove: yes}", "toll: pay | toll of"),
        ("{token: bead, field: prices, remove: yes}", "prices else"),
    ],
)
def test_removed_but_used(change: str, others: str) -> None:
    told(change, "E0153 5", others, USES)


@pytest.mark.parametrize(
    ("change", "others"),
    [
        ("{group: goods, is: [bead]}", "silk: 1}"),
        ("{kind: stall, field: fields/cost, is: number}", "{bead: 1} | {bead: 2} | {silk: 1} | s.stall.cost"),
        ("{kind: stall, field: hooks/open/sort, is: modifier}", "open of | gain 1 coin} | gain 2 coin"),
        ("{kind: stall, field: hooks/open/sort, is: cost}", "gain 1 coin} | gain 2 coin"),
        ("{rule: days, is: [1, 2]}", "rule days"),
        ("{rule: prizes, is: 3}", "rule prizes"),
        ("{place: row, field: cells, is: 3}", "2, 1 | lottery]"),
        ("{value: fame, field: type, is: yes/no}", "it.fame > 0 | my.fame"),
        ("{value: fame, field: seen_by, is: owner}", "fame > 0"),
        ("{term: price, is: k is bead}", "price(k)"),
        ('{term: "free(f)", is: 3}', "f is free"),
        ('{before: raise_stall, do: "choose one odd:\\n  a\\n  b"}', "pay s.stall | f"),
        ('{before: raise_stall, do: "gain 1 bead"}', "pay s.stall"),
    ],
)
def test_no_longer_fits(change: str, others: str) -> None:
    told(change, "E0153 5", others, FITS)


@pytest.mark.parametrize(
    ("mine", "other"),
    [
        ("{rule: days, is: 4}", "{rule: days, is: 5}"),
        ("{rule: days, is: 4}", "{rule: days, is: 5, over: [mne]}"),
        ("{entry: stall/tea, hook: open, is: gain 3 coin}", "{entry: stall/tea, field: open, is: gain 4 coin}"),
        ("{entry: stall/tea, field: cost/bead, is: 3}", "{entry: stall/tea, field: cost, is: {bead: 4}}"),
        ("{entry: stall/tea, field: cost, is: {bead: 3}}", "{entry: stall/tea, field: cost/bead, is: 4}"),
        ("{entry: stall/toffee, field: size, is: 3}", "{entry: stall/toffee, field: size, remove: yes}"),
        ("{scoring: first, field: points, is: 1}", "{scoring: first, remove: yes}"),
        ("{instead_of: work, do: gain 2 coin}", "{instead_of: work, do: gain 3 coin}"),
        ("{term: price, is: 2}", "{term: price(good k), is: 3}"),
        ('{option_in: errand, replace: work, with: "a: do work"}', "{option_in: turn/errand, remove: work}"),
        ('{standing: polish, is: "polish: pay 1 bead"}', "{standing: polish, remove: yes}"),
        ("{group: goods, is: [silk, bead]}", "{group: goods, is: [bead, silk]}"),
        ("{place: row, field: data/fee, is: [1, 1, 1, 1]}", "{place: row, field: data, is: {fee: [2, 2, 2, 2]}}"),
        ("{setup: purse, field: tokens/coin, is: 2}", "{setup: purse, remove: yes}"),
    ],
)
def test_two_packs_that_replace_the_same(mine: str, other: str) -> None:
    found = one(mine=changes(mine), other=changes(other))
    assert found.where == "E0151 other/pack.yaml:8:5"
    assert found.others == ("mine/pack.yaml:8:5",)
    assert found.hint == "say `over: [mine]` if this one is to win"
    last = stack(mine=changes(mine), other=changes(other.replace(", over: [mne]", "")[:-1] + ", over: [mine]}"))
    assert [each.code.code for each in last.diagnostics] == []


@pytest.mark.parametrize(
    ("mine", "other", "where"),
    [
        ("{rule: prizes, remove: yes}", "{rule: prizes, is: [1]}", "E0150 other/pack.yaml:8:12"),
        ("{rule: prizes, remove: yes}", "{after: work, do: gain count rule prizes coin}", "E0213 other/pack.yaml:8:39"),
        ("{window: tips, remove: yes}", "{window: tips, field: before, add: turn}", "E0150 other/pack.yaml:8:14"),
    ],
)
def test_what_another_pack_has_removed(mine: str, other: str, where: str) -> None:
    found = one(mine=changes(mine, "{scoring: first, remove: yes}"), other=changes(other))
    assert (found.where, found.others) == (where, ("mine/pack.yaml:8:5",))
    assert found.hint == "it was removed at mine/pack.yaml:8:5"


@pytest.mark.parametrize(
    ("body", "where", "others"),
    [
        ("rules: {days: 2}\n", "E0127 7:9", "days"),
        ("procedures: {work: gain 2 coin}\n", "E0127 7:14", "work"),
        ("stall: [{id: tea, cost: {bead: 1}, colour: red}]\n", "E0127 7:14", "tea"),
        ("options: {weather: {values: [a, b], default: a}}\n", "E0127 7:11", "weather"),
        ("values: {price: {}}\n", "E0217 7:10", "price"),
        ('triggers: ["after work(x): gain 1 coin"]\n', "E0222 7:24", "work"),
        ('triggers: ["after wrk: gain 1 coin"]\n', "E0212 7:19", ""),
        ("stal: [{id: mill}]\n", "E0120 7:1", ""),
        ("change:\n  - {rule: days, is: 3}\n", "E0120 7:1", ""),
        ("kinds: {guest: {}}\nplaces: {table: {of: table, pile: guest}}\n", "E0202 8:10", ""),
        ("windows: {fete: {before: raise_stall, for: others, choose: rest}}\n", "E0153 7:11", "pay s.stall | f"),
    ],
)
def test_declarations(body: str, where: str, others: str) -> None:
    found = one(mine=body)
    code, _, place = where.partition(" ")
    assert found.where == f"{code} mine/pack.yaml:{place}"
    begins = [VILLAGE.splitlines()[int(each.split(":")[1]) - 1][int(each.split(":")[2]) - 1 :] for each in found.others]
    words = others.split(" | ") if others else []
    assert len(begins) == len(words) and all(map(str.startswith, begins, words)), begins


def test_a_row_that_could_be_several() -> None:
    mine = "setup:\n  - {place: ground, pieces: [none]}\n  - {place: ground, pieces: [none, none]}\n"
    found = one(mine=mine, other=changes("{setup: ground, remove: yes}"))
    assert found.where == "E0152 other/pack.yaml:8:13"
    assert "several rows" in found.message
    assert one(mine=changes("{setup: chest, remove: yes}")).where == "E0150 mine/pack.yaml:8:13"  # it is the purse


def test_packs_that_dont_go_together() -> None:
    found = one(mine="conflicts: other\n", other="")
    assert (found.where, found.others) == ("E0133 mine/pack.yaml:7:12", ("other/pack.yaml:1:1",))
    found = one(mine=pack("", requires="village, rain"))
    assert found.where == "E0130 mine/pack.yaml:6:21"
    found = one(mine=pack("", requires="vilage"))
    assert (found.where, found.hint) == ("E0130 mine/pack.yaml:6:12", "did you mean `village`?")


def test_options() -> None:
    found = one(mine="", settings={"village.weather": "snow"})
    assert found.where.startswith("E0141 settings/village.weather:")
    assert found.others == (f"{THERE}18:3",)
    found = one(mine=changes("{rule: days, is: 4, when: {option: weather, is: rian}}"))
    assert (found.where, found.hint) == ("E0141 mine/pack.yaml:8:53", "did you mean `rain`?")
    found = one(mine=changes("{rule: days, is: 4, when: {option: wether, is: rain}}"))
    assert (found.where, found.hint) == ("E0140 mine/pack.yaml:8:40", "did you mean `weather`?")


@pytest.mark.parametrize(
    ("do", "says"),
    [
        ("add 1 to day then each seat: gain 1 coin", "`each` begins a line of its own"),
        ("if day > 1: add 1 to day else: add 2 to day", "`else` begins a line of its own"),
    ],
)
def test_a_block_in_one_line(do: str, says: str) -> None:
    found = one(mine=changes(f'{{after: evening, do: "{do}"}}'))
    assert found.where == f"E0201 {HERE}{5 + len('{after: evening, do: ') + 1 + do.index(says.split('`')[1])}"
    assert found.hint.startswith(says)


def test_a_pack_that_comes_too_early() -> None:
    found = one(
        "village", "other", "mine", mine="rules: {luck: 1}\n", other=changes("{rule: luck, is: 2, if_pack: mine}")
    )
    assert (found.where, found.hint) == (
        "E0150 other/pack.yaml:8:12",
        "`mine` comes later in the stack: put it before `other`",
    )


def test_a_fault_of_two_packs_together_stands_at_the_last() -> None:
    """Each change fits the village; with both of them the window's seats would tell something hidden."""
    mine = changes("{value: fame, field: seen_by, is: owner}", "{window: tips, field: for, is: others}")
    other = changes("{window: tips, field: for, is: others where it.fame > 1, over: mine}")
    found = one(mine=mine, other=other)
    assert found.where.startswith("E0450 other/pack.yaml:8:")


def test_an_unread_section_is_the_only_fault() -> None:
    """`last round` needs a procedure `round`, which may well stand where nothing can be read."""
    rounds = "  round: 'each seat: gain 1 coin'\n"
    mine = changes("{after: work, do: last round}") + "PROC:\n" + rounds
    assert one(mine=mine.replace("PROC", "procedunes")).where == "E0120 mine/pack.yaml:9:1"
