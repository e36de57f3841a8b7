"""One fault in the shipped packs is one finding, in the very place, and it says what was meant."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from referee.language.build import read_stack
from referee.lint import run_all
from referee.lint.settings import Setting, under_other_settings
from referee.packs import Diagnostic, Stack, data_root, load_stack
from referee.packs.source import is_part
from tests.seeded.faults import Fault, Seeder, offset

CONTENT = data_root("content")
SHARES = {"misspelt": 0.5, "wrong type": 0.125, "removed key": 0.125, "tab": 0.125, "wrong place": 0.125}
FAULTS = 200
SUGGESTED = 0.95


@pytest.fixture(scope="module")
def packs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the rules of all shipped packs."""
    copy = tmp_path_factory.mktemp("content")
    for file in sorted(CONTENT.rglob("*.yaml")):
        name = file.relative_to(CONTENT)
        if is_part("/".join(name.parts[1:])):
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            (copy / name).write_bytes(file.read_bytes())
    return copy


def drawn(packs: Path, number: int, seed: int) -> Iterator[Fault]:
    """Faults of every sort, of every pack as many as its size asks for."""
    rng = random.Random(seed)
    seeders: list[tuple[int, Seeder]] = []
    for head in sorted(packs.glob("*/pack.yaml")):
        pack = head.parent.name
        stack = load_stack([pack], search=[packs])
        files = {each.id: each for each in stack.packs}
        texts = {
            ident: {f"{ident}/{name}": data.decode() for name, data in each.files.items() if is_part(name)}
            for ident, each in files.items()
        }
        beneath = {name: text for ident, own in texts.items() if ident != pack for name, text in own.items()}
        seeders.append((sum(map(len, texts[pack].values())), Seeder(texts[pack], beneath, rng)))
    whole = sum(size for size, _ in seeders)
    for kind, share in SHARES.items():
        wanted = round(number * share)
        every = [fault for size, seeder in seeders for fault in seeder.draw(kind, -(-wanted * size // whole))]
        yield from rng.sample(every, wanted)


def findings(packs: Path, fault: Fault, thorough: bool) -> tuple[Diagnostic, ...]:
    """What `check` finds in the packs with the fault; unless `thorough`, under other settings only where nothing is
    found under the default ones.
    """
    file = packs / fault.file
    sound = file.read_bytes()
    file.write_text(fault.text, encoding="utf-8", newline="")
    name = file.relative_to(packs).parts[0]
    try:
        stack = load_stack([name], search=[packs])
        ruleset, found = read_stack(stack)
        findings = tuple(found) if ruleset is None else run_all(ruleset).findings
        if findings and not thorough:
            return findings
        again = partial(_with_setting, packs, name)
        return findings + tuple(under_other_settings(stack, stack.packs[-1:], again, findings))
    finally:
        file.write_bytes(sound)


def _with_setting(packs: Path, name: str, setting: Setting) -> Stack:
    return load_stack([name], search=[packs], settings=setting)


def wrong(packs: Path, fault: Fault, found: tuple[Diagnostic, ...]) -> str:
    """What is wrong with what was found; empty if nothing is."""
    if len(found) != 1:
        return f"{len(found)} findings"
    if found[0].at.file != f"{packs.as_posix()}/{fault.file}":
        return "in another file"
    here = offset(fault.text, found[0].at.line, found[0].at.column)
    return "" if fault.first <= here < fault.last else "in another place"


def look(packs: Path, number: int, seed: int, thorough: bool = False) -> None:
    """Seeds faults and judges what is found; the seed is in every message."""
    print(f"seed {seed}")
    kinds: Counter[str] = Counter()
    missed: list[str] = []
    guessed = 0
    for fault in drawn(packs, number, seed):
        kinds[fault.kind] += 1
        found = findings(packs, fault, thorough)
        what = wrong(packs, fault, found)
        if what:
            missed.append("\n    ".join((f"{fault}: {what}", *map(str, found))))
        elif fault.original:
            guessed += fault.original.removeprefix("^") in re.findall(r"[\w-]+", found[0].hint)
    assert not missed, f"seed {seed}: {len(missed)} of {kinds.total()}\n" + "\n".join(missed)
    assert kinds.total() == number
    print(f"{guessed} of {kinds['misspelt']} suggested")
    assert guessed >= SUGGESTED * kinds["misspelt"], f"seed {seed}: {guessed} of {kinds['misspelt']} suggested"


def test_the_copy_has_no_fault(packs: Path) -> None:
    for head in packs.glob("*/pack.yaml"):
        ruleset, found = read_stack(load_stack([head.parent.name], search=[packs]))
        assert ruleset is not None, found
        assert run_all(ruleset).findings == ()


def test_a_fault_is_one_finding_in_its_place(packs: Path) -> None:
    look(packs, FAULTS, seed=1)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(2, 7))
def test_many_faults(packs: Path, seed: int) -> None:
    look(packs, 2 * FAULTS, seed, thorough=True)
