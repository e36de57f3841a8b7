"""Forms of options and refusals as messages of the API."""

from __future__ import annotations

from referee.engine import records
from referee.service.wire.words import Words
from referee.v1 import decision_pb2, error_pb2


def form_and_refusal(record: records.Option, words: Words) -> decision_pb2.Option:
    """Of an option what it asks for, and why it can't be chosen; the rest is written by `written_decisions`."""
    made = decision_pb2.Option()
    match record.form:
        case records.NumberForm() as form:
            made.number.CopyFrom(_number(form, words))
        case records.PickForm() as form:
            made.picks.CopyFrom(
                decision_pb2.PickForm(
                    items=[_item(item, words) for item in form.items],
                    min=form.min,
                    max=form.max,
                    ordered=form.ordered,
                )
            )
        case records.AllocationForm() as form:
            made.allocation.CopyFrom(_allocation(form, words))
        case None:
            pass
    if record.refusal is not None:
        made.refusal.CopyFrom(refusal(record.refusal, words))
    return made


def _number(form: records.NumberForm, words: Words) -> decision_pb2.NumberForm:
    made = decision_pb2.NumberForm(min=form.min, max=form.max, step=form.step, suggested=form.suggested)
    if form.unit is not None:
        made.unit.CopyFrom(words.text(form.unit))
    return made


def _allocation(form: records.AllocationForm, words: Words) -> decision_pb2.AllocationForm:
    return decision_pb2.AllocationForm(
        sources=[_item(item, words) for item in form.sources],
        bins=[_item(item, words) for item in form.bins],
        min=form.min,
        max=form.max,
        suggested=[
            decision_pb2.Share(source=share.source, bin=share.bin, amount=share.amount) for share in form.suggested
        ],
    )


def _item(record: records.Item, words: Words) -> decision_pb2.Item:
    return decision_pb2.Item(
        id=record.id,
        label=words.text(record.label),
        subjects=record.subjects,
        entry=record.entry,
        min=record.min,
        max=record.max,
    )


def source(record: records.Source) -> error_pb2.Source:
    """Where a rule is written."""
    return error_pb2.Source(file=record.file, line=record.line, column=record.column, document=record.document)


def refusal(record: records.Refusal, words: Words) -> error_pb2.Refusal:
    """Why a choice isn't possible."""
    made = error_pb2.Refusal(
        reason=f"ERROR_REASON_{record.reason}",
        choice=record.choice,
        option=record.option,
        text=words.text(record.text),
        entry=record.entry,
        shortfalls=[
            error_pb2.Shortfall(what=short.what, need=short.need, have=short.have) for short in record.shortfalls
        ],
    )
    if record.source is not None:
        made.source.CopyFrom(source(record.source))
    return made
