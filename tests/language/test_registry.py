"""The registry: it covers grammar, checker and schema exactly, and every example does what it says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress

import pytest
import yaml
from lark import Token, Tree
from lark.exceptions import LarkError

from referee.language.build import read_stack
from referee.language.declare import HOOK_SORTS
from referee.language.describe import Describer, texts_of
from referee.language.parse import STARTS, parser
from referee.language.resolve.calls import BUILTINS
from referee.language.resolve.context import EXPRESSIONS, STATEMENTS
from referee.language.verbs.construct import Construct, Example
from referee.language.verbs.pages import FOLDER, pages
from referee.packs.schema import PACK, SECTIONS, shipped_schema
from referee.texts import Catalogs
from tests.language import fair

CASES = fair.cases()
PLAYED = [(name, one, example) for name, one, example in CASES if not example.type and example.finds is None]
READ = [(name, one, example) for name, one, example in CASES if example.type]
FOUND = [(name, one, example) for name, one, example in CASES if example.finds is not None]
REFUSED = [(name, one, example) for name, one, example in CASES if example.refused is not None]
CODED = [(name, one, example) for name, one, example in CASES if example.code]


def ids(of: list[fair.Case]) -> list[str]:
    return [name for name, _, _ in of]


# -- what there is --------------------------------------------------------------------------------


def nodes() -> set[str]:
    """The nodes that a syntax tree may have."""
    return {
        str(rule.alias or rule.origin.name)
        for rule in parser().rules
        if rule.alias or not (rule.options.expand1 or str(rule.origin.name).startswith("_"))
    }


def covered(*sorts: str) -> list[str]:
    return sorted(name for one in fair.constructs() if not sorts or one.sort in sorts for name in one.covers)


def twice(names: Iterable[str]) -> list[str]:
    return [name for name, n in Counter(names).items() if n > 1]


def test_every_production_has_one_entry() -> None:
    assert twice(covered()) == []
    # `value` holds one expression and nothing else.
    assert set(covered()) == nodes() - {"value"}


def test_what_the_checker_types_is_what_the_registry_calls_statements_and_expressions() -> None:
    assert set(covered("statement")) | {"seq"} == set(STATEMENTS)
    assert set(covered("expression")) == set(EXPRESSIONS)


def test_names_are_unique() -> None:
    assert twice(one.name for one in fair.constructs()) == []


def test_every_word_of_the_language_is_explained_once() -> None:
    words = [word for one in fair.constructs() for word in one.words]
    assert twice(words) == []
    assert {*BUILTINS, "turn_order", "the_usual"} <= set(words)


def test_every_sort_of_hook_has_an_entry() -> None:
    assert [f"hook: {sort}" for sort in HOOK_SORTS] == [one.name for one in fair.constructs() if one.sort == "hook"]


def keys_of(section: str) -> set[str]:
    """The keys that the schema allows in one declaration of a section."""
    if section == "pack":
        header = shipped_schema(PACK)["properties"]
        return set(header) - set(shipped_schema(SECTIONS)["properties"])
    definitions = shipped_schema(SECTIONS)["$defs"]
    if section == "standing":
        return set()
    if section == "hook":
        hooks = definitions["kinds"]["additionalProperties"]["properties"]["hooks"]
        return set(hooks["additionalProperties"]["properties"])
    schema = definitions["groups" if section == "symbols" else section]
    for inner in ("additionalProperties", "items"):
        if isinstance(schema.get(inner), dict) and "properties" not in schema:
            schema = schema[inner]
    return set(schema.get("properties", {}))


def test_every_key_of_a_section_is_explained() -> None:
    explained: dict[str, set[str]] = {}
    for one in fair.constructs():
        if one.section and one.section != "triggers":  # they have a syntax, no keys
            explained.setdefault(one.section, set()).update(p.name for p in one.parameters)
    common = explained.pop("*")
    for section, names in explained.items():
        unsaid = keys_of(section) - names - (common if section != "provenance" else set())
        assert (section, unsaid) == (section, set())
        assert (section, names - keys_of(section)) == (section, set())
    assert set(explained) >= set(shipped_schema(SECTIONS)["properties"]) - {"allow", "triggers", "standing"}


# -- how entries are written ----------------------------------------------------------------------


@pytest.mark.parametrize("one", list(fair.constructs()), ids=lambda one: one.name)
def test_an_entry_is_complete(one: Construct) -> None:
    assert one.doc.endswith(".") and one.examples
    assert twice(p.name for p in one.parameters) == []
    if one.sort == "statement":
        assert bool(one.reveals) == any(example.barrier for example in one.examples)
    if one.needs.startswith("that "):
        assert any(example.refused is not None or example.offers is not None for example in one.examples)
    if one.sort == "expression":
        assert one.result
    if not one.section and one.sort not in ("shape", "hook"):
        assert set(re.findall(r"\b[A-Z]+\b", one.form)) == {parameter.name for parameter in one.parameters}


def trees(example: Example) -> Iterator[Tree[Token]]:
    """The syntax of all code in an example."""
    if example.code:
        yield parser().parse(example.code + "\n", start="value" if example.type else "start")
    for text in texts(yaml.load(example.pack, Loader=yaml.BaseLoader)):
        for start in STARTS:
            with suppress(LarkError):
                yield parser().parse(text.rstrip() + "\n", start=start)


def texts(node: object) -> Iterator[str]:
    """Every text in a YAML document."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, dict | list):
        for inside in node.values() if isinstance(node, dict) else node:
            yield from texts(inside)


