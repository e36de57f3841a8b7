"""What a later pack changes, and what it can't."""

from __future__ import annotations

import pytest

from referee.packs import Mapping, Node, Scalar, Sequence, Stack
from tests.packs_loading.fair import FAIR, found, hints, load, night


def changed(*changes: str, **others: str) -> Stack:
    body = "changes:\n" + "".join(f"  - {each}\n" for each in changes)
    return load("night", night=night(body), **others)


def plain(node: Node | None) -> object:
    if isinstance(node, Mapping):
        return {key: plain(value) for key, value in node.items()}
    if isinstance(node, Sequence):
        return [plain(each) for each in node]
    return node.value if node is not None else None


def at(stack: Stack, section: str, *path: str) -> object:
    node: Node | None = stack.sections[section]
    for step in path:
        assert isinstance(node, Mapping)
        node = node.get(step)
    return plain(node)


def test_fields_hooks_and_removal_of_entries() -> None:
    stack = changed(
        "{entry: stall/tea, field: use, is: gain 3 coin}",
        "{entry: stall/tea, hook: in_force, is: rule prizes adds 1}",
        "{entry: stall/toss, field: cost, is: {bead: 1}}",
        "{entry: stall/ring, remove: yes}",
        "{entry: stall/toss, field: cost/bead, is: 5}",
    )
    assert found(stack) == []
    assert list(stack.entries["stall"]) == ["tea", "toss"]
    assert plain(stack.entries["stall"]["tea"].get("use")) == "gain 3 coin"
    assert plain(stack.entries["stall"]["tea"].get("in_force")) == "rule prizes adds 1"
    assert plain(stack.entries["stall"]["toss"].get("cost")) == {"bead": 5}
    assert [(each.op, each.target, each.field) for each in stack.changes] == [
        ("set", "stall/tea", "use"),
        ("set", "stall/tea", "in_force"),
        ("set", "stall/toss", "cost"),
        ("remove", "stall/ring", ""),
        ("set", "stall/toss", "cost/bead"),
    ]
    assert plain(stack.changes[0].after) == "gain 3 coin"
    assert plain(stack.changes[2].before) == {"bead": 2}


def test_declarations() -> None:
    stack = changed(
        "{rule: prizes, is: 4}",
        "{rule: shares, is: [5, 1]}",
        "{place: row, field: data/worth, is: [4, 3]}",
        "{place: yard, field: limit, is: 3}",
        "{token: bead, field: supply, is: 24}",
        "{group: goods, add: [coin]}",
        "{symbols: colours, add: [green]}",
        "{kind: stall, field: fields/height, is: number}",
        "{value: visits, field: initial, is: 1}",
        "{window: guests, field: before, is: [main]}",
        "{standing: rest, is: 'rest: gain 2 coin'}",
        "{setup: beads, field: tokens/bead, is: 2}",
        "{scoring: coins, field: points, is: 2 * my.coin}",
        "{rule: shares, field: says, is: shares}",
    )
    assert found(stack) == []
    assert at(stack, "rules", "prizes") == 4
    assert at(stack, "rules", "shares") == {"type": "list of number", "base": [5, 1], "says": "shares"}
    assert at(stack, "places", "row", "data", "worth") == [4, 3]
    assert at(stack, "places", "yard", "limit") == 3
    assert at(stack, "tokens", "bead", "supply") == 24
    assert at(stack, "groups", "goods") == {"of": ["bead", "coin"], "one": "good"}
    assert at(stack, "symbols", "colours") == ["red", "blue", "green"]
    assert at(stack, "kinds", "stall", "fields", "height") == "number"
    assert at(stack, "values", "visits") == {"of": "seat", "initial": 1}
    assert at(stack, "windows", "guests", "before") == ["main"]
    assert at(stack, "standing", "rest") == "rest: gain 2 coin"
    assert plain(stack.sections["setup"]) == [
        {"id": "beads", "place": "yard", "tokens": {"bead": 2}},
        {"place": "row", "all": "stall"},
    ]
    assert at(stack, "scoring", "lines") == [{"id": "coins", "says": "Coins", "points": "2 * my.coin"}]


def test_a_number_is_added_to() -> None:
    stack = changed(
        "{rule: prizes, add: 2}",
        "{rule: prizes, add: -1}",
        "{rule: shares, field: base, add: 7}",
        "{token: bead, field: supply, add: 6}",
        "{entry: stall/toss, field: cost/bead, add: 3}",
        "{setup: beads, field: tokens/bead, add: 1}",
    )
    assert found(stack) == []
    assert at(stack, "rules", "prizes") == 4
    assert at(stack, "rules", "shares", "base") == [3, 1, 7]
    assert at(stack, "tokens", "bead", "supply") == 24
    assert plain(stack.entries["stall"]["toss"].get("cost")) == {"bead": 5}
    assert plain(stack.sections["setup"]) == [
        {"id": "beads", "place": "yard", "tokens": {"bead": {"2": 4, "3": 5}}},
        {"place": "row", "all": "stall"},
    ]
    assert [each.op for each in stack.changes] == ["add"] * 6


