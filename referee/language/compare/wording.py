"""Told: texts for people that belong to none of the other things: of choices, options and ends; names of code."""

from __future__ import annotations

from collections.abc import Iterator

from referee.language.compare.reading import Reading
from referee.language.compare.sentences import choices_in
from referee.language.compare.things import Aspect, Thing
from referee.language.describe.decisions import described_option
from referee.language.describe.describer import Procedure as Typed
from referee.language.describe.keys import end_text, humanized, option_says, pack_text, procedure_says, term_says
from referee.language.describe.keys import procedure_title as titled
from referee.language.describe.phrases import argument
from referee.language.resolve.context import Instance
from referee.language.text import Text

ENDS = "ends/"


def procedure_name(r: Reading, procedure: str, typed: Typed | None) -> Text:
    """What a procedure is called."""
    if typed is not None:
        return r.words.procedure_name(typed)
    return pack_text(f"procedure/{procedure}.name", procedure_says(r.model, procedure) or humanized(procedure))


def procedure_title(r: Reading, procedure: str, typed: Typed | None) -> Text:
    """What a procedure is called where its own text, which may tell all of its rules, would be too much."""
    if f"names/{procedure}" in r.model.says:
        return titled(r.model, r.model.procedures[procedure])
    return procedure_name(r, procedure, typed)


def term_name(r: Reading, term: str, typed: Instance | None) -> Text:
    """What a term is called."""
    says = term_says(r.model, term) or humanized(term)
    declared = r.model.terms[term].parameters
    types = [type_ for _, type_ in typed.parameters] if typed is not None else []
    args = [argument(p.name, r.words.noun(type_, p.name)) for p, type_ in zip(declared, types, strict=False)]
    return r.words.said(f"term/{term}.name", says, *args)


def texts(r: Reading) -> Iterator[Thing]:
    """What is asked, what options say, and why a game ends."""
    for id in r.model.procedures:
        if procedure_says(r.model, id):
            typed = next((each for each in r.ruleset.procedures if each.name == id), None)
            yield _text(f"procedure/{id}", procedure_name(r, id, typed))
    for id in r.model.terms:
        if term_says(r.model, id):
            typed_term = next((each for each in r.ruleset.terms if each.name == id), None)
            yield _text(f"term/{id}", term_name(r, id, typed_term))
    yield from _of_choices(r)
    for key in r.model.says:
        if key.startswith(ENDS):
            yield _text(key, end_text(r.model, key.removeprefix(ENDS)))


def _of_choices(r: Reading) -> Iterator[Thing]:
    bodies = [procedure.body for procedure in r.ruleset.procedures]
    bodies += [body.body for entry in r.model.entries for body in entry.hooks.values()]
    seen: set[str] = set()
    for choice in (each for body in bodies for each in choices_in(body)):
        step = choice.step.partition(".")[0]
        if step in r.model.says and step not in seen:
            seen.add(step)
            yield _text(step, r.describer().said(f"says/{step}", r.model.says[step]))
        for option in choice.options:
            key = option_says(r.model, step, option.label)
            if key and key not in seen:
                seen.add(key)
                yield _text(key, described_option(r.describer(), choice.step, option))


def _text(key: str, text: Text) -> Thing:
    return Thing("texts", key, text, (Aspect("text", None, (text,), wording=True, alone=True),))
