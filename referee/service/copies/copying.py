"""Games made from others: what a file or a position asks for."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from referee.engine.hiding.veil import Unveilable, veil
from referee.service.copies.copy_jobs import Imported
from referee.service.errors import Reason, Rejected, field_invalid
from referee.service.games import creating
from referee.service.games.bots import BOTS
from referee.service.games.creating import Plan
from referee.service.games.live import LiveGame
from referee.service.packs.rulesets import Loaded
from referee.service.record import log
from referee.service.record.facts import OVER, Facts, SeatFacts, read_facts
from referee.service.record.fairness import commitment
from referee.service.record.position import Position
from referee.store import GameFacts
from referee.v1 import copies_pb2 as c
from referee.v1 import game_service_pb2 as api


def import_plan(request: c.ImportGameRequest, name: str, found: Imported, original: GameFacts | None = None) -> Plan:
    """The game in a file. Raises Rejected (FIELD_INVALID).

    `original`: the game of this server that it is a copy of. `origin` tells that one's name, so the copy is as hard to
    find and to see. One that isn't over is one of a chosen seed from now on: whoever has the file knows it.
    """
    assert found.created is not None and found.checked is not None and found.checked.summary is not None
    created = replace(found.created, origin=found.name, chosen=found.created.chosen or found.state != OVER)
    for seat, bot in created.bots.items():
        if bot not in BOTS:
            raise field_invalid("file", f"seat {seat} is played by {bot}, and there is no such program here")
    like = None if original is None else read_facts(original)
    facts = Facts(
        ruleset=created.ruleset,
        packs=found.checked.summary.packs,
        seats=seats_of(created, found.entropies, found.resigned),
        commitment=commitment(created.seed),
        seed_chosen=created.chosen,
        unlisted=request.unlisted or (like is not None and like.unlisted),
        state=found.state,
        private=request.private or (like is not None and like.private),
        origin=created.origin,
    )
    return Plan(name, created, facts, {})


def seats_of(created: log.Created, entropies: Sequence[str], resigned: Sequence[str]) -> tuple[SeatFacts, ...]:
    """The seats of an imported game before anybody takes one."""
    ids = [str(index + 1) for index in range(created.seats)]
    given = dict(zip(ids, entropies, strict=False))
    return tuple(
        SeatFacts(bot=created.bots.get(id, ""), entropy=given.get(id, ""), resigned=id in resigned) for id in ids
    )


def fork_plan(
    request: c.ForkGameRequest,
    name: str,
    loaded: Loaded,
    game: LiveGame,
    server_seed: str,
    position: Position | None = None,
) -> Plan:
    """A game that begins in a position of another, as the seat sees it; without a position: for the answer only.

    It is as hard to find and to see as the other: `origin` tells that one's name.

    Raises Rejected: FIELD_INVALID; GAME_OVER; FAIR_GAME where the rules hide something that can't be dealt anew.
    """
    seats = list(request.seats) or [api.CreateGameRequest().seats.add() for _ in range(game.created.seats)]
    if len(seats) != game.created.seats:
        raise field_invalid("seats", f"the game has {game.created.seats} seats, the request has {len(seats)}")
    wanted = api.CreateGameRequest(
        seats=seats,
        seed=request.seed,
        unlisted=request.unlisted or game.facts.unlisted,
        private=request.private or game.facts.private,
    )
    planned = creating.plan(wanted, name, loaded, server_seed)
    created = planned.created
    if position is not None:
        created = replace(created, start=_start(game, request.seat, position))
    return replace(planned, created=created, facts=replace(planned.facts, origin=game.name))


def _start(game: LiveGame, seat: str, position: Position) -> log.Start:
    if position.state is None:
        raise field_invalid("version", "the game hasn't begun there")
    if position.over:
        raise Rejected(Reason.GAME_OVER)
    if position.resigned:
        raise field_invalid("version", "a seat has given up by then")
    try:
        state = veil(game.program, position.state, seat)
    except Unveilable as problem:
        raise Rejected(Reason.FAIR_GAME, metadata={"hidden": problem.what}) from None
    snapshot = json.loads(game.program.dump(state))
    return log.Start(game.name, position.version, seat, game.program.digest(state), snapshot)
