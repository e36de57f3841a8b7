"""Options of the stack: their values in force, and the conditions that ask for them."""

from __future__ import annotations

from collections.abc import Mapping as Dict
from collections.abc import Sequence as List

from referee.packs.access import text_of, words_of
from referee.packs.findings import Findings
from referee.packs.header import listed, option_value, written
from referee.packs.model import OptionDecl, OptionValue, Pack
from referee.packs.node import Mapping, Node, Position, Scalar, Sequence


class Settings:
    """The options of a stack with the values chosen. `settings` by "pack.option" or by the bare name."""

    def __init__(self, packs: List[Pack], settings: Dict[str, List[str]], report: Findings) -> None:
        self.report = report
        self.packs = {pack.id for pack in packs}
        self.options: dict[str, OptionDecl] = {}
        for pack in packs:
            for decl in pack.options.values():
                first = self.options.setdefault(decl.id, decl)
                if first is not decl:
                    report.add(
                        "E0127",
                        decl.at,
                        width=len(decl.id),
                        related=(first.at,),
                        what="the option",
                        name=decl.id,
                        first=str(first.at),
                    )
        self.values: dict[str, OptionValue] = {name: decl.default for name, decl in self.options.items()}
        self.chosen: dict[str, Position] = {}
        for name in sorted(settings):
            self._choose(name, settings[name])

    def by_pack(self) -> dict[str, tuple[str, ...]]:
        """The values in force by "pack.option", as settings write them."""
        result: dict[str, tuple[str, ...]] = {}
        for name, decl in sorted(self.options.items(), key=lambda each: (each[1].pack, each[0])):
            value = self.values[name]
            texts = tuple(str(each) for each in value) if decl.pick and isinstance(value, tuple) else (written(value),)
            result[f"{decl.pack}.{name}"] = texts
        return result

    def _choose(self, name: str, texts: List[str]) -> None:
        at = Position(f"settings/{name}", 1, 1)
        decl = self.find(name, at)
        if decl is None:
            return
        if decl.pick:
            words = tuple(part for text in texts for part in text.replace(" ", "").split(",") if part)
            self.chosen[decl.id] = at
            self.values[decl.id] = () if words == ("none",) else words
            return
        text = texts[0] if len(texts) == 1 else ",".join(texts)
        for value in decl.values:
            if written(value) == text.replace(", ", ","):
                self.chosen[decl.id] = at
                self.values[decl.id] = value
                return
        hint = self.report.guess(text, [written(each) for each in decl.values])
        self.report.add("E0141", at, hint=hint, related=(decl.at,), value=text, name=decl.id, allowed=listed(decl))

    def find(self, name: str, at: Position, quiet: bool = False) -> OptionDecl | None:
        """The option named; reports one that isn't there unless `quiet`."""
        pack, _, bare = name.rpartition(".")
        decl = self.options.get(bare)
        if decl is not None and pack in ("", decl.pack):
            return decl
        if not quiet:
            known = [*self.options, *(f"{each.pack}.{each.id}" for each in self.options.values())]
            self.report.add("E0140", at, width=len(name), hint=self.report.guess(name, known), name=name)
        return None

    def check_picks(self, entries: Dict[str, Dict[str, Mapping]]) -> None:
        """Reports picks that are too many, too few, twice the same, or no entries; needs the entries of the stack."""
        for name, decl in self.options.items():
            value = self.values[name]
            if not decl.pick:
                continue
            if decl.of in self.report.nameless:
                continue  # one of them doesn't say its name
            known = list(entries.get(decl.of, {}))
            strange = [each for each in map(str, decl.values) if each not in known]
            for each in strange:
                if each not in self.report.unread:
                    hint, at = self.report.guess(each, known), decl.spots.get(each, decl.at)
                    allowed = f"they are entries of {decl.of}"
                    self.report.add("E0141", at, width=len(each), hint=hint, value=each, name=name, allowed=allowed)
            if not isinstance(value, tuple) or not value:
                continue
            at = self.chosen.get(name, decl.default_at or decl.at)
            spots = {} if name in self.chosen else decl.default_spots
            known = known if strange else [str(each) for each in decl.values] or known
            unknown = [each for each in map(str, value) if each not in known and each not in self.report.unread]
            for each in unknown:
                hint, there = self.report.guess(each, ["none", *known]), spots.get(each, at)
                self.report.add("E0141", there, width=len(each), hint=hint, value=each, name=name, allowed=listed(decl))
            if not unknown and (len(set(value)) != decl.pick or len(value) != decl.pick):
                self.report.add("E0141", at, value=written(value), name=name, allowed=listed(decl))

    def holds(self, when: Node | None, quiet: bool = False) -> bool:
        """Whether a condition `{option: NAME, is: VALUE}` holds (a list of values: any of them)."""
        if not isinstance(when, Mapping):
            return True
        option, wanted = when.get("option"), when.get("is")
        if not isinstance(option, Scalar) or wanted is None:
            return True
        decl = self.find(option.text, option.at, quiet)
        if decl is None:
            return False
        value = self.values[decl.id]
        if decl.at in self.report.hurt and not decl.values:
            return False
        if decl.pick:
            words = {each.text for each in words_of(wanted)} - {"none"}
            return set(map(str, value if isinstance(value, tuple) else ())) == words
        whole = option_value(wanted)
        if whole in decl.values:
            return whole == value
        alternatives = wanted.items if isinstance(wanted, Sequence) else (wanted,)
        result = False
        for each in alternatives:
            one = option_value(each)
            if one not in decl.values:
                text = text_of(each)
                hint = self.report.guess(text, [written(known) for known in decl.values])
                self.report.add(
                    "E0141", each.at, width=len(text) or 1, hint=hint, value=text, name=decl.id, allowed=listed(decl)
                )
                self.report.hurt.add(decl.at)
            result = result or one == value
        return result

    def applies(self, change: Mapping) -> bool:
        """Whether a change is to be made: its `if_pack` is in the stack, and its `when` holds."""
        packs = words_of(change.get("if_pack"))
        if packs and not all(each.text in self.packs for each in packs):
            return False
        return self.holds(change.get("when"))
