"""Finds the packs that are named, and puts those they require in front."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Mapping as Dict
from collections.abc import Sequence as List
from pathlib import Path

from referee.packs import limits
from referee.packs.access import words_of
from referee.packs.findings import Findings
from referee.packs.header import id_place, peek_id, read_pack
from referee.packs.model import Pack
from referee.packs.node import Mapping, Position, Sequence
from referee.packs.roots import data_root
from referee.packs.source import Folder, read_folder, sent_folders
from referee.packs.spelling import slips, suggestion

MOST_SLIPS = 2  # by which the name of a pack that isn't there is taken for another one's
MOST_NAMES = 30  # of packs that aren't there, which are compared with those that are
_ID = re.compile(r"[a-z][a-z0-9_-]*")


class Finder:
    """Looks packs up by id or folder: among the files sent, in the library, in the folders searched, among the shipped.

    `library` has packs by id that were read before. What a pack requires is looked for beside its own folder too.
    """

    def __init__(
        self,
        search: List[Path],
        files: Dict[str, bytes] | None,
        folders: bool,
        report: Findings,
        library: Dict[str, Folder] | None = None,
    ) -> None:
        self.report = report
        self.library = library or {}
        self.folders = folders and files is None
        self.search = list(search)
        self.shipped: Path | None = None
        with contextlib.suppress(FileNotFoundError):  # an installation without packs is fine
            self.shipped = data_root("content")
            self.search.append(self.shipped)
        self.sent = {peek_id(each): each for each in sent_folders(files, report)} if files is not None else {}
        self.by_label = {each.label: each for each in self.sent.values()}

    def find(self, name: str, at: Position, asking: str = "") -> Folder | None:
        """The files of a pack; reports a pack that isn't there. `asking`: the folder of the pack that requires it."""
        sent = self.sent.get(name) or self.by_label.get(name.strip("/"))
        if sent:
            return sent
        if name in self.library:
            same_id(name, self.library[name], self.report)
            return self.library[name]
        if _ID.fullmatch(name):
            for place in self.search:
                if (place / name / "pack.yaml").is_file():
                    label = name if place is self.shipped else (place / name).as_posix()
                    folder = read_folder(place / name, label, self.report)
                    same_id(name, folder, self.report)
                    return folder
        if self.folders:
            beside = asking.rpartition("/")[0]
            if beside and _ID.fullmatch(name) and (Path(beside) / name / "pack.yaml").is_file():
                return read_folder(Path(beside) / name, f"{beside}/{name}", self.report)
            path = Path(name)
            if path.name == "pack.yaml":
                path = path.parent
            if path.is_dir():
                return read_folder(path, name.rstrip("/").removesuffix("/pack.yaml"), self.report)
        self.report.add("E0130", at, width=len(name), hint=self.report.guess(name, self.known()), name=name)
        self.report.incomplete = True
        return None

    def known(self) -> list[str]:
        """The ids of all packs that can be found by id."""
        ids = [*self.sent, *self.library]
        for place in self.search:
            if place.is_dir():
                ids.extend(sorted(each.name for each in place.iterdir() if (each / "pack.yaml").is_file()))
        return ids

    def beside(self, path: str) -> list[str]:
        """The ids of the packs in the folders beside one."""
        place = Path(path).parent
        if not self.folders or not Path(path).is_dir():
            return []
        return sorted(each.name for each in place.iterdir() if (each / "pack.yaml").is_file())


def same_id(name: str, folder: Folder, report: Findings) -> None:
    """Reports a pack that is found under a name which isn't its id."""
    ident = peek_id(folder)
    if ident != name:
        report.add(
            "E0137", id_place(folder), width=len(ident), hint=f"call the folder `{ident}`", folder=name, name=ident
        )


