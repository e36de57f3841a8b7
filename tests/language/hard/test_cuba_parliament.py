"""Cuba's parliament: bids that all pay, a tie round, the veto's bar, delegates of the next round, taxes and duties."""

from __future__ import annotations

import random

import pytest

from tests.language.hard.harness import Table

BILLS = ["new_tax", "new_duty", "subsidy", "drought"]
TYPES = {"new_tax": 1, "new_duty": 2, "subsidy": 3, "drought": 4, "tax": 1, "duty": 2}


def parliament(votes: list[int], money: list[int], *, start: int = 1, corrupt: bool = True) -> Table:
    seats = range(1, len(votes) + 1)
    values: dict[str, int | str] = {f"seat/{s}/delegate": votes[s - 1] for s in seats} | {"start_player": str(start)}
    places: dict[str, object] = {f"seat/{s}/purse": {"peso": money[s - 1]} for s in seats}
    if not corrupt:
        places["statutes/4"] = ["anti_corruption"]
    return Table("cuba_parliament", run="parliament", seats=len(votes), values=values, places=places)


def bid(table: Table, bids: dict[str, int]) -> None:
    for seat, amount in bids.items():
        table.choose("bid", amount, seat=seat)


def pesos(table: Table) -> list[int]:
    return [table.tokens(f"seat/{s}/purse").get("peso", 0) for s in range(1, table.program.seats + 1)]


def test_all_pay_and_the_highest_chooses_two_bills() -> None:
    table = parliament([1, 2, 3, 4], [5, 5, 5, 5])
    assert table.decision().sealed
    assert table.pending == ["1", "2", "3", "4"]
    assert table.options() == ["bid"]
    assert table.number("bid") == (0, 5)
    bid(table, {"2": 0, "4": 1, "1": 5})
    assert table.pending == ["3"]  # the others have answered; nothing is shown
    assert [table.tokens(f"seat/{s}/purse")["peso"] for s in (1, 2, 3, 4)] == [5, 5, 5, 5]
    bid(table, {"3": 1})
    assert pesos(table) == [0, 5, 4, 4]
    assert table.pending == ["1"]  # 6 votes against 2, 4 and 5
    assert table.options() == ["enact"]
    items, least, most = table.picks("enact")
    assert (len(items), least, most) == (4, 2, 2)
    table.choose("enact", (items[0], items[3]))
    assert [table.entries(f"statutes/{i}") for i in (1, 2, 3, 4)] == [["new_tax"], ["duty"], [], ["drought"]]
    assert sorted(table.entries("archive")) == ["new_duty", "subsidy", "tax"]


def test_four_tied_bid_again_and_the_start_player_breaks_the_second_tie() -> None:
    table = parliament([2, 2, 2, 2], [3, 3, 3, 3], start=3)
    bid(table, {"1": 1, "2": 1, "3": 1, "4": 1})
    assert table.pending == ["1", "2", "3", "4"]  # all tied: again
    assert table.number("bid") == (0, 2)
    bid(table, {"1": 2, "2": 2, "3": 0, "4": 2})
    assert table.pending == ["4"]  # of 1, 2 and 4 the next after the start player 3
    assert pesos(table) == [0, 0, 2, 0]


def test_without_money_the_tied_go_straight_to_the_start_player_when_votes_are_not_for_sale() -> None:
    table = parliament([4, 4, 1], [9, 9, 9], start=2, corrupt=False)
    assert table.pending == ["2"]
    assert table.options() == ["enact"]
    assert pesos(table) == [9, 9, 9]


@pytest.mark.parametrize("seed", range(10))
def test_speaker_like_an_independent_count(seed: int) -> None:
    dice = random.Random(seed)
    size, start = dice.randrange(2, 6), 1
    start = dice.randrange(1, size + 1)
    votes = [dice.randrange(1, 3) for _ in range(size)]
    money = [dice.randrange(3) for _ in range(size)]
    table = parliament(votes, list(money), start=start)

    def auction(seats: list[int]) -> None:
        assert table.pending == [str(s + 1) for s in seats]
        for s in seats:
            assert table.decision(str(s + 1)).sealed
            amount = dice.randint(0, money[s])
            table.choose("bid", amount, seat=str(s + 1))
            money[s] -= amount
            votes[s] += amount

    auction(list(range(size)))
    leaders = [s for s in range(size) if votes[s] == max(votes)]
    if len(leaders) > 1:
        auction(leaders)
        leaders = [s for s in leaders if votes[s] == max(votes[x] for x in leaders)]
    speaker = min(leaders, key=lambda s: (s + 1 - start) % size)
    assert table.pending == [str(speaker + 1)]
    assert pesos(table) == money


# ---- the church


def church(bills: list[str], barred: int, tiles: int = 1) -> Table:
    places: dict[str, object] = {f"bills/{i + 1}": [bill] if bill else [] for i, bill in enumerate(bills)}
    places |= {"altar": [], "seat/1/vestry": ["veto_tile"] * tiles}
    return Table("cuba_church", run="vetoes", values={"barred_type": barred}, places=places)


