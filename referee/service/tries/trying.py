"""An edited pack on a copy of a game's present position. The game itself isn't touched: nothing is written."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from referee.engine import Program, State, compile_ruleset
from referee.engine.carrying.positions import Carried, carry
from referee.language import Ruleset, build_ruleset
from referee.packs import Stack, load_stack
from referee.packs.header import peek_id
from referee.packs.source import Folder
from referee.service.games.bots import NoBots
from referee.service.games.games import Games
from referee.service.packs.rulesets import Rulesets
from referee.store.inspected import store_at


@dataclass(frozen=True, slots=True)
class Present:
    """Where a game is: its rules, compiled, and the position after `version`. `state` is None before it begins."""

    game: str
    version: int
    program: Program
    state: State | None


@dataclass(frozen=True, slots=True)
class Tried:
    """The edited rules, compiled, and what became of the position."""

    ruleset: Ruleset
    program: Program | None
    carried: Carried


async def present(data: Path, game: str) -> Present:
    """The position of a game in a data folder, which isn't changed; a server may be running on it.

    Raises StoreError if there is no store, Rejected (GAME_NOT_FOUND) if there is no such game.
    """
    with tempfile.TemporaryDirectory(prefix="referee-try-") as aside:
        store = (await store_at(str(data), Path(aside))).store
        try:
            live = await Games(store, Rulesets(store), NoBots(), most=1, window=1).get(game)
            return Present(game, live.position.version, live.program, live.position.state)
        finally:
            await store.close()


def edited_stack(
    stack: Stack,
    edited: Folder,
    settings: Mapping[str, Sequence[str]],
    *,
    others: Mapping[str, Folder] | None = None,
    folders: bool = True,
) -> Stack:
    """The packs of a stack as they are, the edited one in its place; last, if it wasn't among them.

    Options that the edited packs no longer have are left out; `settings` come on top. What the edited pack requires
    beside the game's packs is looked for in `others`, and, with `folders`, beside it. Findings are in `diagnostics`.
    """
    id = peek_id(edited)
    names = [pack.id for pack in stack.packs]
    library = {**(others or {}), **{pack.id: Folder(pack.id, pack.files) for pack in stack.packs}, id: edited}
    names = names if id in names else [*names, id]
    there = load_stack(names, library=library, folders=folders)
    known = {f"{option.pack}.{option.id}" for pack in there.packs for option in pack.options.values()}
    kept = {name: values for name, values in stack.settings.items() if name in known}
    return load_stack(names, settings={**kept, **settings}, library=library, folders=folders)


def attempt(now: Present, stack: Stack) -> Tried:
    """The position under the rules of the stack.

    Raises PackInvalid with all findings, ValueError if the game hasn't begun.
    """
    if now.state is None:
        raise ValueError(f"{now.game} hasn't begun: seats are free")
    ruleset = build_ruleset(stack)
    if not ruleset.min_seats <= now.program.seats <= ruleset.max_seats:
        few, many = ruleset.min_seats, ruleset.max_seats
        why = f"the game has {now.program.seats} seats, the edited rules are for {few} to {many}"
        return Tried(ruleset, None, Carried(None, (), (why,)))
    program = compile_ruleset(ruleset, seats=now.program.seats)
    return Tried(ruleset, program, carry(now.program, now.state, program))
