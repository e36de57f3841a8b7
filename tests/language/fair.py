"""Plays the examples of the registry: each in the neutral pack, from a small position, to what must come of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import referee
from referee.engine import Program, State, compile_ruleset
from referee.engine.position import read_position, set_up_position
from referee.engine.records import AllocationForm, Answer, Choice, Decision, Option, Piece, Share, Value
from referee.language import Ruleset, build_ruleset
from referee.language.resolve.context import Instance
from referee.language.verbs import FAMILIES
from referee.language.verbs.construct import Construct, Example
from referee.packs import Stack, load_stack

FAIR = Path(referee.__file__).parent / "docs" / "reference" / "fair.yaml"
KEY = bytes(range(32))
HEAD = """\
id: {id}
kind: expansion
version: 1
language: 1
title: Examples
seats: [2, 3]
sources: none
requires: [{on}]
"""
Case = tuple[str, Construct, Example]


def constructs() -> Iterator[Construct]:
    """Every construct of the registry, in its order."""
    for family in FAMILIES:
        yield from family.constructs


def cases() -> list[Case]:
    """Every example under a name that a procedure can have."""
    return [
        (f"x_{''.join(c if c.isalnum() else '_' for c in one.name.lower())}_{number}", one, example)
        for one in constructs()
        for number, example in enumerate(one.examples, 1)
    ]


def indented(code: str, by: int) -> str:
    return "".join(f"{' ' * by}{line}\n" for line in code.splitlines())


def procedure(name: str, example: Example) -> str:
    """The procedure that plays an example, as lines of `procedures:`."""
    if example.type:
        body = evaluation(name, example)
    else:
        body = example.code
    return f"  {name}: |\n    choose go:\n{indented(body, 6)}"


def evaluation(name: str, example: Example) -> str:
    """An effect that shows the value of the term `v_NAME`."""
    term = f"v_{name}"
    if example.type == "number":
        return f"set tally to {term}"
    if example.type == "yes/no":
        return f"set bell to {term}"
    if example.type.startswith("bag"):
        return f"gain {term}"
    if example.type.startswith("set"):
        return f"choose pick member from {term}: gain 0 coin"
    return f"set r_{name} to {term}"


def result_value(name: str, example: Example) -> str:
    """The value that keeps the result of an expression, as a line of `values:`; empty where none is needed."""
    if not example.type or example.type in ("number", "yes/no") or example.type.startswith(("bag", "set")):
        return ""
    type_ = example.type.removesuffix(" or none")
    type_ = "token" if type_.startswith("one of ") else type_
    return f'  r_{name}: {{type: "{type_} or none", initial: none}}\n'


def pack(of: Sequence[tuple[str, Example]], declared: str = "") -> bytes:
    """A pack on top of the fair, with a procedure for each example, reached from the fair's own turns."""
    values = "".join(result_value(name, example) for name, example in of)
    terms = "".join(f"  v_{name}: |\n{indented(e.code, 4)}" for name, e in of if e.type)
    procedures = "".join(procedure(name, example) for name, example in of)
    calls = "".join(f"      do {name}\n" for name, _ in of)
    text = HEAD.format(id="examples", on="declared" if declared else "fair")
    text += f"values:\n{values}" if values else ""
    text += f"terms:\n{terms}" if terms else ""
    text += f"procedures:\n{procedures}" if procedures else ""
    text += f"changes:\n  - after: turn\n    do: |\n{calls}" if calls else ""
    return text.encode()


def stack(of: Sequence[tuple[str, Example]], declared: str = "", settings: Mapping[str, str] | None = None) -> Stack:
    """The fair, the declarations of an example if it has any, and the procedures of examples."""
    files = {"fair/pack.yaml": FAIR.read_bytes()}
    if of:
        files["examples/pack.yaml"] = pack(of, declared)
    if declared:
        head = "" if declared.startswith("id:") else HEAD.format(id="declared", on="fair")
        files["declared/pack.yaml"] = (head + declared).encode()
    chosen = {name: [value] for name, value in (settings or {}).items()}
    return load_stack(["examples" if of else "declared"], files=files, settings=chosen)


@cache
def shared() -> Ruleset:
    """All examples that need no declarations of their own, in one ruleset."""
    return build_ruleset(
        stack([(name, example) for name, _, example in cases() if not example.pack and not example.settings])
    )


@cache
def ruleset(name: str) -> Ruleset:
    """The ruleset that an example is played in."""
    example = next(example for other, _, example in cases() if other == name)
    if not example.pack and not example.settings:
        return shared()
    return build_ruleset(stack([(name, example)] if example.code else [], example.pack, example.settings))


def instance(name: str) -> Instance:
    """The typed procedure of an example."""
    return next(one for one in ruleset(name).procedures if one.name == name)


