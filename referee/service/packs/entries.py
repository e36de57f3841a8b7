"""What a ruleset has, entry by entry: names, card texts, printed data, and what each fact rests on."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.engine import records
from referee.language import Ruleset
from referee.language.describe import Describer
from referee.language.describe.keys import texts_of
from referee.language.model import Entry, Kind, Model
from referee.language.text import Text
from referee.language.types import Type
from referee.packs import Fact, Scalar
from referee.service.wire import to_wire
from referee.service.wire.words import Words
from referee.v1 import catalog_pb2, error_pb2, text_pb2

_NAMED = ("token", "group", "kind", "place", "rule", "symbol", "field", "face")
_KEPT = 16  # rulesets and languages whose entries are kept
_kept: OrderedDict[tuple[str, str, bool], dict[str, catalog_pb2.Entry]] = OrderedDict()


@dataclass(frozen=True, slots=True)
class Named:
    """Something else that views refer to and that has a name: a token, a place, a field of a kind."""

    key: str
    name: str

    @property
    def kind(self) -> str:
        return self.key.partition("/")[0]


def entries_of(ruleset: Ruleset, kind: str = "") -> list[Entry | Named]:
    """The entries of a kind, or all of them, in the order of the packs; after them what else has a name."""
    texts = (
        (key.removesuffix(".name"), text) for key, text in texts_of(ruleset.model).items() if key.endswith(".name")
    )
    others = [Named(key, text) for key, text in texts if key.partition("/")[0] in _NAMED]
    both: list[Entry | Named] = [*ruleset.model.entries, *others]
    return [each for each in both if kind in ("", each.kind)]


class EntryWriter:
    """Writes entries of one ruleset for readers of one language. Don't change what comes out: it is kept.

    `plain`: texts without their keys and arguments.
    """

    def __init__(self, ruleset: Ruleset, words: Words, plain: bool = False) -> None:
        self._model, self._words, self._plain = ruleset.model, words, plain
        key = (ruleset.content_digest, words.language, plain)
        self._made = _kept.setdefault(key, {})
        _kept.move_to_end(key)
        while len(_kept) > _KEPT:
            _kept.popitem(last=False)
        self._describer = Describer(ruleset.model, ruleset.procedures, ruleset.terms)
        self._facts: dict[str, list[Fact]] = {}
        for fact in ruleset.stack.provenance:
            self._facts.setdefault(fact.key, []).append(fact)

    def entry(self, entry: Entry | Named) -> catalog_pb2.Entry:
        """One entry, whole."""
        key = entry.key if isinstance(entry, Named) else f"{entry.kind}/{entry.id}"
        if key not in self._made:
            self._made[key] = self._make(key, entry)
        return self._made[key]

    def _make(self, key: str, entry: Entry | Named) -> catalog_pb2.Entry:
        made = catalog_pb2.Entry(key=key, kind=entry.kind)
        made.name.CopyFrom(self._text(Text(f"pack/{key}.name", (), entry.name)))
        if isinstance(entry, Entry):
            rules = self._describer.entry(entry)
            if rules is not None:
                made.rules.CopyFrom(self._text(rules))
            kind = self._model.kinds[entry.kind]
            made.data.extend(to_wire.value(value) for value in printed(entry, kind, self._model))
            made.effects.extend(_effect(hook, code) for hook, codes in entry.code.items() for code in codes)
        made.provenance.extend(
            catalog_pb2.Provenance(field=f.field, status=f.status, document=f.source, because=f.because)
            for f in self._facts.get(key, ())
        )
        return made

    def _text(self, text: Text) -> text_pb2.Text:
        made = self._words.text(text)
        return text_pb2.Text(text=made.text) if self._plain else made


def _effect(hook: str, code: Scalar) -> catalog_pb2.Effect:
    source = error_pb2.Source(file=code.at.file, line=code.at.line, column=code.at.column)
    return catalog_pb2.Effect(hook=hook, code=str(code.value), source=source)


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
