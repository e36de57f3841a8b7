"""Hostile packs, from their bytes to a game: what becomes of each in a process of its own, and what that costs.

Reads a pack a line from standard input, its files as a JSON object, and writes a line for each, a JSON object: `end`
(load, fault or fine), `codes`, `text`, `placed` (every finding has its place), `seconds` of processor time, `megabytes`
at the most; or, of a process that was killed or has crashed, `code` and what it wrote to standard error as `text`. The
processes are forks of this one, which has done what a server does once.
"""

from __future__ import annotations

import json
import os
import random
import resource
import sys
import tempfile
import time
import traceback

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


def bounded(files: dict[str, bytes]) -> dict[str, object]:
    """What becomes of a pack in this process, which the system stops if nothing else does."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    begun = time.process_time()
    result = play(files)
    result["seconds"] = time.process_time() - begun
    result["megabytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return result


def in_a_fork(files: dict[str, bytes]) -> str:
    """The same in a process of its own, as a line of JSON."""
    with tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as wrong:
        child = os.fork()
        if not child:
            code = 1
            try:
                os.dup2(wrong.fileno(), sys.stderr.fileno())
                said.write(json.dumps(bounded(files)).encode())
                said.flush()
                code = 0
            except BaseException:
                traceback.print_exc()
                sys.stderr.flush()
            finally:
                os._exit(code)
        _, status = os.waitpid(child, 0)
        code = os.waitstatus_to_exitcode(status)
        for file in (said, wrong):
            file.seek(0)
        if code:
            return json.dumps({"code": code, "text": wrong.read().decode(errors="replace")})
        return said.read().decode()


def main() -> None:
    warm_up()
    for line in sys.stdin:
        print(in_a_fork({name: text.encode("latin-1") for name, text in json.loads(line).items()}), flush=True)


if __name__ == "__main__":
    main()
