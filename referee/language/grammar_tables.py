"""The parser's tables, kept beside the compiled modules: to make them takes most of a short command's time."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import lark
from lark import Lark

KEPT = Path(__file__).parent / "__pycache__"  # who may write there could change the modules, too


def with_tables(about: str, make: Callable[[], Lark], kept: Path = KEPT) -> Lark:
    """The parser that `make` makes, from tables that were kept where there are some.

    `about` is all that the parser depends on. The file is there as a whole or not at all, since others may begin at the
    same time; where it can't be read or written everything goes on without it.
    """
    mark = hashlib.sha256(f"{lark.__version__} {sys.version} {about}".encode()).hexdigest()[:16]
    tables = kept / f"effects.{sys.implementation.cache_tag}.{mark}.lark"
    with contextlib.suppress(Exception), tables.open("rb") as file:  # whatever a damaged file brings up: made anew
        return Lark.load(file)
    parser = make()
    with contextlib.suppress(OSError):
        _keep(parser, tables)
    return parser


def _keep(parser: Lark, tables: Path) -> None:
    handle, name = tempfile.mkstemp(dir=tables.parent)
    try:
        with os.fdopen(handle, "wb") as fresh:
            parser.save(fresh)
        Path(name).chmod(0o644)  # anybody may read it, as the modules
        Path(name).replace(tables)
    except OSError:
        Path(name).unlink()
        raise
