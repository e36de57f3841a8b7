"""Catalogs: layers of languages, names of entries, places and seats, bounds, overridden descriptions."""

from __future__ import annotations

import time

import pytest

from referee.engine.records import Arg, Text
from referee.texts import Catalogs, extract, negotiate, update

TEXTS = {
    "stall/bakery.name": "bakery",
    "stall/bakery.plural": "bakeries",
    "tokens/bead.name": "bead",
    "tokens/bead.plural": "beads",
    "place/field.name": "field",
    "place/rack.name": "rack",
    "says/fair/buy": "Buy {what} for {n, plural, one {# coin} other {# coins}}",
    "says/fair/greet": "Welcome {who}",
}
ES = """
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\\n"

msgctxt "stall/bakery.name"
msgid "bakery"
msgstr "panadería"

msgctxt "stall/bakery.gender"
msgid "bakery"
msgstr "f"

msgctxt "tokens/bead.name"
msgid "bead"
msgstr "cuenta"

msgctxt "tokens/bead.plural"
msgid "beads"
msgstr "cuentas"

msgctxt "place/field.name"
msgid "field"
msgstr "campo"

msgctxt "says/fair/buy"
msgid "Buy {what} for {n, plural, one {# coin} other {# coins}}"
msgstr "{n, plural, one {Por # moneda} other {Por # monedas}}: {what}"

#, fuzzy
msgctxt "place/rack.name"
msgid "rack"
msgstr "estante viejo"

msgctxt "says/fair/greet"
msgid "Hello {who}"
msgstr "Hola {who}"
"""
FILES = {"texts/es.po": ES.encode(), "pack.yaml": b"id: fair"}


@pytest.fixture(scope="module")
def catalogs() -> Catalogs:
    return Catalogs.load(TEXTS, [FILES])


def amount(n: int, what: str) -> Text:
    return Text("engine/amount", (Arg("n", "number", n), Arg("what", "entry", what)))


def test_a_name_translated_without_its_plural_stands_for_that_too() -> None:
    ja = b'msgctxt "tokens/bead.name"\nmsgid "bead"\nmsgstr "tama"\n'
    catalog = Catalogs.load(TEXTS, [{"texts/ja.po": ja}]).catalog("ja")
    assert catalog.name("tokens/bead", "plural") == "tama"
    assert catalog.name("stall/bakery", "plural") == "bakeries"


def test_a_capital_letter_at_the_beginning_of_an_argument() -> None:
    catalog = Catalogs.load({"says/x": "{what.capital}, {what}"}).catalog()
    what = Arg("what", "phrase", Text("", (), "élan vital"))
    assert catalog.render(Text("pack/says/x", (what,))) == "Élan vital, élan vital"


def test_english_and_spanish(catalogs: Catalogs) -> None:
    text = Text("pack/says/fair/buy", (Arg("what", "entry", "stall/bakery"), Arg("n", "number", 2)))
    assert catalogs.render(text) == "Buy bakery for 2 coins"
    assert catalogs.render(text, "es") == "Por 2 monedas: panadería"


def test_numbers_choose_the_form_of_a_name(catalogs: Catalogs) -> None:
    assert [catalogs.render(amount(n, "bead")) for n in (1, 3)] == ["1 bead", "3 beads"]
    assert catalogs.render(amount(3, "tokens/bead"), "es") == "3 cuentas"


def test_a_form_that_only_a_translation_has(catalogs: Catalogs) -> None:
    text = Text("x", (Arg("what", "entry", "bakery"),), "{what.gender, select, f {la} other {el}} {what}")
    assert catalogs.render(text, "es") == "la panadería"


def test_stale_translations_are_never_shown(catalogs: Catalogs) -> None:
    spanish = catalogs.catalog("es")
    assert spanish.render(Text("x", (Arg("p", "place", "rack"),), "{p}")) == "rack", "fuzzy"
    text = Text("pack/says/fair/greet", (Arg("who", "seat", "2"),))
    assert spanish.render(text) == "Welcome jugador 2", "made from another English text"


def test_languages_fall_back(catalogs: Catalogs) -> None:
    assert catalogs.catalog("es-MX,es;q=0.8").language == "es"
    assert catalogs.catalog("eo").language == "en"
    assert negotiate("zh-CN", ("en", "zh-Hans", "zh-Hant")) == "zh-Hans"
    assert negotiate("zh-TW", ("en", "zh-Hans", "zh-Hant")) == "zh-Hant"
    assert negotiate("fr, en;q=0.5, es;q=0.2", ("en", "es")) == "en"
    assert negotiate("*;q=x,,;;", ("en", "es")) == "en"
    assert negotiate("pt_BR", ("en", "pt")) == "pt"


