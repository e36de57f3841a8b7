"""What a ruleset has, entry by entry: names, card texts, printed data, and what each fact rests on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.engine import records
from referee.language import Ruleset
from referee.language.describe import Describer
from referee.language.model import Entry, Kind, Model
from referee.language.text import Text
from referee.language.types import Type
from referee.packs import Fact
from referee.service import to_wire
from referee.service.words import Words
from referee.v1 import catalog_pb2


def entries_of(ruleset: Ruleset, kind: str = "") -> list[Entry]:
    """The entries of a kind, or all of them, in the order of the packs."""
    return [entry for entry in ruleset.model.entries if kind in ("", entry.kind)]


class EntryWriter:
    """Writes entries of one ruleset as messages for readers of one language."""

    def __init__(self, ruleset: Ruleset, words: Words) -> None:
        self._model, self._words = ruleset.model, words
        self._describer = Describer(ruleset.model, ruleset.procedures, ruleset.terms)
        self._facts: dict[str, list[Fact]] = {}
        for fact in ruleset.stack.provenance:
            self._facts.setdefault(fact.key, []).append(fact)

    def entry(self, entry: Entry) -> catalog_pb2.Entry:
        """One entry, whole."""
        key, kind = f"{entry.kind}/{entry.id}", self._model.kinds[entry.kind]
        made = catalog_pb2.Entry(key=key, kind=entry.kind)
        made.name.CopyFrom(self._words.text(Text(f"pack/{key}.name", (), entry.name)))
        rules = self._describer.entry(entry)
        if rules is not None:
            made.rules.CopyFrom(self._words.text(rules))
        made.data.extend(to_wire.value(value) for value in printed(entry, kind, self._model))
        made.provenance.extend(
            catalog_pb2.Provenance(field=f.field, status=f.status, document=f.source, because=f.because)
            for f in self._facts.get(key, ())
        )
        return made


def printed(entry: Entry, kind: Kind, model: Model) -> list[records.Value]:
    """The entry's data in the order of its kind's fields, ids and numbers as on the card."""
    return [_value(name, entry.data.get(name), type_, model) for name, type_ in kind.fields.items()]


def _value(name: str, data: object, type_: Type, model: Model) -> records.Value:
    if isinstance(data, tuple):
        if type_.sort == "bag":
            tokens = [list(model.tokens)[index] for index in model.group_tokens(type_.name)]
            amounts = tuple((token, count) for token, count in zip(tokens, data, strict=True) if count)
            return records.Value(name, "bag", amounts)
        return records.Value(name, "numbers", data)
    if not isinstance(data, int) or (type_.maybe and data < 0):
        return records.Value(name)
    match type_.sort:
        case "yes":
            return records.Value(name, "yes", bool(data))
        case "number":
            return records.Value(name, "number", data)
    names: Mapping[str, Sequence[str]] = {
        "token": list(model.tokens),
        "symbol": model.symbols[type_.name].members if type_.sort == "symbol" else (),
        "entry": [f"{each.kind}/{each.id}" for each in model.entries],
    }
    known = names.get(type_.sort, ())
    return records.Value(name, "ref", known[data]) if 0 <= data < len(known) else records.Value(name, "number", data)
