"""The digest of a stack's content: what counts and what doesn't."""

from __future__ import annotations

from pathlib import Path

from referee.packs import load_stack
from tests.packs_loading.fair import FAIR, load, night

FILES = {
    "fair/pack.yaml": FAIR.encode(),
    "fair/texts/es.po": b'msgid ""\n',
    "fair/pictures/tea.svg": b"<svg/>",
    "fair/scenarios/one.yaml": b"a: 1\n",
    "fair/rules.yaml": b"- {id: a}\n",
}


def digest(**changed: bytes) -> str:
    files = {**FILES, **{path.replace("__", "/").replace("_", "."): data for path, data in changed.items()}}
    return load_stack(["fair"], files=files).content_digest


def test_what_counts() -> None:
    first = digest()
    assert len(first) == 64
    assert digest(fair__pack_yaml=FAIR.encode() + b"# remark\n") != first
    assert digest(fair__texts__es_po=b"x") != first
    assert digest(fair__pictures__tea_svg=b"<svg></svg>") != first
    assert digest(fair__scenarios__one_yaml=b"a: 2\n") == first
    assert digest(fair__rules_yaml=b"- {id: b}\n") == first
    assert load_stack(["fair"], files=FILES, settings={"weather": ["rain"]}).content_digest != first
    assert load_stack(["fair"], files=FILES, settings={"weather": ["sun"]}).content_digest == first


def test_where_a_pack_lies_does_not_count(tmp_path: Path) -> None:
    for path, data in FILES.items():
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    assert load_stack(["fair"], search=[tmp_path]).content_digest == digest()
    assert load_stack([str(tmp_path / "fair")]).content_digest == digest()
    moved = {path.replace("fair/", "x/y/"): data for path, data in FILES.items()}
    assert load_stack(["fair"], files=moved).content_digest == digest()


def test_the_order_of_the_stack_counts() -> None:
    packs = {"night": night(""), "dusk": night("", pack="dusk")}
    assert load("night", "dusk", **packs).content_digest != load("dusk", "night", **packs).content_digest
