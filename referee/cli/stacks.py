"""STACK and `--set` as the user writes them, turned into a checked ruleset."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.faults import WrongUse

if TYPE_CHECKING:
    from referee.engine import Program
    from referee.language import Ruleset
    from referee.packs import Stack

StackArgument = Annotated[str, typer.Argument(metavar="STACK", help="Packs joined with `+`: ids or folders.")]
SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="PACK.OPTION=VALUE", help="An option of a pack; repeatable. Several values: a,b"),
]


def split_stack(text: str) -> tuple[str, ...]:
    """The packs of a STACK. A folder whose own name has a `+` is taken as it stands.

    Raises WrongUse where a part is empty.
    """
    if text and Path(text).is_dir():
        return (text,)
    parts = tuple(part.strip() for part in text.split("+"))
    if not all(parts):
        raise WrongUse(f"`{text}` is no stack: a part of it is empty", "join packs with one `+`, like fair+fair-rain")
    return parts


def read_settings(texts: Sequence[str] | None) -> dict[str, tuple[str, ...]]:
    """`--set` texts as the loader wants them: "pack.option" → values. Raises WrongUse for one that can't be read."""
    settings: dict[str, tuple[str, ...]] = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not (equals and name.strip() and value.strip()):
            raise WrongUse(f"`--set {text}` can't be read", "write --set PACK.OPTION=VALUE, like --set fair.days=3")
        if name.strip() in settings:
            raise WrongUse(f"`{name.strip()}` is set twice", "part several values by commas: --set PACK.OPTION=a,b")
        settings[name.strip()] = tuple(part.strip() for part in value.split(",") if part.strip())
    return settings


def read_stack(text: str, settings: Sequence[str] | None = None) -> Stack:
    """The stack that a user named, loaded but not checked further; its findings are in `diagnostics`.

    Raises WrongUse for a pack or an option that isn't there: then nothing is wrong with any file.
    """
    from referee.packs import load_stack

    names = split_stack(text)
    stack = load_stack(names, settings=read_settings(settings))
    for finding in stack.diagnostics:
        file = finding.at.file
        if file in names or file.startswith("settings/"):
            raise WrongUse(finding.message, finding.hint)
    return stack


def read_ruleset(text: str, settings: Sequence[str] | None = None) -> Ruleset:
    """The checked ruleset of a stack. Raises PackInvalid with all findings."""
    from referee.language import build_ruleset

    return build_ruleset(read_stack(text, settings))


def read_program(text: str, seats: int, settings: Sequence[str] | None = None) -> Program:
    """The ruleset, compiled for a number of seats. Raises PackInvalid, or WrongUse for a wrong number."""
    from referee.engine import compile_ruleset

    ruleset = read_ruleset(text, settings)
    check_seats(ruleset, seats)
    return compile_ruleset(ruleset, seats=seats)


def check_seats(ruleset: Ruleset, seats: int) -> None:
    """Raises WrongUse if the ruleset isn't for that many seats."""
    low, high = ruleset.min_seats, ruleset.max_seats
    if not low <= seats <= high:
        allowed = f"{low}" if low == high else f"{low} to {high}"
        raise WrongUse(f"this stack is for {allowed} players, not for {seats}", f"try --players {low}")
