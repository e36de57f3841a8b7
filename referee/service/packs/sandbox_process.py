"""The process in which packs of strangers are checked: one job after another, each within limits of time and memory.

It reads jobs from standard input and writes answers to standard output, both pickled; what a job holds is data. It
ends with its input, and dies of a job that takes too long: whoever sent that is told so, and a new process is begun.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import struct
import sys
from collections.abc import Callable
from types import ModuleType
from typing import IO, Any

from referee.service.telemetry.journal import frames

resource: ModuleType | None
try:
    import resource
except ImportError:  # not on this system: only the clock of whoever waits is left
    resource = None

HEAD = struct.Struct(">Q")
READY = b"r"  # the first message: from now on jobs are done
BYTES = 1 << 30  # of address space: a pack that needs more is refused
JOBS_IN_A_LIFE = 200  # then a new process: what earlier jobs have left behind goes


def write_frame(stream: IO[bytes], data: bytes) -> None:
    """One message."""
    stream.write(HEAD.pack(len(data)) + data)
    stream.flush()


def read_frame(stream: IO[bytes]) -> bytes | None:
    """The next message; None at the end."""
    head = stream.read(HEAD.size)
    if len(head) < HEAD.size:
        return None
    (size,) = HEAD.unpack(head)
    data = stream.read(size)
    return data if len(data) == size else None


def main() -> None:
    """Works until the input ends."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # nothing printed by chance gets between the answers
    _prepare()
    if resource is not None:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (BYTES, resource.getrlimit(resource.RLIMIT_AS)[1]))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(OSError):  # nobody waits any more
        write_frame(answers, READY)
        _work(answers)


def _work(answers: IO[bytes]) -> None:
    for _ in range(JOBS_IN_A_LIFE):
        frame = read_frame(sys.stdin.buffer)
        if frame is None:
            return
        answer = _do(*pickle.loads(frame))
        write_frame(answers, answer)
        if answer[:1] == b"m":
            return  # who knows what is left of this process


def _do(job: Callable[[Any], Any], order: Any, seconds: float) -> bytes:
    """The answer: `d` and the result, `m` where the memory ended, `f` and what kind of error came from where."""
    _allow(seconds)
    try:
        return b"d" + pickle.dumps(job(order))
    except MemoryError:
        return b"m"
    except Exception as error:
        return b"f" + "\n".join([type(error).__name__, *frames(error)]).encode()


def _allow(seconds: float) -> None:
    """From now on so much time of the processor; who takes more is ended by the system."""
    if resource is not None:
        used = resource.getrusage(resource.RUSAGE_SELF)
        soft = int(used.ru_utime + used.ru_stime + seconds) + 1
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_CPU, (soft, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def _prepare() -> None:
    """What every job needs, done before the first comes: imports, and the parser's tables."""
    from referee.service.packs.jobs import Order, check
    from referee.service.packs.library import NO_PACKS

    head = b"id: warm\nkind: game\nversion: 1\nlanguage: 1\ntitle: Warm\nseats: 2\nsources: none\n"
    text = head + b"tokens: {coin: {unlimited: yes}}\nprocedures: {main: 'each seat: gain 1 coin'}\n"
    check(Order(("warm",), {}, {"warm/pack.yaml": text}, NO_PACKS))


if __name__ == "__main__":
    main()
