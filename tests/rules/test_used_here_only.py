"""The page of Urban Sketchers names all parts of the language that no other pack uses, each with its reason."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from lark import Tree

from referee.language import build_ruleset, parse
from referee.packs import Mapping, Node, Sequence, load_stack, read_yaml
from tests.rules.ledgers import CONTENT

PACK = "urban-sketchers"
SMALL = Path(__file__).parents[1] / "packs"
PAGE = Path(__file__).parents[2] / "referee" / "docs" / "games" / f"{PACK}.md"
SECTION = PAGE.read_text(encoding="utf-8").partition("## What no other pack uses yet")[2]
NAMED = set(re.findall(r"^\| `(\w+)` \|", SECTION, re.MULTILINE))
NODES = {"roll": "roll", "previous": "previous", "owner": "owner", "pay_sparing": "sparing", "subtract": "subtract"}
KEYS = {"standing", "ring", "rolls"}  # of declarations


def packs() -> list[Path]:
    return sorted(path.parent for folder in (CONTENT, SMALL) for path in folder.glob("*/pack.yaml"))


def nodes(pack: Path, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The productions of the grammar in the code of a pack, and of the packs that it requires."""
    trees: list[parse.Syntax] = []
    reads = parse.tree_of

    def noted(text: str, start: str) -> object:
        found = reads(text, start)
        trees.append(found[0])
        return found

    with monkeypatch.context() as patched:
        patched.setattr(parse, "tree_of", noted)
        build_ruleset(load_stack([str(pack)]))
    return {str(node.data) for tree in trees for node in tree.iter_subtrees() if isinstance(node, Tree)}


def keys(node: Node) -> Iterator[str]:
    if isinstance(node, Mapping):
        for key, inside in node.items():
            yield key
            yield from keys(inside)
    elif isinstance(node, Sequence):
        for inside in node.items:
            yield from keys(inside)


def words(pack: Path) -> set[str]:
    """The keys of all declarations of a pack."""
    roots = (read_yaml(file.read_bytes(), file.name, pack.name)[0] for file in pack.glob("*.yaml"))
    return {key for root in roots if root is not None for key in keys(root)}


def test_the_parts_of_code_that_only_this_pack_uses_are_on_its_page(monkeypatch: pytest.MonkeyPatch) -> None:
    used = {pack.name: nodes(pack, monkeypatch) for pack in packs()}
    own = used.pop(PACK)
    assert {NODES.get(name, name) for name in own - set().union(*used.values())} | KEYS == NAMED


def test_so_are_the_keys_of_its_declarations() -> None:
    used = {pack.name: words(pack) for pack in packs()}
    own = used.pop(PACK)
    assert own - set().union(*used.values()) >= KEYS
