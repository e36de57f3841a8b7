"""The message format: what it reads, what it says about what it can't read, plurals of every language."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.texts.compiling import compiled
from referee.texts.message import MessageError, parse
from referee.texts.plurals import plural_categories, plural_rule


class Values:
    def __init__(self, **values: int | str) -> None:
        self.values = values

    def text(self, name: str, attribute: str) -> str:
        key = f"{name}_{attribute}" if attribute else name
        return str(self.values.get(key, f"{{{name}}}"))

    def number(self, name: str) -> int | None:
        value = self.values.get(name)
        return value if isinstance(value, int) else None

    def word(self, name: str, attribute: str) -> str:
        return self.text(name, attribute)


def show(message: str, language: str = "en", **values: int | str) -> str:
    return compiled(parse(message), plural_rule(language))(Values(**values))


def test_arguments_and_attributes() -> None:
    assert show("Buy {what} for {n}", what="bead", n=3) == "Buy bead for 3"
    assert show("{what.plural}", what_plural="beads") == "beads"
    assert show("no {such} thing") == "no {such} thing"


def test_plural_with_exact_numbers_and_hash() -> None:
    message = "{n, plural, =0 {nothing} one {# coin} other {# coins}}"
    assert [show(message, n=n) for n in (0, 1, 2, -1)] == ["nothing", "1 coin", "2 coins", "-1 coin"]
    assert show(message) == "{n} coins"


def test_nested_cases_keep_their_hash() -> None:
    message = "{n, plural, one {# stall} other {# stalls, {m, plural, one {# bead} other {# beads}} each, # in all}}"
    assert show(message, n=3, m=1) == "3 stalls, 1 bead each, 3 in all"


def test_select() -> None:
    message = "{x, select, yes {open} no {closed} other {?}}"
    assert [show(message, x=x) for x in ("yes", "no", "perhaps")] == ["open", "closed", "?"]
    assert show("{what.gender, select, f {la} other {el}} {what}", what="caja", what_gender="f") == "la caja"


def test_quotes() -> None:
    assert show("'{'n'}' isn''t {n}, don't", n=1) == "{n} isn't 1, don't"
    assert show("{n, plural, other {'#'#}}", n=4) == "#4"
    assert show("#{n}", n=4) == "#4"


@pytest.mark.parametrize(
    ("message", "position", "said"),
    [
        ("ab {", 3, "isn't closed"),
        ("ab }", 3, "without"),
        ("{1}", 1, "name of an argument"),
        ("{n, plural, one {x}}", 0, "`other`"),
        ("{n, number}", 4, "no format"),
        ("{n, plural, sometimes {x} other {y}}", 12, "no plural category"),
        ("{n, plural, other {x} other {y}}", 22, "twice"),
        ("{n, select, a {x other {y}}", 0, "isn't closed"),
        ("it '{n", 3, "quotation"),
        ("{n.}", 3, "attribute"),
    ],
)
def test_a_fault_has_its_position(message: str, position: int, said: str) -> None:
    with pytest.raises(MessageError) as caught:
        parse(message)
    assert caught.value.position == position
    assert said in caught.value.what


def test_size_and_depth_are_bounded() -> None:
    with pytest.raises(MessageError):
        parse("x" * 20_001)
    with pytest.raises(MessageError):
        parse("{n, select, other " * 20 + "{x}" + "}" * 20)


@given(st.text(alphabet="ab {}'#,=.nplurasecto1", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        message = parse(text)
    except MessageError as error:
        assert 0 <= error.position <= len(text)
    else:
        compiled(message, plural_rule("en"))(Values(n=1))


@pytest.mark.parametrize("language", ["en", "de", "es", "it", "ja", "zh", "zh-Hans"])
def test_built_in_plurals_are_those_of_cldr(language: str) -> None:
    from babel import Locale

    form = Locale.parse(language.replace("-", "_")).plural_form
    for n in (0, 1, 2, 3, 5, 11, 21, 100, 101, 1000, 1_000_000, 2_000_000, 1_000_001):
        assert plural_rule(language)(n) == form(n)
    assert plural_categories(language) == {*form.tags, "other"}


def test_other_plurals_come_from_babel() -> None:
    message = "{n, plural, one {# stragan} few {# stragany} many {# straganów} other {# straganu}}"
    assert [show(message, "pl", n=n) for n in (1, 2, 5, 22)] == [
        "1 stragan",
        "2 stragany",
        "5 straganów",
        "22 stragany",
    ]
    assert plural_rule("xx-none")(1) == "one"


def test_showing_texts_loads_no_babel() -> None:
    code = (
        "import sys, referee.texts as t; from referee.texts.plurals import plural_rule as p;"
        "[p(x)(2) for x in ('en', 'es', 'it', 'de', 'ja', 'zh')]; t.negotiate('es-MX', ('en', 'es'));"
        "sys.exit('babel' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
