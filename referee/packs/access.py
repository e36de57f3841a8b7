"""Small ways into nodes whose shape was checked (or was found wrong, then they give a harmless value)."""

from __future__ import annotations

from dataclasses import replace

from referee.packs.node import Mapping, Node, Position, Scalar, Sequence


def text_of(node: Node | None, default: str = "") -> str:
    """The text of a scalar; `default` for anything else."""
    return node.text if isinstance(node, Scalar) else default


def shortly(node: Node | None, most: int = 100) -> str:
    """A node as it could be written in one line, cut off after so many characters; "" for none."""
    text = _flow(node)
    return text if len(text) <= most else text[: most - 1] + "…"


def _flow(node: Node | None) -> str:
    if isinstance(node, Mapping):
        return "{" + ", ".join(f"{key}: {_flow(value)}" for key, value in node.items()) + "}"
    if isinstance(node, Sequence):
        return "[" + ", ".join(map(_flow, node.items)) + "]"
    return " ".join(node.text.split()) if isinstance(node, Scalar) else ""


def words_of(node: Node | None) -> tuple[Scalar, ...]:
    """One scalar or a list of them, as scalars."""
    if isinstance(node, Scalar):
        return (node,) if node.value is not None else ()
    return tuple(each for each in node if isinstance(each, Scalar)) if isinstance(node, Sequence) else ()


def spots_of(node: Node | None) -> dict[str, Position]:
    """Where each word of `words_of` stands."""
    return {each.text: each.at for each in words_of(node)}


def is_yes(node: Node | None) -> bool:
    """Whether a node says yes (`yes`, `true`)."""
    return isinstance(node, Scalar) and node.value in ("yes", True)


def without(mapping: Mapping, *names: str) -> Mapping:
    """The mapping without some keys."""
    if not any(name in mapping.entries for name in names):
        return mapping
    entries = {key: value for key, value in mapping.entries.items() if key not in names}
    keys = {key: at for key, at in mapping.keys.items() if key not in names}
    return replace(mapping, entries=entries, keys=keys, integer_keys=mapping.integer_keys - set(names))


def with_value(mapping: Mapping, path: list[str], value: Node, at: Position) -> Mapping:
    """The mapping with the value at a path of keys set; mappings on the way that are missing are made.

    `at` is where the last key stands, and those that are new.
    """
    key, rest = path[0], path[1:]
    if rest:
        inner = mapping.get(key)
        value = with_value(inner if isinstance(inner, Mapping) else Mapping({}, {}, at, value.pack), rest, value, at)
        at = mapping.keys.get(key, at)
    return replace(mapping, entries={**mapping.entries, key: value}, keys={**mapping.keys, key: at})


def at_path(node: Node | None, path: list[str]) -> Node | None:
    """The node at a path of keys, or None."""
    for key in path:
        if not isinstance(node, Mapping):
            return None
        node = node.get(key)
    return node


def base_name(signature: str) -> str:
    """`price` of `price(bead k)`."""
    return signature.split("(", 1)[0].strip()
