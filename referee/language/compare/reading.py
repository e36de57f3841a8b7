"""What all parts of the telling share: the ruleset, its describers, and words for types, numbers and amounts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from referee.language.build import Ruleset
from referee.language.describe import Describer
from referee.language.describe.keys import humanized, pack_text
from referee.language.describe.phrases import join, listed, phrase
from referee.language.describe.values import constant, place_name, token_name
from referee.language.model import Named
from referee.language.text import Text
from referee.language.types import Type


class Reading:
    """One ruleset while it is told."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.model = ruleset.model
        self.words = self.describer()
        self.tokens = list(ruleset.model.tokens)

    def describer(self, *, whole: bool = False) -> Describer:
        """A describer that has named nothing yet. `whole`: it tells what choices with a text of their own are, too."""
        made = Describer(self.model, self.ruleset.procedures, self.ruleset.terms)
        made.whole = whole
        return made

    def name(self, section: str, item: Named) -> Text:
        """What a declaration is called."""
        return pack_text(f"{section}/{item.id}.name", item.name or humanized(item.id))

    def type(self, type_: Type) -> Text:
        """What can stand where this type is asked for."""
        if type_.maybe and type_.sort != "none":
            return phrase("diff/type.or_none", what=self.type(type_.sure()))
        if type_.sort in ("number", "yes"):
            return phrase(f"diff/type.{type_.sort}")
        if type_.sort in ("list", "set") and type_.of is not None:
            return phrase("diff/type.list", what=self.type(type_.of))
        if type_.sort == "bag":
            return phrase("diff/type.bag", what=self.words.noun(Type("token", type_.name)))
        if type_.sort == "cell" and type_.name in self.model.places:
            return phrase("expr/of", what=phrase("expr/space"), whole=place_name(type_.name))
        return self.words.noun(type_)

    def value(self, value: object, type_: Type) -> Text:
        """A constant of a type, as it is printed."""
        if isinstance(value, int | tuple):
            return constant(self.words, value, type_)
        return phrase("expr/none")

    def by_seats(self, numbers: Mapping[int, int]) -> Text:
        """A number, or what it is for each number of players."""
        if set(numbers) <= {0}:
            return phrase("expr/number", n=numbers.get(0, 0))
        each = [phrase("diff/with_players", n=n, seats=seats) for seats, n in sorted(numbers.items())]
        return join("expr/list.more", each)

    def token_list(self, tokens: Iterable[int]) -> Text:
        """Tokens by name; all of them, or those of a group, by that."""
        wanted = tuple(tokens)
        if len(wanted) == len(self.tokens) > 1:
            return phrase("diff/any_token")
        for group in self.model.groups.values():
            if group.tokens == wanted and len(wanted) > 1:
                return pack_text(f"group/{group.id}.plural", group.plural or group.name or humanized(group.id))
        return listed([token_name(self.words, token) for token in wanted]) if wanted else phrase("expr/nothing_at_all")

    def kind(self, kind: str, *, plural: bool = False) -> Text:
        """What things of a kind are called."""
        declared = self.model.kinds[kind]
        if plural:
            return pack_text(f"kind/{kind}.plural", declared.plural or declared.name or humanized(kind))
        return pack_text(f"kind/{kind}.name", declared.name or humanized(kind))

    def place(self, place: str) -> Text:
        """A place by name."""
        return place_name(place)

    def places(self, places: Iterable[str]) -> Text:
        """Places by name, in their order."""
        return listed([place_name(place) for place in places])

    def whose(self, owner: str) -> Text:
        """To whom or what a place, value or rule value belongs."""
        if owner in ("table", "seat"):
            return phrase(f"diff/of.{owner}")
        if owner in self.model.kinds:
            return phrase("diff/of.kind", what=self.kind(owner))
        return phrase("diff/of.space", place=place_name(owner))

    def text_list(self, words: Iterable[Text]) -> Text:
        """Texts in a row; nothing if there is none."""
        given = list(words)
        return join("expr/list.more", given) if given else phrase("expr/nothing_at_all")
