"""The whole service behind one door: access is checked, the function called, every error one of the catalogue."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import aclosing
from typing import Any

from google.protobuf.message import Message

from referee.service.access import POLICY, Access, Caller, Gate
from referee.service.calls.catalog_service import CatalogService
from referee.service.calls.desk import Desk
from referee.service.calls.game_service import GameService
from referee.service.config import ServerConfig
from referee.service.errors import Rejected, over_limit
from referee.service.games.bots import BotTable
from referee.service.games.games import Games
from referee.service.games.neighbours import Neighbours
from referee.service.games.time_outs import TimeOuts
from referee.service.games.watch import Draining, WatchLimits
from referee.service.limits import Rate
from referee.service.methods import SERVICES, function_name, method_name
from referee.service.packs.rulesets import Rulesets
from referee.service.packs.sandbox import PATIENCE, Sandbox
from referee.service.packs.shelf import Shelf
from referee.service.record.timing import SteadyTime
from referee.service.telemetry.observed import Observed
from referee.service.throttle import Throttle
from referee.service.tokens import Tokens
from referee.service.unforeseen import rejected
from referee.service.wire.ready import Ready, read
from referee.store import Store

_LAST_WORDS = 0.05  # seconds in which refusals reach those who were about to call


class Service:
    """Both services on one store. `config` gives limits, the create token, and where packs are."""

    def __init__(self, config: ServerConfig, store: Store, server_key: bytes, steady: SteadyTime | None = None) -> None:
        self.observed = Observed()
        store = self.observed.store(store)
        tokens = Tokens(server_key)
        gate = Gate(tokens, config.create_token)
        self.rulesets = rulesets = Rulesets(
            store, seconds=config.ruleset_seconds, most=config.unused_rulesets, key=server_key
        )
        self._sandbox = sandbox = Sandbox(config.check_seconds)
        self.shelf = Shelf(config.packs, sandbox)
        self.draining = Draining()
        self._gate = gate
        self._throttle = Throttle(config)
        self._patience = patience(config)
        steady = steady or SteadyTime()
        self._games = Games(store, rulesets, BotTable(), config.live_games, config.history_window, steady)
        self.time_outs = TimeOuts(store, self._games, steady, self.draining)
        self.neighbours = Neighbours(store, self._games, config.look_seconds)
        moves = Rate("moves", config.moves_per_second, int(config.moves_per_second * 2) or 1)
        watching = WatchLimits(config.history_window, config.watch_backlog, config.bookmark_seconds)
        self.games = GameService(
            Desk(store, rulesets, self._games, tokens, gate, moves, watching, self.draining, self.shelf, sandbox)
        )
        rate = Rate("ruleset_calls", config.rulesets_per_second, int(config.rulesets_per_second * 4) or 1)
        self.catalog = CatalogService(rulesets, self.shelf, sandbox, rate)
        owners: Mapping[str, object] = {"GameService": self.games, "CatalogService": self.catalog}
        self._functions: Mapping[str, Callable[..., Any]] = {
            method_name(method): getattr(owners[service.name], function_name(method))
            for service in SERVICES
            for method in service.methods
        }

        self._show(sandbox)

    def _show(self, sandbox: Sandbox) -> None:
        """What is looked up when somebody asks for the numbers."""
        watch, games, throttle = self.observed.watch, self._games, self._throttle
        watch("referee_watchers", "Open streams.", lambda: throttle.streams)
        watch("referee_calls", "Calls under way.", lambda: throttle.calls)
        watch("referee_checks_waiting", "Packs that wait for their check, or are at it.", lambda: sandbox.waiting)
        watch(
            "referee_live_games", "Games in memory.", lambda: Counter(g.facts.state for g in games.in_memory()), "state"
        )

    async def unary(self, method: str, request: Message, caller: Caller) -> Message:
        """Carries out a method with one answer. Raises Rejected, and nothing else but cancellation."""
        return read(await self.answer(method, request, caller))

    async def answer(self, method: str, request: Message, caller: Caller) -> Message | Ready[Message]:
        """`unary` for who sends the answer on as it is: it may be ready as bytes."""
        with self.observed.call(method, caller.traceparent):
            try:
                return await self._unary(method, request, caller)
            except asyncio.CancelledError:
                raise
            except Exception as error:
                raise rejected(error, method) from error

    async def _unary(self, method: str, request: Message, caller: Caller) -> Message | Ready[Message]:
        throttle = self._throttle
        who = self._let_in(method, request, caller)
        moving = POLICY[method] is Access.SEAT  # counted as a move, unless it comes to nothing
        if not moving:
            throttle.rate(who, caller.peer)
        throttle.begin()
        try:
            function: Callable[[Message, Caller], Awaitable[Message | Ready[Message]]] = self._functions[method]
            async with asyncio.timeout(self._patience[method]) as deadline:
                return await function(request, caller)
        except TimeoutError:
            if deadline.expired():
                raise over_limit("call_seconds", round(self._patience[method]), retry_after=1) from None
            raise
        except Rejected:
            if moving:
                throttle.rate(who, caller.peer)
            raise
        finally:
            throttle.end()

    def _let_in(self, method: str, request: Message, caller: Caller) -> str:
        """Who calls, as limits count it. Who isn't let in is counted by the address."""
        try:
            return self._gate.check(method, request, caller)
        except Rejected:
            self._throttle.rate(caller.peer, caller.peer)
            raise

    async def stream(self, method: str, request: Message, caller: Caller) -> AsyncGenerator[Message]:
        """Carries out a method with a stream of answers. Raises as `unary`."""
        async with aclosing(self.answers(method, request, caller)) as messages:
            async for message in messages:
                yield message.message()

    async def answers(self, method: str, request: Message, caller: Caller) -> AsyncGenerator[Ready[Message]]:
        """`stream` for who sends the answers on as they are: ready as bytes."""
        with self.observed.call(method, caller.traceparent, stream=True):
            try:
                who = self._let_in(method, request, caller)
                self._throttle.rate(who, caller.peer)
                function: Callable[[Message, Caller], AsyncGenerator[Ready[Message]]] = self._functions[method]
                with self._throttle.stream(who, caller.peer):
                    async with aclosing(function(request, caller)) as messages:
                        async for message in messages:
                            yield message
            except (asyncio.CancelledError, GeneratorExit):
                raise
            except Exception as error:
                raise rejected(error, method) from error

    def drain(self) -> None:
        """From now on nothing is changed, and watchers are sent away with the version that they have."""
        self.draining.begun = True
        self._games.ring_all()

    async def quiet(self, seconds: float) -> None:
        """Waits until nobody is served any more, so many seconds at most.

        Until then calls are still taken, to be refused in order: gRPC answers those that come after its end with
        CANCELLED, which clients don't send again.
        """
        ends = time.monotonic() + seconds
        await asyncio.sleep(_LAST_WORDS)
        while (self._throttle.calls or self._throttle.streams) and time.monotonic() < ends:
            await asyncio.sleep(_LAST_WORDS)

    async def close(self) -> None:
        """Waits for the changes under way, cuts off checks of packs; the store can be closed then."""
        await self._sandbox.close()
        await self.neighbours.close()
        await self.time_outs.close()
        await self._games.close()


# They wait for a process of its own.
_IN_THE_SANDBOX = frozenset({"CreateRuleset", "TryPack", "ExportGame", "ImportGame"})


def patience(config: ServerConfig) -> Mapping[str, float]:
    """Seconds that a call of each method may take."""
    longer = config.call_seconds + config.check_seconds * PATIENCE
    return {
        method_name(method): longer if method.name in _IN_THE_SANDBOX else config.call_seconds
        for service in SERVICES
        for method in service.methods
    }
