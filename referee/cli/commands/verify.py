"""`referee verify FILE`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from referee.cli.faults import FINDINGS, Failed, WrongUse


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A game, as `referee export` writes it.")],
    noted: Annotated[
        str, typer.Option("--commitment", metavar="HASH", help="What the server showed before the game began.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of a table.")] = False,
) -> None:
    """Recompute a game from its file: every shuffle, every move, every position.

    So are commitment, key and rolls. Exit code 1 if anything is otherwise than it must be; the first line that is
    wrong is named.
    """
    from referee.cli.game_files import facts, show
    from referee.service.copies.game_file import FileInvalid, looks_like_one, read_file
    from referee.service.copies.game_telling import check

    data = file.read_bytes()
    if not looks_like_one(data):
        raise WrongUse(f"{file} is no file of a game", "`referee export GAME --on ADDRESS` writes one")
    try:
        game = read_file(data)
        check(game)
        if noted and noted.lower() != game.lines[0]["commitment"]:
            raise FileInvalid(1, f"you noted the commitment {noted}, but this is {game.lines[0]['commitment']}")
    except FileInvalid as problem:
        if not as_json:
            raise Failed(f"{file}: {problem}") from None
        wrong = {"line": problem.line, "version": problem.version, "problem": problem.problem}
        typer.echo(json.dumps({"sound": False, **wrong}, indent=2, ensure_ascii=False))
        raise typer.Exit(FINDINGS) from None
    found = facts(game)
    if as_json:
        typer.echo(json.dumps({"sound": True, **found}, indent=2, ensure_ascii=False))
    else:
        show(found)
