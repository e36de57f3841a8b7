"""Encrypted ports: the server's certificate, and which clients' certificates are asked for."""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from pathlib import Path

import grpc

from referee.service.config import ServerConfig
from referee.service.errors import ConfigInvalid


@dataclass(frozen=True, slots=True)
class Tls:
    """Files in PEM. With `client_ca` only clients are let in whose certificate it has signed."""

    cert: Path
    key: Path
    client_ca: Path | None

    def credentials(self) -> grpc.ServerCredentials:
        """For the gRPC port."""
        ca = self.client_ca.read_bytes() if self.client_ca else None
        pair = (self.key.read_bytes(), self.cert.read_bytes())
        return grpc.ssl_server_credentials([pair], root_certificates=ca, require_client_auth=ca is not None)

    def context(self) -> ssl.SSLContext:
        """For the web port."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.load_cert_chain(self.cert, self.key, password="")  # else it asks at the terminal
        if self.client_ca:
            context.load_verify_locations(self.client_ca)
            context.verify_mode = ssl.CERT_REQUIRED
        return context


def read_tls(config: ServerConfig) -> Tls | None:
    """What the configuration asks for, tried out; None: plain. Raises ConfigInvalid."""
    if config.tls_cert is None or config.tls_key is None:
        return None
    tls = Tls(config.tls_cert, config.tls_key, config.client_ca)
    for file in (tls.cert, tls.key, tls.client_ca):
        try:
            if file is not None:
                file.read_bytes()
        except OSError as error:
            raise ConfigInvalid(f"{file} can't be read: {error.strerror}") from error
    try:
        tls.context()
    except ssl.SSLError as error:
        which = f"{tls.cert} and {tls.key}" + (f", or {tls.client_ca}" if tls.client_ca else "")
        if error.reason == "KEY_VALUES_MISMATCH":
            problem = "they don't belong together"
        elif b"ENCRYPTED" in tls.key.read_bytes():
            problem = "the key needs a passphrase, and nobody is there to type it; give one without"
        else:
            problem = "they aren't PEM files"
        raise ConfigInvalid(f"{which} can't be used for TLS: {problem}") from error
    return tls