@pytest.mark.parametrize("barred", range(5))
def test_the_type_struck_last_round_is_barred(barred: int) -> None:
    bills = ["tax", "duty", "subsidy", "drought"]
    table = church(bills, barred)
    assert table.options() == [f"strike/{t}" for t in (1, 2, 3, 4) if t != barred] + ["pass"]
    table.choose("strike/1" if barred != 1 else "strike/2")
    struck = "tax" if barred != 1 else "duty"
    assert table.entries("archive") == [struck]
    assert table.value("barred_type") == TYPES[struck]


def test_a_pass_lifts_the_bar_and_nobody_without_a_tile_is_asked() -> None:
    table = church(["tax", "duty", "subsidy", "drought"], 2).choose("pass")
    assert table.value("barred_type") == 0
    table = church(["tax", "duty", "subsidy", "drought"], 2, tiles=0)
    assert table.step != "vetoes/strike"


def test_the_church_takes_the_tile() -> None:
    places: dict[str, object] = {"seat/1/estate/r1c2": ["church"]}
    table = Table("cuba_church", run="foreman", places=places)
    assert table.options() == ["use/r1c2", "pass"]
    table.choose("use/r1c2")
    assert table.entries("seat/1/vestry") == ["veto_tile"]


# ---- an event that acts in the next round


def test_two_delegates_in_the_round_after_the_announcement_only() -> None:
    table = Table("cuba_event", run=None)
    hand = ["worker", "tradeswoman", "architect", "mayor"]
    for expected in (1, 2, 2):
        assert table.decision().sealed
        items, least, most = table.picks(table.options("1")[0], "1")
        assert (sorted(items), least, most) == (sorted(hand), expected, expected)
        for seat in ("1", "2"):
            name = table.options(seat)[0]
            table.choose(name, tuple(hand[:expected]), seat=seat)
        assert table.value("seat/1/votes") == sum((1, 2, 3, 5)[:expected])
        if not table.program.over(table.state):
            table.choose("announce")
    outcome = table.program.outcome(table.state)
    assert outcome is not None
    assert outcome.reasons == ("all_rounds",)


def test_delegates_are_hidden_until_all_are_in() -> None:
    table = Table("cuba_event", run=None)
    name = table.options("1")[0]
    table.choose(name, ("mayor",), seat="1")
    assert table.pending == ["2"]
    assert set(table.entries("seat/1/delegates", "2")) <= {""}
    assert table.entries("seat/1/hand", "2") == ["", "", "", ""]


# ---- taxes and duties


def laws(statutes: list[str], yard: dict[str, int], money: int, built: int = 0) -> Table:
    places: dict[str, object] = {f"statutes/{i + 1}": [law] for i, law in enumerate(statutes)}
    places |= {"seat/1/yard": yard, "seat/1/purse": {"peso": money}}
    places |= {f"seat/1/estate/r1c{i + 1}": [b] for i, b in enumerate(["dam", "bank", "cafe"][:built])}
    return Table("cuba_laws", run="laws", places=places)


def test_whoever_obeys_both_gets_five_points_and_the_subsidy_counts_what_is_left() -> None:
    table = laws(["tax_two", "duty_two_resources", "water_subsidy"], {"water": 3, "wood": 1}, 2)
    assert table.options() == ["obey", "pass"]
    table.choose("obey").choose("obey")
    sources, _, least, most = table.allocation("pay")
    assert (sources, least, most) == ({"wood": (0, 1), "water": (0, 2)}, 2, 2)
    table.pay({"water": 1, "wood": 1})
    assert table.tokens("seat/1/score") == {"vp": 2 + 2 + 1 + 2}  # 2 water are left for the subsidy


@pytest.mark.parametrize(
    ("statutes", "yard", "money", "built", "asked"),
    [
        (["tax_two"], {}, 1, 0, False),
        (["tax_two"], {}, 2, 0, True),
        (["tax_per_building"], {}, 3, 3, False),  # three buildings and the printed one
        (["tax_per_building"], {}, 4, 3, True),
        (["duty_two_resources"], {"wood": 1, "citrus": 5}, 0, 0, False),
        (["duty_two_resources"], {"wood": 1, "stone": 1}, 0, 0, True),
        (["duty_of_a_kind"], {"rum": 1, "citrus": 1, "sugar": 1}, 0, 0, False),
        (["duty_of_a_kind"], {"rum": 1, "sugar": 2}, 0, 0, True),
    ],
)
def test_a_demand_that_cannot_be_met_is_not_asked(
    statutes: list[str], yard: dict[str, int], money: int, built: int, asked: bool
) -> None:
    table = laws(statutes, yard, money, built)
    if asked:
        assert table.step == "laws/obey"
        assert table.pending == ["1"]
        assert table.options() == ["obey", "pass"]
    else:
        assert table.step == "" or table.pending != ["1"]


def test_of_one_kind_offers_each_kind_that_suffices() -> None:
    table = laws(["duty_of_a_kind"], {"rum": 2, "sugar": 3, "citrus": 1}, 0).choose("obey")
    assert table.options() == ["pay/sugar", "pay/rum"]  # one citrus is too few
    table.choose("pay/rum")
    assert table.tokens("seat/1/yard") == {"sugar": 3, "citrus": 1}


def test_the_capital_subsidy_is_one_for_three_and_at_most_seven() -> None:
    for money, points in ((2, 0), (3, 1), (11, 3), (40, 7)):
        table = laws(["capital_subsidy"], {}, money)
        assert table.tokens("seat/1/score").get("vp", 0) == points
