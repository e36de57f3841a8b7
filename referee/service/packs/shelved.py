"""One pack of the server's folders: as it was found, as it was last right, and what is told about it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from referee.packs.diagnostics import Diagnostic
from referee.packs.find import same_id
from referee.packs.findings import Findings
from referee.packs.source import Folder, is_content, read_folder
from referee.service.packs.jobs import required


class State(Enum):
    """Whether a pack can be played; the values are those of the API's PackState."""

    CURRENT = 1  # as its files are
    HELD = 2  # its files have errors: the last version without is offered
    BROKEN = 3  # its files have errors, and there was none without


@dataclass(frozen=True, slots=True)
class Shelved:
    """A pack. `found`: its files now, and `findings` about them; `good`: the last good version, with what it required.

    `checked`: whether the findings are all that there are; before, the files are taken as they are.
    """

    id: str
    place: Path
    found: Folder
    unsafe: tuple[Diagnostic, ...]  # what reading the folder found
    findings: tuple[Diagnostic, ...] = ()
    good: Mapping[str, Folder] = field(default_factory=dict)
    state: State = State.CURRENT
    checked: bool = False

    @property
    def offered(self) -> Folder:
        """The files that new games get; of a broken pack those that are there."""
        return self.good.get(self.id, self.found)


@dataclass(frozen=True, slots=True)
class News:
    """What became of a pack: `what` is offered, held, broken or gone."""

    pack: str
    what: str
    digest: str = ""
    findings: tuple[Diagnostic, ...] = ()
    files: Mapping[str, bytes] = field(default_factory=dict)  # as the findings name them

    @property
    def headline(self) -> str:
        """For a terminal, in one line."""
        told = {
            "offered": f"new games get it as it is now ({self.digest[:12]})",
            "held": "it has errors; new games get the last version without",
            "broken": "it has errors and can't be played",
            "gone": "it isn't there for new games any more",
        }
        return f"{self.pack}: {told[self.what]}"

    def __str__(self) -> str:
        return "\n".join([self.headline, *(f"  {found}" for found in self.findings)])


def pack_digest(folder: Folder) -> str:
    """sha256 (hex) over the rules, texts and pictures of a pack."""
    content = hashlib.sha256()
    for path, data in sorted(folder.files.items()):
        if is_content(path):
            content.update(f"{path}\0{len(data)}\0".encode() + data)
    return content.hexdigest()


def pack_folders(place: Path) -> list[Path]:
    """The folders of packs in a place, by name."""
    try:
        return sorted(each for each in place.iterdir() if (each / "pack.yaml").is_file())
    except OSError:  # the place itself is away for now
        return []


def read_shelved(folder: Path) -> Shelved:
    """The pack in a folder, not checked."""
    report = Findings()
    read = read_folder(folder, folder.name, report)
    same_id(folder.name, read, report)
    return Shelved(folder.name, folder, read, tuple(report.all))


def in_order(packs: Mapping[str, Shelved]) -> list[str]:
    """The ids as their folders were searched, each after those that it requires."""
    order: list[str] = []

    def add(id: str, chain: tuple[str, ...]) -> None:
        if id in packs and id not in order and id not in chain:
            for other in required(packs[id].found):
                add(other, (*chain, id))
            order.append(id)

    for id in packs:
        add(id, ())
    return order


def news_of(pack: Shelved, old: Shelved | None) -> News | None:
    """What is worth telling: nothing of a pack that was right from the start, or is offered as it was."""
    files = {f"{pack.id}/{path}": data for path, data in pack.found.files.items()}
    if pack.state is not State.CURRENT:
        return News(pack.id, pack.state.name.lower(), findings=pack.findings, files=files)
    if old is not None and not old.checked:
        return None
    digest = pack_digest(pack.offered)
    if old is not None and old.state is State.CURRENT and pack_digest(old.offered) == digest:
        return None
    return News(pack.id, "offered", digest, pack.findings, files)
