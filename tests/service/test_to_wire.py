"""Records become messages field by field: nothing is left behind, and equal records give equal bytes."""

from __future__ import annotations

import dataclasses

import pytest
from google.protobuf.message import Message

from referee.engine import records as r
from referee.language.text import Arg, Text
from referee.service.wire import to_wire, written, written_decisions, written_events
from referee.service.wire.words import Words
from referee.texts import Catalogs
from referee.v1 import decision_pb2, event_pb2, text_pb2, view_pb2

WORDS = Words(Catalogs.load({"a": "{n, plural, one {# coin} other {# coins}} for {who}"}).catalog("en"), {"1": "Ada"})
TEXT = Text("pack/a", (Arg("n", "number", 2), Arg("who", "seat", "1")), "{n} coins for {who}")
WORD = Text("", (), "word")
SOURCE = r.Source("fair/pack.yaml", 3, 4, "S001 p. 2")
ITEM = r.Item("bead", WORD, ("market",), "bead", 1, 2)
REFUSAL = r.Refusal("CANNOT_PAY", WORD, 1, "buy/bead", "stall/tea", SOURCE, (r.Shortfall("coin", 3, 1),))
PIECE = r.Piece("card/a", 2, "ready", (r.Place("lane/1/hold", (r.Piece("bead", 3),)),), (r.Value("pips", "number", 5),))


def _event(record: r.Event) -> event_pb2.Event:
    return event_pb2.Event.FromString(written_events.event(record, "d7", WORDS))


def all_set(message: Message) -> None:
    """Every field of the message has a value, except the other members of a oneof."""
    for field in message.DESCRIPTOR.fields:
        if field.containing_oneof is None:
            assert field in [f for f, _ in message.ListFields()], field.full_name


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (r.Value("v"), view_pb2.Value(id="v")),
        (r.Value("v", "hidden"), view_pb2.Value(id="v", hidden=True)),
        (r.Value("v", "number", 0), view_pb2.Value(id="v", number=0)),
        (r.Value("v", "yes", False), view_pb2.Value(id="v", yes=False)),
        (r.Value("v", "ref", "market"), view_pb2.Value(id="v", ref="market")),
        (r.Value("v", "refs", ("1", "2")), view_pb2.Value(id="v", refs=view_pb2.Refs(ids=["1", "2"]))),
        (r.Value("v", "refs", ()), view_pb2.Value(id="v", refs=view_pb2.Refs())),
        (r.Value("v", "numbers", (3, 1)), view_pb2.Value(id="v", numbers=view_pb2.Numbers(numbers=[3, 1]))),
        (r.Value("v", "numbers", ()), view_pb2.Value(id="v", numbers=view_pb2.Numbers())),
        (
            r.Value("v", "bag", (("bead", 2),)),
            view_pb2.Value(id="v", bag=view_pb2.Bag(amounts=[view_pb2.Amount(entry="bead", count=2)])),
        ),
        (r.Value("v", "bag", ()), view_pb2.Value(id="v", bag=view_pb2.Bag())),
    ],
)
def test_every_kind_of_value(record: r.Value, expected: view_pb2.Value) -> None:
    assert to_wire.value(record) == view_pb2.Value.FromString(written.value(record)) == expected
    assert to_wire.value(record).WhichOneof("value") == expected.WhichOneof("value")


@pytest.mark.parametrize(
    "piece",
    [
        r.Piece(),
        r.Piece("bead", 300),
        r.Piece("card/a", 1, "ready"),
        r.Piece("bead", 0),
        PIECE,
        r.Piece("card/a", 1, "", (), (r.Value("pips", "number", -5),)),
    ],
)
def test_places_are_written_as_their_messages(piece: r.Piece) -> None:
    for uncounted in (False, True):
        record = r.Place("lane/ü", (piece, r.Piece("x", 2), piece), uncounted)
        assert view_pb2.Place.FromString(written.place(record)) == to_wire.place(record)
        assert written.place(record) == to_wire.place(record).SerializeToString()


@pytest.mark.parametrize("number", [0, 1, 127, 128, -1, 2**31 - 1, -(2**31)])
def test_numbers_are_written_as_their_messages(number: int) -> None:
    record = r.Value("v", "number", number)
    assert written.value(record) == to_wire.value(record).SerializeToString()


def test_a_place_with_everything() -> None:
    made = to_wire.place(r.Place("lane", (PIECE,), True))
    all_set(made)
    all_set(made.pieces[0])
    assert made.pieces[0].inside[0].pieces[0].count == 3


@pytest.mark.parametrize(
    "form",
    [
        None,
        r.NumberForm(3, 9, 3, 6, WORD),
        r.PickForm((ITEM,), 0, 1, True),
        r.AllocationForm((ITEM,), (ITEM,), 1, 2, (r.Share("bead", "market", 1),)),
    ],
)
def test_an_option_with_everything(form: r.Form | None) -> None:
    record = r.Option("buy/bead", TEXT, ("market",), "bead", "buying", "standing", True, form, REFUSAL, ("token/bead",))
    made = decision_pb2.Option.FromString(written_decisions.option(record, WORDS))
    all_set(made)
    all_set(made.refusal)
    all_set(made.refusal.source)
    all_set(made.refusal.shortfalls[0])
    kind = made.WhichOneof("argument")
    if form is None:
        assert kind is None
    elif kind == "number":
        all_set(made.number)
        assert made.number.step == 3 and made.number.unit.text == "word"
    elif kind == "picks":
        assert made.picks.ordered and made.picks.max == 1
        all_set(made.picks.items[0])
    else:
        assert kind == "allocation" and made.allocation.suggested[0].bin == "market"


