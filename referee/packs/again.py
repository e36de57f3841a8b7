"""The packs of a stack read once more: some of them, or with other files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.packs.model import Pack, Stack
from referee.packs.stack import load_stack


def files_of(packs: Sequence[Pack]) -> dict[str, bytes]:
    """All files of packs, as "ID/PATH": so the packs can be read from nothing else."""
    return {f"{pack.id}/{name}": data for pack in packs for name, data in pack.files.items()}


def read_again(packs: Sequence[Pack], chosen: Stack, files: Mapping[str, bytes]) -> Stack:
    """The packs from these files, with the settings of a stack as far as they are about them.

    Its places are in files called ID/PATH, whatever folders the packs came from.
    """
    names = [pack.id for pack in packs]
    settings = {name: list(value) for name, value in chosen.settings.items() if name.partition(".")[0] in names}
    return load_stack(names, settings=settings, files=dict(files), folders=False)
