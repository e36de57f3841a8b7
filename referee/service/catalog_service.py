"""CatalogService as plain functions on messages. They raise Rejected; who may call is settled before."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Sequence
from pathlib import Path

from referee.packs import load_stack
from referee.packs.diagnostics import Diagnostic
from referee.packs.find import Finder
from referee.packs.findings import Findings
from referee.service import from_wire, limits, to_wire, wire_catalog
from referee.service.access import Caller
from referee.service.entries import EntryWriter, entries_of
from referee.service.errors import Reason, Rejected, field_invalid, over_limit
from referee.service.limits import Rate
from referee.service.pages import page_start, page_token
from referee.service.rulesets import Loaded, Rulesets
from referee.service.words import Words
from referee.v1 import catalog_service_pb2 as api

_FRESH = 5  # seconds for which the list of packs is not read again
_FINDINGS_IN_ERROR, _BYTES_IN_ERROR = 10, 4000  # metadata of a call is small
_FINDINGS = 500
_PATH = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_. -]*(/[A-Za-z0-9_-][A-Za-z0-9_. -]*){1,8}", re.ASCII)


class CatalogService:
    """What can be played."""

    def __init__(self, rulesets: Rulesets, rate: Rate) -> None:
        self._rulesets, self._rate = rulesets, rate
        self._packs: list[wire_catalog.Listed] = []
        self._read_at = -float(_FRESH)

    async def list_packs(self, request: api.ListPacksRequest, caller: Caller) -> api.ListPacksResponse:
        size = limits.page_size(from_wire.not_negative("page_size", request.page_size))
        start = page_start(request.page_token)
        if time.monotonic() - self._read_at >= _FRESH:
            self._packs = await asyncio.to_thread(_read_packs, self._rulesets.search)
            self._read_at = time.monotonic()
        shown = self._packs[start : start + size]
        listed = api.ListPacksResponse(packs=[wire_catalog.pack(each, caller.accept_language) for each in shown])
        if start + size < len(self._packs):
            listed.next_page_token = page_token(start + size)
        return listed

    async def create_ruleset(self, request: api.CreateRulesetRequest, caller: Caller) -> api.CreateRulesetResponse:
        self._rate.take("rulesets")
        names = _names(request)
        settings = _settings(request)
        files = _files(request)
        checked = await self._rulesets.make(names, settings, files, keep=not request.validate_only)
        errors = [found for found in checked.diagnostics if found.severity == "error"]
        if any(found.code.code == "E0130" for found in errors) and not request.validate_only:
            raise Rejected(Reason.RULESET_NOT_FOUND, details=[_first_of(errors)])
        if checked.loaded is None and not request.validate_only:
            raise Rejected(Reason.RULESET_INVALID, details=[_first_of(errors)])
        made = api.CreateRulesetResponse(
            diagnostics=[wire_catalog.diagnostic(found) for found in checked.diagnostics[:_FINDINGS]]
        )
        if checked.loaded is not None:
            made.ruleset.CopyFrom(wire_catalog.ruleset(checked.loaded))
        return made

    async def get_ruleset(self, request: api.GetRulesetRequest, caller: Caller) -> api.GetRulesetResponse:
        loaded = await self._rulesets.get(from_wire.line("name", request.name, 64))
        found = api.GetRulesetResponse(ruleset=wire_catalog.ruleset(loaded))
        if request.seats:
            few, many = loaded.ruleset.min_seats, loaded.ruleset.max_seats
            if not few <= request.seats <= many:
                raise field_invalid("seats", f"this game has {few} to {many} seats")
            program = await self._rulesets.program(loaded, request.seats)
            found.board.CopyFrom(to_wire.board(program.board(), _words(loaded, caller)))
        return found

    async def list_entries(self, request: api.ListEntriesRequest, caller: Caller) -> api.ListEntriesResponse:
        size = limits.page_size(from_wire.not_negative("page_size", request.page_size))
        start = page_start(request.page_token)
        loaded = await self._rulesets.get(from_wire.line("ruleset", request.ruleset, 64))
        kind = from_wire.an_id("kind", request.kind) if request.kind else ""
        entries = entries_of(loaded.ruleset, kind)
        writer = EntryWriter(loaded.ruleset, _words(loaded, caller))
        listed = api.ListEntriesResponse(entries=[writer.entry(entry) for entry in entries[start : start + size]])
        if start + size < len(entries):
            listed.next_page_token = page_token(start + size)
        return listed


def _words(loaded: Loaded, caller: Caller) -> Words:
    return Words(loaded.catalogs.catalog(caller.accept_language), {})


def _read_packs(search: Sequence[Path]) -> list[wire_catalog.Listed]:
    """Every pack that a ruleset can name; one that can't be read at all is left out."""
    found = []
    for name in sorted(set(Finder(search, None, False, Findings()).known())):
        stack = load_stack([name], search=search, folders=False)
        own = next((pack for pack in stack.packs if pack.id == name), None)
        if own is not None:
            found.append(wire_catalog.listed(own, stack))
    return found


def _names(request: api.CreateRulesetRequest) -> list[str]:
    if not request.packs:
        raise field_invalid("packs", "a ruleset has at least one pack")
    if len(request.packs) > limits.PACKS:
        raise over_limit("packs", limits.PACKS)
    return [from_wire.an_id(f"packs[{index}]", name) for index, name in enumerate(request.packs)]


def _settings(request: api.CreateRulesetRequest) -> dict[str, list[str]]:
    if len(request.options) > limits.SETTINGS:
        raise over_limit("options", limits.SETTINGS)
    settings: dict[str, list[str]] = {}
    for index, setting in enumerate(request.options):
        field = f"options[{index}]"
        name = from_wire.an_id(f"{field}.option", setting.option)
        if setting.pack:
            name = f"{from_wire.an_id(f'{field}.pack', setting.pack)}.{name}"
        if name in settings:
            raise field_invalid(f"{field}.option", "set twice")
        values = [from_wire.line(f"{field}.values[{n}]", value, 64) for n, value in enumerate(setting.values)]
        settings[name] = values or ["none"]
    return settings


def _files(request: api.CreateRulesetRequest) -> dict[str, bytes] | None:
    if not request.files:
        return None
    if len(request.files) > limits.PACK_FILES:
        raise over_limit("files", limits.PACK_FILES)
    files: dict[str, bytes] = {}
    for index, file in enumerate(request.files):
        if not _PATH.fullmatch(file.path) or ".." in file.path:
            raise field_invalid(f"files[{index}].path", "a path is FOLDER/FILE, with letters, digits and _ . - only")
        if file.path in files:
            raise field_invalid(f"files[{index}].path", "sent twice")
        if len(file.content) > limits.PACK_FILE_BYTES:
            raise over_limit("file_bytes", limits.PACK_FILE_BYTES)
        files[file.path] = file.content
    return files


def _first_of(errors: Sequence[Diagnostic]) -> api.CreateRulesetResponse:
    """The first errors, as many as fit beside a status; `validate_only` gives them all."""
    found = api.CreateRulesetResponse()
    for error in errors[:_FINDINGS_IN_ERROR]:
        found.diagnostics.append(wire_catalog.diagnostic(error))
        if found.ByteSize() > _BYTES_IN_ERROR:
            del found.diagnostics[-1]
            break
    return found