@pytest.mark.parametrize("one", [one for one in fair.constructs() if one.covers], ids=lambda one: one.name)
def test_examples_show_every_production_of_their_entry(one: Construct) -> None:
    shown = {str(node.data) for example in one.examples for tree in trees(example) for node in tree.iter_subtrees()}
    assert set(one.covers) - shown - {"options"} == set()


def words_of(name: str) -> set[str]:
    """The words that a production is written with."""
    literal = {t.name: t.pattern.value for t in parser().terminals if t.pattern.type == "str"}
    return {
        literal[symbol.name]
        for rule in parser().rules
        if str(rule.alias or rule.origin.name) == name
        for symbol in rule.expansion
        if symbol.is_term and literal.get(symbol.name, "").isalpha()
    }


@pytest.mark.parametrize("one", [one for one in fair.constructs() if one.covers], ids=lambda one: one.name)
def test_the_form_has_the_words_of_the_production(one: Construct) -> None:
    written = set(re.findall(r"[a-z_]+", one.form))
    for name in one.covers:
        assert words_of(name) - {"any", "no"} <= written, name


def test_the_reference_is_what_the_registry_says() -> None:
    """If this fails: python -m referee.language.verbs.pages"""
    written = {file.name: file.read_text(encoding="utf-8") for file in FOLDER.glob("*.md")}
    assert written == pages()


# -- what examples do -----------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "one", "example"), PLAYED, ids=ids(PLAYED))
def test_an_effect_does_what_its_example_says(name: str, one: Construct, example: Example) -> None:
    table = fair.Table(name, example, example.given)
    if example.code:
        assert table.is_offered()
        table.choose("go")
    if example.offers is not None:
        assert table.options() == example.offers
    for answer in example.choose:
        option, given = (answer, None) if isinstance(answer, str) else answer
        table.choose(option, given)
    assert table.barrier == example.barrier
    assert fair.differences(example.then, {key: table.holds(key) for key in example.then}) == []
    for seat, view in example.seen.items():
        assert fair.differences(view, {key: table.sees(seat, key) for key in view}) == []
    if example.over is not None:
        outcome = table.program.outcome(table.state)
        assert outcome is not None
        assert (*outcome.winners, *outcome.reasons) == tuple(example.over)
    facts = {fact.key: fact.status for fact in fair.ruleset(name).stack.provenance}
    assert {key: facts[key] for key in example.facts} == dict(example.facts)


@pytest.mark.parametrize(("name", "one", "example"), REFUSED, ids=ids(REFUSED))
def test_without_its_needs_an_effect_is_not_offered(name: str, one: Construct, example: Example) -> None:
    assert example.refused is not None
    assert not fair.Table(name, example, example.refused).is_offered()


@pytest.mark.parametrize(("name", "one", "example"), READ, ids=ids(READ))
def test_an_expression_has_its_type_and_value(name: str, one: Construct, example: Example) -> None:
    term = next(term for term in fair.ruleset(name).terms if term.name == f"v_{name}")
    assert term.value is not None
    assert str(term.value.type) == example.type
    table = fair.Table(name, example, example.given)
    before = {"seat/1/chest": table.holds("seat/1/chest")}
    table.choose("go")
    assert fair.differences({"result": example.result}, {"result": table.result(before)}) == []


@pytest.mark.parametrize(("name", "one", "example"), FOUND, ids=ids(FOUND))
def test_a_pack_has_the_findings_that_its_example_says(name: str, one: Construct, example: Example) -> None:
    _, findings = read_stack(fair.stack([], example.pack))
    assert tuple(finding.code.code for finding in findings) == example.finds


@pytest.mark.parametrize(("name", "one", "example"), CODED, ids=ids(CODED))
def test_every_example_has_words(name: str, one: Construct, example: Example) -> None:
    rules = fair.ruleset(name)
    catalog = Catalogs.load(texts_of(rules.model), [pack.files for pack in rules.stack.packs]).catalog("en")
    text = catalog.render(Describer(rules.model, rules.procedures, rules.terms).effect(fair.instance(name).body))
    assert text.strip()
    assert "{" not in text and "verb/" not in text and "expr/" not in text and "pack/" not in text
