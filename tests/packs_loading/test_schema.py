"""The JSON Schemas: valid, shipped, and one with what the referee checks itself."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from referee.packs import Mapping, Node, Sequence, data_root, entry_schema, read_yaml, shipped_schema
from referee.packs.findings import Findings
from referee.packs.schema import PACK, SECTIONS, entry_check, section_check, section_names
from tests.packs_loading.fair import FAIR, load

REGISTRY: Registry[object] = Registry().with_resources(
    [(shipped_schema(name)["$id"], Resource.from_contents(shipped_schema(name))) for name in (PACK, SECTIONS)]
)


def plain(node: Node) -> object:
    if isinstance(node, Mapping):
        return {key: plain(value) for key, value in node.items()}
    return [plain(each) for each in node] if isinstance(node, Sequence) else node.value


def library(reference: str) -> Draft202012Validator:
    schema = {"$ref": f"{shipped_schema(SECTIONS)['$id']}#{reference}"}
    return Draft202012Validator(schema, registry=REGISTRY)


def test_the_schemas_are_schemas() -> None:
    for name in (PACK, SECTIONS):
        Draft202012Validator.check_schema(shipped_schema(name))
        assert (data_root("grammar") / name).is_file()


def test_pack_yaml_has_every_section() -> None:
    assert section_names() <= set(shipped_schema(PACK)["properties"]) | {"says"}


def test_the_fair_fits_its_schema() -> None:
    root, _ = read_yaml(FAIR.encode(), "fair/pack.yaml")
    assert root is not None
    schema = {"$ref": shipped_schema(PACK)["$id"]}
    assert list(Draft202012Validator(schema, registry=REGISTRY).iter_errors(plain(root))) == []


PIECES = st.sampled_from(
    ["yes", "no", "table", "seat", "everyone", "all", "stated", "x", "^x", "X", "unlimited", "", "option x", "a(b)", 0]
    + [1, -1, 3, True, None]
)
KEYS = st.sampled_from(
    ["of", "tokens", "supply", "id", "seen_by", "grid", "data", "status", "source", "when", "option", "is", "fields"]
    + ["type", "hooks", "sort", "base", "lines", "points", "values", "default", "place", "rule", "entry", "a", "B", "2"]
)
DATA = st.recursive(PIECES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4))


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(sorted(section_names())), DATA)
def test_our_verdict_is_that_of_the_library(section: str, data: object) -> None:
    root, findings = read_yaml(json.dumps({"x": data}).encode(), "f.yaml")
    assert not findings
    assert isinstance(root, Mapping)
    ours = Findings()
    section_check(section)(root.entries["x"], section, ours)
    theirs = list(library(f"/properties/{section}").iter_errors(plain(root.entries["x"])))
    assert bool(ours.all) == bool(theirs), (ours.all[:1], theirs[:1])


def test_the_schema_of_a_kind() -> None:
    kinds = load("fair").sections["kinds"]
    assert isinstance(kinds, Mapping)
    stall = kinds.entries["stall"]
    assert isinstance(stall, Mapping)
    schema = entry_schema("stall", stall)
    Draft202012Validator.check_schema(schema)
    library = Draft202012Validator(schema)
    assert library.is_valid({"id": "tea", "cost": {"bead": 2}, "size": 1, "wet": "yes", "use": "gain 1 coin"})
    assert library.is_valid({"id": "tea", "size": "option entry_price", "source": "S1", "n": {"2": 3}})
    assert not library.is_valid({"id": "tea", "cost": 2})
    assert not library.is_valid({"id": "tea", "unknown": 2})
    assert not library.is_valid({"size": 2})


@pytest.mark.parametrize(
    "text", ["number", "number or none", "yes/no", "bag of goods", "list of number", "stall or none"]
)
@pytest.mark.parametrize(
    "data",
    [1, "x", "none", "yes", [1], ["x"], {"bead": 1}, {"bead": "option x"}, {"bead": "x"}, "option x", None, True],
)
def test_the_fields_of_a_kind_by_both(text: str, data: object) -> None:
    root, _ = read_yaml(json.dumps({"kind": {"fields": {"f": text}}, "e": {"id": "a", "f": data}}).encode(), "f.yaml")
    assert isinstance(root, Mapping)
    kind, entry = root.entries["kind"], root.entries["e"]
    assert isinstance(kind, Mapping)
    ours = Findings()
    entry_check("stall", kind)(entry, "this stall", ours)
    assert (not ours.all) == Draft202012Validator(entry_schema("stall", kind)).is_valid(plain(entry))
