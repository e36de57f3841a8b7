"""What is done for strangers in a process of its own: their packs are checked there, never beside the games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from referee.engine import compile_ruleset
from referee.language import Ruleset, build_ruleset
from referee.packs import Mapping as Tree
from referee.packs import load_stack
from referee.packs.access import words_of
from referee.packs.diagnostics import Diagnostic, PackInvalid
from referee.packs.findings import Findings
from referee.packs.model import Stack
from referee.packs.reader import read_yaml
from referee.packs.source import Folder, sent_folders
from referee.service.packs.library import Library
from referee.service.packs.sources import write_source


@dataclass(frozen=True, slots=True)
class Order:
    """A stack to check: ids of packs in order, values of options, files that were sent, the packs of the server."""

    names: tuple[str, ...]
    settings: Mapping[str, Sequence[str]]
    files: Mapping[str, bytes] | None
    library: Library


_CLAIMED = ("stated", "published", "inferred", "reconstructed")  # `own` claims nothing of a published game


@dataclass(frozen=True, slots=True)
class Summary:
    """What is told about a ruleset without playing it. `name`: the content digest."""

    name: str
    packs: tuple[str, ...]
    settings: Mapping[str, tuple[str, ...]]
    rules_digest: str
    min_seats: int
    max_seats: int
    facts: int = 0  # that claim to be those of a published game
    reconstructed: int = 0  # of these


@dataclass(frozen=True, slots=True)
class Checked:
    """What became of an order: every finding; the ruleset and all that it is made of, unless there is an error."""

    diagnostics: tuple[Diagnostic, ...]
    summary: Summary | None = None
    source: bytes = b""


def summary(ruleset: Ruleset) -> Summary:
    """The facts of a ruleset."""
    stack = ruleset.stack
    return Summary(
        name=ruleset.content_digest,
        packs=tuple(pack.id for pack in stack.packs),
        settings=dict(stack.settings),
        rules_digest=ruleset.rules_digest,
        min_seats=ruleset.min_seats,
        max_seats=ruleset.max_seats,
        facts=sum(fact.status in _CLAIMED for fact in stack.provenance),
        reconstructed=sum(fact.status == "reconstructed" for fact in stack.provenance),
    )


def read_order(order: Order) -> Stack:
    """The stack of an order, read but not checked further."""
    wanted = [*order.names, *_required(order.files)]
    return load_stack(
        order.names,
        settings=order.settings,
        files=order.files,
        folders=False,
        library=order.library.around(wanted),
    )


def check(order: Order) -> Checked:
    """Checks a stack. What was sent is compiled too, for all its seats: it must be possible within the limits."""
    try:
        ruleset = build_ruleset(read_order(order))
    except PackInvalid as invalid:
        return Checked(invalid.diagnostics)
    if order.files is not None:
        compile_ruleset(ruleset, seats=ruleset.max_seats)
    return Checked(ruleset.warnings, summary(ruleset), write_source(ruleset.stack))


def _required(files: Mapping[str, bytes] | None) -> list[str]:
    """What the packs among the files ask for."""
    found: list[str] = []
    for folder in sent_folders(dict(files), Findings()) if files else ():
        found += required(folder)
    return found


def required(folder: Folder) -> tuple[str, ...]:
    """The packs that a pack requires, as far as its head can be read."""
    return _required_by(folder.files.get("pack.yaml", b""))


@lru_cache(maxsize=64)
def _required_by(head: bytes) -> tuple[str, ...]:
    root, _ = read_yaml(head, "pack.yaml")
    return tuple(word.text for word in words_of(root.get("requires"))) if isinstance(root, Tree) else ()
