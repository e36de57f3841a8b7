"""Loads a stack of packs: finds, reads, merges and changes them, and collects everything that is wrong."""

from __future__ import annotations

from collections.abc import Mapping as Dict
from collections.abc import Sequence as List
from pathlib import Path

from referee.packs.changes import apply_changes
from referee.packs.defaults import with_defaults
from referee.packs.diagnostics import Diagnostic
from referee.packs.digest import content_digest
from referee.packs.draft import Draft
from referee.packs.echoes import without_echoes
from referee.packs.find import Finder, find_packs
from referee.packs.findings import Findings
from referee.packs.hints import add_hints
from referee.packs.model import Pack, Stack
from referee.packs.node import Mapping, Position
from referee.packs.provenance import gather_facts
from referee.packs.schema import entry_check, header_names, section_names
from referee.packs.settings import Settings
from referee.packs.source import Folder
from referee.packs.templates import resolve_templates
from referee.packs.token_keys import check_token_keys


def load_stack(
    names: List[str],
    *,
    settings: Dict[str, List[str]] | None = None,
    search: List[Path] = (),
    files: Dict[str, bytes] | None = None,
    folders: bool = True,
    library: Dict[str, Folder] | None = None,
) -> Stack:
    """The stack of the packs named, in that order; packs that they require are put in front.

    `names` are ids (of shipped packs, and of those in the folders of `search`) or paths of folders; a server that takes
    names from strangers says `folders=False`, so that only ids count. `settings` are values of options by
    "pack.option" or "option". `files` are packs sent by somebody (path → bytes): they are found by id or by folder,
    and nothing is read from the disk for them. `library` has packs by id that were read before; they come before those
    on the disk.

    Never raises for what a pack holds: look at `Stack.diagnostics`; a stack with errors is as complete as could be.
    """
    report = Findings()
    packs = with_defaults(find_packs(names, Finder(search, files, folders, report, library)), report)
    chosen = Settings(packs, settings or {}, report)
    draft = Draft(chosen, _kinds(packs), report)
    for pack in packs:
        draft.add_pack(pack)
        apply_changes(draft, pack)
    draft.own_entries()
    check_token_keys(packs, draft)
    entries: dict[str, dict[str, Mapping]] = {}
    for kind, all_of in draft.entries.items():
        declaration = draft.named["kinds"].get(kind)
        if not report.damage().hits(declaration):  # else nobody knows what its entries may have
            check = entry_check(kind, declaration if isinstance(declaration, Mapping) else None)
            for node in all_of.values():
                check(node, f"this {kind}", report)
        entries[kind] = resolve_templates(kind, all_of, report)
    chosen.check_picks(entries)
    add_hints(report, draft, entries)
    start = packs[0].documents[0] if packs else Mapping({}, {}, _nowhere(names))
    facts = gather_facts(packs, draft, entries)
    least, most = _seats(packs)
    in_force = chosen.by_pack()
    return Stack(
        packs=tuple(packs),
        sections=draft.sections(start.at, start.pack),
        entries=entries,
        wraps=tuple(draft.wraps),
        settings=in_force,
        option_values=dict(chosen.values),
        changes=tuple(draft.changes),
        min_seats=least,
        max_seats=most,
        diagnostics=_sorted(without_echoes(report, header_names() | section_names()), packs),
        content_digest=content_digest(packs, in_force),
        provenance=facts,
        unread=frozenset(report.unread),
        set_aside=frozenset(report.set_aside),
        damage=report.damage(),
        nameless=bool(report.nameless),
        incomplete=report.incomplete,
    )


def _kinds(packs: List[Pack]) -> set[str]:
    return {
        name
        for pack in packs
        for root in pack.documents
        if isinstance(kinds := root.get("kinds"), Mapping)
        for name in kinds
    }


def _seats(packs: List[Pack]) -> tuple[int, int]:
    """The last pack that says how many seats there are decides: an expansion may add seats, a variant drop some."""
    return next((pack.seats for pack in reversed(packs) if pack.seats != (0, 0)), (0, 0))


def _nowhere(names: List[str]) -> Position:
    return Position(names[0] if names else "(no pack)", 1, 1)


def _sorted(findings: List[Diagnostic], packs: List[Pack]) -> list[Diagnostic]:
    """In the order of the stack's files; what belongs to no file that could be read comes first."""
    files = {root.at.file: number for number, root in enumerate(root for pack in packs for root in pack.documents)}
    return sorted(findings, key=lambda each: (files.get(each.at.file, -1), each.at))
