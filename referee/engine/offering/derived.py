"""Values that an option derives from those that are chosen: a price, the cell that a card will lie in."""

from __future__ import annotations

from typing import Any

from referee.engine.codegen.decisions import Decision
from referee.engine.core import Core, Raw, State, asks
from referee.engine.layout import FRAME
from referee.engine.runtime import Fault
from referee.engine.seeing.ids import drawn


def derived(core: Core, S: State, decision: Decision, raw: Raw) -> dict[str, Any]:
    """The values of an option's derived parameters, by name; none while an argument that they need is open."""
    option, standing = core.option_tree(decision, raw[0])
    number = raw[0] - len(decision.options) if standing else raw[0]
    function = core.code.module.get(f"sv_{number}" if standing else f"v{decision.block}_{number}")
    if option is None or function is None:
        return {}
    if asks(raw) and any(b.argument for b in drawn(option)[:-1]):
        return {}
    try:
        values = function(S, S[core.layout.values["active"][0]] if standing else S[FRAME], raw)
    except (TypeError, IndexError, Fault):
        return {}
    names = [b.var for b in option.binders if b.items is None]
    return dict(zip(names, values, strict=True))
