"""The digest of everything that a stack is made of: the name under which its source is stored."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping as Dict
from collections.abc import Sequence as List

from referee.packs.model import Pack
from referee.packs.source import is_content


def content_digest(packs: List[Pack], settings: Dict[str, tuple[str, ...]]) -> str:
    """sha256 (hex) over the packs in order, each with its rules, texts and pictures, and over the settings.

    Scenarios and the ledger don't count; neither does the folder in which a pack was found.
    """
    content = {
        "packs": [
            [
                pack.id,
                [
                    [path, hashlib.sha256(data).hexdigest()]
                    for path, data in sorted(pack.files.items())
                    if is_content(path)
                ],
            ]
            for pack in packs
        ],
        "settings": sorted((name, list(values)) for name, values in settings.items()),
    }
    text = json.dumps(content, ensure_ascii=True, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()
