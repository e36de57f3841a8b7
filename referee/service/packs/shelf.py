"""The packs that the server offers to new games: what its folders hold, and of a broken pack the last good version."""

from __future__ import annotations

import asyncio
import operator
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from referee.packs import data_root, load_stack
from referee.packs.diagnostics import Diagnostic
from referee.service.errors import Reason, Rejected
from referee.service.packs.jobs import Order, check, required
from referee.service.packs.library import Library
from referee.service.packs.listing import Listed, listed_pack
from referee.service.packs.sandbox import Sandbox
from referee.service.packs.shelved import (
    News,
    Shelved,
    State,
    in_order,
    news_of,
    pack_digest,
    pack_folders,
    read_shelved,
)
from referee.service.telemetry.journal import Journal

_SENDER = "the server's folders"
_journal = Journal("packs")


class Shelf:
    """The packs in the folders of `search`, and the shipped ones."""

    def __init__(self, search: Sequence[Path], sandbox: Sandbox) -> None:
        self._search, self._sandbox = tuple(search), sandbox
        self._packs: dict[str, Shelved] = {}
        self._listed: dict[str, tuple[tuple[Shelved, ...], Listed]] = {}
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

    async def listed(self) -> list[Listed]:
        """Every pack with what is told about it, by id. One that can't be read at all is there without options."""
        library = await self.library()
        packs = dict(self._packs)
        listed: dict[str, tuple[tuple[Shelved, ...], Listed]] = {}
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
            for id in in_order(found):
                old, new = before.get(id), found[id]
                same = old is not None and old.checked and (old.found, old.unsafe) == (new.found, new.unsafe)
                if same and not changed & {*required(new.found)}:
                    continue
                self._packs[id] = await self._check(new, old)
                if old is None or self._packs[id].offered != old.offered:
                    changed.add(id)
                told = news_of(self._packs[id], old)
                news += [told] if told else []
            return news

    async def _check(self, new: Shelved, old: Shelved | None) -> Shelved:
        packs = {id: pack.offered for id, pack in self._packs.items()} | {new.id: new.found}
        requires = {id: required(folder) for id, folder in packs.items()}
        library = Library(packs, requires)
        findings: tuple[Diagnostic, ...]
        try:
            checked = await self._sandbox.do(check, Order((new.id,), {}, None, library), _SENDER)
            findings = tuple(dict.fromkeys((*new.unsafe, *checked.diagnostics)))
            fine = checked.summary is not None and not new.unsafe
        except Rejected as error:  # it took too long: there is no place to tell
            _journal.error(
                "a pack can't be checked", pack=new.id, reason=error.reason.value, which=error.metadata.get("which", "")
            )
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
                    found[folder.name] = read_shelved(folder)
        return found


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


def _list(pack: Shelved, library: Library) -> Listed:
    stack = load_stack([pack.id], folders=False, library=library.stack([pack.id]))
    return listed_pack(pack.id, stack, pack_digest(pack.offered), pack.state.value, pack.findings)
