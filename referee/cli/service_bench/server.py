"""The server of a measurement, a process of its own: as `serve`, without limits on one caller.

python -m referee.cli.service_bench.server DATA LIVE_GAMES [PACKS...]
"""

from __future__ import annotations

import sys
from pathlib import Path

from referee.service import ServerConfig, serve


def main(arguments: list[str]) -> None:
    """Serves until it is told to end; its first line says where."""
    data, live_games, store, *packs = arguments
    serve(
        ServerConfig(
            packs=[Path(each) for each in packs],
            data=Path(data),
            store=store,
            port=0,
            web_port=0,
            moves_per_second=0,
            live=False,
            live_games=int(live_games),
            announce=lambda line: print(line, flush=True),
        )
    )


if __name__ == "__main__":
    main(sys.argv[1:])
