from referee.v1 import text_pb2 as _text_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ErrorReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ERROR_REASON_UNSPECIFIED: _ClassVar[ErrorReason]
    ERROR_REASON_GAME_NOT_FOUND: _ClassVar[ErrorReason]
    ERROR_REASON_SEAT_MISMATCH: _ClassVar[ErrorReason]
    ERROR_REASON_DECISION_STALE: _ClassVar[ErrorReason]
    ERROR_REASON_REQUEST_ID_REUSED: _ClassVar[ErrorReason]
    ERROR_REASON_ANSWER_OUTSIDE_FORM: _ClassVar[ErrorReason]
    ERROR_REASON_NOT_OFFERED: _ClassVar[ErrorReason]
    ERROR_REASON_CONDITION_FAILED: _ClassVar[ErrorReason]
    ERROR_REASON_CANNOT_PAY: _ClassVar[ErrorReason]
    ERROR_REASON_CHOICE_AFTER_BARRIER: _ClassVar[ErrorReason]
    ERROR_REASON_NOT_YOUR_TURN: _ClassVar[ErrorReason]
    ERROR_REASON_UNDO_BARRIER: _ClassVar[ErrorReason]
    ERROR_REASON_GAME_OVER: _ClassVar[ErrorReason]
    ERROR_REASON_VERSION_TOO_OLD: _ClassVar[ErrorReason]
    ERROR_REASON_SLOW_READER: _ClassVar[ErrorReason]
    ERROR_REASON_LIMIT: _ClassVar[ErrorReason]
    ERROR_REASON_RULESET_INVALID: _ClassVar[ErrorReason]
    ERROR_REASON_FIELD_INVALID: _ClassVar[ErrorReason]
    ERROR_REASON_TOKEN_INVALID: _ClassVar[ErrorReason]
    ERROR_REASON_RULESET_NOT_FOUND: _ClassVar[ErrorReason]
    ERROR_REASON_DRAINING: _ClassVar[ErrorReason]
    ERROR_REASON_RULES_FAULT: _ClassVar[ErrorReason]
    ERROR_REASON_INTERNAL: _ClassVar[ErrorReason]
    ERROR_REASON_FAIR_GAME: _ClassVar[ErrorReason]
    ERROR_REASON_GAME_PAUSED: _ClassVar[ErrorReason]
    ERROR_REASON_GAME_ARCHIVED: _ClassVar[ErrorReason]
    ERROR_REASON_NOTHING_TO_REDO: _ClassVar[ErrorReason]
    ERROR_REASON_STORE_UNAVAILABLE: _ClassVar[ErrorReason]
ERROR_REASON_UNSPECIFIED: ErrorReason
ERROR_REASON_GAME_NOT_FOUND: ErrorReason
ERROR_REASON_SEAT_MISMATCH: ErrorReason
ERROR_REASON_DECISION_STALE: ErrorReason
ERROR_REASON_REQUEST_ID_REUSED: ErrorReason
ERROR_REASON_ANSWER_OUTSIDE_FORM: ErrorReason
ERROR_REASON_NOT_OFFERED: ErrorReason
ERROR_REASON_CONDITION_FAILED: ErrorReason
ERROR_REASON_CANNOT_PAY: ErrorReason
ERROR_REASON_CHOICE_AFTER_BARRIER: ErrorReason
ERROR_REASON_NOT_YOUR_TURN: ErrorReason
ERROR_REASON_UNDO_BARRIER: ErrorReason
ERROR_REASON_GAME_OVER: ErrorReason
ERROR_REASON_VERSION_TOO_OLD: ErrorReason
ERROR_REASON_SLOW_READER: ErrorReason
ERROR_REASON_LIMIT: ErrorReason
ERROR_REASON_RULESET_INVALID: ErrorReason
ERROR_REASON_FIELD_INVALID: ErrorReason
ERROR_REASON_TOKEN_INVALID: ErrorReason
ERROR_REASON_RULESET_NOT_FOUND: ErrorReason
ERROR_REASON_DRAINING: ErrorReason
ERROR_REASON_RULES_FAULT: ErrorReason
ERROR_REASON_INTERNAL: ErrorReason
ERROR_REASON_FAIR_GAME: ErrorReason
ERROR_REASON_GAME_PAUSED: ErrorReason
ERROR_REASON_GAME_ARCHIVED: ErrorReason
ERROR_REASON_NOTHING_TO_REDO: ErrorReason
ERROR_REASON_STORE_UNAVAILABLE: ErrorReason

class Refusal(_message.Message):
    __slots__ = ("reason", "choice", "option", "text", "entry", "source", "shortfalls")
    REASON_FIELD_NUMBER: _ClassVar[int]
    CHOICE_FIELD_NUMBER: _ClassVar[int]
    OPTION_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    SHORTFALLS_FIELD_NUMBER: _ClassVar[int]
    reason: ErrorReason
    choice: int
    option: str
    text: _text_pb2.Text
    entry: str
    source: Source
    shortfalls: _containers.RepeatedCompositeFieldContainer[Shortfall]
    def __init__(self, reason: _Optional[_Union[ErrorReason, str]] = ..., choice: _Optional[int] = ..., option: _Optional[str] = ..., text: _Optional[_Union[_text_pb2.Text, _Mapping]] = ..., entry: _Optional[str] = ..., source: _Optional[_Union[Source, _Mapping]] = ..., shortfalls: _Optional[_Iterable[_Union[Shortfall, _Mapping]]] = ...) -> None: ...

class Shortfall(_message.Message):
    __slots__ = ("what", "need", "have")
    WHAT_FIELD_NUMBER: _ClassVar[int]
    NEED_FIELD_NUMBER: _ClassVar[int]
    HAVE_FIELD_NUMBER: _ClassVar[int]
    what: str
    need: int
    have: int
    def __init__(self, what: _Optional[str] = ..., need: _Optional[int] = ..., have: _Optional[int] = ...) -> None: ...

class Source(_message.Message):
    __slots__ = ("file", "line", "column", "document")
    FILE_FIELD_NUMBER: _ClassVar[int]
    LINE_FIELD_NUMBER: _ClassVar[int]
    COLUMN_FIELD_NUMBER: _ClassVar[int]
    DOCUMENT_FIELD_NUMBER: _ClassVar[int]
    file: str
    line: int
    column: int
    document: str
    def __init__(self, file: _Optional[str] = ..., line: _Optional[int] = ..., column: _Optional[int] = ..., document: _Optional[str] = ...) -> None: ...
