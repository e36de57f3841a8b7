"""The effect language: effects as text → typed trees, checked, digested, described."""

from referee.language.build import Ruleset, build_ruleset, read_stack

__all__ = ["Ruleset", "build_ruleset", "read_stack"]
