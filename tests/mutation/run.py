"""Mutants of a pack's rules, and whether its scenarios notice: `python tests/mutation/run.py PACK [--seed N]`.

PACK is a pack, or several joined with `+`: then the rules of all of them are changed and the scenarios of all are run,
each on the stack that it names. Exit code 1 if a listing of equivalents fits no mutant any more, or without scenarios.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.mutation.draw import Score, judged
from tests.mutation.equivalents import Equivalents
from tests.mutation.judge import Judge, Verdict


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pack")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mutants", type=int, default=200)
    parser.add_argument("--all", action="store_true", help="every mutant there is")
    chosen = parser.parse_args()
    judge = Judge(chosen.pack)
    edits = judge.edits
    equivalents = Equivalents([pack.id for pack in judge.packs])
    wrong = list(equivalents.wrong(edits))
    print(f"{chosen.pack}: {len(edits)} mutants, {judge.scenarios} scenarios, seed {chosen.seed}")
    if not judge.scenarios:
        print("no scenarios: nothing is noticed")
        return 1
    score, begun = Score(), time.perf_counter()
    for edit, judgement in judged(judge, chosen.seed, len(edits) if chosen.all else chosen.mutants):
        score.add(edit, judgement, equivalents)
        if judgement.verdict is Verdict.SURVIVED:
            print(f"{'equivalent' if equivalents.lists(edit) else 'survived'}: {edit}")
    seconds = time.perf_counter() - begun
    count = len(score.killed) + len(score.survived) + len(score.known)
    print(f"{score}; {seconds:.0f} s, {1000 * seconds / max(1, count):.0f} ms a mutant")
    for line in wrong:
        print(f"stale listing: {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
