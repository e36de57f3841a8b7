"""Data of tokens that nothing reads and that are nearly a key with a meaning: `plurl`.

Every other key of a token is a datum, so a misspelt one is none that a schema could refuse.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence as List

from referee.packs.damage import words_in
from referee.packs.draft import Draft
from referee.packs.model import Pack
from referee.packs.node import Mapping
from referee.packs.schema import item_schema
from referee.packs.spelling import closest, suggestion


def check_token_keys(packs: List[Pack], draft: Draft) -> None:
    """Reports (E0121) the data of tokens whose word stands nowhere else and is a misspelt key."""
    keys = set(item_schema("tokens")["properties"])
    having: dict[str, list[tuple[str, Mapping]]] = defaultdict(list)
    for name, node in draft.named["tokens"].items():
        for key in node if isinstance(node, Mapping) else ():
            if isinstance(node, Mapping) and key not in keys:
                having[key].append((name, node))
    for key, tokens in having.items():
        near = closest(key, keys, slips_only=True)
        if not near:
            continue
        used = sum(word == key for pack in packs for root in pack.documents for word in words_in(root))
        for name, node in tokens if used == len(tokens) else ():
            where = f"`{name}`"
            draft.report.add("E0121", node.keys[key], width=len(key), hint=suggestion(near), key=key, where=where)
