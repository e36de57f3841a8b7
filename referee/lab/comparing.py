"""Compares what a scenario expects with a position: values, contents of places, options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from referee.engine.records import Piece, Value
from referee.packs.node import Mapping, Node, Scalar
from referee.packs.node import Sequence as NodeSequence

UNSEEN = "?"


def value_problem(expected: Node, found: Value) -> str:
    """What is wrong with a value, or the empty string."""
    wanted, got = expected_text(expected), value_text(found)
    return "" if wanted == got else f"is {got}, expected {wanted}"


def value_text(value: Value) -> str:
    """A value as a scenario would write it."""
    content = value.value
    if value.kind == "none" or content is None:
        return "hidden" if value.kind == "hidden" else "none"
    if value.kind == "yes":
        return "yes" if content else "no"
    if value.kind == "bag" and isinstance(content, tuple):
        return _bag_text({str(pair[0]): int(pair[1]) for pair in content if isinstance(pair, tuple)})
    if isinstance(content, tuple):
        return "[" + ", ".join(str(item) for item in content) + "]"
    return str(content)


def expected_text(node: Node) -> str:
    """The same for what stands in the file."""
    if isinstance(node, Scalar):
        return node.text if node.value is not None else "none"
    if isinstance(node, NodeSequence):
        return "[" + ", ".join(expected_text(item) for item in node) + "]"
    return _bag_text({key: _count(value) for key, value in node.items()})


def _count(node: Node) -> int:
    return node.value if isinstance(node, Scalar) and isinstance(node.value, int) else 0


def _bag_text(bag: dict[str, int]) -> str:
    return "{" + ", ".join(f"{key}: {bag[key]}" for key in sorted(bag) if bag[key]) + "}"


def place_problem(expected: Node, found: Sequence[Piece]) -> str:
    """What is wrong with the content of a place, or the empty string.

    Counts are compared as counts, a list piece by piece in order; `entry.state` asks for a face or a value too.
    """
    if isinstance(expected, Mapping):
        return _counts_problem({key: _count(value) for key, value in expected.items()}, found)
    wanted = [item.text for item in expected if isinstance(item, Scalar)] if isinstance(expected, NodeSequence) else []
    pieces = [piece for piece in found for _ in range(piece.count)]
    if len(pieces) == len(wanted) and all(map(fits, wanted, pieces)):
        return ""
    return f"has {pieces_text(found)}, expected [{', '.join(wanted)}]"


def _counts_problem(wanted: dict[str, int], found: Sequence[Piece]) -> str:
    left = [(piece, piece.count) for piece in found]
    short: Counter[str] = Counter()
    for name in sorted(wanted, key=lambda key: "." not in key):  # those that ask for a state choose first
        need = wanted[name]
        for index, (piece, count) in enumerate(left):
            taken = min(need, count) if fits(name, piece) else 0
            left[index] = (piece, count - taken)
            need -= taken
        short[name] = need
    if not any(short.values()) and not any(count for _, count in left):
        return ""
    return f"has {pieces_text(found)}, expected {_bag_text(wanted)}"


def fits(name: str, piece: Piece) -> bool:
    """Whether a piece is what `entry` or `entry.state` asks for; `?` is one that is face down for who looks."""
    entry, _, state = name.partition(".")
    return (piece.entry or UNSEEN) == entry and all(part in states(piece) for part in state.split(".") if part)


def states(piece: Piece) -> tuple[str, ...]:
    """What may follow the entry after a dot: its face, its values."""
    return (*((piece.face,) if piece.face else ()), *(value_text(value) for value in piece.values))


def pieces_text(pieces: Iterable[Piece]) -> str:
    """The content of a place in short: `{bead: 2, coin: 1}`."""
    totals: Counter[str] = Counter()
    for piece in pieces:
        totals[".".join((piece.entry or UNSEEN, *((piece.face,) if piece.face else ())))] += piece.count
    return "{" + ", ".join(f"{name}: {count}" for name, count in totals.items()) + "}"
