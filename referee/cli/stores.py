"""Where games are kept, as a command is told: a folder, or a database."""

from __future__ import annotations

import os
from pathlib import Path

from referee.cli.faults import WrongUse

STORE_VARIABLE = "REFEREE_STORE"  # unlike an option it stands in no list of processes
FOLDER = Path("referee-data")  # where none is named


def database_address(store: str, data: Path | None = None) -> str:
    """The address that `--store` or the environment names; empty: the games are in the folder `data`, or in FOLDER.

    An option that is given counts more than the environment. Raises WrongUse where both options are.
    """
    if store and data is not None:
        raise WrongUse("--data and --store name two places to keep games", "give one of them")
    return store or (os.environ.get(STORE_VARIABLE, "") if data is None else "")
