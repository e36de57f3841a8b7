"""The packs that the server offers to new games: what its folders hold, and of a broken pack the last good version."""

from __future__ import annotations

import asyncio
import hashlib
import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import partial
from pathlib import Path

from referee.packs import data_root, load_stack
from referee.packs.diagnostics import Diagnostic
from referee.packs.find import same_id
from referee.packs.findings import Findings
from referee.packs.source import Folder, is_content, read_folder
from referee.service import wire_catalog
from referee.service.errors import Reason, Rejected
from referee.service.jobs import Order, check, required
from referee.service.library import Library
from referee.service.workshop import Workshop

_SENDER = "the server's folders"


class State(Enum):
    """Whether a pack can be played; the values are those of the API's PackState."""

    CURRENT = 1  # as its files are
    HELD = 2  # its files have errors: the last version without is offered
    BROKEN = 3  # its files have errors, and there was none without


@dataclass(frozen=True, slots=True)
class Shelved:
    """A pack. `found`: its files now, and `findings` about them; `good`: the last good version, with what it required.

    `checked`: whether the findings are all that there are; before, the files are taken as they are.
    """

    id: str
    place: Path
    found: Folder
    unsafe: tuple[Diagnostic, ...]  # what reading the folder found
    findings: tuple[Diagnostic, ...] = ()
    good: Mapping[str, Folder] = field(default_factory=dict)
    state: State = State.CURRENT
    checked: bool = False

    @property
    def offered(self) -> Folder:
        """The files that new games get; of a broken pack those that are there."""
        return self.good.get(self.id, self.found)


@dataclass(frozen=True, slots=True)
class News:
    """What became of a pack: `what` is offered, held, broken or gone."""

    pack: str
    what: str
    digest: str = ""
    findings: tuple[Diagnostic, ...] = ()
    files: Mapping[str, bytes] = field(default_factory=dict)  # as the findings name them

    @property
    def headline(self) -> str:
        """For a terminal, in one line."""
        told = {
            "offered": f"new games get it as it is now ({self.digest[:12]})",
            "held": "it has errors; new games get the last version without",
            "broken": "it has errors and can't be played",
            "gone": "it isn't there for new games any more",
        }
        return f"{self.pack}: {told[self.what]}"

    def __str__(self) -> str:
        return "\n".join([self.headline, *(f"  {found}" for found in self.findings)])


class Shelf:
    """The packs in the folders of `search`, and the shipped ones."""

    def __init__(self, search: Sequence[Path], workshop: Workshop) -> None:
        self._search, self._workshop = tuple(search), workshop
        self._packs: dict[str, Shelved] = {}
        self._listed: dict[str, tuple[tuple[Shelved, ...], wire_catalog.Listed]] = {}
        self._library: tuple[tuple[Shelved, ...], Library] | None = None
        self._read = False
        self._reading, self._scanning = asyncio.Lock(), asyncio.Lock()

    @property
    def folders(self) -> tuple[Path, ...]:
        """Where packs are looked for, the first place first."""
        return (*self._search, *_shipped())

    async def library(self) -> Library:
        """The packs as they are offered."""
        await self._ready()
        packs = dict(self._packs)
        if self._library is None or not _same(self._library[0], tuple(packs.values())):
            self._library = (tuple(packs.values()), await asyncio.to_thread(_library, packs))
        return self._library[1]

    async def pack(self, id: str) -> Shelved:
        """One pack. Raises Rejected (RULESET_NOT_FOUND)."""
        await self._ready()
        if id not in self._packs:
            raise Rejected(Reason.RULESET_NOT_FOUND, metadata={"pack": id})
        return self._packs[id]

    async def listed(self) -> list[wire_catalog.Listed]:
        """Every pack with what is told about it, by id. One that can't be read at all is there without options."""
        library = await self.library()
        packs = dict(self._packs)
        listed: dict[str, tuple[tuple[Shelved, ...], wire_catalog.Listed]] = {}
        for name, pack in sorted(packs.items()):
            # Names and options may come from packs that it requires, so those must be the same too.
            rests_on = (pack, *(packs[other] for other in library.stack([name]) if other in packs))
            known = self._listed.get(name)
            if known is None or not _same(known[0], rests_on):
                known = (rests_on, await asyncio.to_thread(_list, pack, library))
            listed[name] = known
        self._listed = listed
        return [each for _, each in listed.values()]

    async def _ready(self) -> None:
        """The folders are read when somebody asks for the first time; what is in them isn't checked for that.

        The shipped packs are taken for good until they are edited: they were checked before they were shipped.
        """
        async with self._reading:
            if self._read:
                return
            found = await asyncio.to_thread(self._read_all)
            library = await asyncio.to_thread(_library, found)
            for id, pack in found.items():
                if pack.place.parent in _shipped() and not pack.unsafe:
                    pack = replace(pack, good=library.stack([id]), checked=True)
                self._packs[id] = pack
            self._read = True

    async def scan(self, settled: float = 0) -> list[News]:
        """Looks at the folders again, and checks what has changed or was never checked. What became of it.

        `settled`: seconds for which nothing may change before the files are taken as a whole.
        """
        await self._ready()
        async with self._scanning:
            found = await self._settled(settled)
            news = [News(id, "gone") for id in sorted(self._packs.keys() - found.keys())]
            before = self._packs
            self._packs = {id: before.get(id, found[id]) for id in found}
            # Where another version is offered, or none any more, what requires the pack is checked again.
            changed = before.keys() - found.keys()
            for id in _in_order(found):
                old, new = before.get(id), found[id]
                same = old is not None and old.checked and (old.found, old.unsafe) == (new.found, new.unsafe)
                if same and not changed & {*required(new.found)}:
                    continue
                self._packs[id] = await self._check(new, old)
                if old is None or self._packs[id].offered != old.offered:
                    changed.add(id)
                told = _news(self._packs[id], old)
                news += [told] if told else []
            return news

    async def _check(self, new: Shelved, old: Shelved | None) -> Shelved:
        packs = {id: pack.offered for id, pack in self._packs.items()} | {new.id: new.found}
        requires = {id: required(folder) for id, folder in packs.items()}
        library = Library(packs, requires)
        findings: tuple[Diagnostic, ...]
        try:
            checked = await self._workshop.do(check, Order((new.id,), {}, None, library), _SENDER)
            findings = tuple(dict.fromkeys((*new.unsafe, *checked.diagnostics)))
            fine = checked.summary is not None and not new.unsafe
        except Rejected:  # it took too long: there is no place to tell
            findings, fine = new.unsafe, False
        make = partial(Shelved, new.id, new.place, new.found, new.unsafe, findings, checked=True)
        if fine:
            return make(good=library.stack([new.id]), state=State.CURRENT)
        good = old.good if old is not None else {}
        return make(good=good, state=State.HELD if good else State.BROKEN)

    async def _settled(self, seconds: float) -> dict[str, Shelved]:
        """The folders, once nothing has changed in them for a while: one edit is often several files written."""
        found = await asyncio.to_thread(self._read_all)
        while seconds:
            await asyncio.sleep(seconds)
            again = await asyncio.to_thread(self._read_all)
            if again == found:
                break
            found = again
        return found

    def _read_all(self) -> dict[str, Shelved]:
        found: dict[str, Shelved] = {}
        for place in self.folders:
            for folder in pack_folders(place):
                if folder.name not in found:
                    found[folder.name] = _read_one(folder)
        return found


