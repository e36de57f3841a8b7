import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from referee.v1 import decision_pb2 as _decision_pb2
from referee.v1 import error_pb2 as _error_pb2
from referee.v1 import text_pb2 as _text_pb2
from referee.v1 import view_pb2 as _view_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Update(_message.Message):
    __slots__ = ("version", "seat", "events", "changes", "time")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    CHANGES_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    version: int
    seat: str
    events: _containers.RepeatedCompositeFieldContainer[Event]
    changes: _view_pb2.View
    time: _timestamp_pb2.Timestamp
    def __init__(self, version: _Optional[int] = ..., seat: _Optional[str] = ..., events: _Optional[_Iterable[_Union[Event, _Mapping]]] = ..., changes: _Optional[_Union[_view_pb2.View, _Mapping]] = ..., time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class Event(_message.Message):
    __slots__ = ("moved", "changed", "answered", "happened", "turned", "text", "cause")
    MOVED_FIELD_NUMBER: _ClassVar[int]
    CHANGED_FIELD_NUMBER: _ClassVar[int]
    ANSWERED_FIELD_NUMBER: _ClassVar[int]
    HAPPENED_FIELD_NUMBER: _ClassVar[int]
    TURNED_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    moved: Moved
    changed: Changed
    answered: Answered
    happened: Happened
    turned: Turned
    text: _text_pb2.Text
    cause: Cause
    def __init__(self, moved: _Optional[_Union[Moved, _Mapping]] = ..., changed: _Optional[_Union[Changed, _Mapping]] = ..., answered: _Optional[_Union[Answered, _Mapping]] = ..., happened: _Optional[_Union[Happened, _Mapping]] = ..., turned: _Optional[_Union[Turned, _Mapping]] = ..., text: _Optional[_Union[_text_pb2.Text, _Mapping]] = ..., cause: _Optional[_Union[Cause, _Mapping]] = ...) -> None: ...

class Moved(_message.Message):
    __slots__ = ("from_place", "to_place", "pieces")
    FROM_PLACE_FIELD_NUMBER: _ClassVar[int]
    TO_PLACE_FIELD_NUMBER: _ClassVar[int]
    PIECES_FIELD_NUMBER: _ClassVar[int]
    from_place: str
    to_place: str
    pieces: _containers.RepeatedCompositeFieldContainer[_view_pb2.Piece]
    def __init__(self, from_place: _Optional[str] = ..., to_place: _Optional[str] = ..., pieces: _Optional[_Iterable[_Union[_view_pb2.Piece, _Mapping]]] = ...) -> None: ...

class Changed(_message.Message):
    __slots__ = ("before", "after")
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    before: _view_pb2.Value
    after: _view_pb2.Value
    def __init__(self, before: _Optional[_Union[_view_pb2.Value, _Mapping]] = ..., after: _Optional[_Union[_view_pb2.Value, _Mapping]] = ...) -> None: ...

class Turned(_message.Message):
    __slots__ = ("place", "before", "after")
    PLACE_FIELD_NUMBER: _ClassVar[int]
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    place: str
    before: _view_pb2.Piece
    after: _view_pb2.Piece
    def __init__(self, place: _Optional[str] = ..., before: _Optional[_Union[_view_pb2.Piece, _Mapping]] = ..., after: _Optional[_Union[_view_pb2.Piece, _Mapping]] = ...) -> None: ...

class Answered(_message.Message):
    __slots__ = ("seat", "decision", "choices")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    CHOICES_FIELD_NUMBER: _ClassVar[int]
    seat: str
    decision: str
    choices: _containers.RepeatedCompositeFieldContainer[_decision_pb2.Choice]
    def __init__(self, seat: _Optional[str] = ..., decision: _Optional[str] = ..., choices: _Optional[_Iterable[_Union[_decision_pb2.Choice, _Mapping]]] = ...) -> None: ...

class Happened(_message.Message):
    __slots__ = ("name", "seat")
    NAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    name: str
    seat: str
    def __init__(self, name: _Optional[str] = ..., seat: _Optional[str] = ...) -> None: ...

class Cause(_message.Message):
    __slots__ = ("entry", "hook", "source", "parent")
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    HOOK_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    PARENT_FIELD_NUMBER: _ClassVar[int]
    entry: str
    hook: str
    source: _error_pb2.Source
    parent: int
    def __init__(self, entry: _Optional[str] = ..., hook: _Optional[str] = ..., source: _Optional[_Union[_error_pb2.Source, _Mapping]] = ..., parent: _Optional[int] = ...) -> None: ...
