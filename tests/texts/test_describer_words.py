"""Every node of the typed tree has words, and every template that the describer names exists in each language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import referee.language.describe
from referee.language import tree
from referee.language.describe import described
from referee.texts.own import own_languages, own_texts, own_translations

SOURCE = Path(referee.language.describe.__file__).parent
BASES = {"Node", "Expr", "Statement", "Need"}
NEVER_BUILT = {"Unread"}  # stands for what can't be read: no ruleset has it


def nodes() -> list[type[tree.Node]]:
    found = [c for c in vars(tree).values() if isinstance(c, type) and issubclass(c, tree.Node)]
    return [c for c in found if c.__name__ not in BASES | NEVER_BUILT]


@pytest.mark.parametrize("node", nodes(), ids=lambda c: c.__name__)
def test_every_node_has_words(node: type[tree.Node]) -> None:
    assert node in described()


def keys_in_code() -> set[str]:
    text = "".join(path.read_text(encoding="utf-8") for path in SOURCE.glob("*.py"))
    return set(re.findall(r'"((?:verb|expr)/[a-z_.]*[a-z_])"', text))


def test_every_template_of_the_code_exists() -> None:
    assert keys_in_code() <= own_texts().keys()


def starts_in_code() -> set[str]:
    """The constant beginnings of keys that are put together."""
    text = "".join(path.read_text(encoding="utf-8") for path in SOURCE.glob("*.py"))
    return set(re.findall(r'f"((?:verb|expr)/[a-z_.]*)\{', text))


def test_every_template_is_used() -> None:
    known, starts = keys_in_code(), starts_in_code() - {"expr/", "verb/"}
    unused = {
        key
        for key in own_texts()
        if key.startswith("verb/")
        and key not in known
        and not any(key.startswith(start) for start in starts)
        and not any(key.startswith(f"{base}.") for base in known)
    }
    assert unused <= {"verb/add", "verb/take", "verb/after", "verb/before"}


@pytest.mark.parametrize("language", own_languages())
def test_every_template_is_translated(language: str) -> None:
    assert {key for key in own_texts() if key[:5] in ("verb/", "expr/")} <= own_translations(language).keys()
