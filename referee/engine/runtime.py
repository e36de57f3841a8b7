"""What generated programs call: small functions over the flat state.

Every function takes the state S; those that can be told about take E, a list of raw events, or None when nobody
listens. A raw event is a tuple: its kind, the cause, then what moved or changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from referee.engine import random
from referee.engine.layout import BARRIER, DRAWS, EVERYONE, FRAME, KEY, LAST, MOVER, OUTCOME, OWNER, SCHEDULE, SEEN, SHOWN

State = list[object]
Events = list[tuple[object, ...]] | None
INT_LIMIT = 2**31 - 1
SPAN_LIMIT = 10_000


class GameOver(Exception):
    """Ends the run of a program: the outcome stands in the state."""


class Fault(Exception):
    """The rules ask for something that can't be: a number too large, a loop without end."""


# ---- numbers ------------------------------------------------------------------------------------


def times(a: int, b: int) -> int:
    result = a * b
    if not -INT_LIMIT <= result <= INT_LIMIT:
        raise Fault("a number grew beyond 32 bits")
    return result


def divided(a: int, b: int) -> int:
    """Division rounds down; by zero it gives zero."""
    return a // b if b else 0


def checked(value: int) -> int:
    """A number that may be stored."""
    if not -INT_LIMIT <= value <= INT_LIMIT:
        raise Fault("a number grew beyond 32 bits")
    return value


def span(low: int, high: int) -> range:
    if high - low > SPAN_LIMIT:
        raise Fault(f"a range has at most {SPAN_LIMIT} numbers")
    return range(low, high + 1)


def item(items: Sequence[int], index: int, default: int) -> int:
    return items[index - 1] if 0 < index <= len(items) else default


def of_bag(bag: Sequence[int], index: int, default: int) -> int:
    return bag[index] if index >= 0 else default


def first(items: Iterable[int]) -> int:
    for member in items:
        return member
    return -1


def last(items: Sequence[int]) -> int:
    return items[-1] if items else -1


def one(member: int) -> tuple[int, ...]:
    return (member,) if member >= 0 else ()


def bag_add(a: Sequence[int], b: Sequence[int]) -> tuple[int, ...]:
    return tuple([x + y for x, y in zip(a, b, strict=True)])


def bag_less(a: Sequence[int], b: Sequence[int]) -> tuple[int, ...]:
    return tuple([x - y if x > y else 0 for x, y in zip(a, b, strict=True)])


def covers(have: Sequence[int], need: Sequence[int]) -> bool:
    for x, y in zip(have, need, strict=True):
        if x < y:
            return False
    return True


def amount(S: State, slot: int) -> int:
    """The number in a slot that may not exist."""
    return S[slot] if slot >= 0 else 0  # type: ignore[return-value]  # pool slots hold ints


def owner_of(S: State, piece: int, location: int, owners: Sequence[int], seats: Sequence[int]) -> int:
    slot: int = S[location + piece]  # type: ignore[assignment]  # locations are slots
    owner = owners[slot] if slot >= 0 else -1
    return owner if owner >= 0 else seats[piece]


def whose(S: State, piece: int, location: int, owners: Sequence[int], seats: Sequence[int], acting: int) -> int:
    """The owner of a piece as the seat that its hook acts for; the acting seat if nobody owns it."""
    owner = owner_of(S, piece, location, owners, seats)
    return owner if owner >= 0 else acting


def cell_in(slot: int, base: int, end: int) -> int:
    return slot if base <= slot < end else -1


# ---- tokens -------------------------------------------------------------------------------------

BANK = -1  # a source or target without slots: tokens without end
MISSING = -(1 << 24)  # stands for the slot of a token that a pool doesn't take; owner offsets keep it below BANK


