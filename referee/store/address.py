"""Addresses of databases, `postgresql://user:password@host/name`, as they may be shown: without the password."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit, urlunsplit

_SCHEMES = ("postgresql", "postgres")
_HIDDEN = "…"


def is_address(text: str) -> bool:
    """Whether this is the address of a PostgreSQL database."""
    return text.partition("://")[0] in _SCHEMES


def shown(address: str) -> str:
    """The address for messages and logs."""
    try:
        parts = urlsplit(address)
    except ValueError:  # nobody knows where the password is in it
        return "the database"
    who, at, where = parts.netloc.rpartition("@")
    user, colon, _ = who.partition(":")
    query = (f"{name}={_HIDDEN if 'password' in name.lower() else value}" for name, value in parse_qsl(parts.query))
    netloc = f"{user}{colon and colon + _HIDDEN}{at}{where}"
    return urlunsplit((parts.scheme, netloc, parts.path, "&".join(query), ""))
