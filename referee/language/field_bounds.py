"""Numbers of entries within the bounds that the fields of their kind declare (`least`, `most`)."""

from __future__ import annotations

from referee.language.findings import Findings
from referee.language.model import Entry
from referee.packs import Stack
from referee.packs.access import at_path
from referee.packs.node import Mapping, Scalar


def check_bounds(entry: Entry, body: Mapping, stack: Stack, found: Findings) -> None:
    """Report what an entry writes beyond a bound of its field (E0228)."""
    fields = at_path(stack.sections.get("kinds"), [entry.kind, "fields"])
    for key, declared in fields.items() if isinstance(fields, Mapping) else ():
        number = entry.data.get(key)
        if not isinstance(declared, Mapping) or not isinstance(number, int) or key not in body:
            continue
        least, most = _bound(declared, "least", number), _bound(declared, "most", number)
        if number < least:
            found.add("E0228", body.entries[key].at, what=f"`{key}` is at least {least}")
        elif number > most:
            found.add("E0228", body.entries[key].at, what=f"`{key}` is at most {most}")


def _bound(declared: Mapping, key: str, free: int) -> int:
    bound = declared.get(key)
    return bound.value if isinstance(bound, Scalar) and isinstance(bound.value, int) else free
