"""`referee new KIND NAME`."""

from __future__ import annotations

import os
import re
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from referee.cli.faults import WrongUse

LONGEST = 60


class Kind(StrEnum):
    """What can be started."""

    house_rules = "house-rules"
    expansion = "expansion"
    game = "game"


def command(
    kind: Annotated[Kind, typer.Argument(help="What to start.")],
    name: Annotated[str, typer.Argument(metavar="NAME", help="Its id: small letters, digits, `-` and `_`.")],
    on: Annotated[
        str,
        typer.Option("--on", metavar="STACK", help="What house rules or an expansion build on; else a shipped game."),
    ] = "",
    folder: Annotated[Path, typer.Option("--into", "--in", metavar="DIR", help="Where the new folder goes.")] = Path(
        "."
    ),
) -> None:
    """Start a pack: house rules, an expansion or a game.

    What it writes is complete: it can be checked, tested and played at once, and changed from there.
    """
    target = folder / name
    _check(kind, name, on, target)

    from referee.cli.starting import default_base, game_files, known, overlay_files, standing_on

    if known(name):
        raise WrongUse(f"`{name}` is the id of a pack that is shipped", "choose another name: two packs can't have one")
    base = on or (default_base(folder) if kind is not Kind.game else "")
    files = game_files(name) if kind is Kind.game else overlay_files(kind.value, name, base)
    target.mkdir(parents=True)
    for path, content in files.items():
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        (target / path).write_text(content, encoding="utf-8")
        typer.echo(f"{target / path}")
    if base and not on:
        typer.echo(f"It changes {base}; --on STACK is for another game.")
    stack = standing_on(base, _shown(target)) if base else _shown(target)
    typer.echo("\nnext:")
    _next(f"referee check {stack}", "what is wrong with it")
    _next(f"referee test {stack}", "its scenarios")
    if base:
        _next(f"referee hooks {stack}", "what it can change")
        _next(f"referee diff {base} {stack}", "what players will notice")
    _next(f"referee play {stack}" + (" --bots 1" if base else ""), "play it")


def _next(command: str, what: str) -> None:
    typer.echo(f"  {command.ljust(44)}  {what}")


def _check(kind: Kind, name: str, on: str, target: Path) -> None:
    """Raises WrongUse for what makes no pack."""
    if not re.fullmatch(r"[a-z][a-z0-9_-]*", name) or len(name) > LONGEST:
        raise WrongUse(
            f"`{name}` is no id of a pack",
            f"small letters, digits, `-` and `_`, a letter first, {LONGEST} at most; --into DIR says where it goes",
        )
    if kind is Kind.game and on:
        raise WrongUse("a game builds on nothing", "leave out --on, or start house rules or an expansion")
    if os.path.lexists(target):
        raise WrongUse(f"{target} exists already", "choose another name, or another folder with --into")


def _shown(target: Path) -> str:
    """A folder as a stack: with a slash, so that it is never taken for an id."""
    text = target.as_posix()
    return text if "/" in text else f"./{text}"
