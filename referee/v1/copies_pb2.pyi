from referee.v1 import game_pb2 as _game_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ExportGameRequest(_message.Message):
    __slots__ = ("game",)
    GAME_FIELD_NUMBER: _ClassVar[int]
    game: str
    def __init__(self, game: _Optional[str] = ...) -> None: ...

class ExportGameResponse(_message.Message):
    __slots__ = ("file",)
    FILE_FIELD_NUMBER: _ClassVar[int]
    file: bytes
    def __init__(self, file: _Optional[bytes] = ...) -> None: ...

class ImportGameRequest(_message.Message):
    __slots__ = ("request_id", "file", "unlisted", "private")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    FILE_FIELD_NUMBER: _ClassVar[int]
    UNLISTED_FIELD_NUMBER: _ClassVar[int]
    PRIVATE_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    file: bytes
    unlisted: bool
    private: bool
    def __init__(self, request_id: _Optional[str] = ..., file: _Optional[bytes] = ..., unlisted: bool = ..., private: bool = ...) -> None: ...

class ImportGameResponse(_message.Message):
    __slots__ = ("game", "invites", "owner_token")
    GAME_FIELD_NUMBER: _ClassVar[int]
    INVITES_FIELD_NUMBER: _ClassVar[int]
    OWNER_TOKEN_FIELD_NUMBER: _ClassVar[int]
    game: _game_pb2.Game
    invites: _containers.RepeatedScalarFieldContainer[str]
    owner_token: str
    def __init__(self, game: _Optional[_Union[_game_pb2.Game, _Mapping]] = ..., invites: _Optional[_Iterable[str]] = ..., owner_token: _Optional[str] = ...) -> None: ...

class ForkGameRequest(_message.Message):
    __slots__ = ("request_id", "game", "seat", "version", "seed", "seats", "unlisted", "private")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    UNLISTED_FIELD_NUMBER: _ClassVar[int]
    PRIVATE_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    game: str
    seat: str
    version: int
    seed: str
    seats: _containers.RepeatedCompositeFieldContainer[_game_pb2.Seat]
    unlisted: bool
    private: bool
    def __init__(self, request_id: _Optional[str] = ..., game: _Optional[str] = ..., seat: _Optional[str] = ..., version: _Optional[int] = ..., seed: _Optional[str] = ..., seats: _Optional[_Iterable[_Union[_game_pb2.Seat, _Mapping]]] = ..., unlisted: bool = ..., private: bool = ...) -> None: ...

class ForkGameResponse(_message.Message):
    __slots__ = ("game", "invites", "owner_token")
    GAME_FIELD_NUMBER: _ClassVar[int]
    INVITES_FIELD_NUMBER: _ClassVar[int]
    OWNER_TOKEN_FIELD_NUMBER: _ClassVar[int]
    game: _game_pb2.Game
    invites: _containers.RepeatedScalarFieldContainer[str]
    owner_token: str
    def __init__(self, game: _Optional[_Union[_game_pb2.Game, _Mapping]] = ..., invites: _Optional[_Iterable[str]] = ..., owner_token: _Optional[str] = ...) -> None: ...
