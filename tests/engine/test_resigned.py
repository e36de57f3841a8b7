"""The ranking of those who gave up: behind all others, who did later before who did earlier."""

from __future__ import annotations

import pytest

from referee.engine import records as r
from referee.engine.resigned import behind, left_alone


def ended(*ranks: int, winners: bool = True) -> r.Outcome:
    """An outcome with these ranks of the seats, in order of the seats."""
    ranking = tuple(sorted((r.Rank(str(n + 1), rank) for n, rank in enumerate(ranks)), key=lambda one: one.rank))
    won = tuple(one.seat for one in ranking if one.rank == 1) if winners else ()
    return r.Outcome(won, (), ranking, ("far",))


@pytest.mark.parametrize(
    ("ranks", "resigned", "ranking", "winners"),
    [
        ((1, 2, 3), (), [("1", 1), ("2", 2), ("3", 3)], ("1",)),
        ((1, 2, 3), ("1",), [("2", 1), ("3", 2), ("1", 3)], ("2",)),
        ((3, 1, 2, 4), ("2", "3"), [("1", 1), ("4", 2), ("3", 3), ("2", 4)], ("1",)),
        ((3, 1, 2, 4), ("3", "2"), [("1", 1), ("4", 2), ("2", 3), ("3", 4)], ("1",)),
        ((1, 2, 2, 2), ("1",), [("2", 1), ("3", 1), ("4", 1), ("1", 4)], ("2", "3", "4")),
        ((1, 1, 3, 3), ("1",), [("2", 1), ("3", 2), ("4", 2), ("1", 4)], ("2",)),
    ],
)
def test_who_gave_up_ranks_behind(
    ranks: tuple[int, ...], resigned: tuple[str, ...], ranking: list[tuple[str, int]], winners: tuple[str, ...]
) -> None:
    found = behind(ended(*ranks), resigned)
    assert [(one.seat, one.rank) for one in found.ranking] == ranking
    assert found.winners == winners and found.reasons == ("far",)


def test_a_draw_without_winners_stays_one() -> None:
    assert behind(ended(1, 1, 1, winners=False), ("2",)).winners == ()


@pytest.mark.parametrize(
    ("seats", "resigned", "over"),
    [(2, 0, False), (2, 1, True), (3, 1, False), (3, 2, True), (3, 3, True), (1, 0, False), (1, 1, True)],
)
def test_a_game_goes_on_while_two_are_left(seats: int, resigned: int, over: bool) -> None:
    assert left_alone(seats, [str(n + 1) for n in range(resigned)]) is over
