"""Making a game: what a request asks for, and the answer, which a retry gets again."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.service import from_wire, limits, log
from referee.service.bots import BOTS
from referee.service.errors import field_invalid
from referee.service.facts import Facts, SeatFacts
from referee.service.fairness import commitment
from referee.service.live import now
from referee.service.rulesets import Loaded
from referee.service.tokens import INVITE, OWNER, Tokens
from referee.store import Player
from referee.v1 import game_service_pb2 as api


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
        if seat.bot and seat.bot not in BOTS:
            raise field_invalid(f"{field}.bot", f"no such player program; there are: {', '.join(sorted(BOTS))}")
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
    )
    return Plan(name, created, facts, players)


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
