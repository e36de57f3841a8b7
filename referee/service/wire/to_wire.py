"""Records of the engine, field by field, as messages of the API: positions and what lies there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.engine import records
from referee.service.wire.words import Words
from referee.v1 import decision_pb2, game_pb2, view_pb2


def value(record: records.Value) -> view_pb2.Value:
    """A named value."""
    made = view_pb2.Value(id=record.id)
    content: Any = record.value  # of the type that the kind says
    match record.kind:
        case "hidden":
            made.hidden = True
        case "number":
            made.number = content
        case "yes":
            made.yes = bool(content)
        case "ref":
            made.ref = content
        case "refs":
            made.refs.SetInParent()
            made.refs.ids.extend(content)
        case "bag":
            made.bag.SetInParent()
            made.bag.amounts.extend(view_pb2.Amount(entry=entry, count=count) for entry, count in content)
        case "numbers":
            made.numbers.SetInParent()
            made.numbers.numbers.extend(content)
    return made


def piece(record: records.Piece) -> view_pb2.Piece:
    """Tokens or pieces that are alike."""
    return view_pb2.Piece(
        entry=record.entry,
        count=record.count,
        face=record.face,
        inside=[place(inside) for inside in record.inside],
        values=[value(own) for own in record.values],
    )


def place(record: records.Place) -> view_pb2.Place:
    """A place and what lies there."""
    return view_pb2.Place(id=record.id, pieces=[piece(lying) for lying in record.pieces], uncounted=record.uncounted)


def in_force(record: records.InForce, words: Words) -> view_pb2.InForce:
    """A modifier that holds now."""
    made = view_pb2.InForce(entry=record.entry, rule=value(record.rule), of=record.of)
    if record.until is not None:
        made.until.CopyFrom(words.text(record.until))
    return made


def choice(record: records.Choice) -> decision_pb2.Choice:
    """An answer."""
    made = decision_pb2.Choice(option=record.option, step=record.step)
    answer = record.answer
    if isinstance(answer, int):
        made.number = answer
    elif answer is not None:
        shares = [share for share in answer if isinstance(share, records.Share)]
        if shares or isinstance(answer, records.Shares):
            made.allocation.SetInParent()
            made.allocation.shares.extend(
                decision_pb2.Share(source=share.source, bin=share.bin, amount=share.amount) for share in shares
            )
        else:
            made.picks.SetInParent()
            made.picks.items.extend(item for item in answer if isinstance(item, str))
    return made


def outcome(record: records.Outcome, words: Words) -> view_pb2.Outcome:
    """How the game ended; seed and entropies are added by whoever knows them."""
    return view_pb2.Outcome(
        winners=record.winners,
        scores=[
            view_pb2.Score(seat=score.seat, points=score.points, lines=_lines(score.lines, words))
            for score in record.scores
        ],
        ranking=[
            view_pb2.Rank(seat=rank.seat, rank=rank.rank, tie_breaks=_lines(rank.tie_breaks, words))
            for rank in record.ranking
        ],
        reasons=record.reasons,
    )


def _lines(lines: Iterable[records.ScoreLine], words: Words) -> list[view_pb2.ScoreLine]:
    return [view_pb2.ScoreLine(source=words.text(line.source), entry=line.entry, points=line.points) for line in lines]


def board(record: records.Board, words: Words) -> game_pb2.Board:
    """The static half of every view."""
    places = [
        game_pb2.PlaceInfo(
            id=info.id,
            label=words.text(info.label),
            kind=info.kind,
            seat=info.seat,
            parent=info.parent,
            shape=info.shape,
            row=info.row,
            column=info.column,
            capacity=info.capacity,
            values=[value(printed) for printed in info.values],
        )
        for info in record.places
    ]
    values = [
        game_pb2.ValueInfo(
            id=known.id, label=words.text(known.label), seat=known.seat, score=known.score, max=known.max
        )
        for known in record.values
    ]
    return game_pb2.Board(places=places, values=values)
