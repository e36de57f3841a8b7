from referee.v1 import decision_pb2 as _decision_pb2
from referee.v1 import error_pb2 as _error_pb2
from referee.v1 import text_pb2 as _text_pb2
from referee.v1 import view_pb2 as _view_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class PackState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PACK_STATE_UNSPECIFIED: _ClassVar[PackState]
    PACK_STATE_CURRENT: _ClassVar[PackState]
    PACK_STATE_HELD: _ClassVar[PackState]
    PACK_STATE_BROKEN: _ClassVar[PackState]
PACK_STATE_UNSPECIFIED: PackState
PACK_STATE_CURRENT: PackState
PACK_STATE_HELD: PackState
PACK_STATE_BROKEN: PackState

class Pack(_message.Message):
    __slots__ = ("id", "version", "title", "kind", "options", "requires", "digest", "state", "diagnostics", "conflicts", "stack", "min_seats", "max_seats")
    ID_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    REQUIRES_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    DIAGNOSTICS_FIELD_NUMBER: _ClassVar[int]
    CONFLICTS_FIELD_NUMBER: _ClassVar[int]
    STACK_FIELD_NUMBER: _ClassVar[int]
    MIN_SEATS_FIELD_NUMBER: _ClassVar[int]
    MAX_SEATS_FIELD_NUMBER: _ClassVar[int]
    id: str
    version: str
    title: _text_pb2.Text
    kind: str
    options: _containers.RepeatedCompositeFieldContainer[PackOption]
    requires: _containers.RepeatedScalarFieldContainer[str]
    digest: str
    state: PackState
    diagnostics: _containers.RepeatedCompositeFieldContainer[Diagnostic]
    conflicts: _containers.RepeatedScalarFieldContainer[str]
    stack: _containers.RepeatedScalarFieldContainer[str]
    min_seats: int
    max_seats: int
    def __init__(self, id: _Optional[str] = ..., version: _Optional[str] = ..., title: _Optional[_Union[_text_pb2.Text, _Mapping]] = ..., kind: _Optional[str] = ..., options: _Optional[_Iterable[_Union[PackOption, _Mapping]]] = ..., requires: _Optional[_Iterable[str]] = ..., digest: _Optional[str] = ..., state: _Optional[_Union[PackState, str]] = ..., diagnostics: _Optional[_Iterable[_Union[Diagnostic, _Mapping]]] = ..., conflicts: _Optional[_Iterable[str]] = ..., stack: _Optional[_Iterable[str]] = ..., min_seats: _Optional[int] = ..., max_seats: _Optional[int] = ...) -> None: ...

class PackOption(_message.Message):
    __slots__ = ("id", "label", "values", "number", "picks", "initial")
    ID_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    PICKS_FIELD_NUMBER: _ClassVar[int]
    INITIAL_FIELD_NUMBER: _ClassVar[int]
    id: str
    label: _text_pb2.Text
    values: ChoiceForm
    number: _decision_pb2.NumberForm
    picks: _decision_pb2.PickForm
    initial: OptionSetting
    def __init__(self, id: _Optional[str] = ..., label: _Optional[_Union[_text_pb2.Text, _Mapping]] = ..., values: _Optional[_Union[ChoiceForm, _Mapping]] = ..., number: _Optional[_Union[_decision_pb2.NumberForm, _Mapping]] = ..., picks: _Optional[_Union[_decision_pb2.PickForm, _Mapping]] = ..., initial: _Optional[_Union[OptionSetting, _Mapping]] = ...) -> None: ...

class ChoiceForm(_message.Message):
    __slots__ = ("items",)
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[_decision_pb2.Item]
    def __init__(self, items: _Optional[_Iterable[_Union[_decision_pb2.Item, _Mapping]]] = ...) -> None: ...

class OptionSetting(_message.Message):
    __slots__ = ("pack", "option", "values")
    PACK_FIELD_NUMBER: _ClassVar[int]
    OPTION_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    pack: str
    option: str
    values: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, pack: _Optional[str] = ..., option: _Optional[str] = ..., values: _Optional[_Iterable[str]] = ...) -> None: ...

class PackFile(_message.Message):
    __slots__ = ("path", "content")
    PATH_FIELD_NUMBER: _ClassVar[int]
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    path: str
    content: bytes
    def __init__(self, path: _Optional[str] = ..., content: _Optional[bytes] = ...) -> None: ...

