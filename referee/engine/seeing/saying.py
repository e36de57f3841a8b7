"""Texts of the pack as they stand in a position: rule values that they name have the value of now."""

from __future__ import annotations

import re

from referee.engine.core import Core, State
from referee.language.describe.keys import named_rules, pack_text, rule_argument
from referee.language.model import Rule
from referee.language.text import Arg, Text

_BRACES = re.compile(r"\{ *([a-z][a-z0-9_]*)")


class Saying:
    """Fills in texts of one program."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._named: dict[str, tuple[Rule, ...]] = {}  # text → the rule values that it names

    def text(self, S: State, seat: int, key: str, text: str, *args: Arg) -> Text:
        """A text for a seat (-1: nobody's) with its arguments and the rule values that it names."""
        rules = self._rules(text)
        if not rules:
            return pack_text(key, text, *args)
        given = {arg.name for arg in args}
        return pack_text(key, text, *args, *(self._now(S, rule, seat) for rule in rules if rule.id not in given))

    def whole(self, text: str) -> bool:
        """Does a text need nothing but rule values?"""
        return not text.count("{") or {rule.id for rule in self._rules(text)} >= set(_BRACES.findall(text))

    def slots(self, text: str) -> tuple[tuple[int, int], ...]:
        """Where the rule values stand that a text names, and how many owners they have."""
        return tuple(self._core.layout.rules[rule.id] for rule in self._rules(text))

    def _rules(self, text: str) -> tuple[Rule, ...]:
        found = self._named.get(text)
        if found is None:
            found = self._named[text] = tuple(named_rules(self._core.ruleset.model, text)) if "{" in text else ()
        return found

    def _now(self, S: State, rule: Rule, seat: int) -> Arg:
        base, owners = self._core.layout.rules[rule.id]
        return rule_argument(rule.id, rule, S[base + (seat if 0 <= seat < owners else 0)])
