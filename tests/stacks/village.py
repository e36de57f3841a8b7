"""A small whole game, packs on top of it, and ways to look at what comes of them."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from referee.engine import Program, compile_ruleset
from referee.engine.position import read_position, set_up_position
from referee.engine.records import Answer, Choice, Decision, Value
from referee.language import Ruleset, build_ruleset
from referee.language.build import read_stack
from referee.lint import run_all
from referee.packs import Diagnostic, Stack, load_stack

VILLAGE = (Path(__file__).parent / "village.yaml").read_text(encoding="utf-8")
FIRST = 7  # the first line of a pack's own text
KEY = bytes(range(32))
Settings = Mapping[str, str]


def pack(body: str, name: str = "mine", requires: str = "village", kind: str = "house-rules") -> str:
    """A pack.yaml on top of the village; its own text begins in line 7."""
    head = f"id: {name}\nkind: {kind}\nversion: 1\nlanguage: 1\ntitle: {name.title()}\nrequires: [{requires}]\n"
    return head + textwrap.dedent(body)


def changes(*rows: str) -> str:
    """The section of changes, one a line."""
    return "changes:\n" + "".join(f"  - {row}\n" for row in rows)


def stack(*names: str, settings: Settings | None = None, **bodies: str) -> Stack:
    """The village with packs on top, in the order given or of `names`; each is its own text, or a whole pack.yaml."""
    files = {"village/pack.yaml": VILLAGE.encode()}
    for name, body in bodies.items():
        text = body if body.startswith("id:") else pack(body, name)
        files[f"{name}/pack.yaml"] = text.encode()
    chosen = {name: [value] for name, value in (settings or {}).items()}
    return load_stack(names or ["village", *bodies], files=files, settings=chosen)


def ruleset(*names: str, settings: Settings | None = None, **bodies: str) -> Ruleset:
    """The rules of a stack in which nothing is found."""
    built = build_ruleset(stack(*names, settings=settings, **bodies))
    assert run_all(built).findings == ()
    return built


def errors(found: Stack) -> list[Diagnostic]:
    """The errors of a stack, which has some."""
    built, findings = read_stack(found)
    assert built is None, findings
    return [each for each in findings if each.severity == "error"]


@dataclass(frozen=True)
class Told:
    """An error in short: its code and place, the other places, and its hint."""

    where: str
    others: tuple[str, ...]
    hint: str
    message: str


def one(*names: str, settings: Settings | None = None, **bodies: str) -> Told:
    """The only error of a stack."""
    found = errors(stack(*names, settings=settings, **bodies))
    assert len(found) == 1, [f"{each.code.code} {each.at} {each.message}" for each in found]
    (error,) = found
    return Told(f"{error.code.code} {error.at}", tuple(map(str, error.related)), error.hint, error.message)


class Table:
    """A game in progress."""

    def __init__(self, rules: Ruleset, seats: int = 2, run: str | None = None, **given: Mapping[str, object]) -> None:
        self.program: Program = compile_ruleset(rules, seats=seats)
        self.state = set_up_position(self.program, KEY, run=run, seat="1" if run else None, **given)

    @property
    def decision(self) -> Decision:
        return self.program.view(self.state, self.program.pending(self.state)[0]).decisions[0]

    @property
    def options(self) -> list[str]:
        """The options of the decision, each without what it is about."""
        return list(dict.fromkeys(each.id.partition("/")[0] for each in self.decision.options))

    def choose(self, *options: str, answer: Answer = None) -> Table:
        """Whoever is asked chooses, one after another."""
        for option in options:
            seat = self.program.pending(self.state)[0]
            self.state = self.program.submit(self.state, seat, [Choice(option, answer)]).state
            self.program.check_invariants(self.state)
        return self

    def value(self, name: str) -> object:
        """A value, or how many of a token lie in a place (`seat/1/chest:coin`)."""
        whole = read_position(self.program, self.state)
        place, _, token = name.partition(":")
        if token:
            return {each.entry: each.count for each in whole.places[place]}.get(token, 0)
        return _plain(whole.values[name])

    def lies(self, place: str) -> list[str]:
        """The entries that lie in a place."""
        return [each.entry for each in read_position(self.program, self.state).places[place]]


def _plain(value: Value) -> object:
    return value.value


def table(
    *names: str,
    seats: int = 2,
    run: str | None = None,
    settings: Settings | None = None,
    values: Mapping[str, object] | None = None,
    places: Mapping[str, object] | None = None,
    **bodies: str,
) -> Table:
    """A game of a stack in which nothing is found, at its first decision or where `run` begins."""
    rules = ruleset(*names, settings=settings, **bodies)
    return Table(rules, seats, run, values=dict(values or {}), places=dict(places or {}))