class Table:
    """One example being played."""

    def __init__(self, name: str, example: Example, given: Mapping[str, object]) -> None:
        self.example = example
        self.program: Program = compile_ruleset(ruleset(name), seats=example.seats)
        values, places = self._sorted(given)
        run = name if example.code else None
        self.state: State = set_up_position(
            self.program, KEY, run=run, seat="1" if run else None, values=values, places=places
        )
        self.name = name
        self.barrier = False

    def _sorted(self, given: Mapping[str, object]) -> tuple[dict[str, object], dict[str, object]]:
        known = read_position(self.program, self.program.start(KEY)).places
        declared = self.program.ruleset.model.places
        values: dict[str, object] = {}
        places: dict[str, object] = {}
        for name, content in given.items():
            is_place = name in known or name.rpartition("/")[2] in declared
            (places if is_place else values)[name] = content
        return values, places

    @property
    def decision(self) -> Decision:
        """The open question, as the first seat that owes an answer sees it."""
        (decision,) = self.program.view(self.state, self.program.pending(self.state)[0]).decisions
        return decision

    def is_offered(self) -> bool:
        """Is the option asked that holds the example?"""
        return bool(self.program.pending(self.state)) and self.decision.step == f"{self.name}/go"

    def options(self) -> tuple[str, ...]:
        return tuple(option.id for option in self.decision.options)

    def choose(self, name: str, answer: object = None) -> None:
        """The first seat that owes an answer gives this one."""
        option = next((one for one in self.decision.options if one.id == name), None)
        assert option is not None, f"{name} isn't among {self.options()}"
        seat = self.program.pending(self.state)[0]
        applied = self.program.submit(self.state, seat, [Choice(name, wire(option, answer))])
        self.program.check_invariants(applied.state)
        self.state, self.barrier = applied.state, applied.barrier

    def holds(self, name: str) -> object:
        """What a place or value holds, in the form of examples."""
        whole = read_position(self.program, self.state)
        if name in whole.values:
            return plain(whole.values[name])
        if name in whole.places:
            return contents(self.program, whole.places[name])
        front, _, last = name.rpartition("/")
        (piece,) = whole.places[front]
        return next(plain(value) for value in piece.values if value.id == last)

    def result(self, before: Mapping[str, object]) -> object:
        """The value of an expression, after the effect that shows it."""
        type_ = self.example.type
        if type_ == "number":
            return self.holds("tally")
        if type_ == "yes/no":
            return self.holds("bell")
        if type_.startswith("bag"):
            gained = amounts(self.holds("seat/1/chest"))
            gained.subtract(amounts(before["seat/1/chest"]))
            return [token for token, n in gained.items() for _ in range(n)]
        if type_.startswith("set"):
            asked = self.decision.options if self.program.pending(self.state) else ()
            return [option.id.removeprefix("pick/") for option in asked]
        return self.holds(f"r_{self.name}")

    def sees(self, seat: str, name: str) -> object:
        """The same as a seat sees it; "hidden" where it may not."""
        view = self.program.view(self.state, seat)
        for value in view.values:
            if value.id == name:
                return "hidden" if value.kind == "hidden" else plain(value)
        place = next(place for place in view.places if place.id == name)
        return "hidden" if place.uncounted else contents(self.program, place.pieces)


def wire(option: Option, answer: object) -> Answer:
    """An answer as clients send it."""
    if isinstance(answer, Mapping):
        assert isinstance(option.form, AllocationForm), option
        only = option.form.bins[0].id if option.form.bins else ""
        shares: list[Share] = []
        for source, given in answer.items():
            shares += [
                Share(source, bin_, n) for bin_, n in (given if isinstance(given, Mapping) else {only: given}).items()
            ]
        return tuple(shares)
    if isinstance(answer, list | tuple):
        return tuple(str(one) for one in answer)
    assert answer is None or isinstance(answer, int)
    return answer


def plain(value: Value) -> object:
    """The content of a value."""
    if value.kind == "bag" and isinstance(value.value, tuple):
        return dict(value.value)  # type: ignore[arg-type]  # pairs of a token and its number
    return value.value


def contents(program: Program, pieces: Sequence[Piece]) -> list[str]:
    """The things in a place one by one, with the face if it isn't the first one; "?" for what isn't seen."""
    entries = {entry.id: program.ruleset.model.kinds[entry.kind].faces for entry in program.ruleset.model.entries}
    found: list[str] = []
    for piece in pieces:
        faces = entries.get(piece.entry, ())
        turned = f".{piece.face}" if faces and piece.face != faces[0] else ""
        found += [f"{piece.entry or '?'}{turned}"] * piece.count
    return found


def differences(expected: Mapping[str, object], found: Mapping[str, object]) -> list[str]:
    """What isn't as expected. Amounts speak of the things named only; one thing stands for a list of one."""
    return [
        f"{name}: expected {value}, found {told(found[name])}"
        for name, value in expected.items()
        if not same(value, found[name])
    ]


def amounts(things: object) -> Counter[str]:
    """How many of each are among some things."""
    assert isinstance(things, list)
    return Counter(things)


def told(found: object) -> object:
    return dict(Counter(found)) if isinstance(found, list) else found


def same(expected: object, found: object) -> bool:
    if isinstance(found, list):
        if isinstance(expected, Mapping):
            counts = amounts(found)
            return all(counts[thing] == n for thing, n in expected.items()) if expected else not found
        if expected is None:
            return found == []
        return found == (list(expected) if isinstance(expected, list | tuple) else [expected])
    if isinstance(found, tuple) and isinstance(expected, list | tuple):
        return found == tuple(expected)
    return found == expected and isinstance(found, bool) == isinstance(expected, bool)
