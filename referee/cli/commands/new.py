"""`referee new KIND NAME`."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from referee.cli.faults import WrongUse


class Kind(StrEnum):
    """What can be started."""

    house_rules = "house-rules"
    expansion = "expansion"
    game = "game"


def command(
    kind: Annotated[Kind, typer.Argument(help="What to start.")],
    name: Annotated[str, typer.Argument(metavar="NAME", help="Its id: small letters, digits, `-` and `_`.")],
    on: Annotated[str, typer.Option("--on", metavar="STACK", help="What house rules or an expansion build on.")] = "",
    folder: Annotated[Path, typer.Option("--in", metavar="DIR", help="Where the new folder goes.")] = Path("."),
) -> None:
    """Start a pack: house rules, an expansion or a game.

    What it writes is complete: it can be checked, tested and played at once, and changed from there.
    """
    from referee.cli.starting import game_files, overlay_files

    if not re.fullmatch(r"[a-z][a-z0-9_-]*", name):
        raise WrongUse(
            f"`{name}` is no id of a pack",
            "small letters, digits, `-` and `_`, a letter first; --in DIR says where the folder goes",
        )
    if kind is not Kind.game and not on:
        raise WrongUse(f"{kind.value} build on something", f"say on what: referee new {kind.value} {name} --on STACK")
    target = folder / name
    if target.exists():
        raise WrongUse(f"{target} exists already", "choose another name, or another folder with --in")
    files = game_files(name) if kind is Kind.game else overlay_files(kind.value, name, on)
    for path, content in files.items():
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        (target / path).write_text(content, encoding="utf-8")
        typer.echo(f"{target / path}")
    typer.echo(f"\nnext: referee check {target}, referee test {target}, referee play {target} --bots 1")
