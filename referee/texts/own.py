"""The referee's own texts: `catalogs/<language>/*.po`. English is the source: there msgid and msgstr are equal."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from referee.texts import po
from referee.texts.languages import SOURCE, tag

CATALOGS = Path(__file__).parent / "catalogs"


def own_languages() -> tuple[str, ...]:
    """The languages that the referee itself speaks, sorted."""
    return tuple(sorted(tag(folder.name) for folder in CATALOGS.iterdir() if folder.is_dir()))


def own_files(language: str) -> dict[str, bytes]:
    """The files of a language by their name without folder, sorted."""
    return {file.name: file.read_bytes() for file in sorted((CATALOGS / language).glob("*.po"))}


@cache
def own_texts() -> Mapping[str, str]:
    """Every English text of the referee by its key."""
    files = own_files(SOURCE).values()
    return MappingProxyType({entry.context: entry.source for data in files for entry in po.entries(data, SOURCE)})


@cache
def own_translations(language: str) -> Mapping[str, po.PoEntry]:
    """The messages of a language by key; empty for a language that the referee doesn't speak."""
    if language not in own_languages():
        return MappingProxyType({})
    files = own_files(language).values()
    return MappingProxyType({entry.context: entry for data in files for entry in po.entries(data, language)})
