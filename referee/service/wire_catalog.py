"""Packs, rulesets, entries and findings as messages of the API."""

from __future__ import annotations

from referee.packs.diagnostics import Diagnostic
from referee.packs.model import OptionDecl, Pack, Stack
from referee.service.rulesets import Loaded
from referee.v1 import catalog_pb2, decision_pb2, error_pb2, text_pb2


def pack(record: Pack, stack: Stack) -> catalog_pb2.Pack:
    """A pack, in the stack of itself and what it requires. Its texts are the pack's own, in English."""
    return catalog_pb2.Pack(
        id=record.id,
        version=record.version,
        title=text_pb2.Text(text=record.title.text),
        kind=record.kind,
        options=[_option(option, stack) for option in record.options.values()],
        requires=record.requires,
    )


def _option(record: OptionDecl, stack: Stack) -> catalog_pb2.PackOption:
    label = record.says.text if record.says is not None else record.id.replace("_", " ")
    made = catalog_pb2.PackOption(id=record.id, label=text_pb2.Text(text=label))
    if record.pick:
        entries = stack.entries.get(record.of, {})
        items = [_item(id, f"{record.of}/{id}") for id in entries if not id.startswith("^")]
        made.picks.CopyFrom(decision_pb2.PickForm(items=items, min=record.pick, max=record.pick))
    else:
        made.values.items.extend(_item(_written(value)) for value in record.values)
    default = stack.settings.get(f"{record.pack}.{record.id}", ())
    made.initial.CopyFrom(catalog_pb2.OptionSetting(pack=record.pack, option=record.id, values=default))
    return made


def _item(id: str, entry: str = "") -> decision_pb2.Item:
    return decision_pb2.Item(id=id, label=text_pb2.Text(text=id.replace("_", " ")), entry=entry, max=1)


def _written(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def ruleset(loaded: Loaded) -> catalog_pb2.Ruleset:
    """What a ruleset is made of."""
    settings = []
    for name, values in loaded.stack.settings.items():
        pack_id, _, option = name.rpartition(".")
        settings.append(catalog_pb2.OptionSetting(pack=pack_id, option=option, values=values))
    return catalog_pb2.Ruleset(
        name=loaded.name,
        packs=loaded.packs,
        options=settings,
        rules_digest=loaded.ruleset.rules_digest,
        min_seats=loaded.ruleset.min_seats,
        max_seats=loaded.ruleset.max_seats,
    )


def diagnostic(found: Diagnostic) -> catalog_pb2.Diagnostic:
    """A finding, with the place where it begins and where it ends."""
    at = found.at
    made = catalog_pb2.Diagnostic(
        code=found.code.code,
        severity=found.severity,
        source=error_pb2.Source(file=at.file, line=at.line, column=at.column),
        end=error_pb2.Source(file=at.file, line=at.line, column=at.column + found.width),
        text=text_pb2.Text(text=found.message),
    )
    if found.hint:
        made.hint.text = found.hint
    return made
