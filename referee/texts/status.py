"""How far a translation is, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from referee.texts import po
from referee.texts.message import MessageError, parse
from referee.texts.plurals import plural_categories

OPTIONAL = "describes/"
"""Whole sentences that are put together from others unless a translator writes them anew: never missing."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A translation that can't be shown as it should be. `context` is the text's key, empty for a whole file."""

    language: str
    context: str
    text: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class LanguageStatus:
    """How many messages of a language (`file`: of one file of it) are done. Missing ones are shown in English."""

    language: str
    translated: int
    fuzzy: int
    missing: int
    obsolete: int
    problems: tuple[Problem, ...] = ()
    file: str = ""

    @property
    def total(self) -> int:
        return self.translated + self.fuzzy + self.missing


def status(texts: Mapping[str, str], files: Mapping[str, bytes], file: str = "") -> tuple[LanguageStatus, ...]:
    """One status for each language of `files` (language → PO file), against the English `texts` (key → text)."""
    return tuple(_language(texts, language, data, file) for language, data in sorted(files.items()))


def base_name(key: str, texts: Mapping[str, str]) -> str | None:
    """The English name on which a form of a name stands that only the translation has (`….counter`)."""
    return texts.get(key.rpartition(".")[0] + ".name") if "." in key else None


def sources_faults(texts: Mapping[str, str]) -> tuple[Problem, ...]:
    """English texts that are no messages."""
    found = []
    for key, source in texts.items():
        try:
            parse(source)
        except MessageError as error:
            found.append(Problem("en", key, str(error)))
    return tuple(found)


def _language(texts: Mapping[str, str], language: str, data: bytes, file: str) -> LanguageStatus:
    wanted = {key: source for key, source in texts.items() if source}
    try:
        catalog = po.read(data, language) if data else None
        entries = po.entries(data, language) if data else ()
    except po.PoError as error:
        return LanguageStatus(language, 0, 0, len(wanted), 0, (Problem(language, "", str(error)),), file)
    translated = fuzzy = 0
    problems: list[Problem] = []
    for entry in entries:
        source = wanted.get(entry.context) or base_name(entry.context, wanted)
        if source is None:
            problems.append(Problem(language, entry.context, "no text has this key (run update)", entry.line))
            continue
        if not entry.translation or entry.context not in wanted:
            continue
        if entry.fuzzy or entry.source != source:
            fuzzy += 1
            continue
        translated += 1
        problems += (
            Problem(language, entry.context, what, entry.line) for what in faults(source, entry.translation, language)
        )
    obsolete = len(catalog.obsolete) if catalog else 0
    return LanguageStatus(
        language, translated, fuzzy, len(wanted) - translated - fuzzy, obsolete, tuple(problems), file
    )


def faults(source: str, translation: str, language: str) -> Iterator[str]:
    """What is wrong with a translation: it can't be read, lacks an argument, has one too many, or an unknown plural."""
    try:
        wanted = parse(source).arguments
    except MessageError:
        return
    try:
        message = parse(translation)
    except MessageError as error:
        yield str(error)
        return
    for name in sorted(wanted - message.arguments):
        yield f"the translation lacks {{{name}}}"
    for name in sorted(message.arguments - wanted):
        yield f"the English text has no {{{name}}}"
    for category in sorted(message.plural_categories() - plural_categories(language)):
        yield f"{language} has no plural category `{category}`"
