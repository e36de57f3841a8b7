"""Plural rules: number → category (zero, one, two, few, many, other), as CLDR has them.

The languages that the referee itself speaks are written out, so that showing a text loads nothing; any other
language asks Babel once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

PluralRule = Callable[[int], str]


def _other(n: int) -> str:
    return "other"


def _one(n: int) -> str:
    return "one" if n in (1, -1) else "other"


def _one_many(n: int) -> str:
    if n in (1, -1):
        return "one"
    return "many" if n and n % 1_000_000 == 0 else "other"


_KNOWN: dict[str, tuple[PluralRule, frozenset[str]]] = {
    "en": (_one, frozenset({"one", "other"})),
    "de": (_one, frozenset({"one", "other"})),
    "es": (_one_many, frozenset({"one", "many", "other"})),
    "it": (_one_many, frozenset({"one", "many", "other"})),
    "ja": (_other, frozenset({"other"})),
    "zh": (_other, frozenset({"other"})),
}


@cache
def plural_rule(language: str) -> PluralRule:
    """The rule of a language tag such as `es`, `zh-Hans` or `pt_BR`; English for a language that nobody knows."""
    known = _KNOWN.get(_base(language))
    return known[0] if known else _from_babel(language)[0]


@cache
def plural_categories(language: str) -> frozenset[str]:
    """The categories that the language has for integers and fractions; `other` is always one of them."""
    known = _KNOWN.get(_base(language))
    return known[1] if known else _from_babel(language)[1]


def _base(language: str) -> str:
    return language.replace("_", "-").split("-")[0].lower()


@cache
def _from_babel(language: str) -> tuple[PluralRule, frozenset[str]]:
    from babel import Locale, UnknownLocaleError

    try:
        form = Locale.parse(language.replace("-", "_")).plural_form
    except (UnknownLocaleError, ValueError):
        return _KNOWN["en"]
    return (lambda n: form(abs(n))), frozenset({*form.tags, "other"})
