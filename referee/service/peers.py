"""Where a call comes from, as limits count it: an address without its port, IPv6 by the network of its owner."""

from __future__ import annotations

import ipaddress
from functools import lru_cache
from urllib.parse import unquote

_NETWORK = 64  # bits of an IPv6 address that one subscriber can't choose


@lru_cache(maxsize=512)
def address(peer: str) -> str:
    """`ipv4:127.0.0.1:53124`, `ipv6:%5B::1%5D:53124`, `127.0.0.1:53124` and `::1:53124` as an address.

    What is none (a socket's path, nothing) stays as it is.
    """
    kind, _, rest = peer.partition(":")
    where = rest if kind in ("ipv4", "ipv6") else peer
    return _counted(unquote(where).rpartition(":")[0].strip("[]")) or peer


def behind(peer: str, forwarded: str) -> str:
    """The address of whoever stands behind a proxy on this machine; `forwarded`: its `x-forwarded-for`.

    A proxy elsewhere isn't believed: anybody could write that header.
    """
    if not forwarded or not is_local(peer):
        return peer
    return _counted(forwarded.rpartition(",")[2].strip()) or peer


@lru_cache(maxsize=4096)
def is_local(address: str) -> bool:
    """Whether a call comes from this machine, and nobody else is known to stand behind it."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return not address or address.startswith("unix:")


def _counted(text: str) -> str:
    """The address, or the network, that is counted; empty if the text is none."""
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return ""
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        if not found.is_loopback:
            return str(ipaddress.IPv6Network((int(found) >> _NETWORK << _NETWORK, _NETWORK)))
    return str(found)