def pack_digest(folder: Folder) -> str:
    """sha256 (hex) over the rules, texts and pictures of a pack."""
    content = hashlib.sha256()
    for path, data in sorted(folder.files.items()):
        if is_content(path):
            content.update(f"{path}\0{len(data)}\0".encode() + data)
    return content.hexdigest()


def _same(some: Sequence[Shelved], others: Sequence[Shelved]) -> bool:
    """Whether they are the very same."""
    return len(some) == len(others) and all(map(operator.is_, some, others))


def _library(packs: Mapping[str, Shelved]) -> Library:
    return Library(
        packs={id: pack.offered for id, pack in packs.items()},
        requires={id: required(pack.offered) for id, pack in packs.items()},
        held={id: pack.good for id, pack in packs.items() if pack.state is State.HELD},
    )


def _shipped() -> tuple[Path, ...]:
    try:
        return (data_root("content"),)
    except FileNotFoundError:  # an installation without packs is fine
        return ()


def pack_folders(place: Path) -> list[Path]:
    """The folders of packs in a place, by name."""
    try:
        return sorted(each for each in place.iterdir() if (each / "pack.yaml").is_file())
    except OSError:  # the place itself is away for now
        return []


def _read_one(folder: Path) -> Shelved:
    report = Findings()
    read = read_folder(folder, folder.name, report)
    same_id(folder.name, read, report)
    return Shelved(folder.name, folder, read, tuple(report.all))


def _in_order(packs: Mapping[str, Shelved]) -> list[str]:
    """The ids as their folders were searched, each after those that it requires."""
    order: list[str] = []

    def add(id: str, chain: tuple[str, ...]) -> None:
        if id in packs and id not in order and id not in chain:
            for other in required(packs[id].found):
                add(other, (*chain, id))
            order.append(id)

    for id in packs:
        add(id, ())
    return order


def _news(pack: Shelved, old: Shelved | None) -> News | None:
    """What is worth telling: nothing of a pack that was right from the start, or is offered as it was."""
    files = {f"{pack.id}/{path}": data for path, data in pack.found.files.items()}
    if pack.state is not State.CURRENT:
        return News(pack.id, pack.state.name.lower(), findings=pack.findings, files=files)
    if old is not None and not old.checked:
        return None
    digest = pack_digest(pack.offered)
    if old is not None and old.state is State.CURRENT and pack_digest(old.offered) == digest:
        return None
    return News(pack.id, "offered", digest, pack.findings, files)


def _list(pack: Shelved, library: Library) -> wire_catalog.Listed:
    stack = load_stack([pack.id], folders=False, library=library.stack([pack.id]))
    return wire_catalog.listed(pack.id, stack, pack_digest(pack.offered), pack.state.value, pack.findings)
