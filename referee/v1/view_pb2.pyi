from referee.v1 import decision_pb2 as _decision_pb2
from referee.v1 import text_pb2 as _text_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class View(_message.Message):
    __slots__ = ("game", "version", "seat", "path", "places", "values", "in_force", "decisions", "undo", "outcome", "digest")
    GAME_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PATH_FIELD_NUMBER: _ClassVar[int]
    PLACES_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    IN_FORCE_FIELD_NUMBER: _ClassVar[int]
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    UNDO_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    game: str
    version: int
    seat: str
    path: _containers.RepeatedCompositeFieldContainer[_text_pb2.Text]
    places: _containers.RepeatedCompositeFieldContainer[Place]
    values: _containers.RepeatedCompositeFieldContainer[Value]
    in_force: _containers.RepeatedCompositeFieldContainer[InForce]
    decisions: _containers.RepeatedCompositeFieldContainer[_decision_pb2.Decision]
    undo: Undo
    outcome: Outcome
    digest: str
    def __init__(self, game: _Optional[str] = ..., version: _Optional[int] = ..., seat: _Optional[str] = ..., path: _Optional[_Iterable[_Union[_text_pb2.Text, _Mapping]]] = ..., places: _Optional[_Iterable[_Union[Place, _Mapping]]] = ..., values: _Optional[_Iterable[_Union[Value, _Mapping]]] = ..., in_force: _Optional[_Iterable[_Union[InForce, _Mapping]]] = ..., decisions: _Optional[_Iterable[_Union[_decision_pb2.Decision, _Mapping]]] = ..., undo: _Optional[_Union[Undo, _Mapping]] = ..., outcome: _Optional[_Union[Outcome, _Mapping]] = ..., digest: _Optional[str] = ...) -> None: ...

class Place(_message.Message):
    __slots__ = ("id", "pieces", "uncounted")
    ID_FIELD_NUMBER: _ClassVar[int]
    PIECES_FIELD_NUMBER: _ClassVar[int]
    UNCOUNTED_FIELD_NUMBER: _ClassVar[int]
    id: str
    pieces: _containers.RepeatedCompositeFieldContainer[Piece]
    uncounted: bool
    def __init__(self, id: _Optional[str] = ..., pieces: _Optional[_Iterable[_Union[Piece, _Mapping]]] = ..., uncounted: bool = ...) -> None: ...

class Piece(_message.Message):
    __slots__ = ("entry", "count", "face", "inside", "values")
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    INSIDE_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    entry: str
    count: int
    face: str
    inside: _containers.RepeatedCompositeFieldContainer[Place]
    values: _containers.RepeatedCompositeFieldContainer[Value]
    def __init__(self, entry: _Optional[str] = ..., count: _Optional[int] = ..., face: _Optional[str] = ..., inside: _Optional[_Iterable[_Union[Place, _Mapping]]] = ..., values: _Optional[_Iterable[_Union[Value, _Mapping]]] = ...) -> None: ...

class Value(_message.Message):
    __slots__ = ("id", "hidden", "number", "yes", "ref", "refs", "bag", "numbers")
    ID_FIELD_NUMBER: _ClassVar[int]
    HIDDEN_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    YES_FIELD_NUMBER: _ClassVar[int]
    REF_FIELD_NUMBER: _ClassVar[int]
    REFS_FIELD_NUMBER: _ClassVar[int]
    BAG_FIELD_NUMBER: _ClassVar[int]
    NUMBERS_FIELD_NUMBER: _ClassVar[int]
    id: str
    hidden: bool
    number: int
    yes: bool
    ref: str
    refs: Refs
    bag: Bag
    numbers: Numbers
    def __init__(self, id: _Optional[str] = ..., hidden: bool = ..., number: _Optional[int] = ..., yes: bool = ..., ref: _Optional[str] = ..., refs: _Optional[_Union[Refs, _Mapping]] = ..., bag: _Optional[_Union[Bag, _Mapping]] = ..., numbers: _Optional[_Union[Numbers, _Mapping]] = ...) -> None: ...

class Refs(_message.Message):
    __slots__ = ("ids",)
    IDS_FIELD_NUMBER: _ClassVar[int]
    ids: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, ids: _Optional[_Iterable[str]] = ...) -> None: ...

class Numbers(_message.Message):
    __slots__ = ("numbers",)
    NUMBERS_FIELD_NUMBER: _ClassVar[int]
    numbers: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, numbers: _Optional[_Iterable[int]] = ...) -> None: ...