def test_a_decision_with_everything() -> None:
    option = r.Option("take", WORD)
    record = r.Decision("fair/deal", ("1", "2"), WORD, True, (option,), (option,), (r.Choice("bid", 4),))
    made = decision_pb2.Decision.FromString(written_decisions.question(record, "d7", WORDS))
    assert {field.name for field, _ in made.ListFields()} == {
        field.name for field in made.DESCRIPTOR.fields if field.name not in ("options", "deadline", "on_timeout")
    }


def test_an_allocation_of_nothing_is_one() -> None:
    assert to_wire.choice(r.Choice("take", r.Shares())).WhichOneof("answer") == "allocation"
    assert to_wire.choice(r.Choice("take", ())).WhichOneof("answer") == "picks"


@pytest.mark.parametrize("answer", [None, 0, 7, (), ("a", "b"), (r.Share("bead", "market", 2),)])
def test_choices_come_back(answer: r.Answer) -> None:
    from referee.service.wire import from_wire

    choice = r.Choice("take", answer, "fair/deal")
    assert from_wire.choices([to_wire.choice(choice)]) == (choice,)


@pytest.mark.parametrize(
    "what",
    [
        r.Moved("market", "yard", (PIECE,)),
        r.Changed(r.Value("v", "number", 1), r.Value("v", "number", 2)),
        r.Turned("lane", PIECE, PIECE),
        r.Answered("1", (r.Choice("bid", 4),)),
        r.Happened("round_begins", "1"),
    ],
)
def test_every_kind_of_event(what: r.Moved | r.Changed | r.Turned | r.Answered | r.Happened) -> None:
    made = _event(r.Event(what, TEXT, r.Cause("stall/tea", "use", SOURCE, 2)))
    all_set(made)
    all_set(made.cause)
    all_set(getattr(made, made.WhichOneof("what") or ""))


def test_an_event_without_a_cause_has_none() -> None:
    made = _event(r.Event(r.Happened("over"), WORD))
    assert made == event_pb2.Event(happened=event_pb2.Happened(name="over"), text=WORDS.text(WORD))


def test_texts_have_words_key_and_arguments() -> None:
    made = WORDS.text(TEXT)
    assert (made.text, made.key) == ("2 coins for Ada", "pack/a")
    assert [(arg.name, arg.WhichOneof("value")) for arg in made.args] == [("n", "number"), ("who", "seat")]
    nested = WORDS.text(Text("", (Arg("p", "phrase", TEXT), Arg("e", "entry", "bead"), Arg("x", "place", "y"))))
    assert [arg.WhichOneof("value") for arg in nested.args] == ["phrase", "entry", "place"]


def test_texts_with_and_without_names_are_whole_in_every_game() -> None:
    args = (Arg("first", "phrase", TEXT), Arg("rest", "phrase", WORD), Arg("none", "phrase", ""))
    inner = Text("engine/list.more", args)
    other = Words(WORDS.catalog, {"1": "Eve"})
    for words, name in ((WORDS, "Ada"), (other, "Eve"), (WORDS, "Ada")):
        made = words.text(inner)
        assert (made.text, made.args[0].phrase.text) == (f"2 coins for {name}, word", f"2 coins for {name}")
        assert made.args[1].phrase.text == "word" and made.args[2].HasField("phrase")
    assert WORDS.text(Text("", (), "")) == text_pb2.Text()


def test_the_outcome_and_the_board() -> None:
    line = r.ScoreLine(WORD, "stall/tea", 3)
    outcome = r.Outcome(("1",), (r.Score("1", 3, (line,)),), (r.Rank("1", 1, (line,)),), ("fair/done",))
    made = to_wire.outcome(outcome, WORDS)
    all_set(made.scores[0])
    all_set(made.scores[0].lines[0])
    all_set(made.ranking[0])
    assert made.winners == ["1"] and made.reasons == ["fair/done"]
    place = r.PlaceInfo("seat/1/yard", WORD, "cell", "1", "yard", "grid", 2, 3, 4, (r.Value("price", "number", 4),))
    board = to_wire.board(r.Board((place,), (r.ValueInfo("v", WORD, "1", True, 9),)), WORDS)
    all_set(board.places[0])
    all_set(board.values[0])


def test_every_field_of_the_records_is_known_here() -> None:
    """A field added to a record must be copied, too: this list is to be looked at then."""
    known = {
        r.View: "seat path places values in_force decisions outcome",
        r.Decision: "step seats prompt sealed options blocked answered",
        r.Option: "id label subjects entry group role barrier form refusal meant",
        r.Piece: "entry count face inside values",
        r.PlaceInfo: "id label kind seat parent shape row column capacity values",
        r.ValueInfo: "id label seat score max",
        r.Refusal: "reason text choice option entry source shortfalls",
        r.Outcome: "winners scores ranking reasons",
        r.Event: "what text cause",
        r.Cause: "entry hook source parent",
        r.InForce: "entry rule of until",
        r.PickForm: "items min max ordered",
    }
    for record, names in known.items():
        assert [field.name for field in dataclasses.fields(record)] == names.split()
