"""Told: how the game is laid out before it begins, row by row."""

from __future__ import annotations

from collections.abc import Iterator

from referee.language.compare.code import bare
from referee.language.compare.reading import Reading
from referee.language.compare.sentences import sentence
from referee.language.compare.things import Thing, sentences
from referee.language.describe.keys import humanized, pack_text
from referee.language.describe.phrases import phrase
from referee.language.model import SetupRow
from referee.language.text import Text

NOTHING = "none"


def setup(r: Reading) -> Iterator[Thing]:
    """What lies where at the start, and where values begin."""
    told = [sentence(text) for row in r.model.setup for text in _row(r, row)]
    source = tuple(line for row in r.model.setup for line in bare(row.where_code, row.start_code))
    yield Thing("setup", "setup", phrase("diff/setup"), (sentences("does", told),), source)


def _row(r: Reading, row: SetupRow) -> Iterator[Text]:
    if row.value:
        start = r.words.text(row.start) if row.start is not None else phrase("expr/none")
        yield phrase("verb/set", what=r.name("value", r.model.values[row.value]), value=start)
        return
    place = r.place(row.place)
    if r.model.places[row.place].owner == "seat":
        place = phrase("diff/of_each", what=place)
    for token, amounts in row.tokens.items():
        token_name = r.name("token", r.model.tokens[r.tokens[token]])
        what = (
            phrase("expr/amount", n=amounts.get(0, 0), what=token_name)
            if set(amounts) <= {0}
            else phrase("diff/counted", what=token_name, n=r.by_seats(amounts))
        )
        yield phrase("diff/lies", place=place, what=what)
    if row.pieces:
        yield phrase("diff/lies", place=place, what=r.text_list(_piece(r, row.place, piece) for piece in row.pieces))
    if row.all_of:
        what = phrase("expr/all_of_kind", what=r.kind(row.all_of))
        if row.where is not None:
            d = r.describer()
            with d.implying("it"):
                what = phrase("expr/where", set=what, condition=d.text(row.where))
        yield phrase("diff/lies", place=place, what=what)


def _piece(r: Reading, place: str, piece: str) -> Text:
    kind = r.model.places[place].holds
    entry = next((each for each in r.model.kinds[kind].entries if each.id == piece), None) if kind else None
    if entry is not None:
        return r.name(kind, entry)
    return phrase("diff/free") if piece == NOTHING else pack_text(f"entry/{piece}.name", humanized(piece))
