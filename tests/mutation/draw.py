"""Draws mutants of packs and has them judged."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.mutation.edits import Edit
from tests.mutation.equivalents import Equivalents
from tests.mutation.judge import Judge, Judgement, Verdict


@dataclass
class Score:
    """What became of the mutants that load. `known` are the survivors that are listed as equivalent."""

    killed: list[Edit] = field(default_factory=list)
    survived: list[Edit] = field(default_factory=list)
    known: list[Edit] = field(default_factory=list)
    refused: int = 0

    @property
    def share(self) -> float:
        """Killed among those that could be, from 0 to 1."""
        asked = len(self.killed) + len(self.survived)
        return len(self.killed) / asked if asked else 1.0

    def add(self, edit: Edit, judgement: Judgement, equivalents: Equivalents) -> None:
        if judgement.verdict is Verdict.REFUSED:
            self.refused += 1
        elif judgement.verdict is Verdict.KILLED:
            assert not equivalents.lists(edit), f"listed as equivalent, but {judgement.by} notices it:\n{edit}"
            self.killed.append(edit)
        else:
            (self.known if equivalents.lists(edit) else self.survived).append(edit)

    def __str__(self) -> str:
        kinds = Counter(edit.kind for edit in self.survived)
        asked = len(self.killed) + len(self.survived)
        return (
            f"{len(self.killed)} of {asked} killed, {self.share:.1%}; {len(self.known)} equivalent, "
            f"{self.refused} refused by the checker"
            + (f"; survivors: {', '.join(f'{n} {kind}' for kind, n in kinds.most_common())}" if kinds else "")
        )


def shuffled(judge: Judge, seed: int) -> list[Edit]:
    """All edits of the judge's packs in an order that the seed decides."""
    edits = list(judge.edits)
    random.Random(seed).shuffle(edits)
    return edits


def judged(judge: Judge, seed: int, mutants: int) -> Iterator[tuple[Edit, Judgement]]:
    """Mutants and what became of them, until `mutants` of them have loaded or there are no more."""
    loaded = 0
    for edit in shuffled(judge, seed):
        if loaded == mutants:
            return
        judgement = judge.judge(edit)
        loaded += judgement.verdict is not Verdict.REFUSED
        yield edit, judgement
