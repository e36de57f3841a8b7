"""Games served to clients: live games, seats and tokens, streams, errors, limits.

    serve(ServerConfig(data=Path("games")))

blocks until SIGTERM or SIGINT. In a running loop use `referee.service.edges.server`.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from referee.service.config import ServerConfig
from referee.service.errors import ConfigInvalid

if TYPE_CHECKING:
    from referee.service.edges.asgi import App

__all__ = ["ConfigInvalid", "ServerConfig", "serve"]


def serve(config: ServerConfig, page: App | None = None, workers: int = 1) -> None:
    """Serves until the process is told to end; `page` answers on the web port beside the API.

    Several `workers` are processes behind the same ports; they need a store that is shared. Raises ConfigInvalid if
    the server can't be started like this.
    """
    if workers > 1:
        from referee.service.edges.workers import serve_many

        serve_many(config, lambda config: serve(config, page), workers)
        return
    from referee.service.edges import server
    from referee.service.edges.asgi import nothing_here

    asyncio.run(server.serve(config, page or nothing_here))
