"""What clients send, read into the engine's records; malformed fields are refused by name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from referee.engine.records import Answer, Choice, Share
from referee.service import limits
from referee.service.errors import field_invalid, over_limit
from referee.v1 import decision_pb2

_ID = re.compile(r"[a-z0-9_./-]{1,64}", re.ASCII)
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_UNSEEN = frozenset({"Cc", "Cf", "Co", "Cs", "Zl", "Zp"})
_JOINERS = frozenset("\u200c\u200d")  # Persian and Hindi names need them, and pictures of families
_FILLERS = frozenset("\u115f\u1160\u3164\uffa0\u2800")  # letters and a symbol by their kind, but empty
_ITEMS = 1000  # picked or shared out in one answer


def choices(sent: Sequence[decision_pb2.Choice]) -> tuple[Choice, ...]:
    """The choices of a move. Raises Rejected: FIELD_INVALID for an id that can't be one, LIMIT for too many."""
    if len(sent) > limits.CHOICES:
        raise over_limit("choices", limits.CHOICES)
    return tuple(_choice(f"choices[{index}]", choice) for index, choice in enumerate(sent))


def _choice(field: str, sent: decision_pb2.Choice) -> Choice:
    an_id(f"{field}.option", sent.option)
    if sent.step:
        an_id(f"{field}.step", sent.step)
    return Choice(sent.option, _answer(field, sent), sent.step)


def _answer(field: str, sent: decision_pb2.Choice) -> Answer:
    match sent.WhichOneof("answer"):
        case "number":
            return sent.number
        case "picks":
            _bounded(f"{field}.picks.items", len(sent.picks.items))
            for index, item in enumerate(sent.picks.items):
                an_id(f"{field}.picks.items[{index}]", item)
            return tuple(sent.picks.items)
        case "allocation":
            _bounded(f"{field}.allocation.shares", len(sent.allocation.shares))
            for index, share in enumerate(sent.allocation.shares):
                an_id(f"{field}.allocation.shares[{index}].source", share.source)
                an_id(f"{field}.allocation.shares[{index}].bin", share.bin)
            return tuple(Share(share.source, share.bin, share.amount) for share in sent.allocation.shares)
    return None


def _bounded(field: str, length: int) -> None:
    if length > _ITEMS:
        raise field_invalid(field, f"more than {_ITEMS}")


def an_id(field: str, value: str) -> str:
    """The value, if it can be an id of the API at all. Raises Rejected."""
    if not _ID.fullmatch(value):
        raise field_invalid(field, "an id has 1 to 64 of the characters a-z 0-9 _ . / -")
    return value


def line(field: str, value: str, most: int) -> str:
    """The value, if it is one line of at most `most` characters. Raises Rejected."""
    if len(value) > most:
        raise field_invalid(field, f"longer than {most} characters")
    if _CONTROL.search(value):
        raise field_invalid(field, "control characters and line breaks can't stand here")
    return value


def a_name(field: str, value: str) -> str:
    """The value, if others can read it as a name: one line, no character that can't be seen or that turns what stands
    beside it around. Empty: no name. Raises Rejected.
    """
    line(field, value, limits.PLAYER_NAME)
    kinds = [unicodedata.category(each) for each in value]
    if any(kind in _UNSEEN and each not in _JOINERS for kind, each in zip(kinds, value, strict=True)):
        raise field_invalid(field, "invisible and turning characters can't stand here")
    if kinds and not any(kind[0] in "LNPS" and each not in _FILLERS for kind, each in zip(kinds, value, strict=True)):
        raise field_invalid(field, "nothing of it can be seen")
    if kinds and (kinds[0][0] == "M" or value[0] in _JOINERS or value[-1] in _JOINERS):
        raise field_invalid(field, "a sign that belongs to letters beside it has none there")
    return value


def not_negative(field: str, value: int) -> int:
    """The value, if it isn't below 0. Raises Rejected."""
    if value < 0:
        raise field_invalid(field, "can't be negative")
    return value
