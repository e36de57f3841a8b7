"""Entries that inherit from templates."""

from __future__ import annotations

from referee.packs import Scalar
from tests.packs_loading.fair import HEAD, found, hints, load, night

KINDS = HEAD + "kinds: {stall: {fields: {size: number, wide: number}, hooks: {use: {sort: effect}}}}\nstall:\n"


def data(text: str, entry: str) -> dict[str, object]:
    stack = load(fair=KINDS + text)
    assert found(stack) == []
    return {key: node.value for key, node in stack.entries["stall"][entry].items() if isinstance(node, Scalar)}


def test_an_entry_inherits_and_overrides() -> None:
    text = "  - {id: ^shop, size: 1, wide: 2, use: gain 1 coin}\n  - {id: tea, like: ^shop, wide: 3}\n"
    assert data(text, "tea") == {"id": "tea", "size": 1, "wide": 3, "use": "gain 1 coin"}
    assert list(load(fair=KINDS + text).entries["stall"]) == ["tea"]


def test_templates_inherit_in_a_chain_and_in_any_order() -> None:
    text = "  - {id: tea, like: ^tent}\n  - {id: ^tent, like: ^shop, size: 5}\n  - {id: ^shop, size: 1, wide: 2}\n"
    assert data(text, "tea") == {"id": "tea", "size": 5, "wide": 2}


def test_what_is_inherited_keeps_its_place() -> None:
    stack = load(fair=KINDS + "  - {id: ^shop, use: gain 1 coin}\n  - {id: tea, like: ^shop}\n")
    assert str(stack.entries["stall"]["tea"].entries["use"].at) == "fair/pack.yaml:10:22"


def test_a_changed_template_changes_its_heirs() -> None:
    text = KINDS + "  - {id: ^shop, size: 1}\n  - {id: tea, like: ^shop}\n"
    stack = load("night", fair=text, night=night("changes: [{entry: stall/^shop, field: size, is: 4}]\n"))
    assert found(stack) == []
    size = stack.entries["stall"]["tea"].entries["size"]
    assert isinstance(size, Scalar)
    assert size.value == 4


def test_templates_that_are_wrong() -> None:
    stack = load(fair=KINDS + "  - {id: ^shop}\n  - {id: tea, like: shop}\n")
    assert found(stack) == ["E0145 fair/pack.yaml:11:21"]
    assert hints(stack) == ["did you mean `^shop`?"]
    stack = load(fair=KINDS + "  - {id: tea, like: ^shop}\n")
    assert found(stack) == ["E0145 fair/pack.yaml:10:21"]
    stack = load(fair=KINDS + "  - {id: ^a, like: ^b}\n  - {id: ^b, like: ^a}\n  - {id: tea, like: ^a}\n")
    assert found(stack) == ["E0146 fair/pack.yaml:11:20"]
    assert "^a → ^b → ^a" in stack.diagnostics[0].message
