"""One thing that can be changed, and how its value is written shortly."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from textwrap import dedent

from referee.language.text import Text
from referee.packs.access import shortly, without
from referee.packs.model import Change
from referee.packs.node import Mapping, Node, Position, Scalar

UNSAID = ("id", "like", "name", "plural", "says", "note", "picture", "icon", "source", "status", "because", "allow")
LONGEST = 200  # characters of a value


@dataclass(frozen=True, slots=True)
class PointChange:
    """What one pack did to a point. `op`: set, add, remove, or before, after, instead_of, option_add … of code.

    `before` and `after` are what stood and stands there, shortly; `field` the part that was changed, "" for the whole.
    """

    op: str
    field: str
    before: str
    after: str
    pack: str
    at: Position


@dataclass(frozen=True, slots=True)
class Point:
    """Something that can be changed.

    `name` as `changes:` names it, `type` in the words of the language, `says` what players call it, `comment` what the
    file says beside it; `value` what stands there now, shortly and as it is written; `code` all lines of it, where
    `value` has the first of several.
    """

    section: str
    name: str
    type: str
    value: str
    at: Position
    pack: str
    says: Text | None = None
    comment: str = ""
    changes: tuple[PointChange, ...] = ()
    code: str = ""


def all_lines(node: Node | None) -> str:
    """The code of a declaration that has several lines, as it is written; "" where one line is all."""
    code = node.get("do") if isinstance(node, Mapping) else node
    text = dedent(code.text).strip("\n") if isinstance(code, Scalar) else ""
    return text if "\n" in text.strip() else ""


def written(node: Node | None) -> str:
    """A declaration in one line, without its texts and sources; of code the first line."""
    if isinstance(node, Scalar) and "\n" in node.text.strip():
        lines = [line.strip() for line in node.text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
        return lines[0] + " …" if len(lines) > 1 else "".join(lines)
    if isinstance(node, Mapping):
        node = without(node, *UNSAID)
        return shortly(node, LONGEST) if node.entries else ""
    return shortly(node, LONGEST)


def point_changes(changes: Iterable[Change]) -> tuple[PointChange, ...]:
    """The changes of one point, in the order of the stack."""
    return tuple(_one(change) for change in changes)


def _one(change: Change) -> PointChange:
    op, field = (change.field, "") if change.op == "wrap" else (change.op, change.field)
    return PointChange(op, field, written(change.before), written(change.after), change.pack, change.at)
