"""Random answers satisfy the forms that they were made for."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from referee.engine.records import AllocationForm, Item, NumberForm, PickForm
from referee.lab.answering import random_argument
from referee.language.text import Text


def item(name: str, least: int, most: int) -> Item:
    return Item(name, Text("k"), (), "", least, most)


@given(st.integers(-5, 5), st.integers(0, 20), st.integers(1, 4), st.randoms(use_true_random=False))
def test_numbers(least: int, spread: int, step: int, rng: random.Random) -> None:
    number = random_argument(NumberForm(least, least + spread, step), rng)
    assert isinstance(number, int)
    assert least <= number <= least + spread and (number - least) % step == 0


@given(st.integers(1, 8), st.data(), st.booleans(), st.randoms(use_true_random=False))
def test_picks(size: int, data: st.DataObject, ordered: bool, rng: random.Random) -> None:
    least = data.draw(st.integers(0, size))
    most = data.draw(st.integers(least, size))
    form = PickForm(tuple(item(f"i{n}", 0, 1) for n in range(size)), least, most, ordered)
    picks = random_argument(form, rng)
    assert isinstance(picks, tuple)
    assert least <= len(picks) <= most and len(set(picks)) == len(picks)
    assert set(picks) <= {each.id for each in form.items}


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
