"""A section may stand in several files: what is in them decides the order, never what they are called."""

from __future__ import annotations

import itertools

from referee.packs import Stack, load_stack
from referee.packs.node import Node, Sequence
from tests.packs_loading.fair import FAIR, night

PARTS = (
    "stall:\n  - {id: pie}\n  - {id: cake}\nvalues: {late: {}}\ntriggers: ['after fair_day: gain 3 coin # much']\n",
    "# a remark\nstall:\n  - {id: ale}\ntriggers: ['after fair_day: gain 2 coin']\nvalues: {early: {}, soon: {}}\n",
    "changes:\n  - {after: fair_day, do: gain 5 coin}\nstall:\n  - {id: mead}\n",
    "changes:\n  - {after: fair_day, do: gain 4 coin}\n",
)


def stack(names: tuple[str, ...], head: str = "") -> Stack:
    parts = zip(names, PARTS, strict=True)
    files = {"fair/pack.yaml": FAIR.encode(), "night/pack.yaml": night(head).encode()}
    return load_stack(["night"], files=files | {f"night/{name}.yaml": part.encode() for name, part in parts})


def texts(node: object) -> list[str]:
    assert isinstance(node, Sequence)
    return [_text(each) for each in node]


def _text(node: Node) -> str:
    return getattr(node, "text", "")


def test_names_of_files_decide_nothing() -> None:
    for names in itertools.permutations(("a", "b", "sub/c", "z")):
        found = stack(names)
        assert found.diagnostics == []
        assert list(found.entries["stall"])[3:] == ["ale", "mead", "pie", "cake"]
        assert list(found.sections["values"]) == ["visits", "early", "soon", "late"]
        assert texts(found.sections["triggers"])[1:] == [
            "after fair_day: gain 2 coin",
            "after fair_day: gain 3 coin # much",
        ]
        assert [wrap.code.text for wrap in found.wraps if wrap.code] == ["gain 4 coin", "gain 5 coin"]


def test_the_head_of_the_pack_comes_first() -> None:
    found = stack(("a", "b", "c", "d"), "stall: [{id: zinc}]\nchanges: [{after: fair_day, do: gain 9 coin}]\n")
    assert list(found.entries["stall"])[3:] == ["zinc", "ale", "mead", "pie", "cake"]
    assert [wrap.code.text for wrap in found.wraps if wrap.code][0] == "gain 9 coin"
