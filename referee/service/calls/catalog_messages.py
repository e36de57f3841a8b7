"""Packs, rulesets, entries and findings as messages of the API."""

from __future__ import annotations

from referee.language.describe.keys import humanized
from referee.language.text import Text
from referee.packs import Position
from referee.packs.diagnostics import Diagnostic
from referee.packs.model import OptionDecl, Stack
from referee.service.packs.jobs import Summary
from referee.service.packs.listing import Listed, says, written
from referee.service.tries.job import TriedOut
from referee.service.wire.words import Words
from referee.v1 import catalog_pb2, decision_pb2, error_pb2, game_service_pb2, text_pb2

_FINDINGS = 50  # told of a pack in the list; CreateRuleset tells all


def pack(record: Listed, accept_language: str) -> catalog_pb2.Pack:
    """A pack and its options."""
    words = Words(record.catalogs.catalog(accept_language), {})
    made = catalog_pb2.Pack(
        id=record.id,
        digest=record.digest,
        state=catalog_pb2.PackState.Name(record.state),
        diagnostics=[diagnostic(found) for found in record.findings[:_FINDINGS]],
        stack=[each.id for each in record.stack.packs],
        min_seats=record.stack.min_seats,
        max_seats=record.stack.max_seats,
    )
    if record.pack is not None:
        made.version = record.pack.version
        made.title.text = record.pack.title.text
        made.kind = record.pack.kind
        made.options.extend(_option(option, record.stack, words) for option in record.pack.options.values())
        made.requires.extend(record.pack.requires)
        made.conflicts.extend(record.pack.conflicts)
    return made


def _option(record: OptionDecl, stack: Stack, words: Words) -> catalog_pb2.PackOption:
    label = words.text(Text(f"pack/option/{record.id}.name", (), says(record)))
    made = catalog_pb2.PackOption(id=record.id, label=label)
    if record.pick:
        there = [id for id in stack.entries.get(record.of, {}) if not id.startswith("^")]
        entries = [id for id in there if id in record.values] if record.values else there
        items = [_item(id, f"{record.of}/{id}", f"{record.of}/{id}", words) for id in entries]
        made.picks.CopyFrom(decision_pb2.PickForm(items=items, min=record.pick, max=record.pick))
    else:
        for value in map(written, record.values):
            made.values.items.append(_item(value, f"option/{record.id}/{value}", "", words))
    default = stack.settings.get(f"{record.pack}.{record.id}", ())
    made.initial.CopyFrom(catalog_pb2.OptionSetting(pack=record.pack, option=record.id, values=default))
    return made


def _item(id: str, key: str, entry: str, words: Words) -> decision_pb2.Item:
    return decision_pb2.Item(id=id, label=words.text(Text(f"pack/{key}.name", (), humanized(id))), entry=entry, max=1)


def ruleset(made: Summary) -> catalog_pb2.Ruleset:
    """What a ruleset is made of."""
    settings = []
    for name, values in made.settings.items():
        pack_id, _, option = name.rpartition(".")
        settings.append(catalog_pb2.OptionSetting(pack=pack_id, option=option, values=values))
    return catalog_pb2.Ruleset(
        name=made.name,
        packs=made.packs,
        options=settings,
        rules_digest=made.rules_digest,
        min_seats=made.min_seats,
        max_seats=made.max_seats,
        facts=made.facts,
        reconstructed=made.reconstructed,
    )


def diagnostic(found: Diagnostic) -> catalog_pb2.Diagnostic:
    """A finding, with the place where it begins and where it ends."""
    at = found.at
    made = catalog_pb2.Diagnostic(
        code=found.code.code,
        severity=found.severity,
        source=_source(at),
        end=error_pb2.Source(file=at.file, line=at.line, column=at.column + found.width),
        text=text_pb2.Text(text=found.message),
        related=map(_source, found.related),
    )
    if found.hint:
        made.hint.text = found.hint
    return made


def tried(found: TriedOut) -> game_service_pb2.TryPackResponse:
    """What became of an edited pack on a position."""
    made = game_service_pb2.TryPackResponse(
        notes=[text_pb2.Text(text=note) for note in found.notes],
        obstacles=[text_pb2.Text(text=obstacle) for obstacle in found.obstacles],
        diagnostics=map(diagnostic, found.diagnostics),
    )
    if found.view:
        made.view.ParseFromString(found.view)
    return made


def _source(at: Position) -> error_pb2.Source:
    return error_pb2.Source(file=at.file, line=at.line, column=at.column)
