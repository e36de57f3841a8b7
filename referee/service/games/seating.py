"""Changes of who sits where in a live game, and how it begins."""

from __future__ import annotations

from dataclasses import replace

from referee.engine import RulesFault
from referee.service.errors import Reason, Rejected, field_invalid
from referee.service.games.asked import Asked
from referee.service.games.live import LiveGame, owner_scope
from referee.service.record import log
from referee.service.record.facts import Facts
from referee.service.record.following import after_change, after_step
from referee.service.record.position import Step, begin, owing
from referee.store import Append, Change, Player, Store


async def join(game: LiveGame, seat: str, generation: int, asked: Asked, name: str, entropy: str) -> None:
    """Takes a seat; with the last one the game begins. `name`: what the player is called; empty: as before."""
    await game.serial.do(lambda: _join(game, seat, generation, asked, name, entropy))


async def replace_seat(game: LiveGame, seat: str, bot: str, asked: Asked) -> int:
    """Frees a seat, a person's or a program's, and seats the player program `bot` there if one is named.

    The seat's tokens and streams end, its person is forgotten. Gives the seat's new generation, an old one for a retry.
    """
    return await game.serial.do(lambda: _replace(game, seat, bot, asked))


async def forget_name(game: LiveGame, seat: str, generation: int) -> None:
    """Forgets what the seat's player is called, if the token of this generation is in force then."""
    await game.serial.do(lambda: _forget_name(game, seat, generation))


async def meet_again(game: LiveGame, store: Store) -> None:
    """Who sits here, read anew: somebody was forgotten."""

    async def read() -> None:
        game.meet(await store.players(game.name))
        game.changed()

    await game.serial.do(read)


def first_step(game: LiveGame, facts: Facts) -> Step:
    """The step from the open game to version 1. Raises Rejected (RULES_FAULT)."""
    entry = log.Begun(tuple(seat.entropy for seat in facts.seats), game.now())
    try:
        step = begin(game.program, game.name, game.created, entry)
        game.can_go_on(step)
    except RulesFault as fault:
        raise game.fault(fault) from fault
    return step


async def _join(game: LiveGame, seat: str, generation: int, asked: Asked, name: str, entropy: str) -> None:
    facts = game.facts.seat(seat)
    if facts is None or facts.generation != generation:
        raise Rejected(Reason.TOKEN_INVALID)
    scope = f"join/{seat}/{generation}"
    if game.known(scope, asked) is not None:
        return
    game.in_use()
    if not facts.free:
        raise Rejected(Reason.SEAT_MISMATCH)
    running = game.position.state is not None
    entropy = facts.entropy if running else entropy  # the shuffle is fixed: a later player can't add to it
    new = game.facts.with_seat(seat, replace(facts, taken=True, entropy=entropy))
    player = game.players.get(seat, Player(game.name, seat))
    await _seat(game, new, replace(player, name=name or player.name), scope, asked)


async def _replace(game: LiveGame, seat: str, bot: str, asked: Asked) -> int:
    known = game.known_by_owner(asked)
    if known is not None:
        return known.generation
    facts = game.facts.seat(seat)
    if facts is None:
        raise field_invalid("seat", "the game has no such seat")
    game.in_use()
    if facts.resigned:
        raise field_invalid("seat", "the seat has given up")
    new = replace(facts, bot=bot, taken=False, generation=facts.generation + 1)
    scope = owner_scope(new.generation)
    await _seat(game, game.facts.with_seat(seat, new), Player(game.name, seat), scope, asked)
    return new.generation


async def _seat(game: LiveGame, facts: Facts, player: Player, scope: str, asked: Asked) -> None:
    """Stores that the player, or nobody, sits there now; the game begins if it was only waiting for that."""
    changes: list[Change] = [player]
    step = None
    if game.position.state is None and facts.full:
        facts, step = after_step(game.program, facts, first_step(game, facts))
        changes.append(Append(game.name, step.version, log.write(step.entry)))
    else:
        facts = after_change(game.program, facts, game.position, game.now(), player.seat)
    position = game.position if step is None else step.after
    changes.append(facts.stored(game.name, owing(game.program, position)))
    await game.commit(changes, game.request(scope, asked, position.version))
    game.set_facts(facts)
    game.meet({**game.players, player.seat: player})
    if step is not None:
        game.renderer.entropies = tuple(known.entropy for known in facts.seats)
        game.history.push(step)
    game.changed()


async def _forget_name(game: LiveGame, seat: str, generation: int) -> None:
    game.admit(seat, generation)
    player = game.players.get(seat)
    if player is None or not player.name:
        return
    player = replace(player, name="")
    await game.commit([player, game.facts.stored(game.name, game.owes())])  # the facts: so that others notice
    game.meet({**game.players, seat: player})
    game.changed()