def shift(
    S: State, E: Events, level: Sequence[int], token: int, n: int, sources: Sequence[int], targets: Sequence[tuple[int, int]], cause: int
) -> int:
    """Move up to n of a token from the sources to the targets, each in order, a target up to its limit.

    What the targets can't take stays where it is. Returns how many were moved.
    """
    moved = 0
    for source in sources:
        if source < BANK:
            continue
        for target, limit in targets:
            if moved >= n:
                return moved
            if target < BANK:
                continue
            part = n - moved
            if source >= 0 and S[source] < part:  # type: ignore[operator]  # pool slots hold ints
                part = S[source]  # type: ignore[assignment]
            if target >= 0 and limit - S[target] < part:  # type: ignore[operator]
                part = limit - S[target]  # type: ignore[operator]
            if part <= 0 or source == target:
                continue
            if source >= 0:
                S[source] -= part  # type: ignore[operator]
            if target >= 0:
                S[target] = checked(S[target] + part)  # type: ignore[operator]
                if source >= 0 and level[source] < level[target]:
                    S[BARRIER] = 1
            moved += part
            if E is not None:
                E.append(("tokens", cause, token, part, source, target))
    return moved


# ---- pieces -------------------------------------------------------------------------------------


def lift(S: State, piece: int, slot: int) -> None:
    """Take a piece out of the slot where it lies."""
    content = S[slot]
    if isinstance(content, tuple):
        index = content.index(piece)
        S[slot] = rest = content[:index] + content[index + 1 :]
        if not rest and S[SHOWN]:
            # What was revealed is gone; what comes next is hidden again.
            S[SHOWN] = tuple(s for s in S[SHOWN] if s != slot)  # type: ignore[attr-defined]
    else:
        S[slot] = -1


def place(S: State, E: Events, tables: Tables, piece: int, target: int, prep: str, cause: int) -> None:
    """Put a piece into a cell or pile (`prep`: on, in, under)."""
    source: int = S[tables.location + piece]  # type: ignore[assignment]  # locations are slots
    lift(S, piece, source)
    content = S[target]
    if isinstance(content, tuple):
        S[target] = (piece, *content) if prep == "on" else (*content, piece)
    else:
        S[target] = piece
    S[tables.location + piece] = target
    shows(S, tables, source, target)
    if E is not None:
        E.append(("piece", cause, piece, source, target))


def cover(S: State, E: Events, tables: Tables, piece: int, target: int, under: int, cause: int) -> None:
    """Put a piece over the one in a cell; the covered one goes to the cell's own pile."""
    place(S, E, tables, S[target], under, "on", cause)  # type: ignore[arg-type]  # a filled cell
    place(S, E, tables, piece, target, "on", cause)


def unmark(S: State, E: Events, target: int, cause: int) -> None:
    """Take a mark away."""
    if E is not None:
        E.append(("piece", cause, S[target], target, BANK))
    S[target] = -1


def shows(S: State, tables: Tables, source: int, target: int) -> None:
    """A barrier, if a seat sees the target that didn't see the source."""
    before, after = tables.level[source], tables.level[target]
    if before == EVERYONE or after == 0:
        return
    if before == OWNER and after == OWNER and tables.owner_of[source] == tables.owner_of[target]:
        return
    if before == 0 or after == EVERYONE or after == OWNER:
        S[BARRIER] = 1


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
    owner = tables.owner_of[S[tables.location + piece]]  # type: ignore[index]  # locations are slots
    for content in contents:
        if any(low <= target < high for low, high in content.allowed):
            continue
        for token, source, goal, stride in content.rows:
            if S[source]:
                goals = ((goal + stride * max(owner, 0), 1 << 30),)
                shift(S, E, tables.level, token, S[source], (source,), goals, cause)  # type: ignore[arg-type]


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
        piece: int = S[cell]  # type: ignore[assignment]  # a cell holds a piece or -1
        if piece >= 0:
            S[tables.location + piece] = cell
            shows(S, tables, other, cell)
            if E is not None:
                E.append(("piece", cause, piece, other, cell))


def close_up(S: State, E: Events, tables: Tables, base: int, size: int, cause: int) -> None:
    """Move the pieces of a row to its head, order kept."""
    goal = base
    for cell in range(base, base + size):
        piece: int = S[cell]  # type: ignore[assignment]  # a cell holds a piece or -1
        if piece >= 0:
            if cell != goal:
                place(S, E, tables, piece, goal, "on", cause)
            goal += 1


