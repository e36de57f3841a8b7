"""Brings the files of packs into the one layout: effects laid out anew, no blanks at the ends of lines.

A scalar is only touched if it is code and means the same afterwards; everything else in the file stays as it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from referee.cli.stacks import read_stack, split_stack
from referee.language.format import lay_out, same_meaning
from referee.packs import Pack, Stack
from referee.packs.node import Mapping, Node, Scalar
from referee.packs.node import Sequence as NodeSequence
from referee.packs.reader import TEXT_KEYS
from referee.packs.roots import data_root

CODE_SECTIONS = frozenset(("terms", "procedures", "windows", "standing", "triggers", "scoring", "setup", "values"))

CHANGE_CODE = frozenset(("is", "do", "add", "with"))
NO_CODE = TEXT_KEYS | {"type"}  # `yes/no` is a type there, no division


def format_packs(packs: Sequence[str], *, write: bool) -> list[Path]:
    """The files that aren't in the one layout; with `write` they are brought into it. Raises PackInvalid, OSError."""
    from referee.packs.diagnostics import PackInvalid

    changed = []
    for text in packs:
        stack = read_stack(text)
        if not stack.packs:
            raise PackInvalid(stack.diagnostics)
        for pack in stack.packs[-len(split_stack(text)) :]:
            for path, before, after in _files(pack, stack):
                if before != after:
                    changed.append(path)
                    if write:
                        path.write_bytes(after)
    return changed


def _files(pack: Pack, stack: Stack) -> Iterator[tuple[Path, bytes, bytes]]:
    folder = Path(pack.path)
    folder = folder if folder.is_dir() else data_root("content") / pack.id
    code: dict[str, list[Scalar]] = {}
    hooks = _hooks(stack)
    for document in pack.documents:
        for scalar in _code(document, hooks):
            code.setdefault(scalar.at.file, []).append(scalar)
    for name, before in sorted(pack.files.items()):
        if name.endswith(".yaml"):
            yield folder / name, before, format_file(before, code.get(f"{pack.path}/{name}", []))


def format_file(data: bytes, code: Sequence[Scalar]) -> bytes:
    """A file with its effects laid out anew. `code` are the scalars of the file that hold effects."""
    lines = data.decode("utf-8").replace("\r\n", "\n").split("\n")
    for scalar in code:
        _replace(lines, scalar)
    return ("\n".join(line.rstrip() for line in lines).rstrip("\n") + "\n").encode()


def _replace(lines: list[str], scalar: Scalar) -> None:
    """Lay one scalar out anew where it stands, if that keeps its meaning and YAML's."""
    old = scalar.text.rstrip("\n").split("\n")
    new = lay_out(scalar.text.rstrip("\n"))
    spots = scalar.lines[: len(old)]
    if old == new or len(new) != len(old) or len(spots) != len(old) or not same_meaning(scalar, new):
        return
    rows = [lines[spot.line - 1] for spot in spots]
    starts = [spot.column - 1 for spot in spots]
    if len(old) == 1 and rows[0].strip() != old[0] and _needs_quotes(new[0], rows[0][: starts[0]]):
        return
    if any(not row[start:].startswith(text) for row, start, text in zip(rows, starts, old, strict=True)):
        return
    for spot, row, start, text, other in zip(spots, rows, starts, old, new, strict=True):
        lines[spot.line - 1] = row[:start] + other + row[start + len(text) :]


def _needs_quotes(text: str, before: str) -> bool:
    """Whether YAML would read something else into a text that stands without quotes."""
    return (": " in text or " #" in text) and not before.endswith(('"', "'"))


def _hooks(stack: Stack) -> dict[str, frozenset[str]]:
    """The names of the hooks of every kind."""
    kinds = stack.sections.get("kinds")
    found: dict[str, frozenset[str]] = {}
    for kind, node in kinds.items() if isinstance(kinds, Mapping) else ():
        hooks = node.get("hooks") if isinstance(node, Mapping) else None
        found[kind] = frozenset(hooks) if isinstance(hooks, Mapping) else frozenset()
    return found


def _code(document: Mapping, hooks: dict[str, frozenset[str]]) -> Iterator[Scalar]:
    """The scalars of a document that may hold effects."""
    for section, node in document.items():
        if section == "changes":
            # What a change names (`entry: stall/tea`) is no effect; what it puts there may be one.
            for change in node if isinstance(node, NodeSequence) else ():
                for key, value in change.items() if isinstance(change, Mapping) else ():
                    if key in CHANGE_CODE:
                        yield from _scalars(value, None)
        elif section in CODE_SECTIONS:
            yield from _scalars(node, None)
        elif section in hooks and isinstance(node, NodeSequence):
            for entry in node:
                if isinstance(entry, Mapping):
                    for key, value in entry.items():
                        if key in hooks[section]:
                            yield from _scalars(value, None)


def _scalars(node: Node, key: str | None) -> Iterator[Scalar]:
    if isinstance(node, Scalar):
        if isinstance(node.value, str) and key not in NO_CODE:
            yield node
    elif isinstance(node, Mapping):
        for name, value in node.items():
            yield from _scalars(value, name)
    else:
        for value in node:
            yield from _scalars(value, key)
