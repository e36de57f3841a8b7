"""Files of games for the commands that read them: told as a story, or checked and shown as a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from referee.cli.table.words import Words
    from referee.service.copies.game_file import GameFile
    from referee.service.record.position import Step

_SHOWN = 8  # things of a shuffle in the table


def tell(step: Step, words: Words, events: tuple[str, ...]) -> None:
    """Prints one version: who did what, and what everybody saw of it."""
    record: Any = step.entry
    choices = ", ".join(choice.option for choice in getattr(record, "choices", ()))
    who = typer.style(words.seat(step.seat), bold=True) if step.seat else typer.style("begins", bold=True)
    typer.echo(f"{step.version}  {who}  {choices or type(record).__name__.lower()}")
    for line in events:
        typer.echo(f"    {line}")


def facts(game: GameFile) -> dict[str, Any]:
    """What was checked, as JSON."""
    begun = next((line for line in game.lines if "key" in line), {})
    end = game.lines[-1]
    return {
        "game": game.name,
        "packs": list(game.source.packs),
        "seats": game.created.seats,
        "seed_chosen": game.created.chosen,
        "seed": game.created.seed,
        "entropies": begun.get("record", {}).get("entropies", []),
        "commitment": game.lines[0]["commitment"],
        "key": begun.get("key", ""),
        "rules": game.created.rules,
        "versions": end["end"],
        "over": end["over"],
        "winners": end.get("winners", []),
        "random": [{"version": line["version"], **one} for line in game.lines for one in line.get("random", ())],
    }


def show(found: Mapping[str, Any]) -> None:
    """Prints what was checked, with a table of everything that was random."""
    from rich.console import Console
    from rich.table import Table

    console = Console()
    table = Table("version", "what", "where", "words", "came out", title=f"{found['game']}: all that was random")
    for one in found["random"]:
        words = f"{one['from']} … {one['next'] - 1}"
        table.add_row(str(one["version"]), one["what"], one["where"], words, _result(one))
    if found["random"]:
        console.print(table)
    else:
        console.print("Nothing was random in this game.")
    for line in _sentences(found):
        console.print(line, highlight=False)


def _result(one: Mapping[str, Any]) -> str:
    if one["what"] == "roll":
        return f"{one['is']} of {one['low']} … {one['low'] + one['sides'] - 1}"
    names = [name.rpartition("/")[2] for name in one["after"][:_SHOWN]]
    more = len(one["after"]) - len(names)
    return ", ".join(names) + (f" and {more} more" if more else "")


def _sentences(found: Mapping[str, Any]) -> list[str]:
    ending = "it goes on"
    if found["over"]:
        ending = "won by " + (", ".join(f"seat {seat}" for seat in found["winners"]) or "nobody")
    return [
        f"{' + '.join(found['packs'])}, {found['seats']} seats, {found['versions']} versions; {ending}.",
        f"The commitment {found['commitment']} is the hash of the seed.",
        "The seed was chosen by whoever made the game."
        if found["seed_chosen"]
        else "Compare the commitment with the"
        " one that you noted before the game began: --commitment HASH does it for you.",
        "Key, shuffles, draws and rolls, every move and every position are what they must be.",
    ]
