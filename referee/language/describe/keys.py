"""The English texts of a ruleset by key, as catalogs and translators know them, and texts that use these keys."""

from __future__ import annotations

import re
from collections.abc import Iterator

from referee.language.model import Model, Named, Procedure, Rule
from referee.language.text import Arg, Text

PACK = "pack/"
_NAMED = re.compile(r"\{ *([a-z][a-z0-9_]*)")
WHERE = "_place"  # `{c}` of a cell is what lies there, `{c_place}` the cell


def humanized(word: str) -> str:
    """A word of a pack as English, where the pack gives none."""
    return word.rsplit("/", 1)[-1].replace("_", " ")


def word_of(name: str) -> str:
    """The word behind the unique name of a local: `f` of `harvest.f_2`."""
    last = name.rpartition(".")[2]
    word, _, number = last.rpartition("_")
    return word if word and number.isdecimal() else last


def texts_of(model: Model) -> dict[str, str]:
    """Every English text of the declarations. Keys have no `pack/` in front: they are the contexts of PO files."""
    return {key: text for key, text in _all(model) if text}


def _all(model: Model) -> Iterator[tuple[str, str]]:
    yield from _named("token", model.tokens.values())
    yield from ((f"field/{name}.name", humanized(name)) for name in model.token_data)
    for group in model.groups.values():
        one = humanized(group.one) or group.name or humanized(group.id)
        yield f"group/{group.id}.name", one
        yield f"group/{group.id}.plural", group.plural or (group.name if group.name != one else humanized(group.id))
    yield from _named("kind", model.kinds.values())
    for kind in model.kinds.values():
        for entry in kind.entries:
            yield f"{kind.id}/{entry.id}.name", entry.name or humanized(entry.id)
            yield f"{kind.id}/{entry.id}.plural", entry.plural if entry.plural != entry.name else ""
            yield f"{kind.id}/{entry.id}.says", entry.says
        yield from ((f"face/{kind.id}/{face}.name", humanized(face)) for face in kind.faces)
        yield from ((f"hook/{kind.id}/{hook}.name", humanized(hook)) for hook in kind.hooks)
        yield from ((f"hook/{kind.id}/{hook.id}.says", hook.says) for hook in kind.hooks.values())
        yield from ((f"field/{name}.name", humanized(name)) for name in kind.fields)
    for symbols in model.symbols.values():
        yield f"symbol/{symbols.id}.name", humanized(symbols.one) or humanized(symbols.id)
        yield from ((f"symbol/{symbols.id}/{member}.name", humanized(member)) for member in symbols.members)
    places = [place for place in model.places.values() if not place.counter]
    yield from _named("place", places)
    for place in places:
        yield from ((f"field/{name}.name", humanized(name)) for name in place.data)
        yield from ((f"place/{place.id}/{place.segment(cell)}.name", name) for cell, name in enumerate(place.names))
    yield from _named("value", model.values.values())
    for rule in model.rules.values():
        yield f"rule/{rule.id}.name", rule_label(rule)
        yield f"rule/{rule.id}.says", rule_sentence(rule)
    for option in model.options.values():
        yield f"option/{option.id}.name", option.name or humanized(option.id)
        yield from ((f"option/{option.id}/{word}.name", humanized(word)) for word in option.words)
    for term in model.terms.values():
        yield f"term/{term.id}.name", term_says(model, term.id) or humanized(term.id)
    for procedure in model.procedures.values():
        yield f"procedure/{procedure.id}.name", procedure_says(model, procedure.id) or humanized(procedure.id)
    for line in [*model.score_lines, *model.tie_breaks]:
        yield f"score/{line.id}.name", line.says or line.name or humanized(line.id)
    for key, text in model.says.items():
        if key not in model.procedures and key not in model.terms:  # theirs have a key of their own
            yield f"says/{key}", text


def _named(section: str, items: object) -> Iterator[tuple[str, str]]:
    for item in items:  # type: ignore[attr-defined]  # an iterable of any kind of Named
        assert isinstance(item, Named)
        yield f"{section}/{item.id}.name", item.name or humanized(item.id)
        if item.plural:
            yield f"{section}/{item.id}.plural", item.plural


def term_says(model: Model, term: str) -> str:
    """The text of a term, empty if it has none."""
    return model.says.get(term, "") or model.terms[term].says


def procedure_says(model: Model, procedure: str) -> str:
    """The text of a procedure, empty if it has none."""
    return model.says.get(procedure, "") or model.procedures[procedure].says


def procedure_title(model: Model, procedure: Procedure) -> Text:
    """What a procedure is called where it is gone through: its name in `says`, else its text."""
    name = f"names/{procedure.id}"
    if name in model.says:
        return pack_text(f"says/{name}", model.says[name])
    return pack_text(f"procedure/{procedure.id}.name", procedure_says(model, procedure.id))


def rule_sentence(rule: Rule) -> str:
    """The text of a rule value if it is a sentence that tells the value `{is}`, else empty."""
    return rule.says if "is" in _NAMED.findall(rule.says) else ""


def rule_label(rule: Rule) -> str:
    """What a rule value is called."""
    return (rule.says if not rule_sentence(rule) else "") or rule.name or humanized(rule.id)


def named_rules(model: Model, text: str) -> list[Rule]:
    """The rule values of which a text tells the value, by their names in braces."""
    return [model.rules[name] for name in dict.fromkeys(_NAMED.findall(text)) if name in model.rules]


def rule_argument(name: str, rule: Rule, value: object) -> Arg:
    """The value of a rule in a text: a number (the most of all numbers of seats), or `yes` or `no` for a `select`."""
    if isinstance(value, dict):
        value = max(value.values())
    if rule.type.sort == "number" and isinstance(value, int):
        return Arg(name, "number", value)
    word = ("yes" if value else "no") if rule.type.sort == "yes" else str(value)
    return Arg(name, "phrase", Text("", (), word))


def option_says(model: Model, step: str, label: str) -> str:
    """The key in `says` of an option's text, empty if the pack gives it none.

    A choice with several options is named PROCEDURE/CHOICE, its options PROCEDURE/CHOICE/LABEL; a choice of one
    option PROCEDURE/LABEL, which is the name of its step. Standing options are standing/NAME/LABEL or standing/LABEL,
    and standing/NAME is the text of all those that are declared together.
    """
    step = step.partition(".")[0]
    whole = step if step.endswith(f"/{label}") or step.startswith("standing/") else ""
    for key in (f"{step}/{label}", f"{step.rpartition('/')[0]}/{label}", whole):
        if key in model.says:
            return key
    return ""


def end_text(model: Model, reason: str) -> Text:
    """The text of a reason for the end of the game."""
    return Text(f"{PACK}says/ends/{reason}", (), model.says.get(f"ends/{reason}", humanized(reason)))


def pack_text(key: str, literal: str, *args: Arg) -> Text:
    """A text of the ruleset."""
    return Text(PACK + key, args, literal)
