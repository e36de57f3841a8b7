"""Where the data that ships with the program lies: content/, grammar/ and protos/."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def data_root(name: str) -> Path:
    """The folder `content`, `grammar` or `protos`: inside an installed package, or beside it in a checkout.

    Raises FileNotFoundError when the installation has none.
    """
    package = Path(__file__).resolve().parents[1]
    for folder in (package / "_data" / name, package.parent / name):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"this installation has no folder {name!r}")
