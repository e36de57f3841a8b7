"""A finished game on paper: all that is needed to play it again elsewhere and to recompute its shuffles.

The lines are those of `referee replay`; the first has in addition what the randomness was made of:

    {"log": 1, "language": 1, "stack": ["fair"], "settings": {}, "rules_digest": "…", "seats": 2, "key": "…",
     "game": "games/…", "seed": "…", "entropies": ["…", ""], "commitment": "…"}

Moves that were taken back are left out. A running game isn't written down unless its seed was chosen: whoever has the
seed knows what lies face down.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from referee.engine.records import Choice, Share
from referee.service import log
from referee.service.errors import Reason, Rejected
from referee.service.facts import OVER
from referee.service.fairness import commitment, game_key
from referee.service.live import LiveGame
from referee.service.rulesets import Loaded

_AT_ONCE = 200  # steps read together


async def written_down(game: LiveGame, loaded: Loaded) -> list[str]:
    """The lines, without line ends. Raises Rejected (SEAT_MISMATCH) for a running game whose seed is secret."""
    if game.facts.state != OVER and not game.facts.seed_chosen:
        raise Rejected(Reason.SEAT_MISMATCH)
    created, entropies = game.created, game.renderer.entropies
    head = {
        "log": 1,
        "language": created.language,
        "stack": list(loaded.packs),
        "settings": {name: list(values) for name, values in loaded.stack.settings.items()},
        "rules_digest": created.rules,
        "seats": created.seats,
        "key": game_key(created.seed, game.name, entropies).hex(),
        "game": game.name,
        "seed": created.seed,
        "entropies": list(entropies),
        "commitment": game.facts.commitment,
    }
    lines = [json.dumps(head)]
    for entry in await _moves(game):
        lines.append(json.dumps({"seat": entry.seat, "choices": [_choice(choice) for choice in entry.choices]}))
    state = game.position.state
    outcome = None if state is None else game.program.outcome(state)
    if state is not None and outcome is not None:
        lines.append(json.dumps({"digest": game.program.digest(state), "winners": list(outcome.winners)}))
    return lines


def unfair(head: Mapping[str, Any]) -> Iterator[str]:
    """What doesn't fit together in the first line of a game on paper, in words; nothing: its shuffles are fair.

    `commitment` is what the server showed before anybody joined; compare it with what you noted then.
    """
    missing = [name for name in ("game", "seed", "entropies", "commitment", "key") if name not in head]
    if missing:
        yield f"the first line lacks {', '.join(missing)}: this log doesn't say what its randomness was made of"
        return
    if commitment(str(head["seed"])) != head["commitment"]:
        yield "the commitment is not the hash of the seed: the server's seed is another than the one it promised"
    if game_key(str(head["seed"]), str(head["game"]), [str(each) for each in head["entropies"]]).hex() != head["key"]:
        yield "the key is not made of seed, game and entropies: the game was shuffled with another randomness"


async def _moves(game: LiveGame) -> list[log.Moved]:
    """The moves that led to the position, those taken back left out."""
    moves: list[log.Moved] = []
    kept: dict[int, int] = {}  # version → number of moves that led to it
    version = 0
    while version < game.position.version:
        for step in await game.history.after(version, _AT_ONCE):
            version = step.version
            if isinstance(step.entry, log.Moved):
                moves.append(step.entry)
            elif isinstance(step.entry, log.Undone):
                del moves[kept[step.entry.to] :]
            kept[version] = len(moves)
    return moves


def _choice(choice: Choice) -> dict[str, Any]:
    data: dict[str, Any] = {"option": choice.option}
    if choice.step:
        data["step"] = choice.step
    answer = choice.answer
    if isinstance(answer, int):
        data["number"] = answer
    elif answer is not None:
        shares = [share for share in answer if isinstance(share, Share)]
        if shares:
            data["allocation"] = [{"source": s.source, "bin": s.bin, "amount": s.amount} for s in shares]
        else:
            data["picks"] = list(answer)
    return data
