"""A group of commands that are imported only when one of them runs.

`referee --help` must be quick, so the names and first lines stand here and the modules stay untouched.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

SECTIONS: dict[str, dict[str, str]] = {
    "Play": {
        "serve": "Referee games for clients: gRPC on one port, browsers and curl on another.",
        "play": "Play a game in this terminal, with friends or against random players.",
        "replay": "Play a game again from its file and compare what it says.",
        "export": "Write a game of a server into one file that replays anywhere.",
        "import": "Make a game on a server from its file.",
        "verify": "Recompute a game from its file: every shuffle, every move, every position.",
    },
    "Serve": {
        "doctor": "Is a store sound, and would this version go on with its games?",
        "db": "The tables of a PostgreSQL database: upgrade, downgrade, current.",
    },
    "Write rules": {
        "new": "Start a pack: house rules, an expansion or a game.",
        "check": "Check packs: every finding of every file, with its place.",
        "fmt": "Bring the effects of packs into the one layout.",
        "test": "Run the scenarios of packs.",
        "hooks": "What can be changed in a stack, and who changes it.",
        "diff": "What changes from one stack to another, in words.",
        "try": "An edited pack on a copy of a game's present position.",
        "explain": "The page of a finding's code.",
        "schema": "The JSON Schema of a part of a pack, for editors.",
        "texts": "Translations: extract, update, status.",
    },
    "Measure": {
        "simulate": "Random games with all invariants on; what happened and what never did.",
        "bench": "How fast a stack runs, as ratios within one run.",
    },
}


def command_names() -> list[str]:
    """The names of all commands, in the order of the help."""
    return [name for section in SECTIONS.values() for name in section]


def load_command(name: str) -> Any:
    """The command `name`, imported now. Its module has `command` (a function) or `app` (a group of its own)."""
    module = import_module(f"referee.cli.commands.{name}")
    app = getattr(module, "app", None)
    if app is None:
        app = typer.Typer(add_completion=False, rich_markup_mode=None)
        app.command(name)(module.command)
    return get_command(app)


class LazyGroup(TyperGroup):
    """The top command. Lists what `SECTIONS` says, loads what is called."""

    def list_commands(self, ctx: Any) -> list[str]:
        return command_names()

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in command_names():
            return None
        return load_command(cmd_name)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """As the base class, with a guess at what an unknown name was meant to be."""
        if args and not args[0].startswith("-") and args[0] not in command_names():
            from referee.packs.spelling import did_you_mean

            guess = did_you_mean(args[0], command_names())
            ctx.fail(f"there is no command `{args[0]}`" + (f"; {guess}" if guess else ""))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        width = max(map(len, command_names()))
        for title, commands in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), text) for name, text in commands.items()])
