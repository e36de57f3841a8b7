"""What holds at every step of every game, whatever the rules say."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from referee.engine import Illegal, Program, Raw, State
from referee.engine.core import asks
from referee.engine.records import AllocationForm, Answer, Choice, NumberForm, Option, PickForm, Share
from tests.engine.programs import ALL, CONTENT, SMALL, program
from tests.engine.walk import answer, decision_of, key, steps

PLAIN = (int, str, tuple, type(None))


def assert_plain(value: object) -> None:
    """A state holds ints, strings, tuples and None, and nothing that only looks like one."""
    assert type(value) in PLAIN, type(value)
    if isinstance(value, tuple):
        for item in value:
            assert_plain(item)


@pytest.mark.parametrize("name", ALL)
def test_invariants_and_plain_values(name: str) -> None:
    fewest = program(name)
    for seats in sorted({fewest.ruleset.min_seats, fewest.ruleset.max_seats}):
        game = program(name, seats)
        for seed in range(2):
            for state, _, _ in steps(game, seed):
                game.check_invariants(state)
                for value in state:
                    assert_plain(value)


@pytest.mark.parametrize("name", ALL)
def test_what_is_offered_is_accepted_and_nothing_else(name: str) -> None:
    """Both ways: the options of the list, and every other choice that this game has ever offered."""
    game = program(name)
    dice = random.Random(name)
    known: set[str] = {"pass", "stop", "no_such_option"}
    for state, seat, _ in steps(game, 7, limit=60):
        decision = decision_of(game, state, seat)
        before = list(state)
        offered = {option.id for option in decision.options}
        assert len(offered) == len(decision.options)
        for option in dice.sample(decision.options, min(len(decision.options), 12)):
            for _ in range(3 if option.form else 1):
                game.submit(state, seat, [Choice(option.id, answer(option, dice))])
            for wrong in outside(option):
                refused(game, state, seat, Choice(option.id, wrong))
        for other in dice.sample(sorted(known - offered), min(len(known - offered), 12)):
            refused(game, state, seat, Choice(other))
        known |= offered
        assert state == before, "looking and refusing changed the position"


def outside(option: Option) -> Iterator[Answer]:
    """Answers just outside the form of an option, and of another shape."""
    form = option.form
    if isinstance(form, NumberForm):
        yield from (form.min - 1, form.max + 1, (), None)
    elif isinstance(form, PickForm):
        items = [item.id for item in form.items for _ in range(item.max)]
        yield from (("no_such_item",) * max(1, form.min), 1, None)
        if form.min:
            yield tuple(items[: form.min - 1])
        if len(items) > form.max:
            yield tuple(items[: form.max + 1])
    elif isinstance(form, AllocationForm):
        first = form.sources[0]
        to = form.bins[0].id if form.bins else ""
        yield (Share(first.id, to, -1),)
        yield (Share(first.id, to, form.max + 1),)
        yield (Share(first.id, "no_such_bin", max(1, form.min)),)
        yield (Share("no_such_source", to, max(1, form.min)),)
        if form.min:
            yield ()
    else:
        yield from (0, ("pass",))


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
def test_a_raw_choice_is_legal_if_and_only_if_it_is_listed(name: str) -> None:
    """Other raw choices of the same game, and listed ones with one number changed, are judged as the list says."""
    game = program(name)
    dice = random.Random(name)
    known: set[Raw] = set()
    for state, _, _ in steps(game, 9, limit=60):
        seat = int(game.pending(state)[0]) - 1
        plain = {raw for raw in game.moves(state) if not asks(raw)}
        labels = {raw[0] for raw in game.moves(state) if asks(raw)}
        known |= plain
        for raw in dice.sample(sorted(known, key=repr), min(len(known), 20)):
            at = dice.randrange(len(raw))
            changed = raw[at] + dice.choice((-1, 1, 7)) if isinstance(raw[at], int) else 0
            for candidate in (raw, (*raw[:at], changed, *raw[at + 1 :]), (*raw, 0), raw[:-1]):
                if not candidate or candidate[0] not in labels:
                    assert game.legal(state, seat, candidate) == (candidate in plain), candidate


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


@pytest.mark.full
@pytest.mark.parametrize("name", (*SMALL, *CONTENT))
def test_a_thousand_games(name: str) -> None:
    fewest = program(name)
    for seed in range(1000):
        game = program(
            name, fewest.ruleset.min_seats + seed % (fewest.ruleset.max_seats - fewest.ruleset.min_seats + 1)
        )
        dice = random.Random(seed)
        state = game.start(key(seed))
        for _ in range(2000):
            if game.over(state):
                break
            seat = int(dice.choice(game.pending(state))) - 1
            state = game.apply(state, seat, game.sample(state, dice, seat))
            game.check_invariants(state)
        assert game.over(state), f"{name} {seed} doesn't end"
