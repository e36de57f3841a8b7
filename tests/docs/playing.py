"""Plays the examples of the pages in the neutral pack: effects as a turn of it, sections as a pack on top of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from textwrap import indent

from referee.engine import Program, State, compile_ruleset
from referee.engine.position import set_up_position
from referee.engine.records import Piece, Place, Value
from referee.lab.scenario import Scenario
from referee.lab.scenario_reading import Reader, plain
from referee.lab.scenarios import run_scenario, scenario_key
from referee.language import Ruleset
from referee.language.build import read_stack
from referee.packs import load_stack
from referee.packs.diagnostics import Diagnostic
from referee.packs.node import Mapping as Tree
from referee.packs.node import Scalar, Sequence
from referee.packs.reader import read_yaml
from tests.docs.pages import DOCS, Block, Example

FAIR = (DOCS / "reference" / "fair.yaml").read_bytes()
HEAD = "id: page\nkind: house-rules\nversion: 1\nlanguage: 1\ntitle: Page\nrequires: [fair]\nsources: none\n"
REST = 'changes:\n  - {after: turn, do: "choose rest: gain 0 coin"}\n'
TURN = "changes:\n  - instead_of: turn\n    do: |\n"
OWN = ("seen", "options", "barrier")  # keys that scenarios of packs don't have


def files(example: Example) -> dict[str, bytes]:
    """The packs of an example: the fair, and one file for each block on top of it."""
    result = {"fair/pack.yaml": FAIR, "page/pack.yaml": (HEAD + REST).encode()}
    for number, block in enumerate(example.declared):
        result[name_of(block, number)] = in_a_file(block).encode()
    return result


def name_of(block: Block, number: int) -> str:
    """The file that a block is: the one named in front of it, or one of the page's own pack."""
    return block.file or f"page/block{number}.yaml"


def in_a_file(block: Block) -> str:
    """A block as a file of the pack: an effect is what a seat does in its turn."""
    if block.language == "effect":
        return TURN + indent(block.text, " " * 6)
    return block.text


def first_line(block: Block) -> int:
    """The line of the file before the block's own first one."""
    return TURN.count("\n") if block.language == "effect" else 0


@lru_cache(maxsize=4)
def _read(packs: tuple[tuple[str, bytes], ...], settings: tuple[tuple[str, str], ...]) -> tuple[object, object]:
    names = dict.fromkeys(name.partition("/")[0] for name, _ in packs)
    stack = load_stack(list(names), files=dict(packs), settings={name: [value] for name, value in settings})
    return read_stack(stack)


def ruleset(example: Example, settings: Mapping[str, str] | None = None) -> tuple[Ruleset | None, list[Diagnostic]]:
    """The rules of an example, if they have no errors; and all findings."""
    found = _read(tuple(files(example).items()), tuple((settings or {}).items()))
    return found  # type: ignore[return-value]  # cached without its types


@dataclass
class Game:
    """What a scenario of a page leads to, with what pages may say beyond the format of scenarios."""

    scenario: Scenario
    own: dict[str, object]
    seats: int
    settings: dict[str, str]


def read_game(block: Block) -> Game:
    """The scenario of a block. Raises AssertionError with the findings if it can't be read."""
    text = block.text if "seats:" in block.text else f"seats: 2\n{block.text}"
    root, findings = read_yaml(("- id: page\n" + indent(text, "  ")).encode(), "scenario.yaml")
    assert isinstance(root, Sequence) and not findings, findings
    (item,) = root.items
    assert isinstance(item, Tree)
    own = {key: plain(item.entries[key]) for key in OWN if key in item}
    kept = {key: node for key, node in item.entries.items() if key not in OWN}
    settings = {key: node.text for key, node in _settings(item)}
    reader = Reader()
    scenario = reader._read(Tree(kept, item.keys, item.at, item.pack))
    assert scenario is not None, reader.findings
    return Game(scenario, own, scenario.seats, settings)


def _settings(item: Tree) -> list[tuple[str, Scalar]]:
    node = item.get("set")
    return [(key, value) for key, value in node.items() if isinstance(value, Scalar)] if isinstance(node, Tree) else []


def play(game: Game, rules: Ruleset) -> list[str]:
    """Everything that is not as the block says."""
    program = compile_ruleset(rules, game.seats)
    result = run_scenario(game.scenario, program, "page", lambda text: text.key)
    wrong = [f"{failure.text} {failure.hint}" for failure in result.failures]
    if not wrong and game.own:
        state, barrier = _played(game.scenario, program)
        wrong += _own(game.own, program, state, barrier)
    return wrong


def _played(scenario: Scenario, program: Program) -> tuple[State, bool]:
    given = scenario.given
    key = scenario_key(scenario.seed)
    state = set_up_position(program, key, run=given.run, seat=given.seat, values=given.values, places=given.places)
    barrier = False
    for answer in scenario.do:
        applied = program.submit(state, answer.seat, [answer.choice])
        program.check_invariants(applied.state)
        state, barrier = applied.state, applied.barrier
    return state, barrier


def _own(own: Mapping[str, object], program: Program, state: State, barrier: bool) -> list[str]:
    wrong: list[str] = []
    if "options" in own:
        waiting = program.pending(state)
        decisions = program.view(state, waiting[0]).decisions if waiting else ()
        ids = [option.id for decision in decisions for option in decision.options]
        if ids != own["options"]:
            wrong.append(f"options are {ids}")
    if "barrier" in own and (own["barrier"] in ("yes", True)) != barrier:
        wrong.append(f"barrier is {barrier}")
    seen = own.get("seen", {})
    assert isinstance(seen, Mapping)
    for seat, expected in seen.items():
        shown = _view(program, state, str(seat).replace("nobody", ""))
        wrong += [f"{seat} sees {shown[name]!r} in {name}" for name, what in expected.items() if shown[name] != what]
    return wrong


def _view(program: Program, state: State, seat: str) -> dict[str, object]:
    """What a seat sees: values, and pieces one by one in a list, `?` for one face down."""
    view = program.view(state, seat)
    found: dict[str, object] = {value.id: _value(value) for value in view.values}
    found |= {place.id: _pieces(place) for place in view.places}
    return found


def _value(value: Value) -> object:
    return "hidden" if value.kind == "hidden" else value.value


def _pieces(place: Place) -> object:
    if place.uncounted:
        return "hidden"
    return [_piece(piece) for piece in place.pieces for _ in range(piece.count)]


def _piece(piece: Piece) -> str:
    return piece.entry or "?"
