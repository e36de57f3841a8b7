"""Many options as few lines: those of one sort about one thing stand together until one of them is wanted."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from referee.cli.table.words import Words
from referee.engine.records import Option

MANY = 24  # options from which on they are put together


@dataclass(frozen=True)
class Line:
    """A line of the menu: an option, or several under one label."""

    label: str
    options: tuple[Option, ...]

    @property
    def only(self) -> Option | None:
        """The option, if the line has one alone."""
        return self.options[0] if len(self.options) == 1 else None


def menu(options: Sequence[Option], words: Words, near: str = "") -> list[Line]:
    """The lines in the order of the options; `near` is the seat that is asked."""
    if len(options) <= MANY:
        return [Line(words.text(option.label, near), (option,)) for option in options]
    groups: dict[tuple[str, str], list[Option]] = {}
    for option in options:
        groups.setdefault((option.group, option.entry), []).append(option)
    if len(groups) == 1:
        return [Line(words.text(option.label, near), (option,)) for option in options]
    return [Line(common([words.text(each.label, near) for each in group]), tuple(group)) for group in groups.values()]


def common(labels: Sequence[str]) -> str:
    """What several labels share, whole words at both ends: `Tent on … (2 beads)`."""
    if len(set(labels)) == 1:
        return labels[0]
    words = [label.split(" ") for label in labels]
    front = os.path.commonprefix(words)
    rest = [each[len(front) :] for each in words]
    back = os.path.commonprefix([each[::-1] for each in rest])[::-1]
    return " ".join([*front, "…", *back])


def inner(label: str, labels: Sequence[str]) -> str:
    """What a label has of its own among those that it stands with: `r1c2`."""
    if len(set(labels)) < 2:
        return label
    words = [each.split(" ") for each in labels]
    front = len(os.path.commonprefix(words))
    rest = [each[front:] for each in words]
    back = len(os.path.commonprefix([each[::-1] for each in rest]))
    own = label.split(" ")[front:]
    return " ".join(own[: len(own) - back])
