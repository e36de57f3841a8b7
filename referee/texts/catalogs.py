"""All languages of one ruleset: English from the packs, translations from their PO files and the referee's own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from threading import Lock

from referee.texts import po
from referee.texts.catalog import DESCRIBES, NO_NAMES, Catalog
from referee.texts.languages import SOURCE, chain, negotiate, tag
from referee.texts.own import own_languages, own_texts, own_translations
from referee.texts.scope import TextLike

PACK = "pack/"


@dataclass(frozen=True, slots=True)
class PoFile:
    """A PO file of a pack. `name` is what to call it in a message; `language` a tag."""

    language: str
    data: bytes
    name: str = ""


def pack_po_files(files: Mapping[str, bytes]) -> tuple[PoFile, ...]:
    """The translations among a pack's files: `texts/<language>.po`; paths may have folders in front."""
    found = []
    for path in sorted(files):
        parts = PurePosixPath(path)
        if parts.suffix == ".po" and parts.parent.name == "texts":
            found.append(PoFile(tag(parts.stem), files[path], path))
    return tuple(found)


class Catalogs:
    """Texts of a ruleset in every language. A language is read when it is first asked for; threads may share this."""

    def __init__(self, texts: Mapping[str, str], files: Iterable[PoFile] = ()) -> None:
        self._texts = {PACK + key.removeprefix(PACK): text for key, text in texts.items()}
        self._files = tuple(files)
        self._catalogs: dict[str, Catalog] = {}
        self._faults: dict[str, str] = {}
        self._lock = Lock()
        self.languages = tuple(sorted({SOURCE, *own_languages(), *(file.language for file in self._files)}))

    @classmethod
    def load(cls, texts: Mapping[str, str] = NO_NAMES, packs: Iterable[Mapping[str, bytes]] = ()) -> Catalogs:
        """`texts`: the English of the ruleset by key; `packs`: the files of each pack in the order of the stack.

        A later pack's translation wins; one that was made from another English text is never shown.
        """
        return cls(texts, (file for files in packs for file in pack_po_files(files)))

    def catalog(self, accept: str = SOURCE) -> Catalog:
        """The catalog for a language tag or an Accept-Language header: the best there is, else English."""
        language = negotiate(accept, self.languages)
        known = self._catalogs.get(language)
        if known is None:
            with self._lock:
                known = self._catalogs.get(language) or self._build(language)
        return known

    def render(self, text: TextLike, language: str = SOURCE, names: Mapping[str, str] = NO_NAMES) -> str:
        """The text in words. `names`: seat → the player's name."""
        return self.catalog(language).render(text, names)

    def faults(self) -> Mapping[str, str]:
        """PO files that could not be read, by name, with the reason. Only languages asked for so far are known."""
        return dict(self._faults)

    def _build(self, language: str) -> Catalog:
        english = {**own_texts(), **self._texts}
        patterns = {key: (text, SOURCE) for key, text in english.items()}
        overrides: dict[str, tuple[str, str]] = {}
        if language != SOURCE:
            for layer in reversed(chain(language)):
                for key, entry in self._translations(layer).items():
                    if key.startswith(DESCRIBES):
                        overrides[key] = (entry.source, entry.translation)
                    elif entry.source == _source_of(key, english):
                        patterns[key] = (entry.translation, layer)
        _fill_plurals(patterns)
        source = None if language == SOURCE else (self._catalogs.get(SOURCE) or self._build(SOURCE))
        built = Catalog(language, patterns, english, overrides, source)
        self._catalogs[language] = built
        return built

    def _translations(self, language: str) -> dict[str, po.PoEntry]:
        """What may be shown of a language: neither fuzzy nor empty. Keys as texts have them."""
        found = dict(own_translations(language))
        for file in self._files:
            if file.language != language:
                continue
            try:
                entries = po.entries(file.data, language)
            except po.PoError as error:
                self._faults[file.name] = str(error)
                continue
            found.update((PACK + entry.context, entry) for entry in entries if not entry.fuzzy and entry.translation)
        return {key: entry for key, entry in found.items() if not entry.fuzzy and entry.translation}


def _fill_plurals(patterns: dict[str, tuple[str, str]]) -> None:
    """A name that is translated without its plural stands for that too: no language is mixed within a name."""
    for key, (_, language) in patterns.items():
        if language == SOURCE and key.endswith(".plural"):
            name = patterns.get(key.removesuffix("plural") + "name")
            if name is not None and name[1] != SOURCE:
                patterns[key] = name


def _source_of(key: str, english: Mapping[str, str]) -> str | None:
    """The English text of a key; a form of a name that only the translation has stands on the name."""
    text = english.get(key)
    if text is None and "." in key:
        text = english.get(key.rpartition(".")[0] + ".name")
    return text