def test_seats_are_named_by_their_players_as_they_stand(catalogs: Catalogs) -> None:
    text = Text("engine/gained", (Arg("seat", "seat", "1"), Arg("what", "phrase", amount(1, "bead"))))
    assert catalogs.render(text) == "player 1 gains 1 bead"
    assert catalogs.render(text, names={"1": "{who} '"}) == "{who} ' gains 1 bead"


@pytest.mark.parametrize(
    ("place", "english", "spanish"),
    [
        ("field", "field", "campo"),
        ("field/r1c3", "field, row 1, column 3", "campo, fila 1, columna 3"),
        ("rack/bead", "rack, bead", "rack, cuenta"),
        ("seat/2/field/4", "player 2's field, space 4", "campo, espacio 4 (jugador 2)"),
        ("waiting_row/2/rack", "waiting row, space 2, rack", "waiting row, espacio 2, rack"),
        ("supply", "supply", "reserva"),
        ("", "box", "caja"),
    ],
)
def test_places(catalogs: Catalogs, place: str, english: str, spanish: str) -> None:
    text = Text("x", (Arg("p", "place", place),), "{p}")
    assert catalogs.render(text) == english
    assert catalogs.render(text, "es") == spanish


def test_things_without_a_name_are_called_by_their_id(catalogs: Catalogs) -> None:
    text = Text("x", (Arg("a", "entry", "stall/old_mill"), Arg("b", "entry", "bead.5")), "{a}, {b}, {a.plural}")
    assert catalogs.render(text) == "old mill, bead (5), old mill"


def test_missing_arguments_are_shown_and_reported(catalogs: Catalogs) -> None:
    text = Text("pack/says/fair/buy", (Arg("n", "number", 1),))
    assert catalogs.render(text) == "Buy {what} for 1 coin"
    outer = Text("x", (Arg("inner", "phrase", text),), "{inner}")
    assert catalogs.catalog().missing(outer) == ("what",)


def test_a_text_without_key_is_shown_as_it_stands(catalogs: Catalogs) -> None:
    assert catalogs.render(Text("", (), "{n} as written '")) == "{n} as written '"


def test_a_broken_message_or_file_breaks_nothing() -> None:
    texts = {"a": "fine {x}", "b": "broken {"}
    broken = (
        b'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\nmsgctxt "a"\nmsgid "fine {x}"\nmsgstr "{x"\n'
    )
    catalogs = Catalogs.load(texts, [{"texts/es.po": broken}, {"fair/texts/it.po": b"\xff\xfe nonsense"}])
    assert catalogs.render(Text("pack/a", (Arg("x", "number", 1),)), "es") == "fine 1"
    assert catalogs.render(Text("pack/b"), "es") == "broken {"
    assert catalogs.render(Text("pack/a"), "it") == "fine {x}"
    assert list(catalogs.faults()) == ["fair/texts/it.po"]


def test_depth_and_size_are_bounded() -> None:
    catalogs = Catalogs.load({"twice": "{a}{b}{a}"})
    text = Text("", (), "xxxxxxxxxxxxxxxxxxxx")
    for _ in range(60):
        text = Text("pack/twice", (Arg("a", "phrase", text), Arg("b", "phrase", text)))
    began = time.perf_counter()
    assert len(catalogs.render(text)) <= 20_001
    assert time.perf_counter() - began < 5


def test_a_translator_may_write_a_description_anew_as_long_as_the_rule_is_the_same() -> None:
    def described(n: int) -> Text:
        body = Text("verb/gain", (Arg("what", "phrase", amount(n, "bead")),))
        return Text("pack/describes/stall/bakery.use", (Arg("body", "phrase", body),), "{body}")

    source = update(None, {"describes/stall/bakery.use": "gain 2 beads"}, "es").decode()
    own = source.replace('msgid "gain 2 beads"\nmsgstr ""', 'msgid "gain 2 beads"\nmsgstr "¡Dos cuentas para ti!"')
    catalogs = Catalogs.load(TEXTS, [FILES, {"texts/es.po": own.encode()}])
    assert catalogs.render(described(2), "es") == "¡Dos cuentas para ti!"
    assert catalogs.render(described(3), "es") == "obtener 3 cuentas"
    assert catalogs.render(described(2)) == "gain 2 beads"


def test_a_pack_can_not_change_what_the_referee_says() -> None:
    catalogs = Catalogs.load({"engine/yes": "maybe", "verb/gain.name": "gain"})
    assert catalogs.render(Text("engine/yes")) == "yes"


def test_extraction_is_stable() -> None:
    assert extract(TEXTS, "fair", "1") == extract(dict(TEXTS), "fair", "1")
    assert b"python-" not in extract(TEXTS)
