"""Page tokens: where the next page begins, opaque to clients."""

from __future__ import annotations

import base64
import binascii

from referee.service.errors import field_invalid


def page_token(next: int) -> str:
    """The token of a page that begins at this number."""
    return base64.urlsafe_b64encode(f"p{next}".encode()).decode().rstrip("=")


def page_start(token: str, default: int = 0) -> int:
    """The number in a token, `default` without one. Raises Rejected for a token that no page gave."""
    if not token:
        return default
    try:
        text = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True).decode("ascii")
    except (binascii.Error, ValueError):
        text = ""
    if text[:1] == "p" and text[1:].isdecimal() and len(text) < 16:
        return int(text[1:])
    raise field_invalid("page_token", "no page of this list gave this token")
