"""The texts of the games are those that were read last, every one of them."""

from __future__ import annotations

import pytest

from tests.texts.listing import LISTED, PACKS, file_of, languages, listed

ALL = [(pack, language) for pack in PACKS for language in languages(pack)]
ANEW = "after reading what changed: python -m tests.texts.listing"


@pytest.mark.parametrize(("pack", "language"), ALL)
def test_no_text_has_changed_unread(pack: str, language: str) -> None:
    path = file_of(pack, language)
    assert path.exists(), ANEW
    assert listed(pack, language).splitlines() == path.read_text(encoding="utf-8").splitlines(), ANEW


def test_no_listing_is_of_nothing() -> None:
    assert {path.name for path in LISTED.iterdir()} == {file_of(*each).name for each in ALL}, ANEW
