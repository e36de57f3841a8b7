from referee.v1 import catalog_pb2 as _catalog_pb2
from referee.v1 import game_pb2 as _game_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ListPacksRequest(_message.Message):
    __slots__ = ("page_size", "page_token")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListPacksResponse(_message.Message):
    __slots__ = ("packs", "next_page_token")
    PACKS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    packs: _containers.RepeatedCompositeFieldContainer[_catalog_pb2.Pack]
    next_page_token: str
    def __init__(self, packs: _Optional[_Iterable[_Union[_catalog_pb2.Pack, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class CreateRulesetRequest(_message.Message):
    __slots__ = ("packs", "options", "files", "validate_only")
    PACKS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    FILES_FIELD_NUMBER: _ClassVar[int]
    VALIDATE_ONLY_FIELD_NUMBER: _ClassVar[int]
    packs: _containers.RepeatedScalarFieldContainer[str]
    options: _containers.RepeatedCompositeFieldContainer[_catalog_pb2.OptionSetting]
    files: _containers.RepeatedCompositeFieldContainer[_catalog_pb2.PackFile]
    validate_only: bool
    def __init__(self, packs: _Optional[_Iterable[str]] = ..., options: _Optional[_Iterable[_Union[_catalog_pb2.OptionSetting, _Mapping]]] = ..., files: _Optional[_Iterable[_Union[_catalog_pb2.PackFile, _Mapping]]] = ..., validate_only: bool = ...) -> None: ...

class CreateRulesetResponse(_message.Message):
    __slots__ = ("ruleset", "diagnostics")
    RULESET_FIELD_NUMBER: _ClassVar[int]
    DIAGNOSTICS_FIELD_NUMBER: _ClassVar[int]
    ruleset: _catalog_pb2.Ruleset
    diagnostics: _containers.RepeatedCompositeFieldContainer[_catalog_pb2.Diagnostic]
    def __init__(self, ruleset: _Optional[_Union[_catalog_pb2.Ruleset, _Mapping]] = ..., diagnostics: _Optional[_Iterable[_Union[_catalog_pb2.Diagnostic, _Mapping]]] = ...) -> None: ...

class GetRulesetRequest(_message.Message):
    __slots__ = ("name", "seats")
    NAME_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    name: str
    seats: int
    def __init__(self, name: _Optional[str] = ..., seats: _Optional[int] = ...) -> None: ...

class GetRulesetResponse(_message.Message):
    __slots__ = ("ruleset", "board")
    RULESET_FIELD_NUMBER: _ClassVar[int]
    BOARD_FIELD_NUMBER: _ClassVar[int]
    ruleset: _catalog_pb2.Ruleset
    board: _game_pb2.Board
    def __init__(self, ruleset: _Optional[_Union[_catalog_pb2.Ruleset, _Mapping]] = ..., board: _Optional[_Union[_game_pb2.Board, _Mapping]] = ...) -> None: ...

class ListEntriesRequest(_message.Message):
    __slots__ = ("ruleset", "kind", "page_size", "page_token", "plain")
    RULESET_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    PLAIN_FIELD_NUMBER: _ClassVar[int]
    ruleset: str
    kind: str
    page_size: int
    page_token: str
    plain: bool
    def __init__(self, ruleset: _Optional[str] = ..., kind: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., plain: bool = ...) -> None: ...

class ListEntriesResponse(_message.Message):
    __slots__ = ("entries", "next_page_token")
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    entries: _containers.RepeatedCompositeFieldContainer[_catalog_pb2.Entry]
    next_page_token: str
    def __init__(self, entries: _Optional[_Iterable[_Union[_catalog_pb2.Entry, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class GetPackFilesRequest(_message.Message):
    __slots__ = ("pack", "ruleset", "as_found", "page_token")
    PACK_FIELD_NUMBER: _ClassVar[int]
    RULESET_FIELD_NUMBER: _ClassVar[int]
    AS_FOUND_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    pack: str
    ruleset: str
    as_found: bool
    page_token: str
    def __init__(self, pack: _Optional[str] = ..., ruleset: _Optional[str] = ..., as_found: bool = ..., page_token: _Optional[str] = ...) -> None: ...

class GetPackFilesResponse(_message.Message):
    __slots__ = ("files", "digest", "next_page_token")
    FILES_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    files: _containers.RepeatedCompositeFieldContainer[_catalog_pb2.PackFile]
    digest: str
    next_page_token: str
    def __init__(self, files: _Optional[_Iterable[_Union[_catalog_pb2.PackFile, _Mapping]]] = ..., digest: _Optional[str] = ..., next_page_token: _Optional[str] = ...) -> None: ...
