"""What a server is started with."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from referee.service.errors import ConfigInvalid
from referee.service.telemetry.journal import FORMATS, LEVELS
from referee.store.address import is_address

if TYPE_CHECKING:
    from referee.service.packs.shelved import News

_ORIGIN = re.compile(r"\*|https?://[A-Za-z0-9.\-\[\]:]+/?")


@dataclass(frozen=True, slots=True)
class ServerConfig:
    """How to serve.

    `packs`: folders of packs beside the shipped ones. `data`: the data folder, or instead `store`: the address of a
    PostgreSQL database, which other servers may serve at the same time. It is looked at every `look_seconds` for what
    they did unheard. `pooled`: a pooler is in front of it. `upgrade`: its tables are brought up to date at the start.
    `server_key`: the file with the key that all of them have; None: it is in the database.

    `create_token`: what a client must show to create games and rulesets; empty is allowed on loopback only. `port` and
    `web_port`: 0 picks a free one.

    `tls_cert`, `tls_key`: PEM files for both ports; `client_ca`: only clients with a certificate of its are let in.
    `plaintext`: unencrypted beyond this machine, too. `origins`: pages served elsewhere that may call (CORS), such as
    `https://example.org`.

    Rates are per second and seat (for rulesets: and address), 0: no limit.
    `calls_per_second`: of a seat or address, beside moves; `calls_at_once`, `streams_at_once`: of all together;
    `streams_per_caller`: of a seat or address. Callers on this machine count only together, unless `count_local`.
    `call_seconds`: after which a call without a deadline is given up.

    `admin_port`: of health and numbers for this machine's own eyes; None: there is none. `log_format`: how the process
    logs, plain or json; empty: that is left as it is. `traces`: spans go where the environment says (OpenTelemetry).

    `check_seconds`: of processor time that the check of a stack may take. A ruleset that no game uses is kept for
    `ruleset_seconds` after it was asked for last; a caller's address may have `unused_rulesets` of them. `live`: edited
    packs are noticed while the server runs.
    """

    packs: Sequence[Path] = ()
    data: Path = Path("referee-data")
    store: str = ""
    pooled: bool = False
    upgrade: bool = False
    server_key: Path | None = None
    look_seconds: float = 5
    reuse_port: bool = False  # other processes listen on the same ports
    host: str = "127.0.0.1"
    port: int = 50051
    web_port: int = 8080
    create_token: str = ""
    tls_cert: Path | None = None
    tls_key: Path | None = None
    client_ca: Path | None = None
    plaintext: bool = False
    origins: Sequence[str] = ()
    moves_per_second: float = 1000
    calls_per_second: float = 200
    calls_at_once: int = 1000
    streams_per_caller: int = 64
    streams_at_once: int = 20_000
    count_local: bool = False
    call_seconds: float = 30
    rulesets_per_second: float = 5
    check_seconds: float = 10
    ruleset_seconds: float = 24 * 3600
    unused_rulesets: int = 200
    live: bool = True
    history_window: int = 1000  # versions that a watcher may lie behind when it begins
    watch_backlog: int = 256  # versions that it may fall behind later
    bookmark_seconds: float = 10
    live_games: int = 500  # kept in memory while nobody uses them
    drain_seconds: float = 10
    reflection: bool | None = None  # None: on loopback only
    admin_port: int | None = None
    admin_host: str = "127.0.0.1"
    log_format: str = ""
    log_level: str = "info"
    traces: bool = False
    announce: Callable[[str], None] = print  # told where to connect
    news: Callable[[News], None] | None = None  # told what becomes of packs; None: `announce` is, in plain words

    @property
    def loopback(self) -> bool:
        """Whether only this machine can connect."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    def check(self) -> None:
        """Raises ConfigInvalid."""
        if not self.loopback and not self.create_token:
            raise ConfigInvalid(
                f"serving on {self.host} needs a create token, or anybody could make games there:"
                " give --create-token FILE"
            )
        if self.store and not is_address(self.store):
            raise ConfigInvalid(f"{self.store} is no address of a database: write postgresql://USER@HOST/DATABASE")
        if (self.tls_cert is None) != (self.tls_key is None):
            raise ConfigInvalid("a certificate needs its key: give --tls-cert FILE and --tls-key FILE")
        if self.client_ca and not self.tls_cert:
            raise ConfigInvalid("clients can show certificates only over TLS: give --tls-cert and --tls-key, too")
        if not self.loopback and not self.tls_cert and not self.plaintext:
            raise ConfigInvalid(
                f"on {self.host} tokens would cross the network unencrypted: give --tls-cert FILE and --tls-key FILE,"
                " or --plaintext where something in front of the server encrypts"
            )
        if self.log_format not in ("", *FORMATS) or self.log_level not in LEVELS:
            raise ConfigInvalid(f"logs are {' or '.join(FORMATS)}, of level {', '.join(LEVELS)}")
        for origin in self.origins:
            if not _ORIGIN.fullmatch(origin):
                raise ConfigInvalid(f"{origin} is no origin of pages: write https://HOST, without a path, or *")
        for folder in self.packs:
            if not folder.is_dir():
                raise ConfigInvalid(f"{folder} is no folder of packs")
            if (folder / "pack.yaml").is_file():
                raise ConfigInvalid(f"{folder} is a pack itself: give the folder that it lies in, {folder.parent}")
        if not 0 < self.bookmark_seconds <= 15:
            raise ConfigInvalid("a bookmark must come at least every 15 seconds")
