"""The server: gRPC and the web port in one process and one event loop, drained before it ends."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
from collections.abc import Iterator

import uvicorn

from referee.service.config import ServerConfig
from referee.service.edges.admin import Admin
from referee.service.edges.asgi import App, WebPort, nothing_here
from referee.service.edges.connect_edge import connect_apps
from referee.service.edges.grpc_edge import GrpcEdge
from referee.service.edges.memory import collect_seldom, few_heaps
from referee.service.edges.tls import Tls, read_tls
from referee.service.errors import ConfigInvalid
from referee.service.packs.upkeep import Upkeep
from referee.service.service import Service
from referee.service.telemetry import journal, traces
from referee.service.telemetry.journal import Journal
from referee.store import Kept, StoreError, open_database, open_folder

_journal = Journal("server")
_FAREWELL = 1.0  # seconds


class _Web(uvicorn.Server):
    """uvicorn without signal handlers: one place owns them."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class Server:
    """A server that can be started and stopped in a running loop. `page` answers on the web port beside the API."""

    def __init__(self, config: ServerConfig, page: App = nothing_here) -> None:
        config.check()
        self._config, self._page, self._tls = config, page, read_tls(config)
        self.port = self.web_port = self.admin_port = 0
        self._admin: _Web | None = None
        self._admin_task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Opens the store and both ports. Raises ConfigInvalid if one of them can't be had."""
        config = self._config
        async with contextlib.AsyncExitStack() as undo:
            listening = undo.enter_context(listen(config.host, config.web_port, reuse_port=config.reuse_port))
            admin_at = None
            if config.admin_port is not None:
                admin_at = undo.enter_context(listen(config.admin_host, config.admin_port, "admin"))
            try:
                self._kept = await _open(config)
                undo.push_async_callback(self._kept.close)
            except StoreError as error:
                raise ConfigInvalid(str(error)) from error
            self.service = Service(config, self._kept.store, self._kept.server_key)
            reflect = config.loopback if config.reflection is None else config.reflection
            self._grpc = GrpcEdge(self.service, with_reflection=reflect, tls=self._tls, reuse_port=config.reuse_port)
            try:
                self.port = await self._grpc.start(config.host, config.port)
            except RuntimeError as error:
                problem = f"port {config.port} on {config.host} can't be used; does something else listen there?"
                raise ConfigInvalid(problem) from error
            undo.pop_all()  # all is well: nothing is closed again
        self.web_port = listening.getsockname()[1]
        app = WebPort(connect_apps(self.service), self._page, config.origins)
        self._web = _Web(_web_config(app, config, self._tls))
        self._web_task = asyncio.create_task(self._web.serve([listening]))
        config.announce(f"gRPC     {config.host}:{self.port}")
        scheme = "https" if self._tls else "http"
        config.announce(f"browser  {scheme}://{config.host}:{self.web_port}/")
        if admin_at is not None:
            self.admin_port = admin_at.getsockname()[1]
            self._admin = _Web(_web_config(Admin(self.service, self._kept.store), config, None))
            self._admin_task = asyncio.create_task(self._admin.serve([admin_at]))
            config.announce(f"admin    http://{config.admin_host}:{self.admin_port}/metrics")
        _journal.info("serving", port=self.port, web_port=self.web_port)
        tell = config.news or (lambda news: config.announce(str(news)))
        self._upkeep = Upkeep(self.service.shelf, self.service.rulesets, tell)
        self._upkeep.start(config.live, config.ruleset_seconds)
        self.service.time_outs.start()
        self.service.neighbours.start()

    async def stop(self) -> None:
        """Ends calmly: nothing new is taken, watchers are told to come back, changes under way are stored."""
        await self._upkeep.stop()
        await self._grpc.leave()
        self.service.drain()
        await self.service.quiet(self._config.drain_seconds)
        self._web.should_exit = True
        # What is still open by now is no call of ours, such as a watch on our health.
        await asyncio.gather(self._grpc.stop(_FAREWELL), self._web_task)
        if self._admin is not None and self._admin_task is not None:  # last: it says meanwhile that we drain
            self._admin.should_exit = True
            await self._admin_task
        await self.service.close()
        await self._kept.close()


async def _open(config: ServerConfig) -> Kept:
    if not config.store:
        return await open_folder(config.data)
    return await open_database(config.store, pooled=config.pooled, upgrade=config.upgrade, key_file=config.server_key)


def _web_config(app: App, config: ServerConfig, tls: Tls | None) -> uvicorn.Config:
    made = uvicorn.Config(
        app,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=int(config.drain_seconds) or 1,
    )
    if tls is not None:
        made.load()
        made.ssl = tls.context()
    return made


def listen(host: str, port: int, which: str = "web", *, reuse_port: bool = False) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP, so that asyncio sends at once what is written: else an answer's body waits 40 ms for its head.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT if reuse_port else socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen()  # who is told of the port may connect at once and waits until it is answered
    except OSError as error:
        listening.close()
        raise ConfigInvalid(f"{which} port {port} on {host} can't be used: {error.strerror}") from error
    return listening


async def serve(config: ServerConfig, page: App = nothing_here) -> None:
    """Serves until SIGTERM or SIGINT, then drains; a second signal ends it at once.

    Raises ConfigInvalid if it can't start.
    """
    server = Server(config, page)
    few_heaps()
    collect_seldom()
    if config.log_format:
        journal.set_up(config.log_format, config.log_level)
    if config.traces:
        traces.begin()
    ended = asyncio.Event()
    _on_signals(ended)
    try:
        await server.start()
        await ended.wait()
        with contextlib.suppress(OSError):  # nobody need listen any more
            config.announce("stopping …")
        await server.stop()
        _journal.info("stopped")
    finally:
        traces.end()


def _on_signals(ended: asyncio.Event) -> None:
    """The first signal asks for a calm end; a second one ends the process at once, as the system does it."""
    loop = asyncio.get_running_loop()
    # One that is ignored stays so: whoever began us asks in another way.
    asking = (signal.SIGTERM, signal.SIGINT)
    signals = [name for name in asking if signal.getsignal(name) is not signal.SIG_IGN]

    def asked(name: signal.Signals) -> None:
        _journal.info("stopping", signal=name.name)
        for each in signals:
            loop.remove_signal_handler(each)
            signal.signal(each, signal.SIG_DFL)
        ended.set()

    for name in signals:
        loop.add_signal_handler(name, asked, name)
