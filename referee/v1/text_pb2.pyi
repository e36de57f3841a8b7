from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Text(_message.Message):
    __slots__ = ("text", "key", "args")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    ARGS_FIELD_NUMBER: _ClassVar[int]
    text: str
    key: str
    args: _containers.RepeatedCompositeFieldContainer[Arg]
    def __init__(self, text: _Optional[str] = ..., key: _Optional[str] = ..., args: _Optional[_Iterable[_Union[Arg, _Mapping]]] = ...) -> None: ...

class Arg(_message.Message):
    __slots__ = ("name", "number", "entry", "seat", "place", "phrase")
    NAME_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    PHRASE_FIELD_NUMBER: _ClassVar[int]
    name: str
    number: int
    entry: str
    seat: str
    place: str
    phrase: Text
    def __init__(self, name: _Optional[str] = ..., number: _Optional[int] = ..., entry: _Optional[str] = ..., seat: _Optional[str] = ..., place: _Optional[str] = ..., phrase: _Optional[_Union[Text, _Mapping]] = ...) -> None: ...
