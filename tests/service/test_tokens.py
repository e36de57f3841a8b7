"""Tokens are derived: the same arguments give the same token, and nobody else can make one."""

from __future__ import annotations

import re

import pytest

from referee.service.tokens import INVITE, OWNER, SEAT, Token, Tokens

KEY = bytes(range(32))
GAME = "games/abc234"


def test_a_token_says_what_it_was_made_of() -> None:
    tokens = Tokens(KEY)
    for purpose in (SEAT, INVITE, OWNER):
        made = tokens.make(purpose, GAME, "2", 3)
        assert tokens.read(made) == Token(purpose, GAME, "2", 3)


def test_tokens_are_derived_and_not_stored() -> None:
    assert Tokens(KEY).make(SEAT, GAME, "1") == Tokens(KEY).make(SEAT, GAME, "1")


def test_each_argument_makes_another_token() -> None:
    tokens = Tokens(KEY)
    made = [
        tokens.make(SEAT, GAME, "1"),
        tokens.make(INVITE, GAME, "1"),
        tokens.make(SEAT, GAME, "2"),
        tokens.make(SEAT, GAME, "1", 1),
        tokens.make(SEAT, "games/other", "1"),
        Tokens(bytes(32)).make(SEAT, GAME, "1"),
    ]
    assert len({token.rpartition(".")[2] for token in made}) == len(made)


def test_a_token_of_another_server_is_unknown() -> None:
    assert Tokens(bytes(32)).read(Tokens(KEY).make(SEAT, GAME, "1")) is None


@pytest.mark.parametrize("change", ["seat.abc234.2.0", "seat.abc234.1.1", "owner.abc234.1.0", "seat.abc23.1.0"])
def test_a_changed_token_is_unknown(change: str) -> None:
    tokens = Tokens(KEY)
    code = tokens.make(SEAT, GAME, "1").rpartition(".")[2]
    assert tokens.read(f"{change}.{code}") is None


@pytest.mark.parametrize("nonsense", ["", ".", "....", "seat", "x" * 10_000, "séat.a.1.0.x", "seat.abc234.1.0."])
def test_nonsense_is_unknown(nonsense: str) -> None:
    assert Tokens(KEY).read(nonsense) is None


def test_names_of_games_are_random_but_the_same_for_a_request_id() -> None:
    tokens = Tokens(KEY)
    assert tokens.game_name("") != tokens.game_name("")
    assert tokens.game_name("r1") == tokens.game_name("r1") != tokens.game_name("r2")
    assert re.fullmatch(r"games/[a-z2-7]{24}", tokens.game_name(""))
    assert Tokens(bytes(32)).game_name("r1") != tokens.game_name("r1")


def test_a_server_seed_belongs_to_one_game() -> None:
    tokens = Tokens(KEY)
    assert tokens.server_seed("games/a") == tokens.server_seed("games/a") != tokens.server_seed("games/b")
    assert re.fullmatch(r"[0-9a-f]{64}", tokens.server_seed("games/a"))
