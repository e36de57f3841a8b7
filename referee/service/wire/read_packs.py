"""Stacks and packs that clients send, read from the wire; what can't be one is refused by its field."""

from __future__ import annotations

import re
from collections.abc import Sequence

from referee.service import limits
from referee.service.errors import field_invalid, over_limit
from referee.service.wire import from_wire
from referee.v1 import catalog_pb2
from referee.v1 import catalog_service_pb2 as api

_PATH = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_. -]*(/[A-Za-z0-9_-][A-Za-z0-9_. -]*){1,8}", re.ASCII)


def names(request: api.CreateRulesetRequest) -> tuple[str, ...]:
    """The ids of the packs in order. Raises Rejected (FIELD_INVALID, LIMIT)."""
    if not request.packs:
        raise field_invalid("packs", "a ruleset has at least one pack")
    if len(request.packs) > limits.PACKS:
        raise over_limit("packs", limits.PACKS)
    return tuple(from_wire.an_id(f"packs[{index}]", name) for index, name in enumerate(request.packs))


def settings(sent: Sequence[catalog_pb2.OptionSetting]) -> dict[str, list[str]]:
    """The values of options, by `pack.option` or `option`. Raises Rejected (FIELD_INVALID, LIMIT)."""
    if len(sent) > limits.SETTINGS:
        raise over_limit("options", limits.SETTINGS)
    found: dict[str, list[str]] = {}
    for index, setting in enumerate(sent):
        field = f"options[{index}]"
        name = from_wire.an_id(f"{field}.option", setting.option)
        if setting.pack:
            name = f"{from_wire.an_id(f'{field}.pack', setting.pack)}.{name}"
        if name in found:
            raise field_invalid(f"{field}.option", "set twice")
        if len(setting.values) > limits.SETTING_VALUES:
            raise over_limit(f"{field}.values", limits.SETTING_VALUES)
        values = [from_wire.line(f"{field}.values[{n}]", value, 64) for n, value in enumerate(setting.values)]
        found[name] = values or ["none"]
    return found


def files(sent: Sequence[catalog_pb2.PackFile]) -> dict[str, bytes] | None:
    """The files by path, None if none were sent. Raises Rejected (FIELD_INVALID, LIMIT)."""
    if not sent:
        return None
    if len(sent) > limits.PACK_FILES:
        raise over_limit("files", limits.PACK_FILES)
    found: dict[str, bytes] = {}
    for index, file in enumerate(sent):
        if not _PATH.fullmatch(file.path) or ".." in file.path:
            raise field_invalid(f"files[{index}].path", "a path is FOLDER/FILE, with letters, digits and _ . - only")
        if file.path in found:
            raise field_invalid(f"files[{index}].path", "sent twice")
        if len(file.content) > limits.PACK_FILE_BYTES:
            raise over_limit("file_bytes", limits.PACK_FILE_BYTES)
        found[file.path] = file.content
    return found
