"""A position as bytes, with those that its mover may return to: a cache, so that a restart need not play all again."""

from __future__ import annotations

import json
from typing import Any

from referee.engine import Program
from referee.service import base85
from referee.service.record import log
from referee.service.record.clock import from_data, to_data
from referee.service.record.position import Position, is_over

_DEEPEST = 8  # positions to go back to that a snapshot may hold


def write(program: Program, rules: str, position: Position) -> bytes | None:
    """The bytes; None if the position isn't one to keep. `rules`: the digest of the rules."""
    chain: list[dict[str, Any]] = []
    link: Position | None = position
    while link is not None:
        if len(chain) > _DEEPEST or link.state is None:
            return None
        chain.append(
            {
                "version": link.version,
                "asked": link.asked,
                "mover": link.mover,
                "made": _moves((link.made,) if link.made is not None else ()),
                "ahead": _moves(link.ahead),
                "resigned": link.resigned,
                "at": link.at,
                "hands": None if link.hands is None else to_data(link.hands),
                "state": base85.encode(program.dump(link.state)),
                "digest": program.digest(link.state),
            }
        )
        link = link.back
    return json.dumps({"rules": rules, "chain": chain}).encode()


def read(program: Program, rules: str, payload: bytes) -> Position | None:
    """The position; None if it doesn't fit any more: it is only a cache."""
    try:
        data = json.loads(payload)
        if data["rules"] != rules:
            return None
        position: Position | None = None
        for link in reversed(data["chain"]):
            state = program.load(base85.decode(link["state"]))
            if program.digest(state) != link["digest"]:
                return None
            made, resigned = _read_moves(link["made"]), tuple(link["resigned"])
            position = Position(
                version=link["version"],
                state=state,
                asked=link["asked"],
                mover=link["mover"],
                back=position,
                made=made[0] if made else None,
                ahead=_read_moves(link["ahead"]),
                resigned=resigned,
                over=is_over(program, state, resigned),
                at=link["at"],
                hands=None if link["hands"] is None else from_data(link["hands"], link["at"]),
            )
    except Exception:  # whatever is wrong with it, the log has it right
        return None
    return position


def _moves(moves: tuple[log.Moved, ...]) -> list[str]:
    return [log.write(move).decode() for move in moves]


def _read_moves(data: list[str]) -> tuple[log.Moved, ...]:
    read = [log.read(move.encode()) for move in data]
    return tuple(move for move in read if isinstance(move, log.Moved))
