"""What players read of the games, a line each: `python -m tests.texts.listing` writes it anew.

For every pack of `content/` and every language that it has texts in there is a file in `listed/`. English has
everything, the rules of entries in the sentences that are generated; another language the names that it has, and the
rules of entries if the referee speaks it. Read the difference before it is committed: each changed line is a text that
a player will see.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from referee.cli.translations import PackTexts, texts_of
from referee.language.build import Ruleset, build_ruleset
from referee.language.describe import Describer
from referee.packs import load_stack
from referee.texts import Catalogs
from referee.texts.catalog import Catalog
from referee.texts.own import own_languages

ROOT = Path(__file__).resolve().parents[2]
LISTED = Path(__file__).parent / "listed"
PACKS = sorted(path.parent.name for path in ROOT.glob("content/*/pack.yaml"))
NAMED = ("token", "group", "kind", "place")


@cache
def texts(pack: str) -> PackTexts:
    """The English texts of a pack."""
    return texts_of(pack)


@cache
def ruleset_of(pack: str) -> Ruleset:
    """The rules of a pack with all that it requires."""
    return build_ruleset(load_stack([pack]))


def languages(pack: str) -> list[str]:
    """English, and those for which a pack has a file."""
    return ["en", *sorted(texts(pack).po_files())]


def listed(pack: str, language: str) -> str:
    """The listing of a pack in a language."""
    own, ruleset = texts(pack), ruleset_of(pack)
    catalog = Catalogs.load(ruleset.texts, [each.files for each in ruleset.stack.packs]).catalog(language)
    others = _english(own) if language == "en" else _named(own, catalog)
    return "".join(f"{line}\n" for line in (*_entries(own, ruleset, catalog), *others))


def _entries(own: PackTexts, ruleset: Ruleset, catalog: Catalog) -> Iterator[str]:
    describer = Describer(ruleset.model, ruleset.procedures, ruleset.terms)
    for entry in ruleset.model.entries:
        key = f"{entry.kind}/{entry.id}"
        if f"{key}.name" not in own.texts:
            continue  # of a pack beneath
        rules = describer.entry(entry) if catalog.language in own_languages() else None
        if rules is not None:
            yield f"{key}: {_called(key, catalog)}. {catalog.render(rules)}"
        elif catalog.language == "en" or catalog.name(key) != own.texts[f"{key}.name"]:
            yield f"{key}: {_called(key, catalog)}"


def _called(key: str, catalog: Catalog) -> str:
    name, plural = catalog.name(key), catalog.name(key, "plural")
    return name if plural == name else f"{name} ({plural})"


def _english(own: PackTexts) -> Iterator[str]:
    """Everything that isn't generated."""
    for key, text in own.texts.items():
        if not key.startswith("describes/") and key.rpartition(".")[2] != "plural":
            plural = own.texts.get(f"{key.removesuffix('.name')}.plural", text)
            yield f"{key.removesuffix('.name')}: {text}" + (f" ({plural})" if plural != text else "")


def _named(own: PackTexts, catalog: Catalog) -> Iterator[str]:
    """What the language has a name for."""
    for key, english in own.texts.items():
        base = key.removesuffix(".name")
        if base != key and base.partition("/")[0] in NAMED and catalog.name(base) != english:
            yield f"{base}: {_called(base, catalog)}"


def file_of(pack: str, language: str) -> Path:
    """Where the listing lies."""
    return LISTED / f"{pack}.{language}.txt"


def main() -> None:
    LISTED.mkdir(exist_ok=True)
    known = {file_of(pack, language): listed(pack, language) for pack in PACKS for language in languages(pack)}
    for path in set(LISTED.iterdir()) - known.keys():
        path.unlink()
    for path, text in known.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"{path.name}: written anew")


if __name__ == "__main__":
    main()
