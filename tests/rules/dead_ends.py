"""How often a player of Urban Sketchers can place no die, in random games: `python -m tests.rules.dead_ends`.

Games as they are, and games of the broke: with a house rule that takes all gold away before each round. The figures of
referee/docs/games/urban-sketchers.md come from here.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

from referee.engine import Program, compile_ruleset
from referee.lab.players import RandomPlayer
from referee.lab.randomness import game_key, player_random
from referee.language import build_ruleset
from referee.packs import load_stack

PLACING = "place_die/placement"
BROKE = b"""id: broke
kind: house-rules
version: 1
language: 1
title: Broke
requires: [urban-sketchers]
changes:
  - {before: play_round, do: "each seat: lose my.gold gold"}
"""


@dataclass
class Found:
    """What was counted; the three last are dead ends, rounds with one, games with one."""

    rounds: int = 0
    placements: int = 0
    dead_ends: int = 0
    rounds_with: int = 0
    games_with: int = 0


def program(seats: int, *, broke: bool) -> Program:
    """Of the game as it is, or of the one of the broke."""
    if broke:
        stack = load_stack(["urban-sketchers", "broke"], files={"broke/pack.yaml": BROKE})
    else:
        stack = load_stack(["urban-sketchers"])
    return compile_ruleset(build_ruleset(stack), seats)


def count(game: Program, games: int) -> Found:
    """Random games, and what happened in them where a die was to be placed."""
    found, player = Found(), RandomPlayer()
    for number in range(games):
        state, dice = game.start(game_key(number, 0)), player_random(number, 0)
        placed = before = in_game = 0
        while waiting := game.pending(state):
            raw = player.choose(game, state, dice)
            choice = game.raw_to_choice(state, raw)
            label = choice.option.partition("/")[0]
            if choice.step == PLACING and label != "flip_pair":
                placed += 1
                in_game += label == "remove"
                if placed % (2 * game.seats) == 0:
                    found.rounds_with += in_game > before
                    before = in_game
            state = game.apply(state, int(waiting[0]) - 1, raw)
        found.placements += placed
        found.rounds += placed // (2 * game.seats)
        found.dead_ends += in_game
        found.games_with += in_game > 0
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    games: int = parser.parse_args().games
    for broke in (False, True):
        for seats in (2, 3, 4):
            print("broke" if broke else "as it is", seats, count(program(seats, broke=broke), games), flush=True)


if __name__ == "__main__":
    main()
