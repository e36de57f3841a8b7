"""Errors of other parts as errors of the catalogue: whatever fails, a caller is told one of those and nothing else."""

from __future__ import annotations

import time

from referee.engine import RulesFault
from referee.service.errors import Reason, Rejected
from referee.service.telemetry.journal import Journal
from referee.store import Conflict, StoreError

_journal = Journal("calls")


class _Seldom:
    """Tells of something that goes on failing once in so many seconds."""

    def __init__(self, seconds: float) -> None:
        self._seconds, self._next, self._untold = seconds, 0.0, 0

    def count(self) -> int:
        """How often it has failed since it was told last; 0: it isn't time to tell yet."""
        self._untold += 1
        if time.monotonic() < self._next:
            return 0
        self._next = time.monotonic() + self._seconds
        told, self._untold = self._untold, 0
        return told


_failing = _Seldom(5)  # a store that is away fails every call


def rejected(error: BaseException, method: str) -> Rejected:
    """The error as one of the catalogue. Anything unforeseen is logged, and told to nobody."""
    if isinstance(error, Rejected):
        return error
    if isinstance(error, RulesFault):
        _journal.error("the rules are at fault", error, method=method)
        return Rejected(Reason.RULES_FAULT)
    if isinstance(error, StoreError) and not isinstance(error, Conflict):
        failed = _failing.count()
        if failed:
            _journal.error("the store fails", method=method, kind=type(error).__name__, count=failed)
        return Rejected(Reason.STORE_UNAVAILABLE, retry_after=1)
    _journal.error("a call failed", error, method=method)
    return Rejected(Reason.INTERNAL)
