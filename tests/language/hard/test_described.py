"""Every hard effect has words in English: each procedure, each hook, without a gap."""

from __future__ import annotations

import pytest

from referee.language.describe import Describer, texts_of
from referee.texts import Catalogs
from tests.language.hard.harness import HERE, ruleset

EFFECTS = sorted(p.stem for p in HERE.glob("*.yaml") if p.stem not in ("cuba", "puerto_rico", "urban_sketchers"))
# Sentences by hand: what a reader must find, word for word.
SENTENCES = {
    "cuba_harvest": ("drought", "Product fields of the worker: 1."),
    "cuba_laws": ("duty_of_a_kind", "Pay 2 wares of one kind."),
    "cuba_president": ("customs", "For the other players: fee: +2."),
    "cuba_foreman": ("distillery", "Exchange any number of sugar for 1 rum each."),
    "cuba_mayor": ("harbour", "Full ships leave at once: yes."),
    "puerto_rico_captain": (
        "wharf",
        "Wharves: +1, while number of colonists in workers of this building is more than 0.",
    ),
}


def words(effect: str) -> tuple[list[str], dict[str, str]]:
    """The text of each procedure, and of each entry that has rules."""
    rules = ruleset(effect)
    catalog = Catalogs.load(texts_of(rules.model), [pack.files for pack in rules.stack.packs]).catalog("en")
    describer = Describer(rules.model, rules.procedures, rules.terms)
    procedures = [catalog.render(describer.effect(instance.body)) for instance in rules.procedures]
    entries = {}
    for entry in rules.model.entries:
        text = describer.entry(entry)
        if text is not None:
            entries[entry.id] = catalog.render(text)
    return procedures, entries


@pytest.mark.parametrize("effect", EFFECTS)
def test_described(effect: str) -> None:
    procedures, entries = words(effect)
    for text in [*procedures, *entries.values()]:
        assert text.strip()
        assert "{" not in text, text
        assert "verb/" not in text and "expr/" not in text and "pack/" not in text, text
    for entry in ruleset(effect).model.entries:
        assert not entry.code or entry.id in entries, f"{entry.id} has rules but no words"


@pytest.mark.parametrize("effect", sorted(SENTENCES))
def test_word_for_word(effect: str) -> None:
    entry, sentence = SENTENCES[effect]
    assert words(effect)[1][entry] == sentence
