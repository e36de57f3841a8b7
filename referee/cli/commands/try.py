"""`referee try PACK --on GAME`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from referee.cli.faults import FINDINGS, WrongUse
from referee.cli.stores import FOLDER


def command(
    pack: Annotated[str, typer.Argument(metavar="PACK", help="The edited pack: a folder, or the id of a shipped one.")],
    game: Annotated[str, typer.Option("--on", metavar="GAME", help="The game's name, as the server gave it.")],
    data: Annotated[Path, typer.Option("--data", metavar="DIR", help="Where the games are.")] = FOLDER,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="PACK.OPTION=VALUE", help="An option, if not as in the game; repeatable."),
    ] = None,
    server: Annotated[
        str, typer.Option("--server", metavar="HOST:PORT", help="Ask a running server instead: a practice game only.")
    ] = "",
    seat: Annotated[str, typer.Option("--seat", metavar="SEAT", help="With --server: whose view.")] = "1",
    token: Annotated[
        Path | None, typer.Option("--token", metavar="FILE", help="With --server: holds the seat's token.")
    ] = None,
    ca: Annotated[
        Path | None, typer.Option("--tls-ca", metavar="FILE", help="Of a server with TLS: who signed its certificate.")
    ] = None,
    language: Annotated[str, typer.Option("--language", help="Of all texts: en, es …")] = "en",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of sentences.")] = False,
) -> None:
    """An edited pack on a copy of a game's present position.

    Tells what changes in the rules and in the position, and what can be chosen then. The game isn't touched; its
    server may be running. With --server the game may be anywhere, but its seed must have been chosen: rules that lay
    open what is hidden would show it. Exit code 1 if the position can't be carried over; then every reason is told.
    """
    import asyncio

    from referee.cli.stacks import read_settings
    from referee.cli.trying import Trying, read_pack_folder
    from referee.service.errors import Rejected
    from referee.service.tries.trying import attempt, edited_stack, present
    from referee.store import StoreError

    name = game if game.startswith("games/") else f"games/{game}"
    folder = read_pack_folder(pack)
    if server:
        from referee.cli.tokens import read_token
        from referee.cli.trying_remote import Remote

        if token is None:
            raise WrongUse("--server needs the token of a seat", "write it into a file: --token FILE")
        if as_json:
            raise WrongUse("with --server there is no --json", "TryPack, over gRPC or HTTP, answers with data")
        if not Remote(server, ca, name, seat, read_token(token), language).attempt(folder, read_settings(settings)):
            raise typer.Exit(FINDINGS)
        return
    try:
        now = asyncio.run(present(data, name))
        tried = attempt(now, edited_stack(now.program.ruleset.stack, folder, read_settings(settings)))
    except StoreError as problem:
        raise WrongUse(str(problem), "--data DIR is what `serve` was started with") from None
    except Rejected:
        raise WrongUse(f"there is no game {name} in {data}") from None
    except ValueError as problem:
        raise WrongUse(str(problem)) from None
    told = Trying(pack, now, tried, language)
    if as_json:
        typer.echo(json.dumps(told.as_json(), indent=2, ensure_ascii=False))
    else:
        told.print()
    if tried.carried.obstacles:
        raise typer.Exit(FINDINGS)
