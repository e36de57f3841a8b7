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
    for name in names:
        _refuse_other_folder(name)
    stack = load_stack(names, settings=read_settings(settings))
    for finding in stack.diagnostics:
        file = finding.at.file
        if file in names or file.startswith("settings/"):
            hint = finding.hint or (_nearby(finding.at.file) if file in names else "")
            raise WrongUse(finding.message, hint)
    return stack


def _refuse_other_folder(name: str) -> None:
    """Raises WrongUse for a folder that is no pack at all, before everything in it is read and complained of."""
    from referee.packs.roots import data_root

    path = Path(name)
    if not path.is_dir() or (path / "pack.yaml").exists() or (data_root("content") / name / "pack.yaml").is_file():
        return
    inside = sorted(each.parent.as_posix() for each in path.glob("*/pack.yaml"))
    hint = f"packs in it: {', '.join(inside[:5])}" if inside else "`referee new` starts a pack"
    raise WrongUse(f"`{name}` is no pack: the folder has no pack.yaml", hint)


def _nearby(name: str) -> str:
    """What could be meant by a pack that isn't there: a folder beside, else how packs are named."""
    from referee.packs.roots import data_root
    from referee.packs.spelling import did_you_mean

    path = Path(name)
    try:
        folders = [each.name for each in path.parent.iterdir() if (each / "pack.yaml").is_file()]
        shipped = sorted(each.parent.name for each in data_root("content").glob("*/pack.yaml"))
    except OSError:
        return "name a shipped pack, or the path of a folder with a pack.yaml"
    close = did_you_mean(path.name, folders)
    if close:
        return close
    return f"name a shipped pack ({', '.join(shipped)}), or the path of a folder with a pack.yaml"


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
        near = low if seats < low else high
        raise WrongUse(f"this stack is for {allowed} players, not for {seats}", f"try --players {near}")
