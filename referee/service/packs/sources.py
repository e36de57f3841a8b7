"""The source of a ruleset as it is stored: with it alone the same ruleset can be made on any machine."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.packs import Stack
from referee.service import base85


@dataclass(frozen=True, slots=True)
class Source:
    """The ids of a ruleset's packs in order, the values of its options, and all files as FOLDER/PATH."""

    packs: Sequence[str]
    settings: Mapping[str, Sequence[str]]
    files: Mapping[str, bytes]


def write_source(stack: Stack) -> bytes:
    """Everything that the stack was made from."""
    files = {f"{pack.id}/{path}": data for pack in stack.packs for path, data in pack.files.items()}
    source = {
        "packs": [pack.id for pack in stack.packs],
        "settings": {name: list(values) for name, values in stack.settings.items()},
        "files": {path: base85.encode(data) for path, data in files.items()},
    }
    return json.dumps(source, separators=(",", ":"), sort_keys=True).encode()


def read_source(source: bytes) -> Source:
    """What `write_source` wrote down."""
    data = json.loads(source)
    files = {path: base85.decode(text) for path, text in data["files"].items()}
    return Source(data["packs"], data["settings"], files)
