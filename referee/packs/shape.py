"""Checks nodes against a JSON Schema and says what is wrong in words of a pack.

The schemas in grammar/ are the one description of a pack's shape: editors read them, and this turns the keywords that
they use into functions over nodes. That is much faster than a general validator, and every finding has its position.
(A test compares the verdicts with those of the library `jsonschema`.)
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from referee.packs.findings import Findings
from referee.packs.keys import Keys, found_text
from referee.packs.node import Mapping, Node, Scalar, Sequence

Schema = dict[str, Any]
Check = Callable[[Node, str, Findings], None]
_TYPES = {"integer": "a number", "string": "a text", "boolean": "true or false", "null": "nothing"}
_KEYWORDS = (
    "$schema $id $defs $ref title description type enum pattern minimum maximum minItems maxItems items properties "
    "required additionalProperties propertyNames if then x-code"
)
KEYWORDS = frozenset(_KEYWORDS.split())


def type_of(node: Node) -> str:
    """The JSON type of a node."""
    if isinstance(node, Mapping):
        return "object"
    if isinstance(node, Sequence):
        return "array"
    value = node.value
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer"
    return "null" if value is None else "string"


def found(node: Node) -> str:
    """A node in words: "the number 3", "a list"."""
    kind = type_of(node)
    if isinstance(node, Scalar) and kind != "null":
        text = node.text if len(node.text) <= 40 else node.text[:37] + "…"
        return {"integer": f"the number {text}", "boolean": f"`{text}`"}.get(kind, f"the text `{text}`")
    return {"object": "a mapping", "array": "a list", "null": "nothing"}[kind]


def _found_size(node: Node) -> str:
    return f"a list of {len(node)}" if isinstance(node, Sequence) else found(node)


class Shapes:
    """Compiles the schemas of one set of documents; `documents` by the last part of their `$id`."""

    def __init__(self, documents: dict[str, Schema]) -> None:
        self._documents = documents
        self._known: dict[str, Check] = {}

    def compile(self, schema: Schema, document: str) -> Check:
        """A function that checks a node. It gets the node, what it is called in messages, and where to report."""
        unknown = set(schema) - KEYWORDS
        if unknown:
            raise ValueError(f"the schema uses {sorted(unknown)}, which is not understood here")
        if "$ref" in schema:
            return self._reference(schema["$ref"], document)
        checks = [
            each
            for each in (
                self._words(schema),
                self._text(schema),
                self._size(schema),
                self._items(schema, document),
                self._object(schema, document),
                self._condition(schema, document),
            )
            if each
        ]
        types = schema.get("type")
        allowed = frozenset([types] if isinstance(types, str) else types or ())
        expected = expectation(schema)

        def check(node: Node, where: str, report: Findings) -> None:
            if allowed and type_of(node) not in allowed:
                hint = "quote it" if type_of(node) == "integer" and "string" in allowed else ""
                report.add("E0123", node.at, where=where, expected=expected, found=found(node), hint=hint)
                report.lose(node)
                return
            for each in checks:
                each(node, where, report)

        return check

    def _reference(self, reference: str, document: str) -> Check:
        name, _, path = reference.partition("#")
        document = name or document
        key = f"{document}#{path}"

        def later(node: Node, where: str, report: Findings) -> None:
            known = self._known.get(key)
            if known is None:
                schema: Any = self._documents[document]
                for step in path.strip("/").split("/") if path.strip("/") else ():
                    schema = schema[step]
                known = self._known[key] = self.compile(schema, document)
            known(node, where, report)

        return later

    def _words(self, schema: Schema) -> Check | None:
        if "enum" not in schema:
            return None
        values = schema["enum"]
        words = [str(each).lower() for each in values]
        listed = ", ".join(str(each) for each in values if not isinstance(each, bool))
        number = schema.get("x-code", "E0124")

        def check(node: Node, where: str, report: Findings) -> None:
            if isinstance(node, Scalar) and any(node.value == v and type(node.value) is type(v) for v in values):
                return
            if not isinstance(node, Scalar):
                report.add("E0123", node.at, where=where, expected=f"one of {listed}", found=found(node))
                return
            value = node.text
            hint = report.guess(value, words)
            report.add(number, node.at, width=len(value) or 1, hint=hint, where=where, value=value, words=listed)

        return check

    def _text(self, schema: Schema) -> Check | None:
        if "pattern" not in schema:
            return None
        pattern = re.compile(re.sub(r"\$$", r"\\Z", schema["pattern"]))
        expected = expectation(schema)

        def check(node: Node, where: str, report: Findings) -> None:
            if isinstance(node, Scalar) and isinstance(node.value, str) and not pattern.search(node.value):
                report.add("E0125", node.at, width=len(node.value), value=found_text(node.value), expected=expected)

        return check

    def _size(self, schema: Schema) -> Check | None:
        least, most = schema.get("minimum"), schema.get("maximum")
        shortest, longest = schema.get("minItems"), schema.get("maxItems")
        if least is most is shortest is longest is None:
            return None
        expected = expectation(schema)
        bounds = f" from {least} to {most}" if most is not None else f" of at least {least}"

        def check(node: Node, where: str, report: Findings) -> None:
            if isinstance(node, Scalar):
                value = node.value
                if type(value) is int and (
                    (least is not None and value < least) or (most is not None and value > most)
                ):
                    report.add("E0126", node.at, where=where, expected="a number" + bounds, found=found(node))
            elif isinstance(node, Sequence) and (
                (shortest is not None and len(node) < shortest) or (longest is not None and len(node) > longest)
            ):
                report.add("E0126", node.at, where=where, expected=expected, found=_found_size(node))

        return check

    def _items(self, schema: Schema, document: str) -> Check | None:
        if "items" not in schema:
            return None
        item = self.compile(schema["items"], document)

        def check(node: Node, where: str, report: Findings) -> None:
            if isinstance(node, Sequence):
                for each in node.items:
                    item(each, f"an item of {where}", report)

        return check

    def _object(self, schema: Schema, document: str) -> Check | None:
        if not any(each in schema for each in ("properties", "required", "additionalProperties", "propertyNames")):
            return None
        properties = {key: self.compile(each, document) for key, each in schema.get("properties", {}).items()}
        required = schema.get("required", [])
        other = schema.get("additionalProperties", True)
        rest = self.compile(other, document) if isinstance(other, dict) else None
        names = self.compile(schema["propertyNames"], document) if "propertyNames" in schema else None
        below = other.get("properties", {}) if isinstance(other, dict) and not properties else {}
        inner = {key: self.compile(each, document) for key, each in below.items()}
        return Keys(properties, tuple(required), rest, other is not False, names, inner).check

    def _condition(self, schema: Schema, document: str) -> Check | None:
        if "if" not in schema:
            return None
        wanted = schema["if"]["type"]
        then = self.compile(schema["then"], document)

        def check(node: Node, where: str, report: Findings) -> None:
            if type_of(node) == wanted:
                then(node, where, report)

        return check


def expectation(schema: Schema) -> str:
    """What a schema wants, in words: its title, or its types."""
    if "title" in schema:
        return str(schema["title"])
    types = schema.get("type", [])
    names = [types] if isinstance(types, str) else types
    return " or ".join(_TYPES.get(each, each) for each in names) or "another value"
