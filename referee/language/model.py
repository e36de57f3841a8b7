"""The declarations of a ruleset, resolved: what there is, before any effect is read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from referee.language.types import Type
from referee.packs.node import Position, Scalar

if TYPE_CHECKING:
    from referee.language.tree import Expr, Statement


@dataclass(slots=True)
class Named:
    """What every declaration has: its id, where it stands, its English name."""

    id: str
    at: Position
    name: str = ""
    plural: str = ""


@dataclass(slots=True)
class Token(Named):
    """A counted, interchangeable thing. `supply` by number of seats (key 0: any number); None: without end."""

    index: int = 0
    supply: dict[int, int] | None = None
    data: dict[str, object] = field(default_factory=dict)


@dataclass(slots=True)
class Group(Named):
    """Several tokens under one name. `one`: what a single one of them is called."""

    one: str = ""
    tokens: tuple[int, ...] = ()  # indices, in order


@dataclass(slots=True)
class Symbols(Named):
    """An enumeration: words that a datum may have. `one`: what a single one of them is called."""

    one: str = ""
    members: tuple[str, ...] = ()


@dataclass(slots=True)
class Hook:
    """A place in a kind where entries have effects. `sort`: effect, cost, modifier, condition, value, trigger."""

    id: str
    sort: str
    me: str = "acting"  # acting or owner
    while_in: tuple[str, ...] = ()
    decides: bool = True
    at: Position | None = None
    says: str = ""  # around what an entry has here, which stands in it as `{body}`


@dataclass(slots=True)
class Entry(Named):
    """One card, stall, walker … so many pieces of it exist (per seat where the kind says so)."""

    kind: str = ""
    index: int = 0  # among all entries of the ruleset
    copies: int | dict[int, int] = 1  # pieces: in any game, or by the number of seats
    data: dict[str, object] = field(default_factory=dict)
    code: dict[str, tuple[Scalar, ...]] = field(default_factory=dict)  # hook → its effects as written
    hooks: dict[str, HookBody] = field(default_factory=dict)
    says: str = ""  # what stands under its rules, for people
    document: str = ""

    @property
    def most(self) -> int:
        """The most pieces of it that a game may have, whatever its number of seats."""
        return self.copies if isinstance(self.copies, int) else max(self.copies.values(), default=0)

    def pieces(self, seats: int) -> int:
        """How many pieces of it a game with so many seats has."""
        return self.copies if isinstance(self.copies, int) else self.copies.get(seats, 0)


@dataclass(slots=True)
class HookBody:
    """The typed effect of one entry's hook; `modifiers` for the sort modifier."""

    entry: Entry
    hook: Hook
    body: tuple[Statement, ...] = ()
    value: Expr | None = None
    uid: int = 0


@dataclass(slots=True)
class Kind(Named):
    """A class of entries: the data that they have, with defaults, and the hooks where they have effects."""

    fields: dict[str, Type] = field(default_factory=dict)
    defaults: dict[str, object] = field(default_factory=dict)
    hooks: dict[str, Hook] = field(default_factory=dict)
    faces: tuple[str, ...] = ()
    per_seat: str = ""  # "", "1" … or "unlimited"
    entries: list[Entry] = field(default_factory=list)


@dataclass(slots=True)
class Place(Named):
    """Where things are. `form`: pool, pile or cells. `owner`: table, seat, a kind, or a place whose cells own it."""

    owner: str = "table"
    form: str = "pool"
    tokens: tuple[int, ...] = ()
    holds: str = ""
    grid: tuple[int, int] = (0, 0)  # rows, columns; a row is (1, n)
    ring: bool = False
    limit: str | int | None = None  # per token: a number, a field of the tokens (a list: its length) or of its piece
    total: str | int | None = None  # of all tokens: a number, or a field of the piece that it is in
    home: bool = False
    seen_by: str = "everyone"
    count_seen_by: str = "everyone"
    ordered: bool = False
    unique_by: str = ""
    only_in: tuple[str, ...] = ()
    leaves: str = ""
    when_empty: str = ""
    shape: str = ""
    names: tuple[str, ...] = ()  # of its cells, where they have their own
    fills: str = ""  # of a place of pieces: the field (a bag) with the slots that its tokens fill
    counter: bool = False  # shown as values of the seat (seat/2/coin), not as a place
    data: dict[str, tuple[Type, tuple[tuple[int, ...], ...]]] = field(default_factory=dict)  # by seat, or one for all

    @property
    def cells(self) -> int:
        return self.grid[0] * self.grid[1]

    def segment(self, cell: int) -> str:
        """A cell, counted from 0, as part of an id: `r2c3`, its number in a row."""
        rows, columns = self.grid
        return str(cell + 1) if rows == 1 else f"r{cell // columns + 1}c{cell % columns + 1}"


@dataclass(slots=True)
class Value(Named):
    """Something remembered, of the table, each seat or each piece. `sealed`: kept apart until all have answered."""

    owner: str = "table"
    type: Type = field(default_factory=lambda: Type("number"))
    sealed: bool = False
    seen_by: str = "everyone"
    initial: Expr | None = None
    initial_code: Scalar | None = None
    rolls: int = 0  # `roll` gives it a number from 1 to this
    drawn: str = ""  # how pictures show the cell that it names

    @property
    def aside(self) -> bool:
        """Is it book-keeping of the rules, that no board lists and no event tells?"""
        return self.drawn == "aside"


