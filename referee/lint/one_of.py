"""W0475: what one of a group or of symbols is called, where nothing uses it and it isn't the name of the whole."""

from __future__ import annotations

from collections.abc import Iterable

from referee.language.build import Ruleset
from referee.language.codes import CODES
from referee.lint.trees import pack_of
from referee.lint.words import Words
from referee.packs.access import text_of
from referee.packs.diagnostics import Diagnostic
from referee.packs.node import Mapping, Scalar
from referee.packs.spelling import ones, suggestion


def run(ruleset: Ruleset) -> Iterable[Diagnostic]:
    """Words of the last pack that may be misspelt, for nothing else tells: no effect says them."""
    words, last = Words(ruleset), ruleset.stack.packs[-1].id
    for section in ("groups", "symbols"):
        declared = ruleset.stack.sections.get(section)
        for name, node in declared.items() if isinstance(declared, Mapping) else ():
            one = node.get("one") if isinstance(node, Mapping) else None
            if not isinstance(one, Scalar) or pack_of(ruleset, one.at) != last:
                continue
            word, regular = text_of(one), ones(name)
            if word not in regular and words.count(word) < 2:
                arguments = (("word", word), ("name", name))
                yield Diagnostic(CODES["W0475"], one.at, arguments, len(word), suggestion(regular[:1]))
