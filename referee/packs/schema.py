"""The schemas of a pack's files: the shipped ones, and the one made for the entries of a kind."""

from __future__ import annotations

import json
from functools import cache

from referee.packs.node import Mapping, Scalar
from referee.packs.roots import data_root
from referee.packs.shape import Check, Schema, Shapes

ENDINGS = ("piece", "entry")
PACK, SECTIONS = "pack.schema.json", "sections.schema.json"


@cache
def shipped_schema(name: str) -> Schema:
    """One of the schemas in grammar/, `pack.schema.json` or `sections.schema.json`, as JSON data. Don't change it."""
    schema: Schema = json.loads((data_root("grammar") / name).read_text(encoding="utf-8"))
    return schema


@cache
def _shapes() -> Shapes:
    return Shapes({name: shipped_schema(name) for name in (PACK, SECTIONS)})


@cache
def section_names() -> frozenset[str]:
    """The names of all sections, without those named after kinds."""
    return frozenset(shipped_schema(SECTIONS)["properties"])


@cache
def header_names() -> frozenset[str]:
    """The keys that only pack.yaml may have."""
    return frozenset(shipped_schema(PACK)["properties"]) - section_names()


@cache
def pack_kinds() -> frozenset[str]:
    """The kinds that a pack can be of."""
    return frozenset(shipped_schema(PACK)["properties"]["kind"]["enum"])


@cache
def header_check() -> Check:
    """Checks what pack.yaml says about the pack; sections are left to `section_check`."""
    schema = shipped_schema(PACK)
    properties = {key: each for key, each in schema["properties"].items() if key in header_names()}
    return _shapes().compile({"type": "object", "properties": properties, "required": schema["required"]}, PACK)


@cache
def section_check(section: str) -> Check:
    """Checks the contents of a section; a name that is no section's is taken for a kind with entries."""
    schema = shipped_schema(SECTIONS)
    return _shapes().compile(schema["properties"].get(section, schema["additionalProperties"]), SECTIONS)


@cache
def item_check(section: str) -> Check:
    """Checks one declaration of a section (one place, one token, …)."""
    return _shapes().compile(item_schema(section), SECTIONS)


def item_schema(section: str) -> Schema:
    """The schema of one declaration of a section."""
    schema = shipped_schema(SECTIONS)
    name = schema["properties"][section]["$ref"].rsplit("/", 1)[-1]
    whole = schema["$defs"][name]
    item: Schema = whole["additionalProperties"] if "additionalProperties" in whole else whole["items"]
    return item


def _row_schema(section: str) -> Schema:
    if section == "setup":
        return item_schema(section)
    line: Schema = shipped_schema(SECTIONS)["$defs"]["score_line"]
    return line


@cache
def row_check(section: str) -> Check:
    """Checks one row of the setup, or one line of the scoring."""
    return _shapes().compile(_row_schema(section), SECTIONS)


def row_keys(section: str) -> frozenset[str]:
    """The keys that a row of the setup, or a line of the scoring, may have."""
    return frozenset(_row_schema(section)["properties"])


def common_keys() -> frozenset[str]:
    """The keys that an entry of every kind may have."""
    return frozenset(shipped_schema(SECTIONS)["$defs"]["entries"]["items"]["properties"])


def entry_check(kind: str, declaration: Mapping | None) -> Check:
    """Checks one entry of a kind against `entry_schema`."""
    return _shapes().compile(entry_schema(kind, declaration), SECTIONS)


def entry_schema(kind: str, declaration: Mapping | None) -> Schema:
    """The JSON Schema of an entry of a kind, from the fields and hooks of its declaration.

    Names of tokens, entries and symbols are checked by the language, which knows them; here they are words. The schema
    stands alone: what its `$ref`s name is in it.
    """
    base = shipped_schema(SECTIONS)["$defs"]["entries"]["items"]
    properties: Schema = dict(base["properties"])
    fields = declaration.get("fields") if declaration else None
    hooks = declaration.get("hooks") if declaration else None
    for key, value in fields.items() if isinstance(fields, Mapping) else ():
        kind_of = value.get("type") if isinstance(value, Mapping) else value
        properties[key] = _field_schema(kind_of.text if isinstance(kind_of, Scalar) else "")
    for key, value in hooks.items() if isinstance(hooks, Mapping) else ():
        sort = value.get("sort") if isinstance(value, Mapping) else None
        properties[key] = _hook_schema(sort.text if isinstance(sort, Scalar) else "effect")
    return {
        "$schema": shipped_schema(SECTIONS)["$schema"],
        "title": f"an entry of the kind {kind}",
        "type": "object",
        "properties": properties,
        "required": ["id"],
        "additionalProperties": False,
        "$defs": _definitions(properties),
    }


def _definitions(schema: Schema) -> Schema:
    """The shared definitions that a schema refers to, and those that they refer to."""
    known = shipped_schema(SECTIONS)["$defs"]
    needed: Schema = {}
    waiting = _references(schema)
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed[name] = known[name]
            waiting.extend(_references(known[name]))
    return dict(sorted(needed.items()))


def _references(schema: object) -> list[str]:
    if isinstance(schema, dict):
        own = [schema["$ref"].rsplit("/", 1)[-1]] if isinstance(schema.get("$ref"), str) else []
        return own + [name for each in schema.values() for name in _references(each)]
    return [name for each in schema for name in _references(each)] if isinstance(schema, list) else []


def _field_schema(type_text: str) -> Schema:
    words = type_text.split()
    optional = words[-2:] == ["or", "none"]
    if optional:
        words = words[:-2]
    text = " ".join(words)
    extra = ["null"] if optional else []
    if len(words) > 1 and words[:2] not in (["bag", "of"], ["list", "of"], ["cell", "of"]) and words[1] not in ENDINGS:
        return {}  # no type that there is, which the language reports
    if text == "number":
        return {
            "title": "a number" + (" or none" if optional else ""),
            "type": ["integer", "string", *extra],
            "pattern": "^(option [a-z][a-z0-9_]*" + ("|none" if optional else "") + ")$",
        }
    if text == "yes/no":
        return {"title": "yes or no", "enum": ["yes", "no", True, False] + (["none"] if optional else [])}
    if words[:2] == ["bag", "of"]:
        amount = {"title": "a number", "type": ["integer", "string"], "minimum": 0, "pattern": "^option "}
        return {
            "title": "amounts by token ({coin: 2})",
            "type": ["object", "string", *extra],
            "pattern": "^(none|option [a-z][a-z0-9_]*)$",
            "additionalProperties": amount,
        }
    if words[:2] == ["list", "of"]:
        item = {"title": "a number", "type": ["integer", "string"], "pattern": "^option "}
        if words[2:] != ["number"]:
            item = {"title": "a word", "type": ["string", "integer", "null"]}
        return {
            "title": "a list of " + (" ".join(words[2:]) or "values"),
            "type": ["array", "string", *extra],
            "pattern": "^(none|option [a-z][a-z0-9_]*)$",
            "items": item,
        }
    return {"title": f"a word ({text})" if text else "a value", "type": ["string", "integer", "boolean", *extra]}


def _hook_schema(sort: str) -> Schema:
    several = {
        "title": "code" if sort != "modifier" else "modifiers",
        "type": ["string", "integer", "boolean", "array"],
        "items": {"title": "code", "type": "string"},
    }
    return several if sort in ("modifier", "trigger") else {"title": "code", "type": ["string", "integer", "boolean"]}
