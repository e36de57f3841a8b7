"""Rulesets in memory: kept in the store by content digest, made from there when somebody plays them."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from dataclasses import dataclass
from functools import partial

from referee.engine import Program, compile_ruleset
from referee.language import Ruleset, build_ruleset
from referee.packs import Stack, load_stack
from referee.packs.diagnostics import PackInvalid
from referee.service.errors import Reason, Rejected, over_limit
from referee.service.once import Once
from referee.service.packs.jobs import Checked, Summary, summary
from referee.service.packs.sources import Source, read_source
from referee.store import ForgetRulesets, RulesetSource, Store, TooManyRulesets
from referee.texts import Catalogs

_MOST_KEPT = 64
_AT_ONCE = 2  # made at the same time: each takes a core for a while


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

    @property
    def summary(self) -> Summary:
        return summary(self.ruleset)


def load(source: bytes) -> Loaded:
    """The ruleset that is stored so. Takes up to seconds: not on the event loop.

    Raises PackInvalid if it was kept by an older version that understood the packs otherwise.
    """
    read = read_source(source)
    ruleset = build_ruleset(load_stack(read.packs, settings=read.settings, files=read.files, folders=False))
    return Loaded(ruleset, Catalogs.load(ruleset.texts, [pack.files for pack in ruleset.stack.packs]))


def _load_with_texts(source: bytes) -> Loaded:
    """`load`, and every language read: translations may be anybody's, and are asked for on the event loop."""
    loaded = load(source)
    for language in loaded.catalogs.languages:
        loaded.catalogs.catalog(language)
    return loaded


class Rulesets:
    """The rulesets in use. `most`: how many unused ones a sender may have; they are kept for `seconds`.

    `key`: with it, senders are counted under names that tell nobody their addresses.
    """

    def __init__(self, store: Store, *, seconds: float = 0, most: int = 1, key: bytes = b"") -> None:
        self._store, self._seconds, self._most, self._key = store, seconds, most, key
        self._kept: OrderedDict[str, Loaded] = OrderedDict()
        self._loading = Once[Loaded]()
        self._free = asyncio.Semaphore(_AT_ONCE)

    async def get(self, name: str) -> Loaded:
        """The ruleset of this digest. Raises Rejected (RULESET_NOT_FOUND)."""
        known = self._kept.get(name)
        if known is not None:
            self._kept.move_to_end(name)
            return known
        return await self._loading.do(name, self._load)

    async def _load(self, name: str) -> Loaded:
        source = await self.source(name)
        async with self._free:
            try:
                loaded = await asyncio.to_thread(_load_with_texts, source)
            except PackInvalid:
                raise Rejected(Reason.RULESET_INVALID, metadata={"ruleset": name}) from None
        self._kept[name] = loaded
        while len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)
        return loaded

    async def files(self, name: str) -> Source:
        """What the ruleset of this digest was made from. Raises Rejected (RULESET_NOT_FOUND)."""
        return await asyncio.to_thread(read_source, await self.source(name))

    async def source(self, name: str) -> bytes:
        """The source of the ruleset of this digest, as it is stored. Raises Rejected (RULESET_NOT_FOUND)."""
        source = await self._store.ruleset(name)
        if source is None:
            raise Rejected(Reason.RULESET_NOT_FOUND, metadata={"ruleset": name})
        return source

    async def keep(self, checked: Checked, sender: str, now: int) -> None:
        """Stores a ruleset, for a while. `now`: milliseconds since 1970. Raises Rejected (LIMIT)."""
        assert checked.summary is not None
        until = now + int(self._seconds * 1000)
        sender = hashlib.blake2b(sender.encode(), key=self._key, digest_size=12).hexdigest()
        try:
            await self._store.commit(RulesetSource(checked.summary.name, checked.source, until, sender, self._most))
        except TooManyRulesets:
            raise over_limit("rulesets", self._most) from None

    async def forget_unused(self, now: int) -> None:
        """Drops the rulesets that no game uses and whose time is over."""
        await self._store.commit(ForgetRulesets(now))
        self._kept.clear()  # those of live games are in the games

    async def program(self, loaded: Loaded, seats: int) -> Program:
        """The ruleset's program for so many players; made in a thread the first time."""
        return await asyncio.to_thread(partial(compile_ruleset, loaded.ruleset, seats=seats))
