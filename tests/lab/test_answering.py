"""Random answers satisfy the forms that they were made for."""

from __future__ import annotations

import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from referee.engine import compile_ruleset
from referee.engine.records import AllocationForm, Item, NumberForm, PickForm
from referee.lab.answering import random_answer, random_argument
from referee.lab.randomness import game_key, player_random
from referee.language import build_ruleset
from referee.language.text import Text
from referee.packs import load_stack

GAMES = ["cuba+cuba-el-presidente", "puerto-rico+puerto-rico-nobles", "urban-sketchers"]


def item(name: str, least: int, most: int) -> Item:
    return Item(name, Text("k"), (), "", least, most)


@settings(deadline=None)
@given(st.integers(-5, 5), st.integers(0, 20), st.integers(1, 4), st.randoms(use_true_random=False))
def test_numbers(least: int, spread: int, step: int, rng: random.Random) -> None:
    number = random_argument(NumberForm(least, least + spread, step), rng)
    assert isinstance(number, int)
    assert least <= number <= least + spread and (number - least) % step == 0


@settings(deadline=None)
@given(st.integers(1, 8), st.data(), st.booleans(), st.randoms(use_true_random=False))
def test_picks(size: int, data: st.DataObject, ordered: bool, rng: random.Random) -> None:
    least = data.draw(st.integers(0, size))
    most = data.draw(st.integers(least, size))
    form = PickForm(tuple(item(f"i{n}", 0, 1) for n in range(size)), least, most, ordered)
    picks = random_argument(form, rng)
    assert isinstance(picks, tuple)
    assert least <= len(picks) <= most and len(set(picks)) == len(picks)
    assert set(picks) <= {each.id for each in form.items}


@settings(deadline=None)
@given(
    st.lists(st.integers(0, 4), min_size=1, max_size=4), st.lists(st.integers(0, 4), min_size=1, max_size=4), st.data()
)
def test_allocations(amounts: list[int], rooms: list[int], data: st.DataObject) -> None:
    rng = data.draw(st.randoms(use_true_random=False))
    total = min(sum(amounts), sum(rooms))
    sources = tuple(item(f"s{n}", 0, amount) for n, amount in enumerate(amounts))
    bins = tuple(item(f"b{n}", 0, room) for n, room in enumerate(rooms))
    shares = random_argument(AllocationForm(sources, bins, total, total), rng)
    assert isinstance(shares, tuple)
    counts = [share for share in shares if not isinstance(share, str)]
    assert sum(share.amount for share in counts) == total
    for source in sources:
        assert sum(share.amount for share in counts if share.source == source.id) <= source.max
    for target in bins:
        assert sum(share.amount for share in counts if share.bin == target.id) <= target.max


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=4),
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=4),
    st.data(),
)
def test_allocations_with_a_least_of_both_sides(
    amounts: list[tuple[int, int]], rooms: list[tuple[int, int]], data: st.DataObject
) -> None:
    """What must come from a source and what must go into a bin, at once: exactly two, one of them blue."""
    rng = data.draw(st.randoms(use_true_random=False))
    sources = tuple(item(f"s{n}", least, least + more) for n, (least, more) in enumerate(amounts))
    bins = tuple(item(f"b{n}", least, least + more) for n, (least, more) in enumerate(rooms))
    least = max(sum(each.min for each in side) for side in (sources, bins))
    most = min(sum(each.max for each in side) for side in (sources, bins))
    assume(least <= most)
    low = data.draw(st.integers(least, most))
    high = data.draw(st.integers(low, most))
    shares = random_argument(AllocationForm(sources, bins, low, high), rng)
    assert isinstance(shares, tuple)
    counts = [share for share in shares if not isinstance(share, str)]
    assert low <= sum(share.amount for share in counts) <= high
    for source in sources:
        assert source.min <= sum(share.amount for share in counts if share.source == source.id) <= source.max
    for target in bins:
        assert target.min <= sum(share.amount for share in counts if share.bin == target.id) <= target.max


@pytest.mark.parametrize("stack", GAMES)
def test_games_from_the_forms_alone(stack: str) -> None:
    """As the random players of the terminal play: no answer that a form allows is refused."""
    program = compile_ruleset(build_ruleset(load_stack(stack.split("+"))), 3)
    state, rng = program.start(game_key(3, 0)), player_random(3, 0)
    for _ in range(300):
        waiting = program.pending(state)
        if not waiting:
            break
        decision = next(each for each in program.view(state, waiting[0]).decisions if waiting[0] in each.seats)
        state = program.submit(state, waiting[0], [random_answer(decision, rng)]).state
