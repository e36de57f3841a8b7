"""A text that is put in words with marks and filled with names later reads as if the names had been known."""

from __future__ import annotations

import pickle
import subprocess
import sys

import pytest

from referee.language.text import Arg, Text
from referee.service.wire.words import Words
from referee.texts import Catalogs
from referee.texts.catalog import MAX_SIZE
from referee.texts.marks import MARKS, filled, marked

MESSAGES = {
    "plain": "It rains.",
    "seat": "{who} pays {n, plural, one {# coin} other {# coins}} to {whom}",
    "capital": "{who.capital} pays, and {what.capital}",
    "place": "to {where}",
    "inner": "{seat}: {choice}",
    "select": "{who, select, 1 {the first} other {{who}}} moves",
}
SEAT = (Arg("who", "seat", "1"), Arg("whom", "seat", "2"), Arg("n", "number", 2))
TEXTS = [
    Text("pack/plain"),
    Text("pack/seat", SEAT),
    Text("pack/capital", (Arg("who", "seat", "1"), Arg("what", "phrase", Text("pack/seat", SEAT)))),
    Text("pack/place", (Arg("where", "place", "seat/2/hand"),)),
    Text("pack/place", (Arg("where", "place", "market"),)),
    Text("pack/inner", (Arg("seat", "seat", "2"), Arg("choice", "phrase", Text("pack/seat", SEAT)))),
    Text("pack/select", (Arg("who", "seat", "1"),)),
    Text("pack/select", (Arg("who", "seat", "2"),)),
    Text("", (), "as it {stands}"),
]
NAMES = [{}, {"1": "ann"}, {"1": "Ann", "2": "{n}"}, {"1": "\ue000" + "2\ue002", "2": "\\1 & <b>"}]


@pytest.mark.parametrize("names", NAMES)
@pytest.mark.parametrize("text", TEXTS)
def test_names_filled_in_later_read_alike(text: Text, names: dict[str, str]) -> None:
    catalog = Catalogs.load(MESSAGES).catalog()
    known = {**{seat: catalog.render(Text("engine/seat", (Arg("n", "number", int(seat)),))) for seat in "12"}, **names}
    written = catalog.render(text, MARKS)
    assert filled(written, known.__getitem__) == catalog.render(text, names)
    assert marked(written) == (catalog.render(text, {"1": "Ada", "2": "Bo"}) != catalog.render(text, names))


def test_games_with_other_names_share_texts_but_no_names() -> None:
    catalog = Catalogs.load(MESSAGES).catalog()
    ada, bo = Words(catalog, {"1": "Ada"}), Words(catalog, {"1": "Bo"})
    for text in TEXTS:
        for words, own, other in ((ada, "Ada", "Bo"), (bo, "Bo", "Ada")):
            message = words.text(text)
            assert message.text == catalog.render(text, {"1": own})
            assert other not in str(message)
            assert not any(marked(part.phrase.text) for part in message.args)
        assert (ada.data(text) is bo.data(text)) == ada.alike(text)
    inner = ada.text(TEXTS[5]).args[1].phrase
    assert inner.text.startswith("Ada pays") and bo.text(TEXTS[5]).args[1].phrase.text.startswith("Bo pays")


def test_a_text_that_went_to_another_process_is_found_there() -> None:
    """Hashes differ between processes, so the one that is kept must not travel."""
    text = Text("pack/seat", SEAT)
    assert hash(text) == hash(Text("pack/seat", SEAT))
    program = (
        "import pickle, sys; from referee.language.text import Arg, Text; "
        "text = pickle.loads(sys.stdin.buffer.read()); "
        "assert {Text(text.key, text.args, text.literal): 1}[text] and text in {text}"
    )
    subprocess.run([sys.executable, "-c", program], input=pickle.dumps(text), check=True)


@pytest.mark.parametrize(
    "mark", ["\ue0002\ue002", "\ue0012\ue002", "\ue000" + "9" * 5000 + "\ue002", "\ue000", "\ue002"]
)
def test_what_a_pack_writes_is_never_taken_for_a_mark(mark: str) -> None:
    """In a message, in a text that is in no catalog, in one that can't be read as a message, and around an argument."""
    catalog = Catalogs.load(
        {"mine": f"{mark}loses", "around": "\ue000{n}\ue002 loses", "phrase": "{p} loses"}
    ).catalog()
    texts = [
        Text("pack/mine"),
        Text("pack/none", (), f"{mark}loses"),
        Text("", (), f"{mark}loses"),
        Text("pack/none", (), f"{mark}loses {{"),
        Text("pack/around", (Arg("n", "number", 2),)),
        Text("pack/phrase", (Arg("p", "phrase", mark),)),
    ]
    for text in texts:
        message = Words(catalog, {"2": "Bo"}).text(text)
        assert not any(sign in str(message) for sign in ("Bo", "\ue000", "\ue001", "\ue002", "\\356\\200"))


@pytest.mark.parametrize("before", range(4))
def test_a_text_that_is_cut_off_ends_in_no_mark(before: int) -> None:
    catalog = Catalogs.load({"many": "{who}" * 300, "more": "{p}" * 30, "all": "x" * before + "{p}"}).catalog()
    many = Text("pack/many", (Arg("who", "seat", "1"),))
    text = Text("pack/all", (Arg("p", "phrase", Text("pack/more", (Arg("p", "phrase", many),))),))
    for name in ("Ada", "N" * 60):
        words = Words(catalog, {"1": name}).text(text).text
        assert len(words) <= MAX_SIZE + 1 and words.endswith("…") and not marked(words)


def test_a_translated_description_holds_no_mark_either_and_ends_somewhere() -> None:
    po = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
    for said, shown in (("\ue0002\ue002 loses", "2 loses"), ("x" * 2 * MAX_SIZE, "x" * MAX_SIZE + "…")):
        entry = f'msgctxt "describes/a.use"\nmsgid "gain"\nmsgstr "{said}"\n'
        catalog = Catalogs.load({}, [{"texts/es.po": (po + entry).encode()}]).catalog("es")
        text = Text("pack/describes/a.use", (), "gain")
        assert Words(catalog, {"2": "Bo"}).text(text).text == shown
