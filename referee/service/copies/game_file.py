"""A game as one file that replays anywhere: JSON lines, described in `referee/docs/game-file.md`.

Here a file is read and its shape checked; what it says is told by `game_telling`, and checked by telling it again.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.packs.source import is_content
from referee.service.packs.sources import Source
from referee.service.record import log
from referee.service.record.fairness import commitment

FORMAT = 1
UNPACKED_BYTES = 16 << 20
_GZIP = b"\x1f\x8b"
_LINE = re.compile(r"[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]{0,2000}")
_LARGEST = 1 << 53  # what every language's JSON can hold
_LATEST = 253_402_300_799_999  # the end of the year 9999: no time on the wire is later
_DEEPEST = 40

Json = dict[str, Any]


class FileInvalid(ValueError):
    """A file that is no game, or not the one that it says. `line` is counted from 1; 0: the file as a whole.

    `version`: of the record at fault; -1: of none.
    """

    def __init__(self, line: int, problem: str, version: int = -1) -> None:
        self.line, self.problem, self.version = line, problem, version
        at = f"line {line}" if version < 0 else f"line {line}, version {version}"
        super().__init__(f"{at}: {problem}" if line else problem)


@dataclass(frozen=True, slots=True)
class GameFile:
    """What a file says that doesn't follow from anything. `name`: under which the key was made.

    `entries`: the log from version 1 on. `lines`: the file as read, one object each.
    """

    name: str
    created: log.Created
    source: Source
    entries: tuple[log.Entry, ...]
    lines: tuple[Json, ...] = ()


def head(game: GameFile) -> Json:
    """The first line."""
    record = json.loads(log.write(replace(game.created, origin="")))
    del record["kind"]
    return {
        "game_file": FORMAT,
        "game": game.name,
        **record,
        "commitment": commitment(game.created.seed),
        "packs": list(game.source.packs),
        "settings": {name: list(values) for name, values in sorted(game.source.settings.items())},
    }


def pack_lines(source: Source) -> Iterator[Json]:
    """One line for each file that decides what the game is or looks like."""
    for path, data in sorted(source.files.items()):
        if is_content(path.partition("/")[2]):
            try:
                yield {"path": path, "text": data.decode()}
            except UnicodeDecodeError:
                yield {"path": path, "base64": base64.b64encode(data).decode()}


def text_of(line: Json) -> str:
    """A line as it stands in the file, without its end."""
    return json.dumps(line, separators=(",", ":"), ensure_ascii=False)


def looks_like_one(data: bytes) -> bool:
    """Whether these bytes claim to be a game file."""
    try:
        first = _unpacked(data).split(b"\n", 1)[0]
        return "game_file" in json.loads(first)
    except (FileInvalid, ValueError, RecursionError, TypeError):
        return False


def read_file(data: bytes) -> GameFile:
    """The game in a file, packed with gzip or not. Raises FileInvalid; whatever the bytes are, nothing else."""
    try:
        text = _unpacked(data).decode()
    except UnicodeDecodeError as problem:
        raise FileInvalid(0, f"the file isn't UTF-8: byte {problem.start}") from None
    lines = text.removesuffix("\n").split("\n")
    objects = tuple(_object(number, line) for number, line in enumerate(lines, 1))
    first = objects[0]
    if first.get("game_file") != FORMAT:
        known = f'`"game_file": {FORMAT}`'
        raise FileInvalid(1, f"this is no file of a game, or of another version: its first line must have {known}")
    name, created = _text(first, 1, "game"), _created(first)
    packs, settings = _packs(first), _settings(first)
    files: dict[str, bytes] = {}
    at = 1
    while at < len(objects) and "path" in objects[at]:
        path, content = _pack_file(at + 1, objects[at])
        if path in files:
            raise FileInvalid(at + 1, f"{path} stands there twice")
        files[path] = content
        at += 1
    entries: list[log.Entry] = []
    while at < len(objects) and "version" in objects[at]:
        entries.append(_entry(at + 1, objects[at], len(entries) + 1))
        at += 1
    if at != len(objects) - 1 or "end" not in objects[at]:
        raise FileInvalid(min(at + 1, len(objects)), 'the file must end with one line that has `"end"`')
    return GameFile(name, created, Source(packs, settings, files), tuple(entries), objects)


def _unpacked(data: bytes) -> bytes:
    if not data.startswith(_GZIP):
        if len(data) > UNPACKED_BYTES:
            raise FileInvalid(0, f"the file has more than {UNPACKED_BYTES:,} bytes")
        return data
    unpacking = zlib.decompressobj(31)
    try:
        unpacked = unpacking.decompress(data, UNPACKED_BYTES + 1)
    except zlib.error as problem:
        raise FileInvalid(0, f"the file can't be unpacked: {problem}") from None
    if len(unpacked) > UNPACKED_BYTES:
        raise FileInvalid(0, f"the file has more than {UNPACKED_BYTES:,} bytes when it is unpacked")
    if not unpacking.eof or unpacking.unused_data:
        raise FileInvalid(0, "the file is cut off, or goes on after its end")
    return unpacked


def _object(number: int, line: str) -> Json:
    try:
        data = json.loads(line, object_pairs_hook=_once, parse_float=_no_float, parse_constant=_no_float)
        if not isinstance(data, dict):
            raise ValueError("it is no object")
        if "path" not in data:
            _plain(data)
    except (ValueError, RecursionError) as problem:
        raise FileInvalid(number, f"it can't be read as JSON: {problem}") from None
    return data


def _once(pairs: Sequence[tuple[str, Any]]) -> Json:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands there twice")
    return found


def _no_float(text: str) -> Any:
    raise ValueError(f"{text[:40]} is no whole number")


def _plain(value: Any, depth: int = 0) -> None:
    """Raises ValueError unless a value is made of short lines, numbers that fit, lists and objects."""
    if depth > _DEEPEST:
        raise ValueError("it is nested too deeply")
    if isinstance(value, dict):
        for name, one in value.items():
            _plain(name, depth + 1)
            _plain(one, depth + 1)
    elif isinstance(value, list):
        for one in value:
            _plain(one, depth + 1)
    elif isinstance(value, str):
        if not _LINE.fullmatch(value):
            raise ValueError("a text is too long, or has a character that can't stand there")
    elif isinstance(value, int) and abs(value) > _LARGEST:
        raise ValueError("a number is too large")


def _text(line: Json, number: int, name: str) -> str:
    value = line.get(name)
    if not isinstance(value, str):
        raise FileInvalid(number, f"`{name}` must be a text")
    return value


def _created(first: Json) -> log.Created:
    names = ("language", "ruleset", "rules", "seats", "seed", "chosen", "bots", "at", "start")
    record = {name: first[name] for name in names if name in first}
    entry = _record(1, {"kind": "created", **record}, -1)
    if not isinstance(entry, log.Created):
        raise FileInvalid(1, "it isn't the beginning of a game")
    texts = (entry.ruleset, entry.rules, entry.seed, *entry.bots.keys(), *entry.bots.values())
    if not all(isinstance(text, str) for text in texts):
        raise FileInvalid(1, "`ruleset`, `rules`, `seed` and `bots` are texts")
    if type(entry.seats) is not int or not 1 <= entry.seats <= 100 or type(entry.chosen) is not bool:
        raise FileInvalid(1, "`seats` is a number, and `chosen` is true or false")
    if not set(entry.bots) <= {str(seat + 1) for seat in range(entry.seats)}:
        raise FileInvalid(1, "`bots` names a seat that isn't there")
    return entry


def _packs(first: Json) -> list[str]:
    packs = first.get("packs")
    if not isinstance(packs, list) or not packs or not all(isinstance(pack, str) for pack in packs):
        raise FileInvalid(1, "`packs` must be a list of names")
    return packs


def _settings(first: Json) -> Mapping[str, Sequence[str]]:
    settings = first.get("settings")
    if not isinstance(settings, dict) or not all(
        isinstance(values, list) and all(isinstance(value, str) for value in values) for values in settings.values()
    ):
        raise FileInvalid(1, "`settings` must have a list of texts for each option")
    return settings


def _pack_file(number: int, line: Json) -> tuple[str, bytes]:
    path = _text(line, number, "path")
    if not is_content(path.partition("/")[2]):
        raise FileInvalid(number, "only rules, texts and pictures of packs belong into the file of a game")
    if isinstance(line.get("text"), str):
        try:
            return path, line["text"].encode()
        except UnicodeEncodeError:
            raise FileInvalid(number, "`text` has half a character") from None
    try:
        return path, base64.b64decode(_text(line, number, "base64"), validate=True)
    except ValueError:
        raise FileInvalid(number, "`base64` can't be read") from None


def _entry(number: int, line: Json, version: int) -> log.Entry:
    if line["version"] != version or type(line["version"]) is not int:
        raise FileInvalid(number, f"this is where version {version} must stand", version)
    if _has_bool(line.get("record")):
        raise FileInvalid(number, "true and false can't stand in a record", version)
    entry = _record(number, line.get("record"), version)
    if isinstance(entry, log.Created):
        raise FileInvalid(number, "a game is created once", version)
    return entry


def _has_bool(value: object) -> bool:
    if isinstance(value, dict):
        return any(map(_has_bool, value.values()))
    return isinstance(value, bool) or (isinstance(value, list) and any(map(_has_bool, value)))


def _record(number: int, record: object, version: int) -> log.Entry:
    """A record of the log. It must be written in just the way in which it would be written again."""
    try:
        entry = log.read(json.dumps(record).encode())
        same: bool = json.loads(log.write(entry)) == record
    except log.LogDamaged as problem:
        raise FileInvalid(number, str(problem), version) from None
    except Exception:  # of a wrong type somewhere inside
        same = False
    if not same:
        raise FileInvalid(number, "it isn't a record of a game as it would be written", version)
    if type(entry.at) is not int or not 0 <= entry.at <= _LATEST:
        raise FileInvalid(number, "`at` must be a time in milliseconds, before the year 10000", version)
    return entry
