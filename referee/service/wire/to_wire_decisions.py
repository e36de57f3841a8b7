"""Decisions, options and refusals as messages of the API."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine import records
from referee.service.wire.to_wire import choice
from referee.service.wire.words import Words
from referee.v1 import decision_pb2, error_pb2

_ROLES: Mapping[str, decision_pb2.OptionRole] = {
    "": decision_pb2.OPTION_ROLE_UNSPECIFIED,
    "pass": decision_pb2.OPTION_ROLE_PASS,
    "stop": decision_pb2.OPTION_ROLE_STOP,
    "standing": decision_pb2.OPTION_ROLE_STANDING,
}


def question(record: records.Decision, id: str, words: Words) -> decision_pb2.Decision:
    """What is asked, without the options. `id` is what an answer has to echo."""
    return decision_pb2.Decision(
        id=id,
        seats=record.seats,
        sealed=record.sealed,
        prompt=words.text(record.prompt),
        blocked=[option(blocked, words) for blocked in record.blocked],
        step=record.step,
        answered=[choice(answer) for answer in record.answered],
    )


def option(record: records.Option, words: Words) -> decision_pb2.Option:
    """One answer that can be given, or in `blocked` one that can't."""
    made = decision_pb2.Option(
        id=record.id,
        label=words.text(record.label),
        subjects=record.subjects,
        meant=record.meant,
        entry=record.entry,
        group=record.group,
        role=_ROLES[record.role],
        barrier=record.barrier,
    )
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
