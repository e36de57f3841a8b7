import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from referee.v1 import text_pb2 as _text_pb2
from referee.v1 import view_pb2 as _view_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class TimeoutAction(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TIMEOUT_ACTION_UNSPECIFIED: _ClassVar[TimeoutAction]
    TIMEOUT_ACTION_DEFAULT: _ClassVar[TimeoutAction]
    TIMEOUT_ACTION_BOT: _ClassVar[TimeoutAction]
    TIMEOUT_ACTION_FORFEIT: _ClassVar[TimeoutAction]

class GameState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    GAME_STATE_UNSPECIFIED: _ClassVar[GameState]
    GAME_STATE_OPEN: _ClassVar[GameState]
    GAME_STATE_RUNNING: _ClassVar[GameState]
    GAME_STATE_OVER: _ClassVar[GameState]
TIMEOUT_ACTION_UNSPECIFIED: TimeoutAction
TIMEOUT_ACTION_DEFAULT: TimeoutAction
TIMEOUT_ACTION_BOT: TimeoutAction
TIMEOUT_ACTION_FORFEIT: TimeoutAction
GAME_STATE_UNSPECIFIED: GameState
GAME_STATE_OPEN: GameState
GAME_STATE_RUNNING: GameState
GAME_STATE_OVER: GameState

class Game(_message.Message):
    __slots__ = ("name", "ruleset", "seats", "version", "state", "shuffle_commitment", "seed_chosen", "unlisted", "private", "clock", "paused", "archived", "origin")
    NAME_FIELD_NUMBER: _ClassVar[int]
    RULESET_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    SHUFFLE_COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    SEED_CHOSEN_FIELD_NUMBER: _ClassVar[int]
    UNLISTED_FIELD_NUMBER: _ClassVar[int]
    PRIVATE_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    PAUSED_FIELD_NUMBER: _ClassVar[int]
    ARCHIVED_FIELD_NUMBER: _ClassVar[int]
    ORIGIN_FIELD_NUMBER: _ClassVar[int]
    name: str
    ruleset: str
    seats: _containers.RepeatedCompositeFieldContainer[Seat]
    version: int
    state: GameState
    shuffle_commitment: str
    seed_chosen: bool
    unlisted: bool
    private: bool
    clock: Clock
    paused: bool
    archived: bool
    origin: str
    def __init__(self, name: _Optional[str] = ..., ruleset: _Optional[str] = ..., seats: _Optional[_Iterable[_Union[Seat, _Mapping]]] = ..., version: _Optional[int] = ..., state: _Optional[_Union[GameState, str]] = ..., shuffle_commitment: _Optional[str] = ..., seed_chosen: bool = ..., unlisted: bool = ..., private: bool = ..., clock: _Optional[_Union[Clock, _Mapping]] = ..., paused: bool = ..., archived: bool = ..., origin: _Optional[str] = ...) -> None: ...

class Clock(_message.Message):
    __slots__ = ("turn_seconds", "reserve_seconds", "on_timeout", "bot")
    TURN_SECONDS_FIELD_NUMBER: _ClassVar[int]
    RESERVE_SECONDS_FIELD_NUMBER: _ClassVar[int]
    ON_TIMEOUT_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    turn_seconds: int
    reserve_seconds: int
    on_timeout: TimeoutAction
    bot: str
    def __init__(self, turn_seconds: _Optional[int] = ..., reserve_seconds: _Optional[int] = ..., on_timeout: _Optional[_Union[TimeoutAction, str]] = ..., bot: _Optional[str] = ...) -> None: ...

class Seat(_message.Message):
    __slots__ = ("id", "player", "external_id", "bot", "taken", "resigned", "reserve_ms", "deadline")
    ID_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    EXTERNAL_ID_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    TAKEN_FIELD_NUMBER: _ClassVar[int]
    RESIGNED_FIELD_NUMBER: _ClassVar[int]
    RESERVE_MS_FIELD_NUMBER: _ClassVar[int]
    DEADLINE_FIELD_NUMBER: _ClassVar[int]
    id: str
    player: str
    external_id: str
    bot: str
    taken: bool
    resigned: bool
    reserve_ms: int
    deadline: _timestamp_pb2.Timestamp
    def __init__(self, id: _Optional[str] = ..., player: _Optional[str] = ..., external_id: _Optional[str] = ..., bot: _Optional[str] = ..., taken: bool = ..., resigned: bool = ..., reserve_ms: _Optional[int] = ..., deadline: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class Board(_message.Message):
    __slots__ = ("places", "values")
    PLACES_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    places: _containers.RepeatedCompositeFieldContainer[PlaceInfo]
    values: _containers.RepeatedCompositeFieldContainer[ValueInfo]
    def __init__(self, places: _Optional[_Iterable[_Union[PlaceInfo, _Mapping]]] = ..., values: _Optional[_Iterable[_Union[ValueInfo, _Mapping]]] = ...) -> None: ...

class PlaceInfo(_message.Message):
    __slots__ = ("id", "label", "kind", "seat", "parent", "shape", "row", "column", "capacity", "values")
    ID_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PARENT_FIELD_NUMBER: _ClassVar[int]
    SHAPE_FIELD_NUMBER: _ClassVar[int]
    ROW_FIELD_NUMBER: _ClassVar[int]
    COLUMN_FIELD_NUMBER: _ClassVar[int]
    CAPACITY_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    id: str
    label: _text_pb2.Text
    kind: str
    seat: str
    parent: str
    shape: str
    row: int
    column: int
    capacity: int
    values: _containers.RepeatedCompositeFieldContainer[_view_pb2.Value]
    def __init__(self, id: _Optional[str] = ..., label: _Optional[_Union[_text_pb2.Text, _Mapping]] = ..., kind: _Optional[str] = ..., seat: _Optional[str] = ..., parent: _Optional[str] = ..., shape: _Optional[str] = ..., row: _Optional[int] = ..., column: _Optional[int] = ..., capacity: _Optional[int] = ..., values: _Optional[_Iterable[_Union[_view_pb2.Value, _Mapping]]] = ...) -> None: ...

class ValueInfo(_message.Message):
    __slots__ = ("id", "label", "seat", "score", "max")
    ID_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    MAX_FIELD_NUMBER: _ClassVar[int]
    id: str
    label: _text_pb2.Text
    seat: str
    score: bool
    max: int
    def __init__(self, id: _Optional[str] = ..., label: _Optional[_Union[_text_pb2.Text, _Mapping]] = ..., seat: _Optional[str] = ..., score: bool = ..., max: _Optional[int] = ...) -> None: ...