def test_packs_that_add_to_a_number_go_together() -> None:
    rain = night("changes: [{rule: prizes, add: 4}]", pack="rain")
    assert found(stack := load("rain", "night", night=night("changes: [{rule: prizes, add: 2}]"), rain=rain)) == []
    assert at(stack, "rules", "prizes") == 9


@pytest.mark.parametrize(
    "change", ["{rule: open, add: 2}", "{rule: wet, add: 2}", "{place: yard, field: limit, add: 2}"]
)
def test_only_a_number_is_added_to(change: str) -> None:
    body = f"rules: {{open: yes, wet: option weather}}\nchanges:\n  - {change}\n"
    stack = load("night", night=night(body))
    column = 5 + change.index("2")
    assert found(stack) == [f"E0152 night/pack.yaml:9:{column}"]


def test_the_number_of_an_option_is_one() -> None:
    body = "rules: {price: option entry_price}\nchanges: [{rule: price, add: 2}]\n"
    assert found(stack := load("night", night=night(body))) == []
    assert at(stack, "rules", "price") == 3 + 2  # which is its default


def test_removals() -> None:
    stack = changed(
        "{rule: prizes, remove: yes}",
        "{setup: beads, remove: yes}",
        "{scoring: beads, remove: yes}",
        "{place: yard, field: home, remove: yes}",
    )
    assert found(stack) == []
    assert at(stack, "rules", "prizes") is None
    assert len(stack.sections["setup"]) == 1
    assert at(stack, "scoring", "tie_breaks") is None
    assert at(stack, "places", "yard") == {"of": "seat", "tokens": ["coin", "bead"]}


def test_changes_of_code_are_left_to_the_language() -> None:
    stack = changed(
        "{before: fair_day, do: gain 1 coin}",
        "{after: fair_day, do: gain 2 coin}",
        "{instead_of: fair_day, do: do the usual, over: [fair]}",
        "{term: price, is: 2}",
        '{term: "busy(f)", is: the_usual(f)}',
        '{option_in: turn, add: "nap: gain 1 coin", says: Take a nap}',
        '{option_in: turn, replace: nap, with: "nap: gain 2 coin"}',
        "{option_in: turn, remove: nap}",
    )
    assert found(stack) == []
    assert [(each.op, each.target, each.label) for each in stack.wraps] == [
        ("before", "fair_day", ""),
        ("after", "fair_day", ""),
        ("instead_of", "fair_day", ""),
        ("term", "price", ""),
        ("term", "busy(f)", ""),
        ("option_add", "turn", ""),
        ("option_replace", "turn", "nap"),
        ("option_remove", "turn", "nap"),
    ]
    assert stack.wraps[2].over == ("fair",)
    assert stack.wraps[-1].code is None
    assert str(stack.wraps[0].at) == "night/pack.yaml:8:5"
    assert stack.wraps[0].pack == "night"


@pytest.mark.parametrize(
    ("change", "finding", "hint"),
    [
        ("{rule: prises, is: 4}", "E0150 night/pack.yaml:8:12", "did you mean `prizes`?"),
        ("{place: yrad, field: limit, is: 3}", "E0150 night/pack.yaml:8:13", "did you mean `yard`?"),
        ("{place: yard, field: lmit, is: 3}", "E0150 night/pack.yaml:8:26", "did you mean `limit`?"),
        ("{entry: stall/tae, remove: yes}", "E0150 night/pack.yaml:8:19", "did you mean `tea`?"),
        ("{entry: stal/tea, remove: yes}", "E0150 night/pack.yaml:8:13", "did you mean `stall`?"),
        ("{entry: stall/tea, field: usse, is: x}", "E0150 night/pack.yaml:8:31", "did you mean `use`?"),
        ("{before: fairday, do: gain 1 coin}", "E0150 night/pack.yaml:8:14", "did you mean `fair_day`?"),
        ("{term: prize, is: 1}", "E0150 night/pack.yaml:8:12", "did you mean `price`?"),
        ("{setup: baeds, remove: yes}", "E0150 night/pack.yaml:8:13", "did you mean `beads`?"),
        ("{scoring: coin, remove: yes}", "E0150 night/pack.yaml:8:15", "did you mean `coins`?"),
        ("{place: yard, field: limit, remove: yes}", "E0150 night/pack.yaml:8:26", ""),
        ("{rule: prizes}", "E0152 night/pack.yaml:8:5", ""),
        ("{is: 3}", "E0152 night/pack.yaml:8:5", ""),
        ("{rule: prizes, place: yard, is: 3}", "E0152 night/pack.yaml:8:5", ""),
        ("{entry: stall/tea, is: 3}", "E0152 night/pack.yaml:8:5", ""),
        ("{place: yard, is: 3}", "E0152 night/pack.yaml:8:5", ""),
        ("{before: fair_day}", "E0152 night/pack.yaml:8:5", ""),
        ("{option_in: turn, replace: nap}", "E0152 night/pack.yaml:8:5", ""),
        ("{place: yard, field: seen_by, is: all}", "E0124 night/pack.yaml:8:39", ""),
        ("{entry: stall/tea, field: size, is: [1]}", "E0123 night/pack.yaml:8:41", ""),
    ],
)
def test_changes_that_are_wrong(change: str, finding: str, hint: str) -> None:
    stack = changed(change)
    assert found(stack) == [finding]
    if hint:
        assert hints(stack) == [hint]


