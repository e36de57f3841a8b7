"""`referee play STACK`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.faults import WrongUse
from referee.cli.stacks import SetOption, StackArgument, check_seats, read_ruleset, read_settings, split_stack

if TYPE_CHECKING:
    from referee.engine import Program, State


def command(
    stack: StackArgument,
    players: Annotated[int, typer.Option("--players", min=0, help="Seats in all; 0: as few as the game allows.")] = 0,
    bots: Annotated[int, typer.Option("--bots", min=0, help="How many of them, the last ones, play at random.")] = 0,
    seed: Annotated[int, typer.Option("--seed", help="Decides what is shuffled and what bots do.")] = 1,
    settings: SetOption = None,
    language: Annotated[str, typer.Option("--language", help="Of all texts: en, es …")] = "en",
    auto: Annotated[
        int | None, typer.Option("--auto", min=0, help="No questions: so many random choices, then the picture.")
    ] = None,
    svg: Annotated[Path | None, typer.Option("--svg", help="With --auto: write the picture as SVG too.")] = None,
    scenario: Annotated[
        str, typer.Option("--scenario", metavar="ID", help="Begin where a scenario of the stack begins.")
    ] = "",
    log: Annotated[Path | None, typer.Option("--log", help="Write the game's log; `referee replay` reads it.")] = None,
) -> None:
    """Play a game in this terminal, with friends or against random players.

    People share the keyboard. Where a seat sees what others may not, the screen is cleared before the next one looks.
    """
    if svg is not None and auto is None:
        raise WrongUse("--svg needs --auto", "say how many random choices come before the picture: --auto 40")
    if scenario and (players or settings or log):
        raise WrongUse("--scenario brings its own players and options, and has no log", "leave the others out")
    program, given = _at_scenario(stack, scenario) if scenario else (_at_the_start(stack, players, settings), None)
    ruleset, seats = program.ruleset, program.seats
    if bots > seats:
        raise WrongUse(f"{bots} bots don't fit on {seats} seats", f"--bots {seats} lets all of them play")

    from rich.console import Console

    from referee.cli.table.asking import COMMANDS, Asker
    from referee.cli.table.picture import save_svg
    from referee.cli.table.sitting import Sitting, play_hot_seat, play_random
    from referee.cli.table.words import Words
    from referee.lab.golden import Header, write_log
    from referee.lab.randomness import game_key, player_random

    header = Header(split_stack(stack), read_settings(settings), ruleset.rules_digest, seats, game_key(seed, 0))
    sitting = Sitting(
        program=program,
        words=Words(ruleset, language),
        header=header,
        bots=frozenset(str(number) for number in range(seats - bots + 1, seats + 1)),
        rng=player_random(seed, 0),
        given=given,
    )
    console = Console()
    try:
        if auto is not None:
            viewer = play_random(sitting, auto)
            sitting.picture(viewer, console)
            if svg is not None:
                view = sitting.program.view(sitting.state, viewer, with_blocked=True)
                save_svg(sitting.painted(view), str(svg), f"referee play {stack}", max(console.width, 120))
        else:
            console.print(f"  {COMMANDS}", style="dim")
            if not play_hot_seat(sitting, console, Asker(console, sitting.words)):
                console.print("  left before the end", style="dim")
            elif given is not None and not sitting.waiting():
                console.print("  what the scenario lets run is over; no game goes on behind it", style="dim")
    finally:
        if log is not None:
            log.write_text("".join(line + "\n" for line in write_log(sitting.log())), encoding="utf-8")


def _at_the_start(stack: str, players: int, settings: list[str] | None) -> Program:
    from referee.engine import compile_ruleset

    ruleset = read_ruleset(stack, settings)
    seats = players or ruleset.min_seats
    check_seats(ruleset, seats)
    return compile_ruleset(ruleset, seats=seats)


def _at_scenario(stack: str, name: str) -> tuple[Program, State]:
    """The program and the position of a scenario. Raises WrongUse if there is none, or it can't be set up."""
    from referee.cli.scenario_run import ScenarioRun
    from referee.engine import RulesFault
    from referee.engine.position import PositionError
    from referee.lab.scenarios import begin

    scenario, program = ScenarioRun([stack]).program_of(name)
    try:
        return program, begin(scenario, program)
    except (PositionError, RulesFault) as problem:
        raise WrongUse(
            f"the position of `{scenario.id}` can't be set up: {problem}", f"it stands at {scenario.at}"
        ) from None
