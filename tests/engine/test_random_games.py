"""What holds at every step of every game, whatever the rules say."""

from __future__ import annotations

import random

import pytest

from referee.engine import Illegal, Program, State
from referee.engine.records import Choice, NumberForm, PickForm
from tests.engine.programs import ALL, program
from tests.engine.walk import decision_of, key, steps

PLAIN = (int, str, tuple, type(None))


def assert_plain(value: object) -> None:
    """A state holds ints, strings, tuples and None, and nothing that only looks like one."""
    assert type(value) in PLAIN, type(value)
    if isinstance(value, tuple):
        for item in value:
            assert_plain(item)


@pytest.mark.parametrize("name", ALL)
def test_invariants_and_plain_values(name: str) -> None:
    game = program(name)
    for seed in range(3):
        for state, _, _ in steps(game, seed):
            game.check_invariants(state)
            for value in state:
                assert_plain(value)


@pytest.mark.parametrize("name", ALL)
def test_what_is_offered_is_accepted_and_nothing_else(name: str) -> None:
    """Both ways: every option of the list, and every other choice that this game has ever offered."""
    game = program(name)
    known: set[str] = {"pass", "stop", "no_such_option"}
    for state, seat, _ in steps(game, 7, limit=120):
        decision = decision_of(game, state, seat)
        before = list(state)
        offered = {option.id for option in decision.options}
        assert len(offered) == len(decision.options)
        for option in decision.options:
            if option.form is None:
                game.submit(state, seat, [Choice(option.id)])
            elif isinstance(option.form, NumberForm):
                for number in (option.form.min, option.form.max):
                    game.submit(state, seat, [Choice(option.id, number)])
                for number in (option.form.min - 1, option.form.max + 1):
                    refused(game, state, seat, Choice(option.id, number))
            elif isinstance(option.form, PickForm):
                items = tuple(item.id for item in option.form.items)
                game.submit(state, seat, [Choice(option.id, items[: option.form.min])])
                refused(game, state, seat, Choice(option.id, items[:1] * (option.form.max + 1)))
        for other in sorted(known - offered):
            refused(game, state, seat, Choice(other))
        known |= offered
        assert state == before, "looking and refusing changed the position"


def refused(game: Program, state: State, seat: str, choice: Choice) -> None:
    before = game.digest(state)
    with pytest.raises(Illegal):
        game.submit(state, seat, [choice])
    assert game.digest(state) == before


@pytest.mark.parametrize("name", ALL)
def test_raw_moves_are_the_options(name: str) -> None:
    """The fast path lists as many moves as the view has options, samples legal ones, and plays to the same position."""
    game = program(name)
    dice = random.Random(1)
    for state, _, _ in steps(game, 5, limit=80):
        seat = game.pending(state)[0]
        assert len(game.moves(state)) == len(decision_of(game, state, seat).options)
        raw = game.sample(state, dice)
        assert game.legal(state, int(seat) - 1, raw)
        choice = game.raw_to_choice(state, raw)
        assert game.choice_to_raw(state, seat, choice) == raw
        assert game.digest(game.apply(state, int(seat) - 1, raw)) == game.digest(
            game.submit(state, seat, [choice]).state
        )


@pytest.mark.parametrize("name", ALL)
def test_another_seat_is_refused(name: str) -> None:
    game = program(name)
    for state, seat, choice in steps(game, 3, limit=40):
        for other in (s for s in ("1", "2", "3") if s not in game.pending(state)):
            with pytest.raises(Illegal):
                game.submit(state, other, [choice])
        assert seat in game.pending(state)


@pytest.mark.parametrize("name", ALL)
def test_a_snapshot_continues_like_the_original(name: str) -> None:
    game = program(name)
    for state, seat, choice in steps(game, 11, limit=150):
        again = game.load(game.dump(state))
        assert game.digest(again) == game.digest(state)
        assert game.view(again, seat) == game.view(state, seat)
        assert game.submit(again, seat, [choice]).state == game.submit(state, seat, [choice]).state


@pytest.mark.parametrize("name", ALL)
def test_the_same_key_and_choices_give_the_same_game(name: str) -> None:
    game = program(name)
    first = [game.digest(state) for state, _, _ in steps(game, 2, limit=100)]
    assert first == [game.digest(state) for state, _, _ in steps(game, 2, limit=100)]
    assert game.digest(game.start(key(2))) == game.digest(game.start(key(2)))
