"""Rounds of El Presidente in random games, counted from the choices and from what a spectator sees."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise

import pytest

from referee.engine import Program, State, compile_ruleset
from referee.lab.players import RandomPlayer
from referee.lab.randomness import game_key, player_random
from referee.language import build_ruleset
from referee.packs import load_stack
from tests.rules.ledgers import CONTENT

PERSONS = {"dancer", "musician", "day_labourer", "harbour_master", "lawyer", "revolutionary"}
DONKEYS = {2: 1, 3: 2, 4: 1, 5: 0}


@dataclass
class Round:
    """What was asked in a round, and what lay on the table at its beginning and after it."""

    first: str = ""  # the start player at its beginning
    avenue: dict[str, str] = field(default_factory=dict)
    choices: list[tuple[str, str, str]] = field(default_factory=list)  # step, seat, option
    car: str = ""
    then: str = ""  # the start player after it

    def made(self, step: str, label: str = "") -> list[tuple[str, str]]:
        """Who chose what at a step: seat and option."""
        return [(seat, option) for at, seat, option in self.choices if at == step and option.startswith(label)]


@cache
def program(stack: str, seats: int, rounds: str) -> Program:
    settings = {"cuba-el-presidente.rounds": [rounds], "cuba-el-presidente.donkeys": ["random"]}
    return compile_ruleset(
        build_ruleset(load_stack([str(CONTENT / pack) for pack in stack.split("+")], settings=settings)), seats=seats
    )


def seen(game: Program, state: State) -> tuple[dict[str, object], dict[str, list[str]]]:
    """Values and pieces as a spectator sees them, by the ids of values and places."""
    view = game.view(state, "")
    values: dict[str, object] = {value.id: value.value for value in view.values}
    return values, {place.id: [piece.entry for piece in place.pieces] for place in view.places}


@cache
def played(stack: str, seats: int, rounds: str, seed: int) -> list[Round]:
    """The rounds of a random game."""
    game = program(stack, seats, rounds)
    state, dice, player = game.start(game_key(seed, 0)), player_random(seed, 0), RandomPlayer()
    found: list[Round] = []
    counter, _ = game.layout.values["round"]
    while waiting := game.pending(state):
        if state[counter] > len(found):
            values, places = seen(game, state)
            end(found, values)
            avenue = {at: there[0] for at, there in places.items() if at.startswith("avenue/") and there}
            found.append(Round(first=str(values["start_player"]), avenue=avenue))
        raw = player.choose(game, state, dice)
        choice = game.raw_to_choice(state, raw)
        if found:
            found[-1].choices.append((choice.step, waiting[0], choice.option))
        state = game.apply(state, int(waiting[0]) - 1, raw)
    end(found, seen(game, state)[0])
    return found


def end(found: list[Round], values: dict[str, object]) -> None:
    """Notes what the last round left behind: nothing of it changes before the next one's first choice."""
    if found:
        found[-1].car, found[-1].then = str(values["car"]), str(values["start_player"])


def order(first: str, seats: int) -> list[str]:
    """All seats clockwise."""
    return [str((int(first) - 1 + step) % seats + 1) for step in range(seats)]


STACKS = ["cuba-el-presidente", "cuba-el-presidente+cuba-secret-delegate"]
GAMES = [(2, "8", 1), (3, "6", 2), (4, "7", 3), (5, "6", 4)]  # seats, rounds, seed


@pytest.mark.parametrize("stack", STACKS)
@pytest.mark.parametrize(("seats", "rounds", "seed"), GAMES)
def test_rounds(stack: str, seats: int, rounds: str, seed: int) -> None:
    found = played(stack, seats, rounds, seed)
    assert len(found) == int(rounds)
    before = ""  # the space to which the car drove a round ago
    for number, now in enumerate(found, 1):
        last = number == len(found)
        citizens, cards = citizens_and_cards(now)
        assert set(citizens.values()) == {2 if seats == 2 else 1} and len(citizens) == seats
        assert set(cards.values()) == {3 if before == "avenue/1" else 4} and len(cards) == seats
        turns = [seat for seat, _ in now.made("take_turn/turn")]
        assert turns == order(now.first, seats) * (len(turns) // seats)
        assert Counter(now.avenue.values())["donkey"] == DONKEYS[seats]
        taken = {"avenue/" + option.partition("/")[2] for _, option in now.made("take_turn/turn", "take_citizen")}
        left = [at for at, who in now.avenue.items() if at not in taken and who in PERSONS]
        assert left == [now.car]
        assert now.then == start_player(now, seats)
        assert len(now.made("vote/enact")) == (now.car != "avenue/2")
        assert bool(now.made("bidding/bid")) <= (now.car != "avenue/2")
        moved = [seat for seat, _ in now.made("move_with_foreman/move_pawn")]
        unpaid = {seat for seat, _ in now.made("foreman/wages", "decline")}
        paid = [seat for seat, _ in now.made("take_turn/turn", "play/foreman") if seat not in unpaid]
        assert moved == (paid if before == "avenue/3" else [])
        assert bool(now.made("rebuild/overbuild")) <= (now.car == "avenue/4" and not last)
        wares = [seat for seat, _ in now.made("free_wares/take_ware")]
        assert wares == (order(now.then, seats)[: len(wares)] if now.car == "avenue/6" else [])
        before = now.car


@pytest.mark.parametrize("stack", STACKS)
def test_every_event_came_up_and_the_car_stayed_once(stack: str) -> None:
    games = [[now.car for now in played(stack, *game)] for game in GAMES]
    assert {car for cars in games for car in cars[:-1]} == {f"avenue/{space}" for space in range(1, 7)}
    assert any(car == then for cars in games for car, then in pairwise(cars))


def citizens_and_cards(now: Round) -> tuple[Counter[str], Counter[str]]:
    """How many citizens and how many cards each seat took and played."""
    turns = now.made("take_turn/turn")
    citizens = Counter(seat for seat, option in turns if option.startswith("take_citizen/"))
    return citizens, Counter(seat for seat, option in turns if option.startswith("play/"))


def start_player(now: Round, seats: int) -> str:
    """Who took the dancer; the left neighbour if nobody did."""
    for seat, option in now.made("take_turn/turn", "take_citizen"):
        if now.avenue["avenue/" + option.partition("/")[2]] == "dancer":
            return seat
    return order(now.first, seats)[1]
