"""CatalogService as plain functions on messages. They raise Rejected; who may call is settled before."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence

from referee.packs.diagnostics import Diagnostic
from referee.packs.source import Folder
from referee.service import limits
from referee.service.access import Caller
from referee.service.calls import catalog_messages
from referee.service.calls.pages import page_start, page_token
from referee.service.errors import Reason, Rejected, field_invalid
from referee.service.limits import Rate
from referee.service.packs.entries import EntryWriter, entries_of
from referee.service.packs.jobs import Checked, Order, check
from referee.service.packs.rulesets import Loaded, Rulesets
from referee.service.packs.sandbox import Sandbox
from referee.service.packs.shelf import Shelf
from referee.service.packs.shelved import pack_digest
from referee.service.record.timing import now
from referee.service.wire import from_wire, read_packs, to_wire
from referee.service.wire.words import Words
from referee.v1 import catalog_service_pb2 as api

Settings = Mapping[str, Sequence[str]]
_REMEMBERED = 32  # stacks of the server's own packs
_FINDINGS_IN_ERROR, _BYTES_IN_ERROR = 10, 4000  # metadata of a call is small
_FINDINGS = 500


class CatalogService:
    """What can be played."""

    def __init__(self, rulesets: Rulesets, shelf: Shelf, sandbox: Sandbox, rate: Rate) -> None:
        self._rulesets, self._shelf, self._sandbox, self._rate = rulesets, shelf, sandbox, rate
        self._checked: OrderedDict[object, Checked] = OrderedDict()

    async def list_packs(self, request: api.ListPacksRequest, caller: Caller) -> api.ListPacksResponse:
        size = limits.page_size(from_wire.not_negative("page_size", request.page_size))
        start = page_start(request.page_token)
        packs = await self._shelf.listed()
        shown = packs[start : start + size]
        listed = api.ListPacksResponse(packs=[catalog_messages.pack(each, caller.accept_language) for each in shown])
        if start + size < len(packs):
            listed.next_page_token = page_token(start + size)
        return listed

    async def create_ruleset(self, request: api.CreateRulesetRequest, caller: Caller) -> api.CreateRulesetResponse:
        self._rate.take(caller.peer)
        names = read_packs.names(request)
        settings = read_packs.settings(request.options)
        files = read_packs.files(request.files)
        checked = await self._check(names, settings, files, caller)
        errors = [found for found in checked.diagnostics if found.severity == "error"]
        if any(found.code.code == "E0130" for found in errors) and not request.validate_only:
            raise Rejected(Reason.RULESET_NOT_FOUND, details=[first_of(errors)])
        if checked.summary is None and not request.validate_only:
            raise Rejected(Reason.RULESET_INVALID, details=[first_of(errors)])
        made = api.CreateRulesetResponse(
            diagnostics=[catalog_messages.diagnostic(found) for found in checked.diagnostics[:_FINDINGS]]
        )
        if checked.summary is not None:
            made.ruleset.CopyFrom(catalog_messages.ruleset(checked.summary))
            if not request.validate_only:
                await self._rulesets.keep(checked, caller.peer, now())
        return made

    async def _check(
        self, names: tuple[str, ...], settings: Settings, files: dict[str, bytes] | None, caller: Caller
    ) -> Checked:
        """What becomes of a stack. Those of the server's own packs are remembered: they are asked for game by game."""
        library = await self._shelf.library()
        if files is not None:
            return await self._sandbox.do(check, Order(names, settings, files, library), caller.peer)
        stack = library.stack(names)
        key = (
            names,
            tuple(sorted((name, *values) for name, values in settings.items())),
            tuple(sorted((id, pack_digest(folder)) for id, folder in stack.items())),
        )
        known = self._checked.get(key)
        if known is None:
            order = Order(names, settings, None, library)
            known = self._checked[key] = await self._sandbox.do(check, order, caller.peer)
            while len(self._checked) > _REMEMBERED:
                self._checked.popitem(last=False)
        self._checked.move_to_end(key)
        return known

    async def get_pack_files(self, request: api.GetPackFilesRequest, caller: Caller) -> api.GetPackFilesResponse:
        self._rate.take(caller.peer)
        pack = from_wire.an_id("pack", request.pack)
        if request.ruleset:
            source = await self._rulesets.files(from_wire.line("ruleset", request.ruleset, 64))
            head = f"{pack}/"
            files = {path.removeprefix(head): data for path, data in source.files.items() if path.startswith(head)}
            if pack not in source.packs:
                raise Rejected(Reason.RULESET_NOT_FOUND, metadata={"pack": pack})
            folder = Folder(pack, files)
        else:
            shelved = await self._shelf.pack(pack)
            folder = shelved.found if request.as_found else shelved.offered
        return _files_page(pack, folder, request.page_token)

    async def get_ruleset(self, request: api.GetRulesetRequest, caller: Caller) -> api.GetRulesetResponse:
        loaded = await self._rulesets.get(from_wire.line("name", request.name, 64))
        found = api.GetRulesetResponse(ruleset=catalog_messages.ruleset(loaded.summary))
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
        writer = EntryWriter(loaded.ruleset, _words(loaded, caller), plain=request.plain)
        listed = api.ListEntriesResponse(entries=[writer.entry(entry) for entry in entries[start : start + size]])
        if start + size < len(entries):
            listed.next_page_token = page_token(start + size)
        return listed


def _words(loaded: Loaded, caller: Caller) -> Words:
    return Words(loaded.catalogs.catalog(caller.accept_language), {})


def _files_page(pack: str, folder: Folder, token: str) -> api.GetPackFilesResponse:
    """As many files as fit on a page; its token holds only as long as the pack is the same."""
    digest = pack_digest(folder)
    paths = sorted(folder.files)
    mark = int(digest[:6], 16)
    start, known = divmod(page_start(token, mark), 1 << 24)
    if known != mark or start > len(paths):
        raise field_invalid("page_token", "the pack has changed since: begin with its first page")
    found = api.GetPackFilesResponse(digest=digest)
    size = 0
    for number, path in enumerate(paths[start:], start):
        size += len(folder.files[path])
        if found.files and size > limits.FILES_ON_A_PAGE:
            found.next_page_token = page_token((number << 24) + mark)
            break
        found.files.add(path=f"{pack}/{path}", content=folder.files[path])
    return found


def first_of(errors: Sequence[Diagnostic]) -> api.CreateRulesetResponse:
    """The first errors, as many as fit beside a status; `validate_only` gives them all."""
    found = api.CreateRulesetResponse()
    for error in errors[:_FINDINGS_IN_ERROR]:
        found.diagnostics.append(catalog_messages.diagnostic(error))
        if found.ByteSize() > _BYTES_IN_ERROR:
            del found.diagnostics[-1]
            break
    return found
