from referee.v1 import event_pb2 as _event_pb2
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class RedoMoveRequest(_message.Message):
    __slots__ = ("request_id", "game", "seat", "version")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    game: str
    seat: str
    version: int
    def __init__(self, request_id: _Optional[str] = ..., game: _Optional[str] = ..., seat: _Optional[str] = ..., version: _Optional[int] = ...) -> None: ...

class RedoMoveResponse(_message.Message):
    __slots__ = ("update",)
    UPDATE_FIELD_NUMBER: _ClassVar[int]
    update: _event_pb2.Update
    def __init__(self, update: _Optional[_Union[_event_pb2.Update, _Mapping]] = ...) -> None: ...

class ResignSeatRequest(_message.Message):
    __slots__ = ("request_id", "game", "seat")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    game: str
    seat: str
    def __init__(self, request_id: _Optional[str] = ..., game: _Optional[str] = ..., seat: _Optional[str] = ...) -> None: ...

class ResignSeatResponse(_message.Message):
    __slots__ = ("update",)
    UPDATE_FIELD_NUMBER: _ClassVar[int]
    update: _event_pb2.Update
    def __init__(self, update: _Optional[_Union[_event_pb2.Update, _Mapping]] = ...) -> None: ...

class ReplaceSeatRequest(_message.Message):
    __slots__ = ("request_id", "game", "seat", "bot")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    game: str
    seat: str
    bot: str
    def __init__(self, request_id: _Optional[str] = ..., game: _Optional[str] = ..., seat: _Optional[str] = ..., bot: _Optional[str] = ...) -> None: ...

class ReplaceSeatResponse(_message.Message):
    __slots__ = ("invite",)
    INVITE_FIELD_NUMBER: _ClassVar[int]
    invite: str
    def __init__(self, invite: _Optional[str] = ...) -> None: ...

class PauseGameRequest(_message.Message):
    __slots__ = ("request_id", "game", "paused")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    PAUSED_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    game: str
    paused: bool
    def __init__(self, request_id: _Optional[str] = ..., game: _Optional[str] = ..., paused: bool = ...) -> None: ...

class PauseGameResponse(_message.Message):
    __slots__ = ("paused",)
    PAUSED_FIELD_NUMBER: _ClassVar[int]
    paused: bool
    def __init__(self, paused: bool = ...) -> None: ...

class ArchiveGameRequest(_message.Message):
    __slots__ = ("request_id", "game", "archived")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    ARCHIVED_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    game: str
    archived: bool
    def __init__(self, request_id: _Optional[str] = ..., game: _Optional[str] = ..., archived: bool = ...) -> None: ...

class ArchiveGameResponse(_message.Message):
    __slots__ = ("archived",)
    ARCHIVED_FIELD_NUMBER: _ClassVar[int]
    archived: bool
    def __init__(self, archived: bool = ...) -> None: ...

class EraseNameRequest(_message.Message):
    __slots__ = ("game", "seat")
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    game: str
    seat: str
    def __init__(self, game: _Optional[str] = ..., seat: _Optional[str] = ...) -> None: ...

class EraseNameResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ErasePersonRequest(_message.Message):
    __slots__ = ("external_id",)
    EXTERNAL_ID_FIELD_NUMBER: _ClassVar[int]
    external_id: str
    def __init__(self, external_id: _Optional[str] = ...) -> None: ...

class ErasePersonResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...