def test_conditions_of_changes() -> None:
    stack = changed(
        "{rule: prizes, is: 9, if_pack: dusk}",
        "{rule: prizes, is: 5, if_pack: fair}",
        "{rule: shares, is: [1], when: {option: weather, is: rain}}",
        "{rule: nowhere, is: 1, when: {option: weather, is: sun}}",
        "{rule: nowhere, is: 1, if_pack: fair}",
    )
    assert found(stack) == []
    assert at(stack, "rules", "prizes") == 5
    assert at(stack, "rules", "shares", "base") == [3, 1]


def test_a_pack_asked_for_that_comes_later_is_told() -> None:
    early = night("changes:\n  - {rule: moths, is: 3, if_pack: dusk}\n")
    dusk = night("rules: {moths: 1}\n", pack="dusk", kind="variant")
    assert found(load("night", night=early)) == []
    assert found(load("dusk", "night", night=early, dusk=dusk)) == []
    stack = load("night", "dusk", night=early, dusk=dusk)
    assert found(stack) == ["E0150 night/pack.yaml:8:12"]
    assert hints(stack) == ["`dusk` comes later in the stack: put it before `night`"]


TWO = {"dusk": night("changes:\n  - {rule: prizes, is: 7}\n", pack="dusk", kind="variant")}


def test_two_packs_that_replace_the_same() -> None:
    late = night("changes:\n  - {rule: prizes, is: 8}\n")
    stack = load("dusk", "night", night=late, **TWO)
    assert found(stack) == ["E0151 night/pack.yaml:8:5"]
    assert [str(each) for each in stack.diagnostics[0].related] == ["dusk/pack.yaml:8:5"]
    assert "over: [dusk]" in stack.diagnostics[0].hint
    stack = load("dusk", "night", night=late.replace("is: 8", "is: 8, over: [dusk]"), **TWO)
    assert found(stack) == []
    assert at(stack, "rules", "prizes") == 8


def test_one_pack_that_replaces_twice() -> None:
    assert found(changed("{rule: prizes, is: 7}", "{rule: prizes, is: 8}")) == ["E0151 night/pack.yaml:9:5"]


def test_a_packs_changes_to_its_own_are_its_declaration() -> None:
    own = FAIR + "changes:\n  - {rule: prizes, is: 5, when: {option: weather, is: sun}}\n"
    stack = changed("{rule: prizes, is: 6}", fair=own)
    assert found(stack) == []
    assert at(stack, "rules", "prizes") == 6


def test_what_was_removed_says_by_whom() -> None:
    dusk = night("changes:\n  - {entry: stall/tea, remove: yes}\n", pack="dusk")
    late = night("changes:\n  - {entry: stall/tea, field: size, is: 2}\n")
    stack = load("dusk", "night", dusk=dusk, night=late)
    assert found(stack) == ["E0150 night/pack.yaml:8:19"]
    assert hints(stack) == ["it was removed at dusk/pack.yaml:8:5"]


def test_what_was_removed_can_be_declared_again() -> None:
    dusk = night("changes:\n  - {entry: stall/tea, remove: yes}\n", pack="dusk")
    stack = load("dusk", "night", dusk=dusk, night=night("stall: [{id: tea, size: 9}]\n"))
    assert found(stack) == []
    assert plain(stack.entries["stall"]["tea"].get("size")) == 9


def test_every_entry_may_go() -> None:
    stack = changed(*(f"{{entry: stall/{each}, remove: yes}}" for each in ("tea", "toss", "ring")))
    assert found(stack) == []
    assert stack.entries["stall"] == {}


def test_the_value_keeps_its_place() -> None:
    stack = changed("{entry: stall/tea, field: use, is: gain 3 coin}")
    node = stack.entries["stall"]["tea"].get("use")
    assert isinstance(node, Scalar)
    assert (str(node.at), node.pack) == ("night/pack.yaml:8:40", "night")
