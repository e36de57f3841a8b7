"""Making a game: what a request asks for, and the answer, which a retry gets again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from referee.service import limits
from referee.service.errors import field_invalid
from referee.service.games.bots import BOTS
from referee.service.packs.rulesets import Loaded
from referee.service.record import log
from referee.service.record.clock import BOT, DEFAULT, FORFEIT, Clock
from referee.service.record.facts import Facts, SeatFacts
from referee.service.record.fairness import commitment
from referee.service.record.timing import now
from referee.service.tokens import INVITE, OWNER, Tokens
from referee.service.wire import from_wire
from referee.store import Player
from referee.v1 import game_pb2
from referee.v1 import game_service_pb2 as api

_ACTIONS: Mapping[int, str] = {
    game_pb2.TIMEOUT_ACTION_UNSPECIFIED: DEFAULT,
    game_pb2.TIMEOUT_ACTION_DEFAULT: DEFAULT,
    game_pb2.TIMEOUT_ACTION_BOT: BOT,
    game_pb2.TIMEOUT_ACTION_FORFEIT: FORFEIT,
}


@dataclass(frozen=True, slots=True)
class Plan:
    """A game to make, all of it read from the request."""

    name: str
    created: log.Created
    facts: Facts
    players: dict[str, Player]


def plan(request: api.CreateGameRequest, name: str, loaded: Loaded, server_seed: str) -> Plan:
    """What the request asks for. Raises Rejected (FIELD_INVALID)."""
    ruleset = loaded.ruleset
    if not ruleset.min_seats <= len(request.seats) <= ruleset.max_seats:
        few, many = ruleset.min_seats, ruleset.max_seats
        wanted = str(few) if few == many else f"{few} to {many}"
        raise field_invalid("seats", f"this game has {wanted} seats, the request has {len(request.seats)}")
    players: dict[str, Player] = {}
    seats: list[SeatFacts] = []
    for index, seat in enumerate(request.seats):
        field, id = f"seats[{index}]", str(index + 1)
        if seat.id not in ("", id):
            raise field_invalid(f"{field}.id", f"seats are numbered in order: leave it empty or write {id}")
        if seat.bot:
            a_bot(f"{field}.bot", seat.bot)
        player = from_wire.line(f"{field}.player", seat.player, limits.PLAYER_NAME)
        external = from_wire.line(f"{field}.external_id", seat.external_id, limits.EXTERNAL_ID)
        if player or external:
            players[id] = Player(name, id, player, external)
        seats.append(SeatFacts(bot=seat.bot))
    seed = from_wire.line("seed", request.seed, limits.SEED)
    created = log.Created(
        ruleset=loaded.name,
        rules=ruleset.rules_digest,
        seats=len(seats),
        seed=seed or server_seed,
        chosen=bool(seed),
        at=now(),
        bots={str(index + 1): seat.bot for index, seat in enumerate(seats) if seat.bot},
    )
    facts = Facts(
        ruleset=loaded.name,
        packs=loaded.packs,
        seats=tuple(seats),
        commitment=commitment(created.seed),
        seed_chosen=created.chosen,
        unlisted=request.unlisted,
        private=request.private,
        clock=read_clock(request.clock) if request.HasField("clock") else None,
    )
    return Plan(name, created, facts, players)


def read_clock(sent: game_pb2.Clock) -> Clock:
    """The clock that a request asks for. Raises Rejected (FIELD_INVALID)."""
    for name, seconds in (("turn_seconds", sent.turn_seconds), ("reserve_seconds", sent.reserve_seconds)):
        if not 0 <= seconds <= limits.CLOCK_SECONDS:
            raise field_invalid(f"clock.{name}", f"it is between 0 and {limits.CLOCK_SECONDS}")
    if not sent.turn_seconds and not sent.reserve_seconds:
        raise field_invalid("clock.turn_seconds", "without this and a reserve nobody has any time")
    if sent.on_timeout not in _ACTIONS:
        raise field_invalid("clock.on_timeout", "no such action")
    action = _ACTIONS[sent.on_timeout]
    if action == BOT:
        a_bot("clock.bot", sent.bot or "random")
    elif sent.bot:
        raise field_invalid("clock.bot", "a program is named for TIMEOUT_ACTION_BOT only")
    bot = (sent.bot or "random") if action == BOT else ""
    return Clock(sent.turn_seconds * 1000, sent.reserve_seconds * 1000, action, bot)


def a_bot(field: str, name: str) -> str:
    """The name, if there is a player program of this name. Raises Rejected (FIELD_INVALID)."""
    if name not in BOTS:
        raise field_invalid(field, f"no such player program; there are: {', '.join(sorted(BOTS))}")
    return name


def answer(plan: Plan, tokens: Tokens, version: int, state: str) -> api.CreateGameResponse:
    """The game as it was made. `version`, `state`: 0 and open, unless all seats are bots'."""
    facts = replace(plan.facts, state=state)
    return api.CreateGameResponse(
        game=facts.message(plan.name, version, plan.players, show_ids=True),
        invites=[
            "" if seat.bot else tokens.make(INVITE, plan.name, id)
            for id, seat in zip(facts.ids(), facts.seats, strict=True)
        ],
        owner_token=tokens.make(OWNER, plan.name),
    )