@dataclass(slots=True)
class Rule(Named):
    """A rule value: an extension point with a default."""

    owner: str = "table"
    type: Type = field(default_factory=lambda: Type("number"))
    base: object = 0  # a datum, or numbers by the number of seats
    base_code: Scalar | None = None
    says: str = ""


@dataclass(slots=True)
class OptionValue(Named):
    """A constant of the ruleset, chosen when the stack was made."""

    type: Type = field(default_factory=lambda: Type("number"))
    value: object = 0
    words: tuple[str, ...] = ()


@dataclass(slots=True)
class Parameter:
    """A parameter of a procedure or term."""

    name: str
    type: Type | None  # None: taken from the calls
    at: Position | None = None  # where its name stands
    typed: Position | None = None  # where its type stands


@dataclass(slots=True)
class Term(Named):
    """A named expression, with the changes that packs make to it."""

    parameters: tuple[Parameter, ...] = ()
    code: Scalar | None = None
    usual: tuple[Scalar, ...] = ()  # what `the_usual(…)` means, innermost first
    names: tuple[tuple[Parameter, ...], ...] = ()  # of each change in turn, its own words for the parameters
    says: str = ""
    named: Position | None = None  # where its name stands


@dataclass(slots=True)
class Layer:
    """One overlay of a procedure: `op` is before, after or instead_of; `names` its own words for the parameters."""

    op: str
    code: Scalar
    names: tuple[Parameter, ...] = ()


@dataclass(frozen=True, slots=True)
class OptionChange:
    """One overlay of a choice: `op` is add, replace or remove; `label` what it replaces or removes, at `label_at`.

    `says` is the text of the new option, unless a later pack gives it another one: `said` are the keys of those.
    """

    op: str
    label: str
    code: Scalar | None
    label_at: Position
    says: str = ""
    said: frozenset[str] = frozenset()


@dataclass(slots=True)
class Procedure(Named):
    """A named piece of the flow, with what packs do before, after or instead of it."""

    parameters: tuple[Parameter, ...] = ()
    code: Scalar | None = None
    layers: tuple[Layer, ...] = ()
    says: str = ""
    named: Position | None = None  # where its name stands


@dataclass(slots=True)
class Window(Named):
    """What some seats may do before any of some procedures begins."""

    before: tuple[str, ...] = ()
    seats: Scalar | None = None
    options: Scalar | None = None


@dataclass(slots=True)
class Standing(Named):
    """What a seat may do at any time in its own turn."""

    options: Scalar | None = None


@dataclass(slots=True)
class ScoreTerm(Named):
    """A line of the scoring, or a tie break: points of a seat."""

    points: Expr | None = None
    code: Scalar | None = None
    says: str = ""


@dataclass(slots=True)
class SetupRow:
    """One line of the set-up: contents of a place (`tokens`, `pieces`, `all_of`) or the start of a value."""

    at: Position
    place: str = ""
    tokens: dict[int, dict[int, int]] = field(default_factory=dict)  # token index → by number of seats
    pieces: tuple[str, ...] = ()
    all_of: str = ""
    where: Expr | None = None
    where_code: Scalar | None = None
    value: str = ""
    start: Expr | None = None
    start_code: Scalar | None = None
    spots: dict[str, Position] = field(default_factory=dict)  # where its parts stand: place, all, pieces/0, tokens/x


@dataclass(slots=True)
class Model:
    """All declarations of a ruleset by name."""

    tokens: dict[str, Token] = field(default_factory=dict)
    token_data: dict[str, Type] = field(default_factory=dict)
    groups: dict[str, Group] = field(default_factory=dict)
    symbols: dict[str, Symbols] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    places: dict[str, Place] = field(default_factory=dict)
    values: dict[str, Value] = field(default_factory=dict)
    rules: dict[str, Rule] = field(default_factory=dict)
    options: dict[str, OptionValue] = field(default_factory=dict)
    terms: dict[str, Term] = field(default_factory=dict)
    procedures: dict[str, Procedure] = field(default_factory=dict)
    windows: dict[str, Window] = field(default_factory=dict)
    standing: dict[str, Standing] = field(default_factory=dict)
    triggers: list[Scalar] = field(default_factory=list)
    option_changes: dict[str, list[OptionChange]] = field(default_factory=dict)  # by the choice as a change names it
    option_order: list[tuple[str, int]] = field(default_factory=list)  # key and place of each, as the packs stand
    setup: list[SetupRow] = field(default_factory=list)
    score_lines: list[ScoreTerm] = field(default_factory=list)
    tie_breaks: list[ScoreTerm] = field(default_factory=list)
    says: dict[str, str] = field(default_factory=dict)
    seats: tuple[int, int] = (1, 1)

    def token_list(self) -> list[Token]:
        return list(self.tokens.values())

    def group_tokens(self, name: str) -> tuple[int, ...]:
        """The token indices of a group; the empty name means every token; a token's id itself alone."""
        if name == "":
            return tuple(range(len(self.tokens)))
        if name in self.groups:
            return self.groups[name].tokens
        return (self.tokens[name].index,)

    def cell_content(self, place: str) -> str:
        return self.places[place].holds
