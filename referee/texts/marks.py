"""Marks for players' names: a text is put in words once for every game, and its names are filled in later."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

# Characters for private use; in what others write they are left out.
_OPEN, _CAPITAL, _CLOSE = "\ue000", "\ue001", "\ue002"
_MARK = re.compile(f"([{_OPEN}{_CAPITAL}])([0-9]{{1,3}}){_CLOSE}")
_CUT_OFF = re.compile(f"[{_OPEN}{_CAPITAL}][0-9]*$")
_NONE_OF_THEM = str.maketrans("", "", _OPEN + _CAPITAL + _CLOSE)
_MOST_SEATS = 100

MARKS: Mapping[str, str] = MappingProxyType({str(seat): f"{_OPEN}{seat}{_CLOSE}" for seat in range(1, _MOST_SEATS + 1)})
"""Seat → its mark, where `Catalog.render` takes names."""


def capital(text: str) -> str:
    """The text with a capital first letter; a mark in front becomes one for a name with a capital."""
    first = _CAPITAL if text[:1] == _OPEN else text[:1].upper()
    return first + text[1:]


def unmarked(text: str) -> str:
    """What somebody has written, without what could be taken for a mark."""
    return text.translate(_NONE_OF_THEM)


def whole(text: str) -> str:
    """The beginning of a text, without the beginning of a mark at its end."""
    return _CUT_OFF.sub("", text)


def marked(text: str) -> bool:
    """Does a text wait for names?"""
    return _OPEN in text or _CAPITAL in text


def filled(text: str, name: Callable[[str], str]) -> str:
    """The text with names in the place of their marks; `name` gives that of a seat."""

    def one(mark: re.Match[str]) -> str:
        found = name(mark[2])
        return capital(found) if mark[1] == _CAPITAL else found

    return _MARK.sub(one, text)
