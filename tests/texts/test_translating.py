"""What translators live with: changed English makes a translation fuzzy, gone texts obsolete, and status counts."""

from __future__ import annotations

import time

import pytest

from referee.texts import PoError, extract, own_status, po, status, update, update_own
from referee.texts.own import own_languages, own_texts, own_translations
from referee.texts.status import faults, sources_faults

FIRST = {"stall/mill.name": "mill", "says/open": "Open {what}", "says/shut": "Shut"}


def translated(data: bytes, **texts: str) -> bytes:
    text = data.decode()
    for source, translation in texts.items():
        text = text.replace(f'msgid "{source}"\nmsgstr ""', f'msgid "{source}"\nmsgstr "{translation}"')
    return text.encode()


@pytest.fixture
def spanish() -> bytes:
    data = translated(update(None, FIRST, "es", "fair"), mill="molino", Shut="Cerrar")
    return data.replace(b'msgid "Open {what}"\nmsgstr ""', b'msgid "Open {what}"\nmsgstr "Abrir {what}"')


def test_a_template_has_keys_and_flags() -> None:
    text = extract(FIRST, "fair").decode()
    assert 'msgctxt "stall/mill.name"\nmsgid "mill"\nmsgstr ""' in text
    assert '#, icu-message-format\nmsgctxt "says/open"' in text


def test_update_changes_nothing_when_nothing_changed(spanish: bytes) -> None:
    once = update(spanish, FIRST, "es")
    assert update(once, FIRST, "es") == once
    assert [e.translation for e in po.entries(once, "es")] == ["molino", "Abrir {what}", "Cerrar"]


def test_a_changed_text_is_fuzzy_with_the_old_english_beside_it(spanish: bytes) -> None:
    changed = update(spanish, {**FIRST, "stall/mill.name": "windmill"}, "es")
    assert '#, fuzzy\n#| msgid "mill"\nmsgctxt "stall/mill.name"\nmsgid "windmill"\nmsgstr "molino"' in changed.decode()
    again = update(changed, {**FIRST, "stall/mill.name": "water mill"}, "es")
    assert '#| msgid "mill"' in again.decode(), "the English that was translated, not the one in between"
    back = update(again, FIRST, "es")
    assert b"fuzzy" not in back


def test_alike_texts_never_swap_their_translations(spanish: bytes) -> None:
    renamed = {"says/shut": "Shut", "says/shut_again": "Shut", "says/open": "Open {what}"}
    entries = {e.context: e.translation for e in po.entries(update(spanish, renamed, "es"), "es")}
    assert entries == {"says/shut": "Cerrar", "says/shut_again": "", "says/open": "Abrir {what}"}


def test_gone_texts_are_obsolete_and_come_back(spanish: bytes) -> None:
    gone = update(spanish, {"says/shut": "Shut"}, "es")
    assert b'#~ msgctxt "stall/mill.name"' in gone
    assert status({"says/shut": "Shut"}, {"es": gone})[0].obsolete == 2
    back = {e.context: e.translation for e in po.entries(update(gone, FIRST, "es"), "es")}
    assert back["stall/mill.name"] == "molino"


def test_forms_that_only_a_translation_has_stay() -> None:
    data = b'msgid ""\nmsgstr ""\n\nmsgctxt "stall/mill.name"\nmsgid "mill"\nmsgstr "x"\n\n'
    data += b'msgctxt "stall/mill.counter"\nmsgid "mill"\nmsgstr "y"\n'
    kept = {e.context: e.translation for e in po.entries(update(data, FIRST, "ja"), "ja")}
    assert kept["stall/mill.counter"] == "y"
    (found,) = status(FIRST, {"ja": data})
    assert (found.translated, found.missing, found.problems) == (1, 2, ())


def test_status_counts(spanish: bytes) -> None:
    changed = update(spanish, {**FIRST, "stall/mill.name": "windmill", "new": "New"}, "es")
    (found,) = status({**FIRST, "stall/mill.name": "windmill", "new": "New"}, {"es": changed})
    assert (found.translated, found.fuzzy, found.missing, found.total) == (2, 1, 1, 4)
    (stale,) = status({**FIRST, "says/shut": "Close"}, {"es": spanish})
    assert stale.fuzzy == 1, "an update that was forgotten counts as fuzzy"
    (empty,) = status(FIRST, {"de": b""})
    assert (empty.translated, empty.missing) == (0, 3)


def test_status_finds_what_can_not_be_shown(spanish: bytes) -> None:
    (found,) = status(FIRST, {"es": spanish.replace(b"Abrir {what}", b"Abrir {wat}")})
    assert [p.text for p in found.problems] == ["the translation lacks {what}", "the English text has no {wat}"]
    assert {p.context for p in found.problems} == {"says/open"}
    (broken,) = status(FIRST, {"es": b"\xff"})
    assert broken.problems
    assert list(faults("{n, plural, other {#}}", "{n, plural, few {#} other {#}}", "es")) == [
        "es has no plural category `few`"
    ]
    assert list(faults("{n}", "{n", "es"))


def test_a_file_that_is_no_po_file_is_refused() -> None:
    with pytest.raises(PoError):
        update(b'msgid "a\nmsgstr ""', FIRST, "es")
    with pytest.raises(PoError, match="line 2"):
        update(b'#~| msgid "older"\nmsgid "a"\nmsgstr "b" c"\n', FIRST, "es")


@pytest.mark.parametrize("front", [b"", b"#~", b'msgid "a"'])
def test_a_long_line_of_blanks_is_refused_at_once(front: bytes) -> None:
    """Where blanks were tried in every length, half a megabyte of them held a server for minutes."""
    began = time.process_time()
    with pytest.raises(PoError, match="line 3"):
        po.read(b'msgid ""\nmsgstr ""\n' + front + b" " * 100_000 + b"x\n", "es")
    assert time.process_time() - began < 5  # seconds of processor time, as on a slow machine


def test_a_translation_may_use_another_form_of_a_name() -> None:
    assert not list(faults("{n} {what}", "{what}{n}{what.counter}", "ja"))


def test_the_referees_own_english_is_sound() -> None:
    assert not sources_faults(own_texts())
    for key, entry in own_translations("en").items():
        assert entry.translation == entry.source == own_texts()[key]


def test_the_referees_own_translations_are_complete() -> None:
    found = own_status()
    assert {s.language for s in found} == set(own_languages()) - {"en"}
    for one in found:
        assert (one.fuzzy, one.missing, one.obsolete, one.problems) == (0, 0, 0, ()), (one.language, one.file)
    assert update_own() == []
