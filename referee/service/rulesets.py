"""Rulesets in memory: made from packs once, kept in the store by content digest, made again from there."""

from __future__ import annotations

import asyncio
import base64
import json
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from referee.engine import Program, compile_ruleset
from referee.language import Ruleset, build_ruleset
from referee.packs import Stack, load_stack
from referee.packs.diagnostics import Diagnostic, PackInvalid
from referee.service.errors import Reason, Rejected
from referee.store import RulesetSource, Store
from referee.texts import Catalogs

_MOST_KEPT = 64


@dataclass(frozen=True, slots=True)
class Loaded:
    """A ruleset that can be played, with its texts in every language."""

    ruleset: Ruleset
    catalogs: Catalogs

    @property
    def name(self) -> str:
        """The content digest."""
        return self.ruleset.content_digest

    @property
    def stack(self) -> Stack:
        return self.ruleset.stack

    @property
    def packs(self) -> tuple[str, ...]:
        return tuple(pack.id for pack in self.ruleset.stack.packs)


@dataclass(frozen=True, slots=True)
class Checked:
    """What became of a stack: every finding, and the ruleset unless one of them is an error."""

    diagnostics: tuple[Diagnostic, ...]
    loaded: Loaded | None


def check(
    names: Sequence[str],
    settings: Mapping[str, Sequence[str]],
    search: Sequence[Path],
    files: Mapping[str, bytes] | None,
) -> Checked:
    """Reads and checks a stack. Takes up to seconds: not on the event loop."""
    stack = load_stack(names, settings=settings, search=search, files=files, folders=False)
    if files is None and any(pack.path != pack.id for pack in stack.packs):
        # Packs of the server's own folders are read again as if they were sent: no finding, no refusal and no game
        # then tells where on this machine they lie.
        sent = {f"{pack.id}/{path}": data for pack in stack.packs for path, data in pack.files.items()}
        stack = load_stack(names, settings=settings, search=search, files=sent, folders=False)
    try:
        ruleset = build_ruleset(stack)
    except PackInvalid as invalid:
        return Checked(invalid.diagnostics, None)
    catalogs = Catalogs.load(ruleset.texts, [pack.files for pack in ruleset.stack.packs])
    return Checked(ruleset.warnings, Loaded(ruleset, catalogs))


def write_source(stack: Stack) -> bytes:
    """Everything that the stack was made from: with it alone the same ruleset can be made on any machine."""
    files = {f"{pack.id}/{path}": data for pack in stack.packs for path, data in pack.files.items()}
    source = {
        "packs": [pack.id for pack in stack.packs],
        "settings": {name: list(values) for name, values in stack.settings.items()},
        "files": {path: base64.b85encode(data).decode() for path, data in files.items()},
    }
    return json.dumps(source, separators=(",", ":"), sort_keys=True).encode()


def read_source(source: bytes) -> Checked:
    """The ruleset that `write_source` wrote down."""
    data = json.loads(source)
    files = {path: base64.b85decode(text) for path, text in data["files"].items()}
    return check(data["packs"], data["settings"], (), files)


class Rulesets:
    """The rulesets in use. One is made at a time: it takes a core for a while."""

    def __init__(self, store: Store, search: Sequence[Path]) -> None:
        self.search = tuple(search)
        self._store = store
        self._kept: OrderedDict[str, Loaded] = OrderedDict()
        self._making = asyncio.Lock()

    async def get(self, name: str) -> Loaded:
        """The ruleset of this digest. Raises Rejected (RULESET_NOT_FOUND)."""
        known = self._kept.get(name)
        if known is not None:
            self._kept.move_to_end(name)
            return known
        source = await self._store.ruleset(name)
        if source is None:
            raise Rejected(Reason.RULESET_NOT_FOUND, metadata={"ruleset": name})
        async with self._making:
            if name not in self._kept:
                checked = await asyncio.to_thread(read_source, source)
                if checked.loaded is None:  # kept by an older version that understood the packs otherwise
                    raise Rejected(Reason.RULESET_INVALID, metadata={"ruleset": name})
                self._keep(name, checked.loaded)
        return self._kept[name]

    async def make(
        self,
        names: Sequence[str],
        settings: Mapping[str, Sequence[str]],
        files: Mapping[str, bytes] | None,
        *,
        keep: bool,
    ) -> Checked:
        """Checks a stack and, with `keep`, stores it if it has no errors."""
        async with self._making:
            checked = await asyncio.to_thread(check, names, settings, self.search, files)
        loaded = checked.loaded
        if keep and loaded is not None and loaded.name not in self._kept:
            source = await asyncio.to_thread(write_source, loaded.stack)
            await self._store.commit(RulesetSource(loaded.name, source))
            self._keep(loaded.name, loaded)
        return checked

    async def program(self, loaded: Loaded, seats: int) -> Program:
        """The ruleset's program for so many players; made in a thread the first time."""
        return await asyncio.to_thread(partial(compile_ruleset, loaded.ruleset, seats=seats))

    def _keep(self, name: str, loaded: Loaded) -> None:
        self._kept[name] = loaded
        while len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)
