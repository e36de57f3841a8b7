from referee.v1 import catalog_pb2 as _catalog_pb2
from referee.v1 import copies_pb2 as _copies_pb2
from referee.v1 import decision_pb2 as _decision_pb2
from referee.v1 import error_pb2 as _error_pb2
from referee.v1 import event_pb2 as _event_pb2
from referee.v1 import game_pb2 as _game_pb2
from referee.v1 import seats_pb2 as _seats_pb2
from referee.v1 import text_pb2 as _text_pb2
from referee.v1 import view_pb2 as _view_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class CreateGameRequest(_message.Message):
    __slots__ = ("request_id", "ruleset", "seats", "seed", "unlisted", "private", "clock")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    RULESET_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    UNLISTED_FIELD_NUMBER: _ClassVar[int]
    PRIVATE_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    ruleset: str
    seats: _containers.RepeatedCompositeFieldContainer[_game_pb2.Seat]
    seed: str
    unlisted: bool
    private: bool
    clock: _game_pb2.Clock
    def __init__(self, request_id: _Optional[str] = ..., ruleset: _Optional[str] = ..., seats: _Optional[_Iterable[_Union[_game_pb2.Seat, _Mapping]]] = ..., seed: _Optional[str] = ..., unlisted: bool = ..., private: bool = ..., clock: _Optional[_Union[_game_pb2.Clock, _Mapping]] = ...) -> None: ...

class CreateGameResponse(_message.Message):
    __slots__ = ("game", "invites", "owner_token")
    GAME_FIELD_NUMBER: _ClassVar[int]
    INVITES_FIELD_NUMBER: _ClassVar[int]
    OWNER_TOKEN_FIELD_NUMBER: _ClassVar[int]
    game: _game_pb2.Game
    invites: _containers.RepeatedScalarFieldContainer[str]
    owner_token: str
    def __init__(self, game: _Optional[_Union[_game_pb2.Game, _Mapping]] = ..., invites: _Optional[_Iterable[str]] = ..., owner_token: _Optional[str] = ...) -> None: ...

class JoinGameRequest(_message.Message):
    __slots__ = ("request_id", "invite", "player", "entropy")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    INVITE_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    ENTROPY_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    invite: str
    player: str
    entropy: str
    def __init__(self, request_id: _Optional[str] = ..., invite: _Optional[str] = ..., player: _Optional[str] = ..., entropy: _Optional[str] = ...) -> None: ...

class JoinGameResponse(_message.Message):
    __slots__ = ("token", "seats", "game")
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    token: str
    seats: _containers.RepeatedScalarFieldContainer[str]
    game: str
    def __init__(self, token: _Optional[str] = ..., seats: _Optional[_Iterable[str]] = ..., game: _Optional[str] = ...) -> None: ...

class GetGameRequest(_message.Message):
    __slots__ = ("name", "board")
    NAME_FIELD_NUMBER: _ClassVar[int]
    BOARD_FIELD_NUMBER: _ClassVar[int]
    name: str
    board: bool
    def __init__(self, name: _Optional[str] = ..., board: bool = ...) -> None: ...

class GetGameResponse(_message.Message):
    __slots__ = ("game", "board")
    GAME_FIELD_NUMBER: _ClassVar[int]
    BOARD_FIELD_NUMBER: _ClassVar[int]
    game: _game_pb2.Game
    board: _game_pb2.Board
    def __init__(self, game: _Optional[_Union[_game_pb2.Game, _Mapping]] = ..., board: _Optional[_Union[_game_pb2.Board, _Mapping]] = ...) -> None: ...

class ListGamesRequest(_message.Message):
    __slots__ = ("page_size", "page_token", "state", "pack", "waiting_for", "archived")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    PACK_FIELD_NUMBER: _ClassVar[int]
    WAITING_FOR_FIELD_NUMBER: _ClassVar[int]
    ARCHIVED_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    state: _game_pb2.GameState
    pack: str
    waiting_for: str
    archived: bool
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., state: _Optional[_Union[_game_pb2.GameState, str]] = ..., pack: _Optional[str] = ..., waiting_for: _Optional[str] = ..., archived: bool = ...) -> None: ...

