"""Types and texts of what can be changed, from the typed ruleset."""

from __future__ import annotations

from referee.language.build import Ruleset
from referee.language.changeable.point import written
from referee.language.compare.reading import Reading
from referee.language.compare.sentences import choices_in
from referee.language.compare.wording import procedure_name, term_name
from referee.language.describe.keys import (
    humanized,
    pack_text,
    procedure_says,
    rule_argument,
    rule_label,
    rule_sentence,
    term_says,
)
from referee.language.describe.phrases import phrase
from referee.language.model import Hook, Place, Rule
from referee.language.text import Arg, Text
from referee.language.tree import Choose
from referee.packs.node import Mapping, Node

APART = ("windows/", "standing/")  # choices that are changed with what they stand in


class Things:
    """What the names of one ruleset mean."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.model = ruleset.model
        self.reading = Reading(ruleset)
        self.words = self.reading.words

    def about(self, section: str, name: str) -> tuple[str, Text | None]:
        """The type of a declared name in the words of the language, and what players call it."""
        match section:
            case "rules":
                return self._rule(self.model.rules[name])
            case "procedures":
                typed = next((each for each in self.ruleset.procedures if each.name == name), None)
                says = procedure_says(self.model, name)
                return "", procedure_name(self.reading, name, typed) if says else None
            case "terms":
                term = next((each for each in self.ruleset.terms if each.name == name), None)
                type_ = str(term.value.type.plain()) if term is not None and term.value is not None else ""
                return type_, term_name(self.reading, name, term) if term_says(self.model, name) else None
            case "places":
                place = self.model.places[name]
                return self._place(place), self.reading.place(name)
            case "values":
                value = self.model.values[name]
                return f"{value.type}{_of(value.owner)}", self.reading.name("value", value)
            case "tokens":
                return "", self.reading.name("token", self.model.tokens[name])
            case "kinds":
                return "", self.reading.kind(name)
            case "scoring":
                lines = {line.id: line for line in [*self.model.score_lines, *self.model.tie_breaks]}
                return "", pack_text(f"score/{name}.name", lines[name].says) if name in lines else None
        return "", None

    def _rule(self, rule: Rule) -> tuple[str, Text | None]:
        says = rule_sentence(rule)
        if says:
            told = self.words.said(f"rule/{rule.id}.says", says, rule_argument("is", rule, rule.base))
        else:
            told = pack_text(f"rule/{rule.id}.name", rule_label(rule))
        return f"{rule.type}{_of(rule.owner)}", told if rule_label(rule) != humanized(rule.id) else None

    @staticmethod
    def _place(place: Place) -> str:
        what = {"pool": "tokens", "pile": f"pile of {place.holds}"}.get(place.form)
        if what is None:
            rows, columns = place.grid
            what = f"{columns} cells" if rows == 1 else f"{rows} × {columns} cells"
            what += f" of {place.holds}" if place.holds else ""
        return what + (f", of {place.owner}" if place.owner != "table" else "")

    def entry(self, kind: str, ident: str) -> Text | None:
        """An entry's name, and what it does."""
        declared = self.model.kinds.get(kind)
        found = next((each for each in declared.entries if each.id == ident), None) if declared is not None else None
        if found is None:
            return None  # a template
        name, rules = self.reading.name(kind, found), self.words.entry(found)
        return phrase("verb/hook", hook=name, body=rules) if rules is not None else name

    def part(self, part: str, kind: str, name: str, node: Node) -> tuple[str, str, Text | None]:
        """A field or hook of a kind: its type, what stands there now, what players read around it."""
        declared = self.model.kinds[kind]
        if part == "fields":
            default = node.get("default") if isinstance(node, Mapping) else None
            return str(declared.fields[name]), f"default {written(default)}" if default is not None else "", None
        hook = declared.hooks[name]
        having = sum(1 for entry in declared.entries if entry.code.get(name))
        says = None
        if hook.says:
            says = self.words.said(f"hook/{kind}/{name}.says", hook.says, Arg("body", "phrase", Text("", (), "…")))
        return _hook(hook, kind), f"{having} of {len(declared.entries)} entries", says

    def choices(self) -> dict[str, Choose]:
        """The choices of all procedures by their step."""
        found: dict[str, Choose] = {}
        for procedure in self.ruleset.procedures:
            for choice in choices_in(procedure.body):
                step = choice.step.partition(".")[0]
                if not step.startswith(APART):
                    found.setdefault(step, choice)
        return found

    def question(self, step: str) -> Text | None:
        """What is asked."""
        if step not in self.model.says:
            return None
        return self.words.said(f"says/{step}", self.model.says[step])

    def option(self, name: str) -> Text | None:
        """What an option of a pack is called."""
        says = self.model.options[name].name
        return pack_text(f"option/{name}.name", says) if says else None


def _of(owner: str) -> str:
    return "" if owner == "table" else f" of {owner}"


def _hook(hook: Hook, kind: str) -> str:
    parts = [hook.sort]
    if hook.me == "owner":
        parts.append("me: owner")
    if hook.while_in:
        parts.append(f"while in {', '.join(hook.while_in)}")
    if not hook.decides:
        parts.append("decides nothing")
    return "; ".join(parts)
