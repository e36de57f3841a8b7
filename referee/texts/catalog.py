"""One language's view of all texts: a text by key and arguments becomes a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from referee.texts.compiling import Render, compiled
from referee.texts.languages import SOURCE
from referee.texts.marks import unmarked, whole
from referee.texts.message import MessageError, parse
from referee.texts.naming import Naming, humanized
from referee.texts.plurals import plural_rule
from referee.texts.scope import ArgScope, Run, TextLike

MAX_DEPTH = 24
MAX_PHRASES = 4_000
MAX_SIZE = 20_000
DESCRIBES = "pack/describes/"
THING = "engine/thing"  # a text that is nothing but its one argument
NO_NAMES: Mapping[str, str] = MappingProxyType({})
_MAX_LITERALS = 10_000
_CUT = "…"


class Catalog(Naming):
    """The texts of one ruleset and of the referee in one language, English where there is no translation.

    `patterns`: key → (message, language in which it is written). `overrides`: key of a description → (the English
    sentence that was translated, the translation of the whole). Rendering never raises: a missing argument stands
    as `{name}`, a message that can't be read gives way to the English one.
    """

    def __init__(
        self,
        language: str,
        patterns: Mapping[str, tuple[str, str]],
        english: Mapping[str, str],
        overrides: Mapping[str, tuple[str, str]] = MappingProxyType({}),
        source: Catalog | None = None,
    ) -> None:
        super().__init__(patterns.keys())
        self.language = language
        self._patterns = patterns
        self._english = english
        self._overrides = overrides
        self._source = source
        self._renders: dict[str, Render] = {}
        self._literals: dict[str, Render] = {}

    def render(self, text: TextLike, names: Mapping[str, str] = NO_NAMES, near: str | None = None) -> str:
        """The text in words. `names`: seat ("1" …) → the player's name, shown as it stands.

        For a reader at the table, `near` is the seat that a text is about ("" for none): its places are told without
        whose they are, and cells of grids shortly.
        """
        return self.fill(text, Run(names, MAX_PHRASES, near), 0)

    def has(self, key: str) -> bool:
        """Whether a message of this key exists, in this language or in English."""
        return key in self._patterns

    def missing(self, text: TextLike) -> tuple[str, ...]:
        """The names that the text's message asks for and its arguments lack, phrases within it included, sorted."""
        wanted: set[str] = set()
        self._missing(text, wanted, 0)
        return tuple(sorted(wanted))

    def fill(self, text: TextLike, run: Run, depth: int) -> str:
        key = text.key
        if depth > MAX_DEPTH or run.left <= 0:
            return _CUT
        run.left -= 1
        if not key:
            return bounded(unmarked(text.literal))
        if self._overrides and key in self._overrides and self._source is not None:
            english, translation = self._overrides[key]
            if self._source.fill(text, Run(run.names, MAX_PHRASES, run.near), depth) == english:
                return bounded(unmarked(translation))
        render = self._renders.get(key)
        if render is None:
            render = self._prepared(key, text.literal)
        return bounded(render(ArgScope(self, text.args, run, depth)))

    def attribute(self, text: TextLike, attribute: str, run: Run, depth: int) -> str:
        """The form of a phrase that a message asks for as `{phrase.attribute}`; the phrase itself if it has none."""
        key = f"{text.key.removesuffix('.name')}.{attribute}"
        render = self._renders.get(key)
        if render is None:
            if text.key == THING and text.args and depth <= MAX_DEPTH:
                return ArgScope(self, text.args, run, depth).text(text.args[0].name, attribute)
            if key not in self._patterns or depth > MAX_DEPTH:
                return self.fill(text, run, depth)
            render = self._prepared(key, "")
        return bounded(render(ArgScope(self, text.args, run, depth)))

    def _prepared(self, key: str, literal: str) -> Render:
        pattern = self._patterns.get(key)
        if pattern is None:
            return self._literal(literal or humanized(key))
        for source, language in (pattern, (self._english.get(key, ""), SOURCE)):
            try:
                render = compiled(parse(unmarked(source)), plural_rule(language))
            except MessageError:
                continue
            self._renders[key] = render
            return render
        return self._literal(pattern[0])

    def _literal(self, literal: str) -> Render:
        """A text that is in no catalog, shown in the English that came with it."""
        render = self._literals.get(literal)
        if render is None:
            try:
                render = compiled(parse(unmarked(literal)), plural_rule(SOURCE))
            except MessageError:
                render = _constant(unmarked(literal))
            if len(self._literals) >= _MAX_LITERALS:
                self._literals.clear()
            self._literals[literal] = render
        return render

    def _missing(self, text: TextLike, wanted: set[str], depth: int) -> None:
        if not text.key or depth > MAX_DEPTH:
            return
        source = self._patterns.get(text.key, (text.literal, ""))[0]
        try:
            wanted |= parse(source).arguments - {arg.name for arg in text.args}
        except MessageError:
            return
        for arg in text.args:
            if arg.kind == "phrase" and not isinstance(arg.value, str | int):
                self._missing(arg.value, wanted, depth + 1)  # type: ignore[arg-type]  # a phrase's value is a text


def _constant(text: str) -> Render:
    return lambda scope: text


def bounded(text: str) -> str:
    """The text, cut off where nobody would read on."""
    return text if len(text) <= MAX_SIZE else whole(text[:MAX_SIZE]) + _CUT
