"""What is measured of a service while it runs, and told: calls, streams, commits."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any, cast

from referee.service.errors import STATUS, Rejected
from referee.service.telemetry import traces
from referee.service.telemetry.journal import Journal
from referee.service.telemetry.metrics import Counter, Gauge, Histogram, Metric, exposition
from referee.store import Conflict, Store, StoreError

_journal = Journal("calls")
Read = Callable[[], float | Mapping[str, float]]


class Observed:
    """The numbers of one service. What is only looked at when somebody asks is added with `watch`."""

    def __init__(self) -> None:
        self.calls = Histogram("referee_rpc_seconds", "Calls with one answer.", ("method", "code"))
        self.streams = Counter("referee_streams_ended_total", "Streams that have ended.", ("method", "code"))
        self.refusals = Counter("referee_refusals_total", "Calls refused or failed, by reason.", ("reason",))
        self.commits = Histogram("referee_commit_seconds", "Commits to the store, flushed to disk.", ("outcome",))
        self.committing = 0
        self._gauges: list[Metric] = []
        self.watch("referee_commits_waiting", "Commits that aren't on disk yet.", lambda: self.committing)
        self.watch("process_resident_memory_bytes", "Memory of this process.", _memory)
        self.watch("process_cpu_seconds_total", "Processor time of this process.", time.process_time, kind="counter")
        begun = time.time()
        self.watch("process_start_time_seconds", "When the service was made, since 1970.", lambda: begun)

    def watch(self, name: str, about: str, read: Read, label: str = "", kind: str = "gauge") -> None:
        """Adds a number that is asked for when somebody looks."""
        self._gauges.append(Gauge(name, about, read, label, kind))

    def text(self) -> str:
        """Everything, for Prometheus."""
        return exposition([self.calls, self.streams, self.refusals, self.commits, *self._gauges])

    def call(self, method: str, traceparent: str, *, stream: bool = False) -> _Call:
        """Around a call: how long it took and how it ended."""
        return _Call(self, method, traceparent, stream)

    def store(self, store: Store) -> Store:
        """The same store, its commits measured."""
        return cast(Store, _Measured(store, self))


class _Call:
    """Written without a generator: it is on the way of every call."""

    __slots__ = ("_method", "_observed", "_span", "_started", "_stream")

    def __init__(self, observed: Observed, method: str, traceparent: str, stream: bool) -> None:
        self._observed, self._method, self._stream = observed, method, stream
        tracing = traces.active()
        self._span = None if tracing is None else tracing.call(method, traceparent, current=not stream)

    def __enter__(self) -> None:
        self._started = time.perf_counter()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, way: TracebackType | None
    ) -> None:
        seconds = time.perf_counter() - self._started
        code, reason = _ended(error)
        observed = self._observed
        if self._stream:
            observed.streams.add(self._method, code)
        else:
            observed.calls.add(seconds, self._method, code)
        if reason:
            observed.refusals.add(reason)
        if self._span is not None:
            self._span(code, reason)
        if _journal.wordy:
            _journal.debug("call", method=self._method, code=code, reason=reason, seconds=round(seconds, 6))


def _ended(error: BaseException | None) -> tuple[str, str]:
    """Code and reason."""
    if error is None:
        return "OK", ""
    if isinstance(error, Rejected):
        return STATUS[error.reason], error.reason.value
    return ("CANCELLED" if isinstance(error, asyncio.CancelledError | GeneratorExit) else "INTERNAL"), ""


class _Measured:
    """A store whose commits are counted; everything else is the store's own."""

    def __init__(self, store: Store, observed: Observed) -> None:
        self._store, self._observed = store, observed

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def commit(self, *changes: Any) -> None:
        observed, started, outcome = self._observed, time.perf_counter(), "cancelled"
        observed.committing += 1
        try:
            with traces.section("commit", changes=len(changes)):
                await self._store.commit(*changes)
            outcome = "done"
        except Conflict:
            outcome = "conflict"
            raise
        except StoreError:
            outcome = "failed"
            raise
        finally:
            observed.committing -= 1
            observed.commits.add(time.perf_counter() - started, outcome)


def _memory() -> float:
    """Bytes that the process has in memory now; where the system doesn't say, the most that it ever had."""
    try:
        with open("/proc/self/statm", encoding="ascii") as statm:
            return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        import resource

        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024
