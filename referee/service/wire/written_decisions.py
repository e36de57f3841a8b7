"""Decisions and options as bytes; what only few of them have stands in `to_wire_decisions`, as messages."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine import records
from referee.service.wire import to_wire, to_wire_decisions
from referee.service.wire.ready import Field, Number
from referee.service.wire.words import Words
from referee.v1 import decision_pb2

_ROLES: Mapping[str, decision_pb2.OptionRole] = {
    "": decision_pb2.OPTION_ROLE_UNSPECIFIED,
    "pass": decision_pb2.OPTION_ROLE_PASS,
    "stop": decision_pb2.OPTION_ROLE_STOP,
    "standing": decision_pb2.OPTION_ROLE_STANDING,
}
_ID, _SEATS, _PROMPT, _STEP = (Field(decision_pb2.Decision, name) for name in ("id", "seats", "prompt", "step"))
_BLOCKED, _ANSWERED = (Field(decision_pb2.Decision, name) for name in ("blocked", "answered"))
_SEALED = Number(decision_pb2.Decision, "sealed")
_OPTION_ID, _LABEL, _ENTRY, _GROUP = (Field(decision_pb2.Option, name) for name in ("id", "label", "entry", "group"))
_SUBJECTS, _MEANT = (Field(decision_pb2.Option, name) for name in ("subjects", "meant"))
_ROLE, _BARRIER = (Number(decision_pb2.Option, name) for name in ("role", "barrier"))


def question(record: records.Decision, id: str, words: Words) -> bytes:
    """A Decision without its options. `id` is what an answer has to echo."""
    fields = [
        _ID.text(id),
        *[_SEATS.text(seat) for seat in record.seats],
        _PROMPT.of(words.data(record.prompt)),
        _STEP.text(record.step),
    ]
    if record.sealed:
        fields.append(_SEALED.of(1))
    fields += [_BLOCKED.of(option(blocked, words)) for blocked in record.blocked]
    fields += [_ANSWERED.of(to_wire.choice(answer).SerializeToString()) for answer in record.answered]
    return b"".join(fields)


def option(record: records.Option, words: Words) -> bytes:
    """An Option: one answer that can be given, or in `blocked` one that can't."""
    fields = [
        _OPTION_ID.text(record.id),
        _LABEL.of(words.data(record.label)),
        *[_SUBJECTS.of(subject.encode()) for subject in record.subjects],
        *[_MEANT.of(meant.encode()) for meant in record.meant],  # an empty one counts, too
        _ENTRY.text(record.entry),
        _GROUP.text(record.group),
    ]
    if record.role:
        fields.append(_ROLE.of(_ROLES[record.role]))
    if record.barrier:
        fields.append(_BARRIER.of(1))
    if record.form is not None or record.refusal is not None:
        fields.append(to_wire_decisions.form_and_refusal(record, words).SerializeToString())
    return b"".join(fields)
