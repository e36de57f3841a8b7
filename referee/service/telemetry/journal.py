"""What is told of a running server: the one place that decides what may stand in logs, metrics and traces.

Never a token, a seed, a name of a person or an id that stands for one, an address, the name of a game (that of an
unlisted one is its secret), what lies hidden, or a text that a client has sent. So nothing is told but what is named
here: an event, written in our own source, with fields of `FIELDS`. Of an exception its kind and its way through the
source, not its message; of a record of another library its place and the sentence in its source, nothing filled in.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
import sys
import time
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TextIO

FORMATS = PLAIN, JSON = "plain", "json"
LEVELS = ("debug", "info", "warning", "error")

Told = str | int | float | bool
FIELDS: Mapping[str, re.Pattern[str] | None] = {
    "method": re.compile(r"[A-Za-z0-9.]+/[A-Za-z]+"),
    "code": re.compile(r"[A-Z_]+"),  # of gRPC
    "reason": re.compile(r"[A-Z_]+"),  # an ErrorReason
    "which": re.compile(r"[a-z_]+"),  # limit
    "game": re.compile(r"[0-9a-f]{12}"),  # a mark, see `mark`
    "ruleset": re.compile(r"[0-9a-f]{8,64}"),  # a digest
    "pack": re.compile(r"[a-z0-9-]{1,64}"),
    "bot": re.compile(r"[a-z]+"),
    "signal": re.compile(r"[A-Z0-9]+"),
    "kind": re.compile(r"[A-Za-z]+"),  # of an error
    "seconds": None,
    "count": None,
    "process": None,  # which of several, from 1
    "exit": None,
    "changes": None,
    "version": None,
    "port": None,
    "web_port": None,
    "admin_port": None,
}
"""What a field may hold: words of a form, or a number (None)."""

_ROOT = Path(__file__).resolve().parents[3]
_LONGEST = 200
_FRAMES = 12


def mark(game: str) -> str:
    """What stands for a game's name: who knows the name can find its lines, nobody learns it from them."""
    return hashlib.sha256(game.encode()).hexdigest()[:12]


def allowed(told: Mapping[str, Told]) -> dict[str, Told]:
    """The fields that may be told; what has another form than its field is left out, and so is an unknown field."""
    return {name: value for name, value in told.items() if name in FIELDS and _fits(FIELDS[name], value)}


def _fits(form: re.Pattern[str] | None, value: Told) -> bool:
    if form is None:
        return isinstance(value, int | float)
    return isinstance(value, str) and form.fullmatch(value) is not None


class Journal:
    """Writes events of one part of the server. `event` stands in the source, never made of data."""

    def __init__(self, part: str) -> None:
        self._log = logging.getLogger(f"referee.{part}")

    @property
    def wordy(self) -> bool:
        """Whether `debug` is told at all: for what is on the way of every call."""
        return self._log.isEnabledFor(logging.DEBUG)

    def debug(self, event: str, **told: Told) -> None:
        if self.wordy:
            self._log.debug(event, extra={"told": told})

    def info(self, event: str, **told: Told) -> None:
        self._log.info(event, extra={"told": told})

    def warning(self, event: str, **told: Told) -> None:
        self._log.warning(event, extra={"told": told})

    def error(
        self, event: str, error: BaseException | None = None, way: Sequence[str] | None = None, **told: Told
    ) -> None:
        """`error`: what was caught; or, from another process, its kind as a field and its `way`, see `frames`."""
        self._log.error(event, exc_info=error, extra={"told": told, "way": way})


def frames(error: BaseException) -> list[str]:
    """Where an exception came from, the innermost last, no values: `referee/service/games/live.py:88 keep`."""
    found = []
    for frame in traceback.extract_tb(error.__traceback__)[-_FRAMES:]:
        path = Path(frame.filename)
        where = path.relative_to(_ROOT).as_posix() if path.is_relative_to(_ROOT) else path.name
        found.append(f"{where}:{frame.lineno} {frame.name}")
    return found


def entry(record: logging.LogRecord) -> dict[str, object]:
    """What is told of a record, in order."""
    told = getattr(record, "told", None)
    found: dict[str, object] = {
        "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
        "level": record.levelname.lower(),
        "part": record.name,
        "event": str(record.msg) if isinstance(told, dict) else _foreign(record),
        **(allowed(told) if isinstance(told, dict) else {}),
    }
    error = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
    if error is not None:
        found |= {"error": type(error).__name__, "way": frames(error)}
    elif getattr(record, "way", None):
        found["way"] = record.__dict__["way"]
    return found


def _foreign(record: logging.LogRecord) -> str:
    """Of another library's record: where it was written, and its sentence with nothing filled in."""
    where = f"{record.filename}:{record.lineno} {record.funcName}"
    sentence = str(record.msg).partition("\n")[0][:_LONGEST] if record.args else ""  # else it may be filled in
    return f"{where}: {sentence}" if sentence else where


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(entry(record), ensure_ascii=False)


class _Plain(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        found = entry(record)
        way = found.pop("way", [])
        head = f"{found.pop('time')} {found.pop('level')}: {found.pop('event')}"
        part = str(found.pop("part"))
        told = [f"{name}={value}" for name, value in found.items()]
        if not part.startswith("referee."):
            told.insert(0, f"({part})")
        return "\n  ".join([" ".join([head, *told]), *(way if isinstance(way, list) else [])])


def set_up(form: str, level: str, stream: TextIO | None = None) -> None:
    """From now on the whole process logs like this, and in no other way. `form`: plain or json; `level`: of LEVELS.

    Of other packages only warnings and errors are told.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(_Json() if form == JSON else _Plain())
    root = logging.getLogger()
    for old in list(root.handlers):
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    logging.getLogger("referee").setLevel(level.upper())
    logging.captureWarnings(True)