class Diagnostic(_message.Message):
    __slots__ = ("code", "severity", "source", "end", "text", "hint", "related")
    CODE_FIELD_NUMBER: _ClassVar[int]
    SEVERITY_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    HINT_FIELD_NUMBER: _ClassVar[int]
    RELATED_FIELD_NUMBER: _ClassVar[int]
    code: str
    severity: str
    source: _error_pb2.Source
    end: _error_pb2.Source
    text: _text_pb2.Text
    hint: _text_pb2.Text
    related: _containers.RepeatedCompositeFieldContainer[_error_pb2.Source]
    def __init__(self, code: _Optional[str] = ..., severity: _Optional[str] = ..., source: _Optional[_Union[_error_pb2.Source, _Mapping]] = ..., end: _Optional[_Union[_error_pb2.Source, _Mapping]] = ..., text: _Optional[_Union[_text_pb2.Text, _Mapping]] = ..., hint: _Optional[_Union[_text_pb2.Text, _Mapping]] = ..., related: _Optional[_Iterable[_Union[_error_pb2.Source, _Mapping]]] = ...) -> None: ...

class Ruleset(_message.Message):
    __slots__ = ("name", "packs", "options", "rules_digest", "min_seats", "max_seats", "facts", "reconstructed")
    NAME_FIELD_NUMBER: _ClassVar[int]
    PACKS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    RULES_DIGEST_FIELD_NUMBER: _ClassVar[int]
    MIN_SEATS_FIELD_NUMBER: _ClassVar[int]
    MAX_SEATS_FIELD_NUMBER: _ClassVar[int]
    FACTS_FIELD_NUMBER: _ClassVar[int]
    RECONSTRUCTED_FIELD_NUMBER: _ClassVar[int]
    name: str
    packs: _containers.RepeatedScalarFieldContainer[str]
    options: _containers.RepeatedCompositeFieldContainer[OptionSetting]
    rules_digest: str
    min_seats: int
    max_seats: int
    facts: int
    reconstructed: int
    def __init__(self, name: _Optional[str] = ..., packs: _Optional[_Iterable[str]] = ..., options: _Optional[_Iterable[_Union[OptionSetting, _Mapping]]] = ..., rules_digest: _Optional[str] = ..., min_seats: _Optional[int] = ..., max_seats: _Optional[int] = ..., facts: _Optional[int] = ..., reconstructed: _Optional[int] = ...) -> None: ...

class Entry(_message.Message):
    __slots__ = ("key", "kind", "name", "rules", "data", "provenance", "icon", "effects")
    KEY_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    DATA_FIELD_NUMBER: _ClassVar[int]
    PROVENANCE_FIELD_NUMBER: _ClassVar[int]
    ICON_FIELD_NUMBER: _ClassVar[int]
    EFFECTS_FIELD_NUMBER: _ClassVar[int]
    key: str
    kind: str
    name: _text_pb2.Text
    rules: _text_pb2.Text
    data: _containers.RepeatedCompositeFieldContainer[_view_pb2.Value]
    provenance: _containers.RepeatedCompositeFieldContainer[Provenance]
    icon: str
    effects: _containers.RepeatedCompositeFieldContainer[Effect]
    def __init__(self, key: _Optional[str] = ..., kind: _Optional[str] = ..., name: _Optional[_Union[_text_pb2.Text, _Mapping]] = ..., rules: _Optional[_Union[_text_pb2.Text, _Mapping]] = ..., data: _Optional[_Iterable[_Union[_view_pb2.Value, _Mapping]]] = ..., provenance: _Optional[_Iterable[_Union[Provenance, _Mapping]]] = ..., icon: _Optional[str] = ..., effects: _Optional[_Iterable[_Union[Effect, _Mapping]]] = ...) -> None: ...

class Effect(_message.Message):
    __slots__ = ("hook", "code", "source")
    HOOK_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    hook: str
    code: str
    source: _error_pb2.Source
    def __init__(self, hook: _Optional[str] = ..., code: _Optional[str] = ..., source: _Optional[_Union[_error_pb2.Source, _Mapping]] = ...) -> None: ...

class Provenance(_message.Message):
    __slots__ = ("field", "status", "document", "because")
    FIELD_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    DOCUMENT_FIELD_NUMBER: _ClassVar[int]
    BECAUSE_FIELD_NUMBER: _ClassVar[int]
    field: str
    status: str
    document: str
    because: str
    def __init__(self, field: _Optional[str] = ..., status: _Optional[str] = ..., document: _Optional[str] = ..., because: _Optional[str] = ...) -> None: ...