def refill(S: State, E: Events, tables: Tables, base: int, size: int, pile: int, reserve: int, cause: int) -> None:
    """Fill the free cells of a row from the top of a pile."""
    for cell in range(base, base + size):
        if S[cell] == -1:
            if not replenish(S, E, tables, pile, reserve, cause):
                return
            place(S, E, tables, S[pile][0], cell, "on", cause)  # type: ignore[index]  # a pile


def replenish(S: State, E: Events, tables: Tables, pile: int, reserve: int, cause: int) -> bool:
    """Is there a piece to draw? An empty pile takes its reserve, shuffled, first."""
    if S[pile]:
        return True
    if reserve < 0 or not S[reserve]:
        return False
    for piece in S[reserve]:  # type: ignore[attr-defined]  # a pile
        place(S, E, tables, piece, pile, "in", cause)
    shuffle(S, E, pile, cause)
    return True


def draw(S: State, E: Events, tables: Tables, n: int, pile: int, target: int, reserve: int, cause: int) -> None:
    """Draw pieces from the top of a pile: onto a pile, or into the free cells that begin at the target."""
    S[BARRIER] = 1
    for _ in range(n):
        if not replenish(S, E, tables, pile, reserve, cause):
            return
        place(S, E, tables, S[pile][0], target, "in", cause)  # type: ignore[index]  # a pile


def draw_row(
    S: State, E: Events, tables: Tables, n: int, pile: int, base: int, size: int, reserve: int, cause: int
) -> None:
    """Draw pieces from the top of a pile into the free cells of a row."""
    S[BARRIER] = 1
    for cell in range(base, base + size):
        if n <= 0:
            return
        if S[cell] == -1:
            if not replenish(S, E, tables, pile, reserve, cause):
                return
            place(S, E, tables, S[pile][0], cell, "on", cause)  # type: ignore[index]  # a pile
            n -= 1


def reveal(S: State, E: Events, base: int, size: int, cause: int) -> None:
    """Show a place to everybody."""
    S[BARRIER] = 1
    S[SHOWN] = tuple(sorted({*S[SHOWN], *range(base, base + size)}))  # type: ignore[misc]
    if E is not None:
        E.append(("revealed", cause, base, size))


def shuffle(S: State, E: Events, pile: int, cause: int) -> None:
    """Put a pile in random order, from its canonical order."""
    S[BARRIER] = 1
    S[pile], S[DRAWS] = random.shuffled(S[KEY], S[DRAWS], tuple(sorted(S[pile])))  # type: ignore[arg-type,type-var]
    if E is not None:
        E.append(("shuffled", cause, pile))


def roll(S: State, E: Events, slot: int, sides: int, low: int, piece: int, cause: int) -> None:
    """Give a die a random number, from `low` on."""
    S[BARRIER] = 1
    number, S[DRAWS] = random.below(S[KEY], S[DRAWS], sides)  # type: ignore[arg-type]
    S[slot] = number + low
    if E is not None:
        E.append(("rolled", cause, slot, piece, number + low))


# ---- rule values for a time ---------------------------------------------------------------------


def schedule(S: State, rule: int, op: str, value: object, seats: tuple[int, ...], word: str) -> None:
    """A rule value changes during the next run of a procedure."""
    S[SCHEDULE] = (*S[SCHEDULE], (rule, op, value, seats, word, 0))  # type: ignore[misc]


def enter(S: State, word: str) -> None:
    """A span begins: what waits for it holds now."""
    S[SCHEDULE] = tuple((*e[:5], 1) if e[4] == word else e for e in S[SCHEDULE])  # type: ignore[attr-defined]


def leave_span(S: State, word: str) -> None:
    """A span ends: what held during it is over."""
    S[SCHEDULE] = tuple(e for e in S[SCHEDULE] if e[4] != word or not e[5])  # type: ignore[attr-defined]


def scheduled(S: State, rule: int, seat: int) -> list[tuple[str, object]]:
    """The changes of a rule value that hold now for an owner."""
    return [
        (e[1], e[2])
        for e in S[SCHEDULE]  # type: ignore[attr-defined]
        if e[0] == rule and e[5] and (not e[3] or seat in e[3])
    ]


