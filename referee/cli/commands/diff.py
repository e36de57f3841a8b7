"""`referee diff STACK STACK`."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from referee.cli.stacks import read_ruleset


def command(
    first: Annotated[str, typer.Argument(metavar="STACK", help="Packs joined with `+`: what there was.")],
    second: Annotated[str, typer.Argument(metavar="STACK", help="What there is instead.")],
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="PACK.OPTION=VALUE", help="An option of the second stack; repeatable."),
    ] = None,
    first_settings: Annotated[
        list[str] | None,
        typer.Option("--set-first", metavar="PACK.OPTION=VALUE", help="An option of the first stack; repeatable."),
    ] = None,
    language: Annotated[str, typer.Option("--language", help="Of all texts: en, es …")] = "en",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of sentences.")] = False,
) -> None:
    """What changes from one stack to another, in words.

    Rules, things, places and texts by their names, effects as they stand on cards; nothing as it stands in the files.
    The same stack twice, with an option: what the option changes.
    """
    from referee.cli.differing import Differing

    found = Differing(first, read_ruleset(first, first_settings), second, read_ruleset(second, settings), language)
    if as_json:
        typer.echo(json.dumps(found.as_json(), indent=2, ensure_ascii=False))
    else:
        found.print()
