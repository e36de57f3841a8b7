"""`referee serve`."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.faults import WrongUse
from referee.cli.stores import FOLDER, STORE_VARIABLE, database_address
from referee.cli.tokens import checked, read_token

if TYPE_CHECKING:
    from referee.service.packs.shelved import News

TOKEN_VARIABLE = "REFEREE_CREATE_TOKEN"


def command(
    packs: Annotated[
        list[Path] | None,
        typer.Option("--packs", metavar="DIR", help="A folder of packs beside the shipped; repeatable."),
    ] = None,
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="gRPC; 0: any free port.")] = 50051,
    web_port: Annotated[
        int, typer.Option("--web-port", min=0, max=65535, help="Browsers and curl; 0: any free port.")
    ] = 8080,
    data: Annotated[
        Path | None, typer.Option("--data", metavar="DIR", help="Where games are kept: referee-data, if not said.")
    ] = None,
    store: Annotated[
        str,
        typer.Option(
            "--store",
            metavar="postgresql://…",
            help=f"A database instead of the folder, for several servers; or set {STORE_VARIABLE}.",
        ),
    ] = "",
    upgrade: Annotated[
        bool, typer.Option("--upgrade", help="Bring the database's tables up to date first, as `referee db upgrade`.")
    ] = False,
    pooled: Annotated[
        bool, typer.Option("--pooled", help="A pooler (pgbouncer) is in front of the database: look, don't listen.")
    ] = False,
    server_key: Annotated[
        Path | None,
        typer.Option("--server-key", metavar="FILE", help="The servers' common key, instead of in the database."),
    ] = None,
    workers: Annotated[
        int, typer.Option("--workers", min=1, max=256, help="Processes behind the same ports; needs --store.")
    ] = 1,
    host: Annotated[str, typer.Option("--host", help="Where to listen.")] = "127.0.0.1",
    create_token: Annotated[
        Path | None,
        typer.Option(
            "--create-token", metavar="FILE", help=f"Holds what clients need to create games; or set {TOKEN_VARIABLE}."
        ),
    ] = None,
    tls_cert: Annotated[
        Path | None, typer.Option("--tls-cert", metavar="FILE", help="Certificate (PEM) for both ports.")
    ] = None,
    tls_key: Annotated[Path | None, typer.Option("--tls-key", metavar="FILE", help="Its key (PEM).")] = None,
    client_ca: Annotated[
        Path | None,
        typer.Option("--client-ca", metavar="FILE", help="Let in only clients whose certificate it signed (PEM)."),
    ] = None,
    plaintext: Annotated[
        bool, typer.Option("--plaintext", help="Unencrypted beyond this machine: something in front does it.")
    ] = False,
    admin_port: Annotated[
        int | None,
        typer.Option("--admin-port", min=0, max=65535, help="Health and metrics for this machine; 0: any free port."),
    ] = None,
    admin_host: Annotated[str, typer.Option("--admin-host", help="Where the admin port listens.")] = "127.0.0.1",
    log_format: Annotated[
        str, typer.Option("--log-format", metavar="plain|json", help="How stderr is written.")
    ] = "plain",
    log_level: Annotated[
        str,
        typer.Option(
            "--log-level", metavar="debug|info|warning|error", help="info with json, else warning; debug: each call."
        ),
    ] = "",
    traces: Annotated[
        bool, typer.Option("--traces", help="Spans for OpenTelemetry, to where OTEL_… variables say.")
    ] = False,
    origin: Annotated[
        list[str] | None,
        typer.Option("--origin", metavar="URL", help="Pages from there may call (CORS); repeatable; * for all."),
    ] = None,
) -> None:
    """Referee games for clients: gRPC on one port, browsers and curl on another.

    Edited packs are noticed: new games get them, running ones keep theirs. Beyond this machine it needs a create
    token, and a certificate or --plaintext. Stops after Ctrl-C, when all open moves are stored.
    """
    from referee.service import ConfigInvalid, ServerConfig, serve
    from referee.web import Page

    token = os.environ.get(TOKEN_VARIABLE, "")
    if create_token is not None:
        token = read_token(create_token)
    elif token:
        checked(token, TOKEN_VARIABLE)
    config = ServerConfig(
        packs=packs or (),
        data=data or FOLDER,
        store=database_address(store, data),
        upgrade=upgrade,
        pooled=pooled,
        server_key=server_key,
        host=host,
        port=port,
        web_port=web_port,
        create_token=token,
        tls_cert=tls_cert,
        tls_key=tls_key,
        client_ca=client_ca,
        plaintext=plaintext,
        origins=origin or (),
        admin_port=admin_port,
        admin_host=admin_host,
        log_format=log_format,
        log_level=log_level or ("info" if log_format == "json" else "warning"),
        traces=traces,
        announce=_announce,
        news=_tell,
    )
    try:
        serve(config, Page(), workers)
    except ConfigInvalid as problem:
        raise WrongUse(str(problem)) from None


def _announce(line: str) -> None:
    with _heard_or_not():
        typer.echo(line)


def _tell(news: News) -> None:
    """What became of a pack, with the findings as `check` prints them."""
    from referee.cli.findings import print_findings

    with _heard_or_not():
        typer.echo(news.headline)
        print_findings(news.findings, files=dict(news.files))


@contextlib.contextmanager
def _heard_or_not() -> Iterator[None]:
    """Whoever listened may be gone: then lines go nowhere, also what is flushed at the very end."""
    try:
        yield
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