def adjusted(value: object, changes: Sequence[tuple[str, object]]) -> object:
    """A rule value under its modifiers: the last `is`, then what adds and takes, then the bounds."""
    for op, by in changes:
        if op == "is":
            value = by
    for op, by in changes:
        if op == "adds":
            value += by  # type: ignore[operator]
        elif op == "takes":
            value -= by  # type: ignore[operator]
    for op, by in changes:
        if op == "at_least":
            value = max(value, by)  # type: ignore[type-var]
        elif op == "at_most":
            value = min(value, by)  # type: ignore[type-var]
    return value


# ---- the end ------------------------------------------------------------------------------------


def end(S: State, E: Events, winner: int, reason: str, cause: int) -> None:
    S[OUTCOME] = (winner, reason)
    S[FRAME] = None
    if E is not None:
        E.append(("over", cause, reason))
    raise GameOver


def last_round(S: State, reason: str) -> None:
    if not S[LAST]:
        S[LAST] = reason


class Tables:
    """The static tables that moving pieces needs."""

    __slots__ = ("level", "location", "owner_of")

    def __init__(self, location: int, level: Sequence[int], owner_of: Sequence[int]) -> None:
        self.location = location
        self.level = level
        self.owner_of = owner_of


__all__ = ["MOVER", "SEEN"]


# ---- choices ------------------------------------------------------------------------------------


class StopLoop(Exception):
    """Leaves a repeat from inside an inner loop."""


class FinishProcedure(Exception):
    """Leaves a procedure from inside what stands around its text."""


def always(S: State, me: int, piece: int) -> bool:
    return True


def none(S: State, E: Events, me: int, piece: int) -> None:
    """The hook of an entry that has none."""


def reach(S: State, slot: int) -> int:
    """How many of a token can be taken from a slot: without end from the bank, none from a place that lacks it."""
    if slot == BANK:
        return 1 << 30
    return S[slot] if slot >= 0 else 0  # type: ignore[return-value]  # pool slots hold ints


def short(have: Sequence[int], need: Sequence[int]) -> int:
    """How many tokens are missing to a bag."""
    return sum([n - h for h, n in zip(have, need, strict=True) if n > h])


def subset(answer: object, many: Sequence[int], low: int, high: int) -> bool:
    """Is the answer a subset of the candidates, in their order, of a size within bounds?"""
    if type(answer) is not tuple or not low <= len(answer) <= high:
        return False
    position = 0
    for member in many:
        if position < len(answer) and type(answer[position]) is int and answer[position] == member:
            position += 1
    return position == len(answer)


def amounts(tokens: Sequence[int], have: Sequence[int], low: int, high: int) -> list[tuple[object, ...]]:
    total = sum(have)
    rows = tuple((k, 0, h) for k, h in zip(tokens, have, strict=True))
    return [(0, ("a", rows, max(0, min(low, total)), max(0, min(high, total))))]


def sparing(tokens: Sequence[int], have: Sequence[int], bag: Sequence[int], n: int) -> list[tuple[object, ...]]:
    rows = tuple((k, max(0, b - h), b) for k, h, b in zip(tokens, have, bag, strict=True))
    total = min(n, sum(bag))
    return [(0, ("a", rows, total, total))]


def allocated(options: list[tuple[Any, ...]], choice: tuple[Any, ...]) -> bool:
    """Does an allocation of tokens satisfy its form (or name an offered kind)?"""
    if len(choice) != 2 or choice[0] != 0:
        return False
    answer = choice[1]
    if type(answer) is int:
        return choice in options
    if not options or type(options[0][1]) is not tuple:
        return False
    _, rows, low, high = options[0][1]
    if type(answer) is not tuple or len(answer) != len(rows):
        return False
    for n, (_, least, most) in zip(answer, rows, strict=True):
        if type(n) is not int or not least <= n <= most:
            return False
    return bool(low <= sum(answer) <= high)


def shares(
    tokens: Sequence[int], free: Sequence[int], bins: Sequence[tuple[int, int]], now: tuple[tuple[int, ...], ...]
) -> list[tuple[object, ...]]:
    have = tuple(f + sum([row[i] for row in now]) for i, f in enumerate(free))
    total = min(sum(have), sum([room for _, room in bins]))
    return [(0, ("s", tuple(zip(tokens, have, strict=True)), tuple(bins), total, now))]


