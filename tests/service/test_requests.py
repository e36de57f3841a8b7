"""What clients send: malformed fields are named, sizes and rates are bounded."""

from __future__ import annotations

import pytest

from referee.engine.records import Choice, Share
from referee.service import limits
from referee.service.calls.pages import page_start, page_token
from referee.service.errors import Reason, Rejected
from referee.service.limits import Rate, page_size
from referee.service.record.fairness import commitment, game_key
from referee.service.wire import from_wire
from referee.v1 import decision_pb2 as d


def test_every_kind_of_answer_is_read() -> None:
    sent = [
        d.Choice(option="take"),
        d.Choice(option="bid", number=0, step="auction/bid"),
        d.Choice(option="keep", picks=d.PickAnswer(items=["a", "b"])),
        d.Choice(option="none", picks=d.PickAnswer()),
        d.Choice(option="put", allocation=d.AllocationAnswer(shares=[d.Share(source="c", bin="x/1", amount=2)])),
    ]
    assert from_wire.choices(sent) == (
        Choice("take"),
        Choice("bid", 0, "auction/bid"),
        Choice("keep", ("a", "b")),
        Choice("none", ()),
        Choice("put", (Share("c", "x/1", 2),)),
    )


@pytest.mark.parametrize(
    ("choice", "field"),
    [
        (d.Choice(), "choices[0].option"),
        (d.Choice(option="Take"), "choices[0].option"),
        (d.Choice(option="a b"), "choices[0].option"),
        (d.Choice(option="a\n"), "choices[0].option"),
        (d.Choice(option="é"), "choices[0].option"),
        (d.Choice(option="x" * 65), "choices[0].option"),
        (d.Choice(option="a", step="?"), "choices[0].step"),
        (d.Choice(option="a", picks=d.PickAnswer(items=["ok", ""])), "choices[0].picks.items[1]"),
        (d.Choice(option="a", picks=d.PickAnswer(items=["x"] * 1001)), "choices[0].picks.items"),
        (
            d.Choice(option="a", allocation=d.AllocationAnswer(shares=[d.Share(source="a", bin="B")])),
            "choices[0].allocation.shares[0].bin",
        ),
    ],
)
def test_a_malformed_choice_is_named(choice: d.Choice, field: str) -> None:
    with pytest.raises(Rejected) as caught:
        from_wire.choices([choice])
    assert (caught.value.reason, caught.value.field) == (Reason.FIELD_INVALID, field)


def test_a_move_has_at_most_200_choices() -> None:
    assert len(from_wire.choices([d.Choice(option="a")] * 200)) == 200
    with pytest.raises(Rejected) as caught:
        from_wire.choices([d.Choice(option="a")] * 201)
    assert caught.value.reason is Reason.LIMIT
    assert caught.value.metadata == {"which": "choices", "limit": "200"}


@pytest.mark.parametrize("value", ["a\nb", "a\x00", "a\u2028b", "x" * 11])
def test_a_line_is_short_and_one_line(value: str) -> None:
    with pytest.raises(Rejected) as caught:
        from_wire.line("player", value, 10)
    assert caught.value.field == "player"
    assert from_wire.line("player", "Ana 花子", 10) == "Ana 花子"


def test_page_tokens_come_back_and_others_are_refused() -> None:
    for number in (0, 1, 7, 10**9):
        assert page_start(page_token(number)) == number
    assert page_start("", 5) == 5
    for token in ("x", "p5", "!!", "cA", "cHg", "é", page_token(3) + "A", "c" * 1000):
        with pytest.raises(Rejected) as caught:
            page_start(token)
        assert caught.value.field == "page_token"


def test_page_sizes_have_a_default_and_a_bound() -> None:
    assert (page_size(0), page_size(7), page_size(10**6)) == (limits.PAGE, 7, limits.MOST_ON_A_PAGE)


def test_a_rate_lets_bursts_through_and_tells_how_long_to_wait() -> None:
    clock = [100.0]
    rate = Rate("moves", 2, 3, lambda: clock[0])
    for _ in range(3):
        rate.take("a")
    with pytest.raises(Rejected) as caught:
        rate.take("a")
    assert caught.value.reason is Reason.LIMIT and caught.value.retry_after == pytest.approx(0.5)
    rate.take("b")
    clock[0] += 0.5
    rate.take("a")
    with pytest.raises(Rejected):
        rate.take("a")


def test_a_rate_forgets_who_has_all_calls_left_again_and_nobody_else() -> None:
    clock = [100.0]
    rate = Rate("moves", 2, 3, lambda: clock[0])
    for number in range(1000):
        rate.take(str(number))
        clock[0] += 0.01
    assert len(rate._callers) <= 51  # a call is made good in half a second
    rate.take("busy", 3)
    clock[0] += 0.9
    for number in range(1000):
        rate.take(str(number))
    with pytest.raises(Rejected):
        rate.take("busy", 2)
    clock[0] += 2
    rate.take("busy", 3)
    assert len(rate._callers) == 1


def test_a_rate_of_0_is_no_limit() -> None:
    rate = Rate("moves", 0, 1)
    for _ in range(1000):
        rate.take("a")


def test_the_key_of_a_game_can_be_computed_by_hand() -> None:
    import hashlib

    assert game_key("s", "games/a", ["x", ""]) == hashlib.sha256(b"s\ngames/a\nx\n\n").digest()
    assert commitment("s") == hashlib.sha256(b"s").hexdigest()
    assert game_key("s", "games/a", ["x", "y"]) != game_key("s", "games/a", ["y", "x"])
