"""How much one caller may ask: sizes of requests, and a rate."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from referee.service.errors import over_limit

MESSAGE_BYTES = 1 << 20  # of one request
CHOICES = 200  # in one move
PAGE, MOST_ON_A_PAGE = 50, 200
REQUEST_ID = 64  # characters
PLAYER_NAME = 60
EXTERNAL_ID = 128
ENTROPY = 128
CLOCK_SECONDS = 30 * 24 * 3600  # of a turn, and of a reserve: it has to fit into 32 bits of milliseconds
SEED = 128
GAME_FILE_BYTES = 1_000_000  # sent by a client, packed or not
FORK_COST = 50  # moves: it makes a game, and whoever has a seat may
PACKS = 16  # in one ruleset
PACK_FILES = 200  # sent by a client
PACK_FILE_BYTES = 512 << 10
SETTINGS = 200
SETTING_VALUES = 200
SANDBOX_PROCESSES = 2  # processes that check packs
WORK_WAITING = 8  # checks that one caller may have waiting
FILES_ON_A_PAGE = 1 << 20  # bytes of a pack's files in one answer, or one file
SPECTATORS = 1000  # of one game at a time
_MOST_CALLERS = 10_000


def page_size(asked: int) -> int:
    """How many elements to put on a page (AIP-158: 0 means the default, too many means the most)."""
    return PAGE if asked == 0 else min(asked, MOST_ON_A_PAGE)


class Rate:
    """A token bucket for each caller: `per_second` calls on average (0: no limit), `burst` of them at once."""

    def __init__(self, which: str, per_second: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._which, self._per_second, self._burst, self._clock = which, per_second, burst, clock
        self._callers: OrderedDict[str, tuple[float, float]] = OrderedDict()  # caller → (calls left, when)

    def take(self, caller: str, cost: float = 1) -> None:
        """Counts a call. Raises Rejected (LIMIT, with the time to wait) if the caller has none left."""
        if self._per_second <= 0:
            return
        cost = min(cost, self._burst)  # who has all left can do anything once
        now = self._clock()
        left, since = self._callers.get(caller, (float(self._burst), now))
        left = min(float(self._burst), left + (now - since) * self._per_second)
        if left < cost:
            raise over_limit(self._which, self._burst, retry_after=(cost - left) / self._per_second)
        self._callers[caller] = (left - cost, now)
        self._callers.move_to_end(caller)
        self._forget(now)

    def _forget(self, now: float) -> None:
        """Drops callers that have all their calls left again, which is as if they had never called."""
        while self._callers:
            left, since = next(iter(self._callers.values()))
            if len(self._callers) <= _MOST_CALLERS and left + (now - since) * self._per_second < self._burst:
                return
            self._callers.popitem(last=False)
