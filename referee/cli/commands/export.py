"""`referee export GAME --on ADDRESS`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def command(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game's name, as the server gave it.")],
    address: Annotated[str, typer.Option("--on", metavar="HOST:PORT", help="The server's gRPC address.")],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Where to write it (default: GAME.game).")
    ] = None,
    token: Annotated[
        Path | None, typer.Option("--token", metavar="FILE", help="Holds the owner's token: of a game that isn't over.")
    ] = None,
    ca: Annotated[
        Path | None, typer.Option("--tls-ca", metavar="FILE", help="Of a server with TLS: who signed its certificate.")
    ] = None,
) -> None:
    """Write a game of a server into one file that replays anywhere.

    A game that isn't over is written down only if its seed was chosen when it was made, and for its owner: the file
    tells everything that lies hidden.
    """
    from referee.cli.remote_games import Server

    data = Server(address, token, ca).export(game)
    target = output or Path(f"{game.removeprefix('games/')}.game")
    target.write_bytes(data)
    typer.echo(f"{target}: {len(data):,} bytes; `referee verify {target}` recomputes it")
