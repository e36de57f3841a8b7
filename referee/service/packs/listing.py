"""A pack in the list of what is offered: itself, what it requires, and the names of its options."""

from __future__ import annotations

from dataclasses import dataclass

from referee.language.describe.keys import humanized
from referee.packs import Scalar
from referee.packs.diagnostics import Diagnostic
from referee.packs.model import OptionDecl, Pack, Stack
from referee.texts import Catalogs


@dataclass(frozen=True, slots=True)
class Listed:
    """A pack in the stack of itself and what it requires, with the texts to show it by.

    `pack` is None where not even its head can be read. `state`: a PackState; `findings`: about its files as they are.
    """

    id: str
    pack: Pack | None
    stack: Stack
    catalogs: Catalogs
    digest: str
    state: int
    findings: tuple[Diagnostic, ...]


def listed_pack(id: str, stack: Stack, digest: str, state: int, findings: tuple[Diagnostic, ...]) -> Listed:
    """A pack to list. Its options and the entries that can be picked have the names that its ruleset gives them."""
    found = next((each for each in stack.packs if each.id == id), None)
    texts: dict[str, str] = {}
    for option in found.options.values() if found is not None else ():
        texts[f"option/{option.id}.name"] = says(option)
        values = () if option.pick else option.values
        texts |= {f"option/{option.id}/{word}.name": humanized(word) for word in map(written, values)}
        for id, entry in stack.entries.get(option.of, {}).items():
            name = entry.get("name")
            texts[f"{option.of}/{id}.name"] = name.text if isinstance(name, Scalar) else humanized(id).capitalize()
    catalogs = Catalogs.load(texts, [each.files for each in stack.packs])
    return Listed(found.id if found is not None else id, found, stack, catalogs, digest, state, findings)


def says(option: OptionDecl) -> str:
    """What an option is called."""
    return option.says.text if option.says is not None else humanized(option.id)


def written(value: object) -> str:
    """A value of an option, as it is written in a setting."""
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
