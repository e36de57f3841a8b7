"""One hostile pack, from its bytes to a game: what becomes of it, and what that costs. Runs in a process of its own.

Reads the files of the pack as a JSON object from standard input. Writes one JSON object: `end` (load, fault or fine),
`codes`, `text`, `placed` (every finding has its place), `seconds` of processor time, `megabytes` at the most.
"""

from __future__ import annotations

import json
import random
import resource
import sys
import time

MEMORY = 1 << 30  # where the system stops it, if nothing else does
SECONDS = 20
CHOICES = 30


def warm_up() -> None:
    """What a server has done before the first pack comes: imports, and the parser's tables."""
    from referee.engine import compile_ruleset
    from referee.language import build_ruleset
    from referee.packs import load_stack

    head = b"id: warm\nkind: game\nversion: 1\nlanguage: 1\ntitle: Warm\nseats: 2\nsources: none\n"
    text = head + b"tokens: {coin: {unlimited: yes}}\nprocedures: {main: 'each seat: gain 1 coin'}\n"
    compile_ruleset(build_ruleset(load_stack(["warm"], files={"warm/pack.yaml": text})), seats=2).start(bytes(32))


def play(files: dict[str, bytes]) -> dict[str, object]:
    """Load, compile, start, and a few choices at random; then the end, if it comes to that."""
    from referee.engine import RulesFault, compile_ruleset
    from referee.language import build_ruleset
    from referee.packs import PackInvalid, load_stack

    try:
        ruleset = build_ruleset(load_stack(["fair"], files=files))
    except PackInvalid as invalid:
        found = invalid.diagnostics
        return {
            "end": "load",
            "codes": sorted({one.code.code for one in found if one.severity == "error"}),
            "text": str(found[0]),
            "placed": all(one.at.line >= 1 for one in found),
        }
    try:
        program = compile_ruleset(ruleset, seats=ruleset.max_seats)
        state = program.start(bytes(32))
        rng = random.Random(1)
        for _ in range(CHOICES):
            if program.over(state):
                break
            seat = program.pending(state)[0]
            program.view(state, seat)
            state = program.apply(state, int(seat) - 1, program.sample(state, rng))
        program.outcome(state)
    except RulesFault as fault:
        return {"end": "fault", "text": str(fault), "placed": fault.at is not None}
    return {"end": "fine", "text": ""}


def main() -> None:
    files = {name: text.encode("latin-1") for name, text in json.load(sys.stdin).items()}
    warm_up()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    begun = time.process_time()
    result = play(files)
    result["seconds"] = time.process_time() - begun
    result["megabytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps(result))


if __name__ == "__main__":
    main()
