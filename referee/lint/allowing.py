"""`allow: {CODE: reason}`: a node of a pack lets a warning stand that is about it, or about something inside of it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from referee.packs import Stack
from referee.packs.diagnostics import Diagnostic
from referee.packs.node import Mapping, Node, Position, Scalar, Sequence

KEY = "allow"
HEADER = "pack.yaml"
LAST = 1 << 60  # a line behind every file


@dataclass(frozen=True, slots=True)
class Region:
    """The stretch of a file that a node with allowances takes, the key before it included."""

    start: Position
    end: Position
    reasons: Mapping

    def covers(self, at: Position) -> bool:
        return self.start <= at < self.end


class Allowances:
    """All allowances of a stack. Errors can't be allowed."""

    def __init__(self, stack: Stack) -> None:
        self._regions: dict[str, list[Region]] = defaultdict(list)
        self._packs: list[tuple[str, Mapping]] = []
        for pack in stack.packs:
            for document in pack.documents:
                file = document.at.file
                reasons = document.get(KEY)
                if isinstance(reasons, Mapping) and file == f"{pack.path}/{HEADER}":
                    self._packs.append((f"{pack.path}/", reasons))  # at the head of a pack: for all its files
                self._within(document, Position(file, 0, 0), Position(file, LAST, 0))

    def _within(self, node: Node, start: Position, end: Position) -> None:
        if isinstance(node, Mapping):
            reasons = node.get(KEY)
            if isinstance(reasons, Mapping):
                self._regions[start.file].append(Region(start, end, reasons))
            keys = list(node.entries)
            for number, key in enumerate(keys):
                follows = node.keys[keys[number + 1]] if number + 1 < len(keys) else end
                self._inside(node.entries[key], node.keys[key], follows)
        elif isinstance(node, Sequence):
            for number, item in enumerate(node.items):
                follows = node.items[number + 1].at if number + 1 < len(node.items) else end
                self._inside(item, item.at, follows)

    def _inside(self, node: Node, start: Position, end: Position) -> None:
        # What was written elsewhere (an alias) is no part of this stretch.
        if start < end and start.file == end.file and not isinstance(node, Scalar):
            self._within(node, start, end)

    def reason(self, finding: Diagnostic) -> Scalar | None:
        """Why a finding is allowed; the innermost node that says so is asked. None if it isn't."""
        if finding.severity == "error":
            return None
        inside = [region for region in self._regions.get(finding.at.file, ()) if region.covers(finding.at)]
        for region in sorted(inside, key=lambda one: one.start, reverse=True):
            reason = region.reasons.get(finding.code.code)
            if isinstance(reason, Scalar):
                return reason
        for front, reasons in self._packs:
            reason = reasons.get(finding.code.code)
            if finding.at.file.startswith(front) and isinstance(reason, Scalar):
                return reason
        return None
