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
    """Tokens or pieces that are alike: `count` neighbours with one entry, face, values and content.

    `face`: ready, used, …. `inside`: the places that travel with it. `values`: its own, with ids of their own.
    """

    entry: str = ""  # empty: face down for this viewer
    count: int = 1
    face: str = ""
    inside: tuple[Place, ...] = ()
    values: tuple[Value, ...] = ()


@record
class Place:
    """A place and what lies there, in order where that is visible. `uncounted`: even how many there are is hidden."""

    id: str
    pieces: tuple[Piece, ...] = ()
    uncounted: bool = False


@record
class InForce:
    """A modifier that holds now: the entry that makes it, the rule value as it is by it.

    `of`: the seat that has it, empty if it is the table's. `until`: when it ends, where that is known.
    """

    entry: str
    rule: Value
    of: str = ""
    until: Text | None = None


@record
class Source:
    """Where a rule is written: line and column from 1. `document`: the rules document that it follows."""

    file: str = ""
    line: int = 0
    column: int = 0
    document: str = ""


@record
class Shortfall:
    """A cost that can't be paid: of `what` so much is needed, so much is there."""

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
    """Something that a form counts or picks. `subjects`: ids of places to point at. `min`, `max`: how much of it."""

    id: str
    label: Text
    subjects: tuple[str, ...] = ()
    entry: str = ""
    min: int = 0
    max: int = 1


@record
class Share:
    """So much of a source put into a bin."""

    source: str
    bin: str
    amount: int


@record
class NumberForm:
    """A number is asked for: `min`, `min + step`, … up to `max`."""

    min: int
    max: int
    step: int = 1
    suggested: int = 0
    unit: Text | None = None


@record
class PickForm:
    """Between `min` and `max` different items are asked for. `ordered`: their order counts."""

    items: tuple[Item, ...]
    min: int
    max: int
    ordered: bool = False


@record
class AllocationForm:
    """Amounts of sources put into bins are asked for, `min` to `max` in all; items bound each source and bin."""

    sources: tuple[Item, ...]
    bins: tuple[Item, ...]
    min: int
    max: int
    suggested: tuple[Share, ...] = ()


Form = NumberForm | PickForm | AllocationForm


@record
class Option:
    """One legal answer. `role` is "", pass, stop or standing; `form` is the argument that it asks for.

    `subjects`: ids of places to point at; `meant`: beside each the key of what in it is meant, "" for the place itself.
    Where it is always the place, `meant` is empty.
    """

    id: str
    label: Text
    subjects: tuple[str, ...] = ()
    entry: str = ""
    group: str = ""
    role: str = ""
    barrier: bool = False
    form: Form | None = None
    refusal: Refusal | None = None
    meant: tuple[str, ...] = ()


class Shares(tuple[Share, ...]):
    """The answer to an AllocationForm. A type of its own, since nothing shared out isn't nothing picked."""

    __slots__ = ()


Answer = int | tuple[str, ...] | tuple[Share, ...] | None


@record
class Choice:
    """An answer as a client sends it: an option id and the argument that the option asks for."""

    option: str
    answer: Answer = None
    step: str = ""


@record
class Decision:
    """What is asked of whom. `step`: the name of the question in the rules; `seats`: who still owes an answer.

    `options`: in the viewer's own only. `blocked`: what isn't possible and why, where that was asked for.
    `answered`: the viewer's own sealed answer, while others think.
    """

    step: str
    seats: tuple[str, ...]
    prompt: Text
    sealed: bool = False
    options: tuple[Option, ...] = ()
    blocked: tuple[Option, ...] = ()
    answered: tuple[Choice, ...] = ()


@record
class ScoreLine:
    """Points, and what they are for; `entry` where they come from one."""

    source: Text
    entry: str
    points: int


@record
class Score:
    """What a seat has reached."""

    seat: str
    points: int
    lines: tuple[ScoreLine, ...] = ()


@record
class Rank:
    """The rank of a seat, 1 the best; seats may share one. `tie_breaks`: what was compared after the points."""

    seat: str
    rank: int
    tie_breaks: tuple[ScoreLine, ...] = ()


@record
class Outcome:
    """How a game ended. `ranking`: the best first. `reasons`: the names of the end conditions that were met."""

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
    """What made an event happen: an entry's hook, a place in the rules. `parent`: 1 + index of an event; 0: none."""

    entry: str = ""
    hook: str = ""
    source: Source | None = None
    parent: int = 0


@record
class Moved:
    """Tokens or pieces went from one place to another, as one viewer may see them. An empty place: the box."""

    from_place: str
    to_place: str
    pieces: tuple[Piece, ...]


@record
class Changed:
    """A value, before and after."""

    before: Value
    after: Value


@record
class Turned:
    """A piece shows another face, or holds another value, where it lies."""

    place: str
    before: Piece
    after: Piece


@record
class Answered:
    """A seat has answered; without choices where they aren't for this viewer."""

    seat: str
    choices: tuple[Choice, ...] = ()


@record
class Happened:
    """Something with a name: a procedure, a round, the end. `seat`: whose, where it is anybody's."""

    name: str
    seat: str = ""


@record
class Event:
    """One thing that happened, and the sentence that tells it."""

    what: Moved | Changed | Turned | Answered | Happened
    text: Text
    cause: Cause = Cause()


@record
class PlaceInfo:
    """What never changes about a place. `kind`: of the pieces there; `seat`: whose it is; `parent`: what it is part of.

    `shape`: how to draw it, an unknown word as a heap. `row`, `column`: in the parent. `capacity`: 0 is no limit.
    `values`: what is printed there.
    """

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
    """What never changes about a value. `score`: it counts points. `max`: 0 is no limit."""

    id: str
    label: Text
    seat: str = ""
    score: bool = False
    max: int = 0


@record
class Board:
    """The static half of every view of a ruleset: its places and values, in their order."""

    places: tuple[PlaceInfo, ...]
    values: tuple[ValueInfo, ...]
