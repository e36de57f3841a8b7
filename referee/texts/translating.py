"""The work of translators: a template of all English texts, and PO files kept in step with it.

Messages are matched by their stable key, not by how alike two English texts look: a changed text keeps its
translation as fuzzy with the old English beside it, and two texts that happen to be alike never swap theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from referee.texts import po
from referee.texts.languages import SOURCE
from referee.texts.own import CATALOGS, own_files, own_languages
from referee.texts.status import LanguageStatus, base_name, status

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog as PoCatalog
    from babel.messages.catalog import Message as PoMessage

FLAG = "icu-message-format"


def extract(texts: Mapping[str, str], project: str = "", version: str = "") -> bytes:
    """A PO template of `texts` (key → English), in their order. The same texts give the same bytes."""
    catalog = _catalog(None, project, version)
    for key, source in texts.items():
        if source:
            catalog.add(source, "", context=key, flags=_flags(source))
    return po.write(catalog)


def update(existing: bytes | None, texts: Mapping[str, str], language: str, project: str = "") -> bytes:
    """The PO file of a language, brought in step with `texts`: new ones empty, changed ones fuzzy, gone ones obsolete.

    Forms of names that only the translation has (`….counter`) stay with their name. Raises PoError if
    `existing` can't be read.
    """
    old = po.read(existing, language) if existing else _catalog(language, project, "")
    new = _catalog(language, old.project or project, old.version or "")
    new.header_comment, new.language_team = old.header_comment, old.language_team
    known = {message.context: message for message in [*old.obsolete.values(), *old] if message.context}
    for key, source in texts.items():
        if source:
            _merge(new, key, source, known.pop(key, None))
    for key, message in known.items():
        name = base_name(key, texts)
        if name:
            _merge(new, key, name, message)
        elif message.string:
            new.obsolete[key, message.id] = message  # only its values are read
    return po.write(new)


def update_own(languages: Iterable[str] = ()) -> list[Path]:
    """Brings the referee's own translations in step with its English; the files that changed."""
    changed = []
    for language in languages or own_languages():
        if language == SOURCE:
            continue
        for name, data in own_files(SOURCE).items():
            path = CATALOGS / language / name
            before = path.read_bytes() if path.exists() else None
            after = update(before, _sources(data), language, "referee")
            if after != before:
                path.parent.mkdir(exist_ok=True)
                path.write_bytes(after)
                changed.append(path)
    return changed


def own_status() -> tuple[LanguageStatus, ...]:
    """How far the referee's own translations are, one entry for each language and file."""
    found: list[LanguageStatus] = []
    for name, data in own_files(SOURCE).items():
        files = {language: own_files(language).get(name, b"") for language in own_languages() if language != SOURCE}
        found += status(_sources(data), files, name)
    return tuple(found)


def _sources(data: bytes) -> dict[str, str]:
    return {entry.context: entry.source for entry in po.entries(data, SOURCE)}


def _catalog(language: str | None, project: str, version: str) -> PoCatalog:
    from babel.messages.catalog import Catalog as PoCatalog

    locale = language.replace("-", "_") if language else None
    team = language or "none"
    return PoCatalog(
        locale=locale, project=project, version=version, header_comment="", fuzzy=False, language_team=team
    )


def _flags(source: str) -> list[str]:
    return [FLAG] if "{" in source else []


def _merge(catalog: PoCatalog, key: str, source: str, old: PoMessage | None) -> None:
    if old is None or not isinstance(old.string, str) or not isinstance(old.id, str) or not old.string:
        catalog.add(source, "", context=key, flags=_flags(source), user_comments=old.user_comments if old else ())
        return
    previous = [str(text) for text in old.previous_id]
    translated_from = previous[-1] if old.fuzzy and previous else old.id
    # A fuzzy message without an old text was marked by a translator, for reasons of their own: it stays fuzzy.
    fuzzy = translated_from != source or (old.fuzzy and not previous)
    flags = (set(old.flags) - {"fuzzy", FLAG}) | set(_flags(source)) | ({"fuzzy"} if fuzzy else set())
    catalog.add(
        source,
        old.string,
        context=key,
        flags=sorted(flags),
        user_comments=old.user_comments,
        previous_id=[translated_from] if translated_from != source else [],
    )
