"""The way to a running server, for the commands that ask one, and its refusals in words."""

from __future__ import annotations

from pathlib import Path

import grpc

from referee.cli.faults import Failed, WrongUse

_MOST = 20 << 20  # bytes of an answer
_WRONG_USE = (grpc.StatusCode.NOT_FOUND, grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.PERMISSION_DENIED)


def open_channel(address: str, ca: Path | None) -> grpc.Channel:
    """A channel to HOST:PORT, to be closed. `ca`: who signed the certificate of an encrypted server; None: plain.

    Raises OSError if that file can't be read.
    """
    options = [("grpc.max_receive_message_length", _MOST)]
    if ca is None:
        return grpc.insecure_channel(address, options=options)
    return grpc.secure_channel(address, grpc.ssl_channel_credentials(ca.read_bytes()), options=options)


def refused(address: str, error: grpc.RpcError) -> WrongUse | Failed:
    """What to raise for a call that failed."""
    code, said = error.code(), error.details() or "the server refuses"
    if code is grpc.StatusCode.UNAVAILABLE:
        return WrongUse(f"nobody answers at {address}", "HOST:PORT is what `serve` prints as gRPC")
    return WrongUse(said) if code in _WRONG_USE else Failed(said)