class Bag(_message.Message):
    __slots__ = ("amounts",)
    AMOUNTS_FIELD_NUMBER: _ClassVar[int]
    amounts: _containers.RepeatedCompositeFieldContainer[Amount]
    def __init__(self, amounts: _Optional[_Iterable[_Union[Amount, _Mapping]]] = ...) -> None: ...

class Amount(_message.Message):
    __slots__ = ("entry", "count")
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    entry: str
    count: int
    def __init__(self, entry: _Optional[str] = ..., count: _Optional[int] = ...) -> None: ...

class InForce(_message.Message):
    __slots__ = ("entry", "rule", "of", "until")
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    RULE_FIELD_NUMBER: _ClassVar[int]
    OF_FIELD_NUMBER: _ClassVar[int]
    UNTIL_FIELD_NUMBER: _ClassVar[int]
    entry: str
    rule: Value
    of: str
    until: _text_pb2.Text
    def __init__(self, entry: _Optional[str] = ..., rule: _Optional[_Union[Value, _Mapping]] = ..., of: _Optional[str] = ..., until: _Optional[_Union[_text_pb2.Text, _Mapping]] = ...) -> None: ...

class Undo(_message.Message):
    __slots__ = ("allowed", "to_version", "why_not", "redo")
    ALLOWED_FIELD_NUMBER: _ClassVar[int]
    TO_VERSION_FIELD_NUMBER: _ClassVar[int]
    WHY_NOT_FIELD_NUMBER: _ClassVar[int]
    REDO_FIELD_NUMBER: _ClassVar[int]
    allowed: bool
    to_version: int
    why_not: _text_pb2.Text
    redo: bool
    def __init__(self, allowed: bool = ..., to_version: _Optional[int] = ..., why_not: _Optional[_Union[_text_pb2.Text, _Mapping]] = ..., redo: bool = ...) -> None: ...

class Outcome(_message.Message):
    __slots__ = ("winners", "scores", "ranking", "reasons", "shuffle_seed", "entropies")
    WINNERS_FIELD_NUMBER: _ClassVar[int]
    SCORES_FIELD_NUMBER: _ClassVar[int]
    RANKING_FIELD_NUMBER: _ClassVar[int]
    REASONS_FIELD_NUMBER: _ClassVar[int]
    SHUFFLE_SEED_FIELD_NUMBER: _ClassVar[int]
    ENTROPIES_FIELD_NUMBER: _ClassVar[int]
    winners: _containers.RepeatedScalarFieldContainer[str]
    scores: _containers.RepeatedCompositeFieldContainer[Score]
    ranking: _containers.RepeatedCompositeFieldContainer[Rank]
    reasons: _containers.RepeatedScalarFieldContainer[str]
    shuffle_seed: str
    entropies: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, winners: _Optional[_Iterable[str]] = ..., scores: _Optional[_Iterable[_Union[Score, _Mapping]]] = ..., ranking: _Optional[_Iterable[_Union[Rank, _Mapping]]] = ..., reasons: _Optional[_Iterable[str]] = ..., shuffle_seed: _Optional[str] = ..., entropies: _Optional[_Iterable[str]] = ...) -> None: ...

class Score(_message.Message):
    __slots__ = ("seat", "points", "lines")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    LINES_FIELD_NUMBER: _ClassVar[int]
    seat: str
    points: int
    lines: _containers.RepeatedCompositeFieldContainer[ScoreLine]
    def __init__(self, seat: _Optional[str] = ..., points: _Optional[int] = ..., lines: _Optional[_Iterable[_Union[ScoreLine, _Mapping]]] = ...) -> None: ...

class Rank(_message.Message):
    __slots__ = ("seat", "rank", "tie_breaks")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    RANK_FIELD_NUMBER: _ClassVar[int]
    TIE_BREAKS_FIELD_NUMBER: _ClassVar[int]
    seat: str
    rank: int
    tie_breaks: _containers.RepeatedCompositeFieldContainer[ScoreLine]
    def __init__(self, seat: _Optional[str] = ..., rank: _Optional[int] = ..., tie_breaks: _Optional[_Iterable[_Union[ScoreLine, _Mapping]]] = ...) -> None: ...

class ScoreLine(_message.Message):
    __slots__ = ("source", "entry", "points")
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    source: _text_pb2.Text
    entry: str
    points: int
    def __init__(self, source: _Optional[_Union[_text_pb2.Text, _Mapping]] = ..., entry: _Optional[str] = ..., points: _Optional[int] = ...) -> None: ...
