"""A damaged pack gets findings with a place, never a traceback, and never a second of thought."""

from __future__ import annotations

import random
import re
import time

import pytest

from referee.engine import RulesFault, compile_ruleset
from referee.language import build_ruleset
from referee.packs import PackInvalid, load_stack
from tests.language.hard.harness import HERE, files_of

EFFECTS = sorted(p.stem for p in HERE.glob("*.yaml") if p.stem not in ("cuba", "puerto_rico", "urban_sketchers"))
WORDS = (
    "if else for each in repeat stop pass gain pay all from to move put on under over let set add take do of choose one"
    " may my me none yes no count sum number total first last it where with most any every satisfies is not empty 0 1 7"
    " 99999 seats others rule times then as owner cell next previous lines columns rows"
).split()
MARKS = list("():,- \"'#|{}[].=<\t")


def damaged(text: str, dice: random.Random) -> str:
    """The text with one line lost or doubled, one word changed, swapped or borrowed, or one character added."""
    lines = text.split("\n")
    at = dice.randrange(len(lines))
    parts = re.split(r"(\W+)", lines[at])
    words = [i for i, part in enumerate(parts) if re.match(r"\w", part)]
    kind = dice.randrange(6)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(at, dice.choice(lines))
    elif kind == 2:
        column = dice.randrange(len(lines[at]) + 1)
        lines[at] = lines[at][:column] + dice.choice(MARKS) + lines[at][column:]
    elif words:
        one, other = dice.choice(words), dice.choice(words)
        if kind == 3:
            parts[one] = dice.choice(WORDS)
        elif kind == 4:
            parts[one] = dice.choice(re.findall(r"[a-z_]+", text))
        else:
            parts[one], parts[other] = parts[other], parts[one]
        lines[at] = "".join(parts)
    return "\n".join(lines)


@pytest.mark.parametrize("effect", EFFECTS)
def test_damage_is_found_or_harmless(effect: str) -> None:
    dice = random.Random(effect)
    whole = files_of(effect)
    for _ in range(12):
        name = dice.choice(sorted(whole))
        files = whole | {name: damaged(whole[name].decode(), dice).encode()}
        began = time.perf_counter()
        try:
            rules = build_ruleset(load_stack([effect], files=files))
            compile_ruleset(rules, rules.min_seats).start(bytes(32))
        except PackInvalid as error:
            assert all(finding.at.file and finding.at.line for finding in error.diagnostics)
        except RulesFault:
            pass  # a game that never asks anybody anything: told as such
        assert time.perf_counter() - began < 2
