"""The engine: rulesets compiled to programs over flat states. No I/O, no clock."""

from referee.engine.core import Raw, RulesFault, State
from referee.engine.invariants import InvariantBroken
from referee.engine.program import Applied, Preview, Program, compile_ruleset
from referee.engine.refusal import Illegal

__all__ = [
    "Applied",
    "Illegal",
    "InvariantBroken",
    "Preview",
    "Program",
    "Raw",
    "RulesFault",
    "State",
    "compile_ruleset",
]
