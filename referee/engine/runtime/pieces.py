"""Moving, covering, turning and swapping pieces; setting values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.engine.layout import BARRIER, EVERYONE, MOVER, OWNER, SEEN, SHOWN, TO_OTHERS
from referee.engine.runtime.state import Events, State, Tables
from referee.engine.runtime.tokens import BANK, shift


def lift(S: State, piece: int, slot: int) -> None:
    """Take a piece out of the slot where it lies."""
    content = S[slot]
    if type(content) is tuple:
        index = content.index(piece)
        S[slot] = rest = content[:index] + content[index + 1 :]
        if not rest and S[SHOWN]:
            # What was revealed is gone; what comes next is hidden again.
            S[SHOWN] = tuple(s for s in S[SHOWN] if s != slot)
    else:
        S[slot] = -1


def place(S: State, E: Events, tables: Tables, piece: int, target: int, prep: str, cause: int) -> None:
    """Put a piece into a cell or pile (`prep`: on, in, under)."""
    where = tables.location + piece
    source: int = S[where]
    lift(S, piece, source)
    content = S[target]
    if type(content) is tuple:
        S[target] = (piece, *content) if prep == "on" else (*content, piece)
    else:
        S[target] = piece
    S[where] = target
    if tables.level[source] != EVERYONE:
        shows(S, tables, source, target)
    if E is not None:
        E.append(("piece", cause, piece, source, target))


def cover(S: State, E: Events, tables: Tables, piece: int, target: int, under: int, cause: int) -> None:
    """Put a piece over the one in a cell; the covered one goes to the cell's own pile."""
    place(S, E, tables, S[target], under, "on", cause)
    place(S, E, tables, piece, target, "on", cause)


def unmark(S: State, E: Events, target: int, cause: int) -> None:
    """Take a mark away."""
    if E is not None:
        E.append(("piece", cause, S[target], target, BANK))
    S[target] = -1


def shows(S: State, tables: Tables, source: int, target: int) -> None:
    """A barrier, if a seat sees the target that didn't see the source; what the mover saw tells the mover nothing."""
    before, after = tables.level[source], tables.level[target]
    if before == EVERYONE or after == 0:
        return
    if before == OWNER and after == OWNER and tables.owner_of[source] == tables.owner_of[target]:
        return
    if before == OWNER and tables.owner_of[source] == S[MOVER]:
        S[BARRIER] = S[BARRIER] or TO_OTHERS
    elif before == 0 or after in (EVERYONE, OWNER):
        S[BARRIER] = 1


def conceals(S: State, tables: Tables, piece: int) -> bool:
    """Does a piece lie where the mover can't see it?"""
    slot: int = S[tables.location + piece] if piece >= 0 else -1
    if slot < 0 or tables.level[slot] == EVERYONE or slot in S[SHOWN]:
        return False
    if tables.level[slot] == OWNER and tables.owner_of[slot] == S[MOVER]:
        return False
    looking = S[SEEN]
    return not (looking and looking[0] == S[MOVER] and looking[1] <= slot < looking[1] + looking[2])


@dataclass(frozen=True, slots=True)
class Contents:
    """What a piece holds in one of its places, and where that goes when the piece leaves `allowed`.

    `rows`: token, slot of the piece's pool, slot to go to for seat 0, slots between two seats' goals (0: the table's).
    """

    rows: tuple[tuple[int, int, int, int], ...]
    allowed: tuple[tuple[int, int], ...]


def leave(
    S: State, E: Events, tables: Tables, piece: int, target: int, contents: Sequence[Contents], cause: int
) -> None:
    """The content of a piece that leaves the places where it may have any."""
    owner = tables.owner_of[S[tables.location + piece]]
    for content in contents:
        if any(low <= target < high for low, high in content.allowed):
            continue
        for token, source, goal, stride in content.rows:
            if S[source]:
                goals = ((goal + stride * max(owner, 0), 1 << 30),)
                shift(S, E, tables.level, token, S[source], (source,), goals, cause)


def assign(S: State, E: Events, slot: int, value: object, cause: int) -> None:
    """Set a value."""
    if E is not None:
        E.append(("value", cause, slot, S[slot], value))
    S[slot] = value


def turn(S: State, E: Events, slot: int, face: int, piece: int, cause: int) -> None:
    if E is not None:
        E.append(("face", cause, piece, S[slot], face))
    S[slot] = face


def exchange(S: State, E: Events, tables: Tables, a: int, b: int, cause: int) -> None:
    """Swap the contents of two cells."""
    S[a], S[b] = S[b], S[a]
    for cell, other in ((a, b), (b, a)):
        piece: int = S[cell]
        if piece >= 0:
            S[tables.location + piece] = cell
            shows(S, tables, other, cell)
            if E is not None:
                E.append(("piece", cause, piece, other, cell))


def close_up(S: State, E: Events, tables: Tables, base: int, size: int, cause: int) -> None:
    """Move the pieces of a row to its head, order kept."""
    goal = base
    for cell in range(base, base + size):
        piece: int = S[cell]
        if piece >= 0:
            if cell != goal:
                place(S, E, tables, piece, goal, "on", cause)
            goal += 1


def in_force(
    S: State, tables: Tables, pieces: Sequence[int], ranges: Sequence[tuple[int, int]], seats: int
) -> tuple[tuple[int, int], ...]:
    """The pieces that lie in some ranges of slots, with their owners, from the mover on round the table."""
    found: list[tuple[int, int]] = []
    for piece in pieces:
        slot: int = S[tables.location + piece]
        if any(low <= slot < high for low, high in ranges):
            found.append((piece, tables.owner_of[slot]))
    mover: int = S[MOVER]
    found.sort(key=lambda pair: ((pair[1] - mover) % seats if pair[1] >= 0 else -1, pair[0]))
    return tuple(found)
