"""What a client may see, as plain records: the shapes of the public API without its encoding.

Names and meanings are those of `protos/referee/v1`; the service copies them field by field. Everything here
is immutable and compares by value, so two views that must be equal can be compared with `==`.
"""

from __future__ import annotations

from referee.language.record import record
from referee.language.text import Arg as Arg
from referee.language.text import Text as Text


@record
class Value:
    """A named value. `kind`: none, hidden, number, yes, ref, refs, bag ((entry, count), …), numbers."""

    id: str
    kind: str = "none"
    value: int | bool | str | tuple[str, ...] | tuple[int, ...] | tuple[tuple[str, int], ...] | None = None


@record
class Piece:
    entry: str = ""  # empty: face down for this viewer
    count: int = 1
    face: str = ""
    inside: tuple[Place, ...] = ()
    values: tuple[Value, ...] = ()


@record
class Place:
    id: str
    pieces: tuple[Piece, ...] = ()
    uncounted: bool = False


@record
class InForce:
    entry: str
    rule: Value
    of: str = ""
    until: Text | None = None


@record
class Source:
    file: str = ""
    line: int = 0
    column: int = 0
    document: str = ""


@record
class Shortfall:
    what: str
    need: int
    have: int


@record
class Refusal:
    """Why a choice isn't possible. `reason` is an ErrorReason of the API without its prefix."""

    reason: str
    text: Text
    choice: int = 0
    option: str = ""
    entry: str = ""
    source: Source | None = None
    shortfalls: tuple[Shortfall, ...] = ()


@record
class Item:
    id: str
    label: Text
    subjects: tuple[str, ...] = ()
    entry: str = ""
    min: int = 0
    max: int = 1


@record
class Share:
    source: str
    bin: str
    amount: int


@record
class NumberForm:
    min: int
    max: int
    step: int = 1
    suggested: int = 0
    unit: Text | None = None


@record
class PickForm:
    items: tuple[Item, ...]
    min: int
    max: int
    ordered: bool = False


@record
class AllocationForm:
    sources: tuple[Item, ...]
    bins: tuple[Item, ...]
    min: int
    max: int
    suggested: tuple[Share, ...] = ()


Form = NumberForm | PickForm | AllocationForm


@record
class Option:
    """One legal answer. `role` is "", pass, stop or standing; `form` is the argument that it asks for."""

    id: str
    label: Text
    subjects: tuple[str, ...] = ()
    entry: str = ""
    group: str = ""
    role: str = ""
    barrier: bool = False
    form: Form | None = None
    refusal: Refusal | None = None


Answer = int | tuple[str, ...] | tuple[Share, ...] | None


@record
class Choice:
    """An answer as a client sends it: an option id and the argument that the option asks for."""

    option: str
    answer: Answer = None
    step: str = ""


@record
class Decision:
    step: str
    seats: tuple[str, ...]
    prompt: Text
    sealed: bool = False
    options: tuple[Option, ...] = ()
    blocked: tuple[Option, ...] = ()
    answered: tuple[Choice, ...] = ()


@record
class ScoreLine:
    source: Text
    entry: str
    points: int


@record
class Score:
    seat: str
    points: int
    lines: tuple[ScoreLine, ...] = ()


@record
class Rank:
    seat: str
    rank: int
    tie_breaks: tuple[ScoreLine, ...] = ()


@record
class Outcome:
    winners: tuple[str, ...]
    scores: tuple[Score, ...] = ()
    ranking: tuple[Rank, ...] = ()
    reasons: tuple[str, ...] = ()


@record
class View:
    """A position as one seat ("1" …) or a spectator ("") may see it."""

    seat: str
    path: tuple[Text, ...]
    places: tuple[Place, ...]
    values: tuple[Value, ...]
    in_force: tuple[InForce, ...]
    decisions: tuple[Decision, ...]
    outcome: Outcome | None = None


@record
class Cause:
    entry: str = ""
    hook: str = ""
    source: Source | None = None
    parent: int = 0


@record
class Moved:
    from_place: str
    to_place: str
    pieces: tuple[Piece, ...]


@record
class Changed:
    before: Value
    after: Value


@record
class Turned:
    place: str
    before: Piece
    after: Piece


@record
class Answered:
    seat: str
    choices: tuple[Choice, ...] = ()


@record
class Happened:
    name: str
    seat: str = ""


@record
class Event:
    what: Moved | Changed | Turned | Answered | Happened
    text: Text
    cause: Cause = Cause()


@record
class PlaceInfo:
    id: str
    label: Text
    kind: str = ""
    seat: str = ""
    parent: str = ""
    shape: str = "heap"
    row: int = 0
    column: int = 0
    capacity: int = 0
    values: tuple[Value, ...] = ()


@record
class ValueInfo:
    id: str
    label: Text
    seat: str = ""
    score: bool = False
    max: int = 0


@record
class Board:
    places: tuple[PlaceInfo, ...]
    values: tuple[ValueInfo, ...]