class ListGamesResponse(_message.Message):
    __slots__ = ("games", "next_page_token")
    GAMES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    games: _containers.RepeatedCompositeFieldContainer[_game_pb2.Game]
    next_page_token: str
    def __init__(self, games: _Optional[_Iterable[_Union[_game_pb2.Game, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class GetViewRequest(_message.Message):
    __slots__ = ("game", "seat", "with_blocked")
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    WITH_BLOCKED_FIELD_NUMBER: _ClassVar[int]
    game: str
    seat: str
    with_blocked: bool
    def __init__(self, game: _Optional[str] = ..., seat: _Optional[str] = ..., with_blocked: bool = ...) -> None: ...

class GetViewResponse(_message.Message):
    __slots__ = ("view",)
    VIEW_FIELD_NUMBER: _ClassVar[int]
    view: _view_pb2.View
    def __init__(self, view: _Optional[_Union[_view_pb2.View, _Mapping]] = ...) -> None: ...

class PreviewMoveRequest(_message.Message):
    __slots__ = ("game", "seat", "decision", "choices", "with_blocked")
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    CHOICES_FIELD_NUMBER: _ClassVar[int]
    WITH_BLOCKED_FIELD_NUMBER: _ClassVar[int]
    game: str
    seat: str
    decision: str
    choices: _containers.RepeatedCompositeFieldContainer[_decision_pb2.Choice]
    with_blocked: bool
    def __init__(self, game: _Optional[str] = ..., seat: _Optional[str] = ..., decision: _Optional[str] = ..., choices: _Optional[_Iterable[_Union[_decision_pb2.Choice, _Mapping]]] = ..., with_blocked: bool = ...) -> None: ...

class PreviewMoveResponse(_message.Message):
    __slots__ = ("view", "events", "at_barrier", "refusal")
    VIEW_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    AT_BARRIER_FIELD_NUMBER: _ClassVar[int]
    REFUSAL_FIELD_NUMBER: _ClassVar[int]
    view: _view_pb2.View
    events: _containers.RepeatedCompositeFieldContainer[_event_pb2.Event]
    at_barrier: bool
    refusal: _error_pb2.Refusal
    def __init__(self, view: _Optional[_Union[_view_pb2.View, _Mapping]] = ..., events: _Optional[_Iterable[_Union[_event_pb2.Event, _Mapping]]] = ..., at_barrier: bool = ..., refusal: _Optional[_Union[_error_pb2.Refusal, _Mapping]] = ...) -> None: ...

class SubmitMoveRequest(_message.Message):
    __slots__ = ("request_id", "game", "seat", "decision", "choices", "with_view")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    CHOICES_FIELD_NUMBER: _ClassVar[int]
    WITH_VIEW_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    game: str
    seat: str
    decision: str
    choices: _containers.RepeatedCompositeFieldContainer[_decision_pb2.Choice]
    with_view: bool
    def __init__(self, request_id: _Optional[str] = ..., game: _Optional[str] = ..., seat: _Optional[str] = ..., decision: _Optional[str] = ..., choices: _Optional[_Iterable[_Union[_decision_pb2.Choice, _Mapping]]] = ..., with_view: bool = ...) -> None: ...

class SubmitMoveResponse(_message.Message):
    __slots__ = ("update", "view")
    UPDATE_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    update: _event_pb2.Update
    view: _view_pb2.View
    def __init__(self, update: _Optional[_Union[_event_pb2.Update, _Mapping]] = ..., view: _Optional[_Union[_view_pb2.View, _Mapping]] = ...) -> None: ...

class UndoMoveRequest(_message.Message):
    __slots__ = ("request_id", "game", "seat", "version", "to_version")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    TO_VERSION_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    game: str
    seat: str
    version: int
    to_version: int
    def __init__(self, request_id: _Optional[str] = ..., game: _Optional[str] = ..., seat: _Optional[str] = ..., version: _Optional[int] = ..., to_version: _Optional[int] = ...) -> None: ...

class UndoMoveResponse(_message.Message):
    __slots__ = ("update",)
    UPDATE_FIELD_NUMBER: _ClassVar[int]
    update: _event_pb2.Update
    def __init__(self, update: _Optional[_Union[_event_pb2.Update, _Mapping]] = ...) -> None: ...

class ListMovesRequest(_message.Message):
    __slots__ = ("game", "seat", "after_version", "page_size", "page_token")
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    AFTER_VERSION_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    game: str
    seat: str
    after_version: int
    page_size: int
    page_token: str
    def __init__(self, game: _Optional[str] = ..., seat: _Optional[str] = ..., after_version: _Optional[int] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListMovesResponse(_message.Message):
    __slots__ = ("updates", "next_page_token")
    UPDATES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    updates: _containers.RepeatedCompositeFieldContainer[_event_pb2.Update]
    next_page_token: str
    def __init__(self, updates: _Optional[_Iterable[_Union[_event_pb2.Update, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class WatchGameRequest(_message.Message):
    __slots__ = ("game", "seat", "after_version", "with_blocked")
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    AFTER_VERSION_FIELD_NUMBER: _ClassVar[int]
    WITH_BLOCKED_FIELD_NUMBER: _ClassVar[int]
    game: str
    seat: str
    after_version: int
    with_blocked: bool
    def __init__(self, game: _Optional[str] = ..., seat: _Optional[str] = ..., after_version: _Optional[int] = ..., with_blocked: bool = ...) -> None: ...

class WatchGameResponse(_message.Message):
    __slots__ = ("view", "update", "bookmark", "game")
    VIEW_FIELD_NUMBER: _ClassVar[int]
    UPDATE_FIELD_NUMBER: _ClassVar[int]
    BOOKMARK_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    view: _view_pb2.View
    update: _event_pb2.Update
    bookmark: int
    game: _game_pb2.Game
    def __init__(self, view: _Optional[_Union[_view_pb2.View, _Mapping]] = ..., update: _Optional[_Union[_event_pb2.Update, _Mapping]] = ..., bookmark: _Optional[int] = ..., game: _Optional[_Union[_game_pb2.Game, _Mapping]] = ...) -> None: ...

class TryPackRequest(_message.Message):
    __slots__ = ("game", "seat", "files", "options")
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FILES_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    game: str
    seat: str
    files: _containers.RepeatedCompositeFieldContainer[_catalog_pb2.PackFile]
    options: _containers.RepeatedCompositeFieldContainer[_catalog_pb2.OptionSetting]
    def __init__(self, game: _Optional[str] = ..., seat: _Optional[str] = ..., files: _Optional[_Iterable[_Union[_catalog_pb2.PackFile, _Mapping]]] = ..., options: _Optional[_Iterable[_Union[_catalog_pb2.OptionSetting, _Mapping]]] = ...) -> None: ...

class TryPackResponse(_message.Message):
    __slots__ = ("view", "notes", "obstacles", "diagnostics")
    VIEW_FIELD_NUMBER: _ClassVar[int]
    NOTES_FIELD_NUMBER: _ClassVar[int]
    OBSTACLES_FIELD_NUMBER: _ClassVar[int]
    DIAGNOSTICS_FIELD_NUMBER: _ClassVar[int]
    view: _view_pb2.View
    notes: _containers.RepeatedCompositeFieldContainer[_text_pb2.Text]
    obstacles: _containers.RepeatedCompositeFieldContainer[_text_pb2.Text]
    diagnostics: _containers.RepeatedCompositeFieldContainer[_catalog_pb2.Diagnostic]
    def __init__(self, view: _Optional[_Union[_view_pb2.View, _Mapping]] = ..., notes: _Optional[_Iterable[_Union[_text_pb2.Text, _Mapping]]] = ..., obstacles: _Optional[_Iterable[_Union[_text_pb2.Text, _Mapping]]] = ..., diagnostics: _Optional[_Iterable[_Union[_catalog_pb2.Diagnostic, _Mapping]]] = ...) -> None: ...
