"""Every production of the grammar, and every word with a choice in it, is used by a small pack or a hard effect."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from lark import Token, Tree

from referee.language.parse import parser

HERE = Path(__file__).parent
PACKS = HERE.parents[1] / "packs"
SMALL = ("tic_tac_toe", "connect_four", "othello", "auction")
# Keywords that share a production with others: each must be used somewhere.
WORDS = {
    "modop": {"is", "adds", "takes", "at least", "at most"},
    "scope": {"others", "everyone"},
    "prep": {"on", "in", "under", "over"},
    "superlative": {"most", "least"},
    "quant": {"any", "every", "no"},
    "when": {"before", "after"},
    "label": {"stop", "pass"},
}


def files() -> Iterator[Path]:
    yield from sorted(HERE.glob("*.yaml"))
    yield from (PACKS / name / "pack.yaml" for name in SMALL)


def code_of(pack: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """All effects of a pack with their start symbols."""
    for body in pack.get("procedures", {}).values():
        yield "start", body
    for body in pack.get("terms", {}).values():
        yield "value", body["is"] if isinstance(body, dict) else body
    for window in pack.get("windows", {}).values():
        yield "value", window["for"]
        yield "options", window["choose"]
    for body in pack.get("standing", {}).values():
        yield "options", body
    for body in pack.get("triggers", ()):
        yield "triggers", body
    for kind, declared in pack.get("kinds", {}).items():
        for hook, sort in declared.get("hooks", {}).items():
            for entry in pack.get(kind, ()):
                bodies = entry.get(hook, ())
                for body in [bodies] if isinstance(bodies, str) else bodies:
                    yield "triggers" if sort["sort"] == "trigger" else "start", body
    for change in pack.get("changes", ()):
        yield from (
            (start, change[key])
            for key, start in (("add", "options"), ("with", "options"), ("do", "start"))
            if key in change
        )
        if "term" in change:
            yield "value", change["is"]


def trees() -> Iterator[Tree[Token]]:
    for path in files():
        pack = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
        for start, code in code_of(pack):
            yield parser().parse(code.rstrip() + "\n", start=start)


def test_every_production_is_used() -> None:
    possible = {
        str(rule.alias or rule.origin.name)
        for rule in parser().rules
        if rule.alias or not (rule.options.expand1 or str(rule.origin.name).startswith("_"))
    }
    used = {str(node.data) for tree in trees() for node in tree.iter_subtrees()}
    assert sorted(possible - used) == []


def test_every_word_is_used() -> None:
    used: dict[str, set[str]] = {name: set() for name in WORDS}
    for tree in trees():
        for node in tree.iter_subtrees():
            name = str(node.data)
            if name in WORDS:
                words = [str(kid) for kid in node.children if isinstance(kid, Token)]
                used[name].update((" ".join(words), *words))
    assert {name: sorted(words - used[name]) for name, words in WORDS.items() if words - used[name]} == {}
