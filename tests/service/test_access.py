"""Access: every method is in the policy, and one that isn't is refused."""

from __future__ import annotations

import pytest

from referee.service.access import POLICY, Access, Caller, Gate
from referee.service.errors import Reason, Rejected
from referee.service.methods import SERVICES, function_name, method_name
from referee.service.tokens import OWNER, SEAT, Tokens
from referee.v1 import game_service_pb2 as api

TOKENS = Tokens(bytes(32))
GAME = "games/abc"
SUBMIT, VIEW, CREATE = (f"referee.v1.GameService/{name}" for name in ("SubmitMove", "GetView", "CreateGame"))


def reason(gate: Gate, method: str, request: object, token: str = "") -> Reason | None:
    try:
        gate.check(method, request, Caller(token))
    except Rejected as error:
        return error.reason
    return None


def test_the_policy_names_every_method_and_no_other() -> None:
    assert set(POLICY) == {method_name(method) for service in SERVICES for method in service.methods}


def test_a_method_that_is_in_no_policy_is_refused() -> None:
    gate = Gate(TOKENS, "")
    assert reason(gate, "referee.v1.GameService/DeleteEverything", api.GetGameRequest()) is Reason.SEAT_MISMATCH


def test_methods_that_ask_for_a_seat_have_game_and_seat_in_their_request() -> None:
    for service in SERVICES:
        for method in service.methods:
            if POLICY[method_name(method)] in (Access.SEAT, Access.VIEWER):
                assert {"game", "seat"} <= set(method.input_type.fields_by_name)


def test_names_of_functions() -> None:
    assert [function_name(method) for method in SERVICES[0].methods][:3] == ["create_game", "join_game", "get_game"]


@pytest.mark.parametrize("token", ["", "nonsense", Tokens(b"x" * 32).make(SEAT, GAME, "1")])
def test_no_or_an_unknown_token_is_invalid_for_a_seat(token: str) -> None:
    gate = Gate(TOKENS, "")
    assert reason(gate, SUBMIT, api.SubmitMoveRequest(game=GAME, seat="1"), token) is Reason.TOKEN_INVALID
    assert reason(gate, VIEW, api.GetViewRequest(game=GAME, seat="1"), token) is Reason.TOKEN_INVALID


@pytest.mark.parametrize(
    "token",
    [TOKENS.make(SEAT, GAME, "2"), TOKENS.make(SEAT, "games/other", "1"), TOKENS.make(OWNER, GAME, "1")],
)
def test_a_token_for_something_else_is_a_mismatch(token: str) -> None:
    gate = Gate(TOKENS, "")
    assert reason(gate, SUBMIT, api.SubmitMoveRequest(game=GAME, seat="1"), token) is Reason.SEAT_MISMATCH


def test_a_spectator_needs_no_token_and_can_only_look() -> None:
    gate = Gate(TOKENS, "")
    assert reason(gate, VIEW, api.GetViewRequest(game=GAME)) is None
    assert reason(gate, SUBMIT, api.SubmitMoveRequest(game=GAME)) is Reason.TOKEN_INVALID


def test_creating_needs_the_create_token_where_there_is_one() -> None:
    assert reason(Gate(TOKENS, ""), CREATE, api.CreateGameRequest()) is None
    gate = Gate(TOKENS, "s3cret")
    assert reason(gate, CREATE, api.CreateGameRequest()) is Reason.TOKEN_INVALID
    assert reason(gate, CREATE, api.CreateGameRequest(), "wrong") is Reason.TOKEN_INVALID
    assert reason(gate, CREATE, api.CreateGameRequest(), "geheim-ä") is Reason.TOKEN_INVALID
    assert reason(gate, CREATE, api.CreateGameRequest(), TOKENS.make(SEAT, GAME, "1")) is Reason.TOKEN_INVALID
    assert reason(gate, CREATE, api.CreateGameRequest(), "s3cret") is None
