"""The games whose packs are measured: the small packs, the shipped ones, and the corners of three big games.

A corner is the hard effects of one game: rules written out before the game's pack was. A game's own pack and its
corner, or a game and its variants, count as one game: a construct that only they use still serves one game only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from referee.language import Ruleset, build_ruleset
from referee.packs import load_stack
from tests.language.hard import harness

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Game:
    """A game: stacks of packs by folder, and the effects of its corner."""

    stacks: tuple[str, ...] = ()
    corner: str = ""  # the front of the names of its hard effects


@dataclass(frozen=True)
class Table:
    """One ruleset of a game, how many random games it plays, and the folder of its last pack if it has scenarios."""

    ruleset: Ruleset
    rounds: int
    scenarios: str = ""


def _games() -> dict[str, Game]:
    small = {path.parent.name: Game((str(path.parent),)) for path in sorted(ROOT.glob("tests/packs/*/pack.yaml"))}
    shipped: dict[str, tuple[str, ...]] = {}
    for path in sorted(ROOT.glob("content/*/pack.yaml")):
        pack = load_stack([str(path.parent)]).packs[0]  # the game that a variant builds on stands in front
        name = pack.id.replace("-", "_")
        shipped[name] = (*shipped.get(name, ()), str(path.parent))
    corners = sorted({_corner(path.stem) for path in harness.HERE.glob("*.yaml")})
    big = {name: Game(shipped.get(name, ()), name) for name in sorted({*shipped, *corners})}
    return small | big


def _corner(effect: str) -> str:
    """The game of a hard effect: the file that holds what its effects share."""
    return next(
        path.stem
        for path in sorted(harness.HERE.glob("*.yaml"))
        if effect == path.stem or effect.startswith(f"{path.stem}_")
    )


GAMES = _games()


def rulesets(game: Game) -> Iterator[Table]:
    """Every ruleset of a game: each stack, each of its options set otherwise, each effect of the corner."""
    for folder in game.stacks:
        stack = load_stack([folder])
        yield Table(build_ruleset(stack), 3 if game.corner else 12, folder)
        for name, values in _other_settings(folder):
            yield Table(build_ruleset(load_stack([folder], settings={name: values})), 0)
    if game.corner:
        for path in sorted(harness.HERE.glob(f"{game.corner}_*.yaml")):
            yield Table(harness.ruleset(path.stem), 2)


def _other_settings(folder: str) -> Iterator[tuple[str, list[str]]]:
    """The values of the last pack's options that aren't the default."""
    stack = load_stack([folder])
    pack = stack.packs[-1]
    for option in pack.options.values():
        if option.pick:
            among = [str(value) for value in option.values] or list(stack.entries[option.of])
            yield f"{pack.id}.{option.id}", among[: option.pick]
            continue
        for value in option.values:
            if value != option.default:
                yield f"{pack.id}.{option.id}", [str(value)]
