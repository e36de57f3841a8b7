"""Packs that nobody would write: `python -m tests.faults.fuzzing [--seconds 10] [--corpus FOLDER]`.

Shipped packs and the examples of the language are mutated: with Atheris and `--corpus` led by the lines of
`referee.packs` and `referee.language` that an input reaches, else by chance alone. Whatever a pack says, only
diagnostics may come out, and within two seconds.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

if "--corpus" in sys.argv and importlib.util.find_spec("atheris"):  # before they are imported by anybody else
    import atheris

    with atheris.instrument_imports(include=["referee.packs", "referee.language"]):
        import referee.language  # noqa: F401  # seen by Atheris as it is imported

from referee.language import build_ruleset
from referee.packs import PackInvalid, load_stack
from tests.language import fair

ROOT = Path(__file__).parents[2]
HANG = 2.0  # seconds of processor time that an input may take
_LARGE = 20_000  # bytes: smaller ones are tried oftener


class TooSlow(BaseException):
    """An input took longer than it may."""


def corpus() -> list[bytes]:
    """What is mutated: packs of the tests, parts of shipped ones, and a pack for each example of the language."""
    head = fair.HEAD.format(id="fuzz", on="fair").encode()
    found = [fair.FAIR.read_bytes(), *(path.read_bytes() for path in sorted(ROOT.glob("tests/packs/*/pack.yaml")))]
    parts = [path.read_bytes() for path in sorted(ROOT.glob("content/*/*.yaml"))]
    found += [part if part.startswith(b"id:") else head + part for part in parts if len(part) < _LARGE]
    for name, _, example in fair.cases():
        found.append(fair.pack([(name, example)]))
        if example.pack:
            found.append(head + example.pack.encode())
    return found


def check(data: bytes) -> str:
    """What comes out of this as the pack `fuzz`: the codes of its diagnostics. Raises what mustn't come out."""
    lines = [b"id: fuzz" if line.startswith(b"id: ") else line for line in data.split(b"\n")]
    files = {"fair/pack.yaml": fair.FAIR.read_bytes(), "fuzz/pack.yaml": b"\n".join(lines)}
    with _limited():
        try:
            build_ruleset(load_stack(["fuzz"], files=files))
        except PackInvalid as invalid:
            return " ".join(sorted({one.code.code for one in invalid.diagnostics}))
    return ""


@contextlib.contextmanager
def _limited() -> Iterator[None]:
    """Raises TooSlow when the processor time is used up."""

    def too_slow(number: int, frame: FrameType | None) -> None:
        raise TooSlow(f"after {HANG} seconds")

    before = signal.signal(signal.SIGVTALRM, too_slow)
    signal.setitimer(signal.ITIMER_VIRTUAL, HANG)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


# ---- by chance


def mutated(data: bytes, others: list[bytes], dice: random.Random) -> bytes:
    """The input with one to four changes: bytes, words and lines left out, doubled, exchanged or taken from others."""
    for _ in range(dice.randint(1, 4)):
        data = dice.choice(_MUTATIONS)(data, others, dice)
    return data[:200_000]


def _bytes(data: bytes, others: list[bytes], dice: random.Random) -> bytes:
    at = dice.randint(0, len(data))
    return data[:at] + dice.randbytes(dice.randint(0, 3)) + data[at + dice.randint(0, 3) :]


def _lines(data: bytes, others: list[bytes], dice: random.Random) -> bytes:
    lines = data.split(b"\n")
    at, size = dice.randrange(len(lines)), dice.randint(1, 6)
    source = dice.choice(others).split(b"\n") if dice.random() < 0.5 else lines
    start = dice.randrange(len(source))
    put = source[start : start + dice.randint(0, 6)]
    if dice.random() < 0.2:
        put *= dice.choice([2, 50])
    return b"\n".join([*lines[:at], *put, *lines[at + dice.choice([0, size]) :]])


def _words(data: bytes, others: list[bytes], dice: random.Random) -> bytes:
    words, source = data.split(b" "), dice.choice(others).split(b" ")
    at = dice.randrange(len(words))
    words[at] = dice.choice([dice.choice(source), dice.choice(words), b"", *_AWKWARD])
    return b" ".join(words)


_AWKWARD = (
    b"0 -1 99999999999999999999 1e999 .nan 0x7f null ~ true [] {} '' \" | > - ? : # & * &a *a <<: !!python/object: "
    b"!!binary !!set !!timestamp 2001-01-01 \t \r \x00 \xff \xef\xbb\xbf \xe2\x80\xa8 (((((((((( not [[[[[[[[ "
    b"each seat: repeat: choose do x is me my.coin rule count sum of where"
).split(b" ")
_MUTATIONS: tuple[Callable[[bytes, list[bytes], random.Random], bytes], ...] = (_bytes, _lines, _words)


def by_chance(seconds: float, seed: int) -> int:
    """Mutates for so long; how many inputs were tried. Raises what `check` raises, with the input as a note."""
    dice, seeds = random.Random(seed), corpus()
    check(seeds[0])
    ends, tried = time.monotonic() + seconds, 0
    while time.monotonic() < ends:
        data = mutated(dice.choice(seeds), seeds, dice)
        try:
            check(data)
        except BaseException as error:
            error.add_note(f"the input: {data!r}")
            raise
        tried += 1
    return tried


# ---- led by coverage


def led(seconds: float, folder: str) -> None:
    """Atheris, until it finds something or the time is up; then the process ends. `folder`: its corpus, kept."""
    seeds = corpus()

    def mutate(data: bytes, most: int, seed: int) -> bytes:
        dice = random.Random(seed)
        return mutated(data, seeds, dice)[:most] if dice.random() < 0.7 else atheris.Mutate(data, most)

    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(seeds):
        (place / f"seed-{number}").write_bytes(data)
    flags = [f"-max_total_time={int(seconds)}", "-max_len=40000", "-timeout=30", "-print_final_stats=1"]
    atheris.Setup([sys.argv[0], *flags, folder], lambda data: check(data) and None, custom_mutator=mutate)
    atheris.Fuzz()


def main() -> None:
    parser = argparse.ArgumentParser(description="Mutated packs: only diagnostics may come out.")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--corpus", default="", help="a folder for Atheris; without it: by chance alone")
    given = parser.parse_args()
    if given.corpus and importlib.util.find_spec("atheris"):
        led(given.seconds, given.corpus)
    else:
        print(f"{by_chance(given.seconds, given.seed)} inputs, diagnostics and nothing else")


if __name__ == "__main__":
    main()
