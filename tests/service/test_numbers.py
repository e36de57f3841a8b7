"""Numbers that no message can hold: the move that would lead to them is refused, and the game goes on."""

from __future__ import annotations

import pytest

from referee.engine.runtime.state import INT_LIMIT
from referee.service.errors import Reason
from referee.service.wire.ready import Number
from referee.v1 import catalog_pb2, decision_pb2
from referee.v1 import catalog_service_pb2 as catalog_api
from tests.hostile.writing import game
from tests.service.table import House, Table, rejected

VALUE = "values: {x: {of: seat, name: x}}\n"
GROW = "choose one first:\n  grow:\n    set my.x to 2000000000\n  go_on:\n    add 0 to my.x\n"
THEN = "choose one second:\n  plain:\n    add 0 to my.x\n"
END = GROW.replace("2000000000\n", "2000000000\n    end game because over\n")
LAW = (
    "rules: {r: {base: 2000000000, says: R, status: own}}\n"
    "kinds: {law: {hooks: {in_force: {sort: modifier, this: law, while_in: spot}}}}\n"
    "law:\n  - {id: more, in_force: rule r adds 2000000000, name: more}\n"
    "places: {desk: {of: table, pile: law, name: desk}, spot: {of: table, pile: law, name: spot}}\n"
    "setup:\n  - {place: desk, all: law}\n"
)


def points(*terms: str) -> str:
    """Scoring with these lines."""
    lines = "".join(f"    - {{id: l{n}, says: Line {n}, points: {term}}}\n" for n, term in enumerate(terms))
    return f"scoring:\n  lines:\n{lines}"


def turn(then: str = "", first: str = GROW) -> str:
    """What each seat does once."""
    code = "".join(f"  {line}\n" for line in f"{first}{then}".splitlines())
    return f"each seat:\n{code}end game because over"


async def begun(house: House, text: str) -> Table:
    request = catalog_api.CreateRulesetRequest(
        packs=["fair"], files=[catalog_pb2.PackFile(path="fair/pack.yaml", content=text.encode())]
    )
    made = await house.call("CreateRuleset", request, catalog_api.CreateRulesetResponse)
    house.rulesets["fair"] = made.ruleset.name
    return await house.table("fair")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(game(turn(first=END), VALUE + points("my.x + my.x")), id="a line of the score"),
        pytest.param(game(turn(first=END), VALUE + points("my.x", "my.x")), id="the sum of the score"),
        pytest.param(game(turn("choose number n from 0 to my.x + my.x:\n  add n to my.x\n"), VALUE), id="a form"),
        pytest.param(
            game(
                turn("choose one second:\n  take n = my.x + my.x:\n    add 0 to my.x\n"),
                VALUE + "says: {main/second/take: 'Take {n}'}\n",
            ),
            id="a label",
        ),
        pytest.param(
            game(turn(THEN, GROW.replace("set my.x to 2000000000", "move all from desk to spot")), VALUE + LAW),
            id="a rule in force",
        ),
    ],
)
async def test_a_move_to_a_number_that_cant_be_told_is_not_made(house: House, text: str) -> None:
    table = await begun(house, text)
    asked = await table.asked()
    assert asked is not None
    seat, before, decision = asked
    async with rejected(Reason.RULES_FAULT):
        await table.submit(seat, decision.id, decision_pb2.Choice(option="grow"))
    assert await table.view(seat) == before
    await table.submit(seat, decision.id, decision_pb2.Choice(option="go_on"))
    assert (await table.view()).version == before.version + 1


async def test_a_price_that_no_number_can_tell_is_told_as_the_greatest(house: House) -> None:
    then = THEN + "  buy:\n    pay my.x + my.x coin\n"
    table = await begun(house, game(turn(then), VALUE + "places: {purse: {of: seat, tokens: coin, home: true}}\n"))
    asked = await table.asked()
    assert asked is not None
    seat, _, decision = asked
    await table.submit(seat, decision.id, decision_pb2.Choice(option="grow"))
    blocked = (await table.view(seat, True)).decisions[0].blocked
    assert [(short.need, short.have) for short in blocked[0].refusal.shortfalls] == [(INT_LIMIT, 0)]


def test_a_number_that_a_field_cant_hold_is_not_cut() -> None:
    number = Number(decision_pb2.NumberForm, "max")
    for value in (0, 127, 128, -1, INT_LIMIT, -INT_LIMIT - 1):
        assert decision_pb2.NumberForm.FromString(number.of(value)).max == value
    for value in (INT_LIMIT + 1, -INT_LIMIT - 2):
        with pytest.raises(ValueError, match="can't hold"):
            number.of(value)
