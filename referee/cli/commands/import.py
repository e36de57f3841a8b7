"""`referee import FILE --on ADDRESS`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A game, as `referee export` writes it.")],
    address: Annotated[str, typer.Option("--on", metavar="HOST:PORT", help="The server's gRPC address.")],
    token: Annotated[
        Path | None, typer.Option("--token", metavar="FILE", help="Holds the create token, where the server has one.")
    ] = None,
    ca: Annotated[
        Path | None, typer.Option("--tls-ca", metavar="FILE", help="Of a server with TLS: who signed its certificate.")
    ] = None,
    unlisted: Annotated[bool, typer.Option("--unlisted", help="Found only by those who know its name.")] = False,
) -> None:
    """Make a game on a server from its file. Every choice in it is checked again, by the rules in the file.

    A game that was still running goes on: an invite is printed for each seat.
    """
    from referee.cli.remote_games import Server
    from referee.v1 import game_pb2

    made = Server(address, token, ca).bring(file.read_bytes(), unlisted)
    states = {
        game_pb2.GAME_STATE_OVER: "over",
        game_pb2.GAME_STATE_RUNNING: "running",
        game_pb2.GAME_STATE_OPEN: "open",
    }
    typer.echo(
        f"{made.game.name}: a copy of {made.game.origin}, {states[made.game.state]}, version {made.game.version}"
    )
    for seat, invite in zip(made.game.seats, made.invites, strict=True):
        if invite:
            typer.echo(f"seat {seat.id}: {invite}")
    typer.echo(f"owner: {made.owner_token}")