def shared(options: list[tuple[Any, ...]], choice: tuple[Any, ...]) -> bool:
    """Does a sharing out satisfy its form: one row for each bin, one number for each token?"""
    if len(choice) != 2 or choice[0] != 0 or type(choice[1]) is not tuple:
        return False
    _, tokens, bins, total, _ = options[0][1]
    rows = choice[1]
    if len(rows) != len(bins):
        return False
    for row, (_, room) in zip(rows, bins, strict=True):
        if type(row) is not tuple or len(row) != len(tokens) or any(type(n) is not int or n < 0 for n in row):
            return False
        if sum(row) > room:
            return False
    for index, (_, have) in enumerate(tokens):
        if sum([row[index] for row in rows]) > have:
            return False
    return bool(sum([sum(row) for row in rows]) == total)


def single(options: list[tuple[Any, ...]], public: bool) -> tuple[Any, ...] | None:
    """The one possible answer of an allocation, if there is only one and everybody may know it."""
    if not options:
        return (0, ())
    form = options[0][1]
    if type(form) is int:
        return options[0] if public and len(options) == 1 else None
    if form[0] == "s":
        _, tokens, bins, total, now = form
        if total == 0 or not bins:
            return (0, tuple((0,) * len(tokens) for _ in bins))
        return None
    _, rows, low, high = form
    if high == 0:
        return (0, (0,) * len(rows))
    if not public or low != high:
        return None
    if sum([most for _, _, most in rows]) == low:
        return (0, tuple(most for _, _, most in rows))
    if sum([least for _, least, _ in rows]) == low:
        return (0, tuple(least for _, least, _ in rows))
    open_rows = [i for i, (_, least, most) in enumerate(rows) if most > least]
    if len(open_rows) == 1:
        rest = low - sum([least for _, least, _ in rows])
        return (0, tuple(least + (rest if i == open_rows[0] else 0) for i, (_, least, _) in enumerate(rows)))
    return None


def share_out(
    S: State,
    E: Events,
    level: Sequence[int],
    tokens: Sequence[int],
    source: Sequence[int],
    form: tuple[Any, ...],
    rows: tuple[tuple[int, ...], ...],
    base: int,
    stride: int,
    offsets: Sequence[int],
    cause: int,
) -> None:
    """Move only the difference between how it lies and how it shall lie."""
    _, _, bins, _, now = form
    for give in (False, True):
        for (holder, _), wanted, had in zip(bins, rows, now, strict=True):
            for i, token in enumerate(tokens):
                slot = base + holder * stride + offsets[i]
                change = wanted[i] - had[i]
                if give and change > 0:
                    shift(S, E, level, token, change, (source[i],), ((slot, 1 << 30),), cause)
                elif not give and change < 0:
                    shift(S, E, level, token, -change, (slot,), ((source[i], 1 << 30),), cause)


def in_force(
    S: State, tables: Tables, pieces: Sequence[int], ranges: Sequence[tuple[int, int]], seats: int
) -> tuple[tuple[int, int], ...]:
    """The pieces that lie in some ranges of slots, with their owners, from the mover on round the table."""
    found: list[tuple[int, int]] = []
    for piece in pieces:
        slot: int = S[tables.location + piece]  # type: ignore[assignment]  # locations are slots
        if any(low <= slot < high for low, high in ranges):
            found.append((piece, tables.owner_of[slot]))
    mover: int = S[MOVER]  # type: ignore[assignment]
    found.sort(key=lambda pair: ((pair[1] - mover) % seats if pair[1] >= 0 else -1, pair[0]))
    return tuple(found)


def ends_with_round(S: State, E: Events) -> None:
    """The round that was called the last one is over."""
    if S[LAST]:
        end(S, E, -1, str(S[LAST]), -1)


class Fuel:
    """Counts the rounds of loops that hold no decision."""

    LIMIT = 100_000

    def __init__(self) -> None:
        self.left = self.LIMIT

    def burn(self) -> None:
        self.left -= 1
        if self.left < 0:
            self.left = self.LIMIT
            raise Fault("a loop of the rules doesn't end")
