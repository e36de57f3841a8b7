"""What a stack of packs is, once it is read: plain records that the language, the linters and the service read."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.packs.damage import Damage
from referee.packs.diagnostics import Diagnostic
from referee.packs.node import Mapping, Node, Position, Scalar, Sequence

OptionValue = str | int | tuple[str, ...] | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OptionDecl:
    """An option of a pack. `values` are the words, numbers or lists allowed; or `pick` different entries of `of`.

    `spots` tells where each word of `values` stands, `default_spots` the same of the default.
    """

    id: str
    pack: str
    values: tuple[OptionValue, ...]
    pick: int
    of: str
    default: OptionValue
    says: Scalar | None
    at: Position
    default_at: Position | None = None
    spots: dict[str, Position] = field(default_factory=dict)
    default_spots: dict[str, Position] = field(default_factory=dict)


@dataclass(frozen=True)
class Pack:
    """One pack as read. `seats` is (least, most), (0, 0) where the pack doesn't say; `files` has all by path."""

    id: str
    kind: str
    version: str
    title: Scalar
    seats: tuple[int, int]
    requires: tuple[str, ...]
    conflicts: tuple[str, ...]
    options: dict[str, OptionDecl]
    path: str
    documents: tuple[Mapping, ...]
    files: dict[str, bytes]
    sources: dict[str, str] | None
    at: Position
    language: int = 1

    @property
    def claims(self) -> bool:
        """Whether the pack claims to say what a published game says, so that its facts need sources."""
        return self.kind in ("game", "expansion") and self.sources is not None


_START = Position("", 1, 1)


@dataclass(frozen=True, slots=True)
class Wrap:
    """A change of code that the language applies.

    `op`: before, after, instead_of (a procedure), option_add, option_replace, option_remove (of a choice) or term.
    `label` is the option that is replaced or removed.
    """

    op: str
    target: str
    code: Scalar | None
    at: Position
    pack: str
    over: tuple[str, ...] = ()
    label: str = ""
    says: Scalar | None = None
    conditional: bool = False  # under `if_pack` or `when`: the absence of what it names is no error
    named: Position = _START  # where the procedure, term or choice is named
    label_at: Position = _START  # where the label is


@dataclass(frozen=True, slots=True)
class Change:
    """One override that was applied. `op`: set, add, remove or wrap; `target` as "rule/prizes" or "stall/tea"."""

    op: str
    target: str
    field: str
    before: Node | None
    after: Node | None
    at: Position
    pack: str


@dataclass(frozen=True, slots=True)
class Fact:
    """How something of a pack is known.

    `field` is empty for the whole; `status` is one of stated, published, inferred, reconstructed, own. `value` is what
    stands there, in short; `before` the status that a change of a later pack has replaced.
    """

    pack: str
    key: str
    field: str
    status: str
    source: str
    because: str
    at: Position
    value: str = ""
    before: str = ""


@dataclass
class Stack:
    """Packs put together: merged declarations, entries, code changes left for the language, and all findings."""

    packs: tuple[Pack, ...] = ()
    sections: dict[str, Mapping | Sequence] = field(default_factory=dict)
    entries: dict[str, dict[str, Mapping]] = field(default_factory=dict)
    wraps: tuple[Wrap, ...] = ()
    settings: dict[str, tuple[str, ...]] = field(default_factory=dict)
    option_values: dict[str, OptionValue] = field(default_factory=dict)
    changes: tuple[Change, ...] = ()
    min_seats: int = 0
    max_seats: int = 0
    diagnostics: list[Diagnostic] = field(default_factory=list)
    content_digest: str = ""
    provenance: tuple[Fact, ...] = ()
    unread: frozenset[str] = frozenset()  # words that stand where nothing can be read: they may be declared there
    set_aside: frozenset[str] = frozenset()  # words of what the chosen options leave out
    damage: Damage = field(default_factory=Damage)
    nameless: bool = False  # an entry doesn't say its name, so nobody knows what words there are
    incomplete: bool = False  # a pack is missing, so nothing can be said about names

    @property
    def ok(self) -> bool:
        """Whether there is no error so far."""
        return all(each.severity != "error" for each in self.diagnostics)
