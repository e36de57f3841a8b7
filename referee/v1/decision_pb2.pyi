import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from referee.v1 import error_pb2 as _error_pb2
from referee.v1 import text_pb2 as _text_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class OptionRole(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    OPTION_ROLE_UNSPECIFIED: _ClassVar[OptionRole]
    OPTION_ROLE_PASS: _ClassVar[OptionRole]
    OPTION_ROLE_STOP: _ClassVar[OptionRole]
    OPTION_ROLE_STANDING: _ClassVar[OptionRole]
OPTION_ROLE_UNSPECIFIED: OptionRole
OPTION_ROLE_PASS: OptionRole
OPTION_ROLE_STOP: OptionRole
OPTION_ROLE_STANDING: OptionRole

class Decision(_message.Message):
    __slots__ = ("id", "seats", "sealed", "prompt", "options", "blocked", "deadline", "on_timeout", "step", "answered")
    ID_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    SEALED_FIELD_NUMBER: _ClassVar[int]
    PROMPT_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    BLOCKED_FIELD_NUMBER: _ClassVar[int]
    DEADLINE_FIELD_NUMBER: _ClassVar[int]
    ON_TIMEOUT_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    ANSWERED_FIELD_NUMBER: _ClassVar[int]
    id: str
    seats: _containers.RepeatedScalarFieldContainer[str]
    sealed: bool
    prompt: _text_pb2.Text
    options: _containers.RepeatedCompositeFieldContainer[Option]
    blocked: _containers.RepeatedCompositeFieldContainer[Option]
    deadline: _timestamp_pb2.Timestamp
    on_timeout: _text_pb2.Text
    step: str
    answered: _containers.RepeatedCompositeFieldContainer[Choice]
    def __init__(self, id: _Optional[str] = ..., seats: _Optional[_Iterable[str]] = ..., sealed: bool = ..., prompt: _Optional[_Union[_text_pb2.Text, _Mapping]] = ..., options: _Optional[_Iterable[_Union[Option, _Mapping]]] = ..., blocked: _Optional[_Iterable[_Union[Option, _Mapping]]] = ..., deadline: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., on_timeout: _Optional[_Union[_text_pb2.Text, _Mapping]] = ..., step: _Optional[str] = ..., answered: _Optional[_Iterable[_Union[Choice, _Mapping]]] = ...) -> None: ...

class Option(_message.Message):
    __slots__ = ("id", "label", "subjects", "meant", "entry", "group", "role", "barrier", "number", "picks", "allocation", "refusal")
    ID_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    SUBJECTS_FIELD_NUMBER: _ClassVar[int]
    MEANT_FIELD_NUMBER: _ClassVar[int]
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    GROUP_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    BARRIER_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    PICKS_FIELD_NUMBER: _ClassVar[int]
    ALLOCATION_FIELD_NUMBER: _ClassVar[int]
    REFUSAL_FIELD_NUMBER: _ClassVar[int]
    id: str
    label: _text_pb2.Text
    subjects: _containers.RepeatedScalarFieldContainer[str]
    meant: _containers.RepeatedScalarFieldContainer[str]
    entry: str
    group: str
    role: OptionRole
    barrier: bool
    number: NumberForm
    picks: PickForm
    allocation: AllocationForm
    refusal: _error_pb2.Refusal
    def __init__(self, id: _Optional[str] = ..., label: _Optional[_Union[_text_pb2.Text, _Mapping]] = ..., subjects: _Optional[_Iterable[str]] = ..., meant: _Optional[_Iterable[str]] = ..., entry: _Optional[str] = ..., group: _Optional[str] = ..., role: _Optional[_Union[OptionRole, str]] = ..., barrier: bool = ..., number: _Optional[_Union[NumberForm, _Mapping]] = ..., picks: _Optional[_Union[PickForm, _Mapping]] = ..., allocation: _Optional[_Union[AllocationForm, _Mapping]] = ..., refusal: _Optional[_Union[_error_pb2.Refusal, _Mapping]] = ...) -> None: ...

class NumberForm(_message.Message):
    __slots__ = ("min", "max", "step", "suggested", "unit")
    MIN_FIELD_NUMBER: _ClassVar[int]
    MAX_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    SUGGESTED_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    min: int
    max: int
    step: int
    suggested: int
    unit: _text_pb2.Text
    def __init__(self, min: _Optional[int] = ..., max: _Optional[int] = ..., step: _Optional[int] = ..., suggested: _Optional[int] = ..., unit: _Optional[_Union[_text_pb2.Text, _Mapping]] = ...) -> None: ...

class PickForm(_message.Message):
    __slots__ = ("items", "min", "max", "ordered", "limits")
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    MIN_FIELD_NUMBER: _ClassVar[int]
    MAX_FIELD_NUMBER: _ClassVar[int]
    ORDERED_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[Item]
    min: int
    max: int
    ordered: bool
    limits: _containers.RepeatedCompositeFieldContainer[Limit]
    def __init__(self, items: _Optional[_Iterable[_Union[Item, _Mapping]]] = ..., min: _Optional[int] = ..., max: _Optional[int] = ..., ordered: bool = ..., limits: _Optional[_Iterable[_Union[Limit, _Mapping]]] = ...) -> None: ...

class AllocationForm(_message.Message):
    __slots__ = ("sources", "bins", "min", "max", "suggested")
    SOURCES_FIELD_NUMBER: _ClassVar[int]
    BINS_FIELD_NUMBER: _ClassVar[int]
    MIN_FIELD_NUMBER: _ClassVar[int]
    MAX_FIELD_NUMBER: _ClassVar[int]
    SUGGESTED_FIELD_NUMBER: _ClassVar[int]
    sources: _containers.RepeatedCompositeFieldContainer[Item]
    bins: _containers.RepeatedCompositeFieldContainer[Item]
    min: int
    max: int
    suggested: _containers.RepeatedCompositeFieldContainer[Share]
    def __init__(self, sources: _Optional[_Iterable[_Union[Item, _Mapping]]] = ..., bins: _Optional[_Iterable[_Union[Item, _Mapping]]] = ..., min: _Optional[int] = ..., max: _Optional[int] = ..., suggested: _Optional[_Iterable[_Union[Share, _Mapping]]] = ...) -> None: ...

class Item(_message.Message):
    __slots__ = ("id", "label", "subjects", "entry", "min", "max")
    ID_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    SUBJECTS_FIELD_NUMBER: _ClassVar[int]
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    MIN_FIELD_NUMBER: _ClassVar[int]
    MAX_FIELD_NUMBER: _ClassVar[int]
    id: str
    label: _text_pb2.Text
    subjects: _containers.RepeatedScalarFieldContainer[str]
    entry: str
    min: int
    max: int
    def __init__(self, id: _Optional[str] = ..., label: _Optional[_Union[_text_pb2.Text, _Mapping]] = ..., subjects: _Optional[_Iterable[str]] = ..., entry: _Optional[str] = ..., min: _Optional[int] = ..., max: _Optional[int] = ...) -> None: ...

class Limit(_message.Message):
    __slots__ = ("items", "min", "max", "label")
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    MIN_FIELD_NUMBER: _ClassVar[int]
    MAX_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedScalarFieldContainer[str]
    min: int
    max: int
    label: _text_pb2.Text
    def __init__(self, items: _Optional[_Iterable[str]] = ..., min: _Optional[int] = ..., max: _Optional[int] = ..., label: _Optional[_Union[_text_pb2.Text, _Mapping]] = ...) -> None: ...

class Share(_message.Message):
    __slots__ = ("source", "bin", "amount")
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    BIN_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    source: str
    bin: str
    amount: int
    def __init__(self, source: _Optional[str] = ..., bin: _Optional[str] = ..., amount: _Optional[int] = ...) -> None: ...

class Choice(_message.Message):
    __slots__ = ("option", "number", "picks", "allocation", "step")
    OPTION_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    PICKS_FIELD_NUMBER: _ClassVar[int]
    ALLOCATION_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    option: str
    number: int
    picks: PickAnswer
    allocation: AllocationAnswer
    step: str
    def __init__(self, option: _Optional[str] = ..., number: _Optional[int] = ..., picks: _Optional[_Union[PickAnswer, _Mapping]] = ..., allocation: _Optional[_Union[AllocationAnswer, _Mapping]] = ..., step: _Optional[str] = ...) -> None: ...

class PickAnswer(_message.Message):
    __slots__ = ("items",)
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, items: _Optional[_Iterable[str]] = ...) -> None: ...

class AllocationAnswer(_message.Message):
    __slots__ = ("shares",)
    SHARES_FIELD_NUMBER: _ClassVar[int]
    shares: _containers.RepeatedCompositeFieldContainer[Share]
    def __init__(self, shares: _Optional[_Iterable[_Union[Share, _Mapping]]] = ...) -> None: ...
