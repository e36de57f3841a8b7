"""`referee schema [KIND]`."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from referee.cli.faults import WrongUse
from referee.cli.stacks import SetOption


def command(
    what: Annotated[
        str, typer.Argument(metavar="[KIND]", help="`pack`, `sections`, or with --stack a kind of its entries.")
    ] = "pack",
    stack: Annotated[str, typer.Option("--stack", help="The packs that declare the kind.")] = "",
    settings: SetOption = None,
) -> None:
    """The JSON Schema of a part of a pack, for editors.

    `pack` is pack.yaml, `sections` every other file, a kind one of its entries.
    """
    from referee.cli.stacks import read_stack
    from referee.packs.node import Mapping
    from referee.packs.schema import PACK, SECTIONS, entry_schema, shipped_schema
    from referee.packs.spelling import did_you_mean

    shipped = {"pack": PACK, "sections": SECTIONS}
    if not stack:
        if what not in shipped:
            hint = (
                did_you_mean(what, shipped) or f"for the kind of a pack say where: referee schema {what} --stack STACK"
            )
            raise WrongUse(f"there is no schema `{what}`", hint)
        schema = shipped_schema(shipped[what])
    else:
        kinds = read_stack(stack, settings).sections.get("kinds")
        known = kinds.entries if isinstance(kinds, Mapping) else {}
        if what not in known:
            raise WrongUse(f"{stack} has no kind `{what}`", did_you_mean(what, known) or ", ".join(known))
        kind = known[what]
        schema = entry_schema(what, kind if isinstance(kind, Mapping) else None)
    typer.echo(json.dumps(schema, indent=2, ensure_ascii=False))
