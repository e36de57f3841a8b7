"""The texts of packs and of the referee itself, for translators."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

import typer

from referee.cli.faults import WrongUse
from referee.cli.stacks import read_stack
from referee.packs import Pack, load_stack
from referee.packs.roots import data_root
from referee.texts import Catalogs, LanguageStatus, extract, own_status, pack_po_files, po, status, update, update_own
from referee.texts.own import own_texts

if TYPE_CHECKING:
    from referee.language import Ruleset

FOLDER = "texts"
DESCRIPTIONS = "describes/"


@dataclass(frozen=True)
class PackTexts:
    """The English texts of one pack, without those of the packs that it requires, and where its files lie."""

    pack: Pack
    texts: dict[str, str]
    folder: Path

    def po_files(self) -> dict[str, bytes]:
        """Its translations by language."""
        return {file.language: file.data for file in pack_po_files(self.pack.files)}

    def path(self, language: str) -> Path:
        """The file of a language, as it is named now if there is one."""
        for name in self.pack.files:
            path = PurePosixPath(name)
            if path.suffix == ".po" and path.parent.name == FOLDER and path.stem.replace("_", "-") == language:
                return self.folder / name
        return self.folder / FOLDER / f"{language}.po"


def texts_of(name: str) -> PackTexts:
    """The texts of a pack. Raises PackInvalid for one with errors, WrongUse for one that isn't there."""
    from referee.language import build_ruleset

    stack = read_stack(name)
    pack = stack.packs[-1]
    texts = english(build_ruleset(stack))
    if len(stack.packs) > 1:
        names = [each.path if Path(each.path).is_dir() else each.id for each in stack.packs[:-1]]
        below = english(build_ruleset(load_stack(names)))
        texts = {key: text for key, text in texts.items() if below.get(key) != text}
    folder = Path(pack.path)
    return PackTexts(pack, texts, folder if folder.is_dir() else data_root("content") / pack.id)


def english(ruleset: Ruleset) -> dict[str, str]:
    """All texts of a ruleset in English by key, and the sentences that describe its entries.

    A translator may write such a sentence anew; one that isn't is put together in every language by itself.
    """
    from referee.language.describe import Describer

    texts = dict(ruleset.texts)
    catalog = Catalogs.load(texts).catalog()
    describer = Describer(ruleset.model, ruleset.procedures, ruleset.terms)
    for entry in ruleset.model.entries:
        for body in entry.hooks.values():
            if body.body or body.value is not None:
                sentence = describer.hook(body)
                texts[sentence.key.removeprefix("pack/")] = catalog.render(sentence)
    return texts


def wanted(texts: Mapping[str, str], data: bytes, language: str) -> dict[str, str]:
    """The texts that a language should have: a description only if it has it already."""
    there = {entry.context for entry in po.entries(data, language) if entry.translation}
    return {key: text for key, text in texts.items() if not key.startswith(DESCRIPTIONS) or key in there}


def templates(packs: Sequence[str]) -> Iterator[bytes]:
    """A PO template for each pack; without packs that of the referee's own texts."""
    if not packs:
        yield extract(own_texts(), "referee")
    for name in packs:
        of_pack = texts_of(name)
        yield extract(of_pack.texts, of_pack.pack.id, of_pack.pack.version)


def update_files(packs: Sequence[str], languages: Sequence[str]) -> list[Path]:
    """Write PO files in step with the English texts; those that changed. Raises OSError."""
    if not packs:
        return update_own(languages)
    changed = []
    for name in packs:
        of_pack = texts_of(name)
        files = of_pack.po_files()
        chosen = dict.fromkeys((*sorted(files), *languages))
        if not chosen:
            raise WrongUse(f"{name} has no translation yet", "say which language to start: --language es")
        for language in chosen:
            after = update(files.get(language), of_pack.texts, language, of_pack.pack.id)
            if after != files.get(language):
                path = of_pack.path(language)
                path.parent.mkdir(exist_ok=True)
                path.write_bytes(after)
                changed.append(path)
    return changed


def _without(status: LanguageStatus, optional: Set[str]) -> LanguageStatus:
    """A status that doesn't complain of texts that stand in the file untranslated and may do so."""
    return replace(status, problems=tuple(each for each in status.problems if each.context not in optional))


def print_status(packs: Sequence[str]) -> bool:
    """A line for each language and its faults; whether there are none."""
    rows: list[tuple[str, LanguageStatus]] = []
    if not packs:
        rows = [("referee", each) for each in own_status()]
    for name in packs:
        of_pack = texts_of(name)
        files = of_pack.po_files()
        if not files:
            typer.echo(f"{name}: English only, {len(of_pack.texts)} texts")
        for language, data in sorted(files.items()):
            needed = wanted(of_pack.texts, data, language)
            rows += [
                (name, _without(each, of_pack.texts.keys() - needed.keys()))
                for each in status(needed, {language: data})
            ]
    for name, each in rows:
        share = 100 * each.translated // each.total if each.total else 100
        where = f"{name} {each.language}" + (f" {each.file}" if each.file else "")
        typer.echo(
            f"{where}: {share} % of {each.total} translated, {each.fuzzy} fuzzy, {each.missing} missing, "
            f"{each.obsolete} obsolete"
        )
        for problem in each.problems:
            typer.echo(f"    line {problem.line}: {problem.context}: {problem.text}")
    return not any(each.problems for _, each in rows)
