"""The house rules that are shipped, the stacks that they are played on, and how much somebody has to write for them."""

from __future__ import annotations

from functools import cache

from referee.engine import Program, compile_ruleset
from referee.lab.scenario import Scenario
from referee.lab.scenarios import run_scenario
from referee.language import Ruleset, build_ruleset
from referee.language.format import lay_out
from referee.packs import Mapping, Node, Pack, Scalar, Sequence, load_stack
from tests.rules.ledgers import CONTENT

BASES = ("cuba", "cuba-el-presidente", "cuba-secret-delegate", "cuba-el-presidente+cuba-secret-delegate")
CODE = ("do", "add", "with")  # keys of a change that hold code
Settings = tuple[tuple[str, tuple[str, ...]], ...]


def shipped() -> list[str]:
    """The ids of all packs of house rules for the game that they are examples of."""
    ids = sorted(path.parent.name for path in CONTENT.glob("*/pack.yaml"))
    return [pack for pack in ids if own(pack).kind == "house-rules" and BASES[0] in own(pack).requires]


@cache
def own(pack: str) -> Pack:
    """A pack without those beneath it."""
    return load_stack([str(CONTENT / pack)]).packs[-1]


@cache
def ruleset(stack: str, settings: Settings = ()) -> Ruleset:
    """Packs joined with `+`. Raises PackInvalid."""
    return build_ruleset(load_stack(stack.split("+"), settings=dict(settings)))


@cache
def program(stack: str, seats: int, settings: Settings = ()) -> Program:
    return compile_ruleset(ruleset(stack, settings), seats=seats)


def holds(scenario: Scenario, pack: str, on_top: str = "") -> bool:
    """Whether a scenario of a pack is green, on its own stack or with one more pack on top of that."""
    stack = "+".join(filter(None, (scenario.stack or pack, on_top)))
    settings = tuple(sorted(scenario.settings.items()))
    return not run_scenario(
        scenario, program(stack, scenario.seats, settings), pack, lambda text: text.literal
    ).failures


def statements(pack: Pack) -> int:
    """Changes, declarations and lines of code: what somebody has to write, but for head, options, sources and texts."""
    return sum(_in_section(name, node) for root in pack.documents for name, node in root.items() if name not in HEAD)


HEAD = {"id", "kind", "version", "language", "title", "seats", "requires", "conflicts", "sources", "says", "options"}


def _in_section(name: str, node: Node) -> int:
    rows = (
        node.items if isinstance(node, Sequence) else tuple(node.entries.values()) if isinstance(node, Mapping) else ()
    )
    return sum(_lines(row) if name == "procedures" else 1 + _code_of(row) for row in rows)


def _code_of(row: Node) -> int:
    """Lines of code of a change beyond the first."""
    codes = [row.get(key) for key in CODE] if isinstance(row, Mapping) else []
    return sum(_lines(code) - 1 for code in codes if code is not None)


def _lines(node: Node) -> int:
    if isinstance(node, Mapping):
        return sum(_lines(each) for key, each in node.items() if key in CODE)
    text = "\n".join(lay_out(node.text)) if isinstance(node, Scalar) else ""
    return sum(1 for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#"))