def find_packs(names: List[str], finder: Finder) -> list[Pack]:
    """The packs of the stack in order, each after those it requires."""
    gathering = _Gathering(finder)
    for name in names:
        gathering.add(name, Position(name or "(no name)", 1, 1), ())
    packs = gathering.packs
    report = finder.report
    ids = {pack.id: pack.at for pack in packs}
    for pack in packs:
        for word in words_of(pack.documents[0].get("conflicts")):
            if word.text in ids and word.text != pack.id:
                related = (ids[word.text],)
                report.add("E0133", word.at, width=len(word.text), related=related, pack=pack.id, other=word.text)
    _misspelt(packs, finder)
    if None in gathering.known.values():
        report.incomplete = True
    elif not report.incomplete and all(
        pack.kind for pack in packs
    ):  # what can't be found or read may be the game, which was reported
        _one_game(packs, report)
    return packs


def _misspelt(packs: list[Pack], finder: Finder) -> None:
    """Reports names of packs that need not be there, where none is there and one of nearly that name is."""
    there = {pack.id for pack in packs}
    for pack in packs:
        sections = [root.get("changes") for root in pack.documents]
        rows = [row for section in sections if isinstance(section, Sequence) for row in section.items]
        named = [row.get("if_pack") for row in rows if isinstance(row, Mapping)]
        words = [word for node in (*named, pack.documents[0].get("conflicts")) for word in words_of(node)]
        absent = [word for word in words if word.text not in there]
        known = [*finder.known(), *there, *finder.beside(pack.path)] if absent else []
        for text in list(dict.fromkeys(word.text for word in absent))[:MOST_NAMES]:
            near = [each for each in known if slips(text, each, MOST_SLIPS) <= MOST_SLIPS]
            for word in absent if near and text not in near else ():
                if word.text == text:
                    finder.report.add("W0138", word.at, width=len(text), hint=suggestion(near[:1]), name=text)


def _one_game(packs: list[Pack], report: Findings) -> None:
    games = [pack for pack in packs if pack.kind == "game"]
    if packs and not games:
        what = f"no game in the stack: `{packs[0].id}` is of kind {packs[0].kind} and requires no game"
        report.add("E0134", _kind_at(packs[0]), what=what)
        report.incomplete = True
    for more in games[1:]:
        what = f"`{more.id}` is a second game in the stack, after `{games[0].id}`"
        report.add("E0134", _kind_at(more), related=(_kind_at(games[0]),), what=what)
    if games and packs[0] is not games[0]:
        what = f"`{packs[0].id}` stands in front of the game `{games[0].id}`"
        report.add("E0134", _kind_at(packs[0]), hint="name the game under `requires`", what=what)


def _kind_at(pack: Pack) -> Position:
    root: Mapping = pack.documents[0]
    return root.entries["kind"].at if "kind" in root else root.at


class _Gathering:
    def __init__(self, finder: Finder) -> None:
        self.finder = finder
        self.packs: list[Pack] = []
        self.known: dict[str, Pack | None] = {}

    def add(self, name: str, at: Position, chain: tuple[str, ...], asking: str = "") -> None:
        if name in chain:
            cycle = " → ".join((*chain[chain.index(name) :], name))
            self.finder.report.add("E0132", at, width=len(name), cycle=cycle)
            self.finder.report.incomplete = True
            return
        if name in self.known:
            return
        if len(self.packs) >= limits.STACK_PACKS:
            self.finder.report.add("E0107", at, what=f"more than {limits.STACK_PACKS} packs in the stack")
            return
        folder = self.finder.find(name, at, asking)
        pack = read_pack(folder, self.finder.report) if folder else None
        if pack is None:
            self.known[name] = None
            return
        if pack.id != name and pack.id in chain:
            cycle = " → ".join((*chain[chain.index(pack.id) :], pack.id))
            self.finder.report.add("E0132", at, cycle=cycle)
            self.finder.report.incomplete = True
            return
        for word in words_of(pack.documents[0].get("requires")):
            self.add(word.text, word.at, (*chain, pack.id), pack.path)
        other = self.known.get(pack.id)
        self.known[name] = pack
        if other is not None:
            if other.path != pack.path:
                report = self.finder.report
                report.add("E0135", pack.at, related=(other.at,), name=pack.id, first=str(other.at))
            return
        self.known[pack.id] = pack
        self.packs.append(pack)
