"""Rulesets made in several threads at once, a process's first work: `python -m tests.service.loading_together`.

What is made at first use (tables, the parser) is seen half made by other threads where it is made carelessly, and only
once in the life of a process: so every round is a process of its own. Prints what went wrong, a line each.
"""

from __future__ import annotations

import os
import random
import sys
from concurrent.futures import ThreadPoolExecutor

from referee.engine import compile_ruleset
from referee.language import build_ruleset
from referee.packs import load_stack
from referee.packs.diagnostics import PackInvalid
from referee.service.packs.rulesets import load
from referee.service.packs.sources import write_source
from tests.service.table import PACKS

NAMES = ("auction", "connect_four", "othello", "tic_tac_toe")
ROUNDS = 6
THREADS = 3


def sources() -> dict[str, bytes]:
    """The packs as the store keeps them; made in a process of its own, so that nothing is ready in this one."""
    ours, theirs = os.pipe()
    if not os.fork():
        with os.fdopen(theirs, "wb") as out:
            for name in NAMES:
                source = write_source(build_ruleset(load_stack([name], search=[PACKS])).stack)
                out.write(source + b"\n")
        os._exit(0)
    os.close(theirs)
    with os.fdopen(ours, "rb") as data:
        return dict(zip(NAMES, data.read().splitlines(), strict=True))


def make(source: bytes) -> str:
    """A ruleset, its texts and its program; what went wrong, or nothing."""
    try:
        loaded = load(source)
        for language in loaded.catalogs.languages:
            loaded.catalogs.catalog(language)
        compile_ruleset(loaded.ruleset, seats=loaded.ruleset.max_seats).board()
    except PackInvalid as invalid:
        return "; ".join(map(str, invalid.diagnostics))
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def one_round(stored: dict[str, bytes], seed: int) -> int:
    """How many failed, in a process that has made nothing yet."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    rng = random.Random(seed)
    sys.setswitchinterval(rng.choice((1e-6, 1e-5, 1e-4)))
    with ThreadPoolExecutor(THREADS) as threads:
        said = [each for each in threads.map(make, rng.sample(list(stored.values()), len(stored))) if each]
    print(*said, sep="\n", end="", flush=True)
    os._exit(len(said))


if __name__ == "__main__":
    stored = sources()
    sys.exit(sum(one_round(stored, seed) for seed in range(ROUNDS)) > 0)
