"""Packs that never come to an end, call themselves, or grow without bound."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from tests.hostile.writing import BOARD, CARDS, OVER, calls, chain, game, many, nested, turn

Packs = Iterator[tuple[str, str]]
SEARCH = (
    "any a in board satisfies any b in board satisfies any c in board satisfies a is b and b is c and c is not empty"
)
COUNT = "count (board where any b in board satisfies any c in board satisfies it is c and b is c)"
LAWS = "kinds: {law: {hooks: {holds: {sort: modifier, while_in: hall}}}}\n"
DECLARED = (  # what is computed before the first statement or after the last has no place in an effect
    "a set-up that counts for ever",
    "a start that counts for ever",
    "points that count for ever",
    "a rule value that counts for ever",
)
HALL = "places: {hall: {of: table, pile: law}}\nsetup: [{place: hall, all: law}]\n"


def loops() -> Packs:
    yield "endless loop", game("let x = 0\nrepeat:\n  set x to 1 - x\n  if x = 5: stop")
    yield "loop that does nothing", game("repeat: pass")
    skipped = "repeat:\n  choose one x:\n    a k from goods where 1 = 2: gain 1 coin\n    stop where 1 = 2"
    yield "loop with a choice that is skipped", turn(skipped, "groups: {goods: [bead]}\n")
    yield "range of billions", turn("for each i in 1 to 2000000000: gain 1 coin")
    yield "ranges in ranges", turn(nested(4, "for each i{n} in 1 to 9999:", "gain 1 coin"))
    yield "calls that double", turn("do p40", "", **calls(40, "do {last}\ndo {last}", "gain 1 coin"))
    yield "loops in loops over seats", game(nested(14, "each seat:", "gain 1 coin"))
    tried = (
        "choose one x:\n  a where can do {last} and can do {last}: gain 1 coin\n  b where can do {last}: gain 1 coin"
    )
    yield "can do in can do", turn("do p30", "", **calls(30, tried, "choose take: gain 1 coin"))
    longer = "for each i in 1 to 9999: gain 0 coin\nchoose take where can do {last}: gain 1 coin"
    yield "can do after long loops", turn("do p30", "", **calls(30, longer, "choose take: gain 1 coin"))
    yield (
        "a loop round a loop",
        turn("repeat:\n  for each i in 1 to 9999:\n    for each j in 1 to 9999: gain 1 coin\n  stop"),
    )


def circles() -> Packs:
    yield "terms that call each other", turn("gain a1 coin", "terms:\n  a1: a2 + 1\n  a2: a1 + 1\n")
    yield "a term that calls itself", turn("gain d(5) coin", "terms:\n  d(number n): if n = 0 then 0 else (d(n - 1))\n")
    yield "a procedure that calls itself", turn("do main")
    yield "a long chain of calls", turn("do p300", "", **calls(300, "do {last}", "gain 1 coin"))
    hooks = "kinds: {card: {hooks: {use: {sort: effect}}}}\ncard: [{id: ace, use: do again}]\n"
    places = "places: {heap: {of: table, pile: card}}\nsetup: [{place: heap, all: card}]\n"
    again = "for each c in heap: do use of c"
    yield "a hook that calls itself", turn("do again", hooks + places, again=again)
    rules = "rules: {a: 1, b: 1}\n"
    laws = "law: [{id: law_a, holds: rule a is rule b + 1}, {id: law_b, holds: rule b is rule a + 1}]\n"
    yield "rules that depend on each other", turn("gain rule a coin", rules + LAWS + laws + HALL)


def growth() -> Packs:
    yield "squares of squares", game("let x = 3\nfor each i in 1 to 100: set x to x * x")
    yield "powers by constants", game("let x = 3\nfor each i in 1 to 5000: set x to x * 2000000000")
    yield "sums of sums", game("let x = 3\nfor each i in 1 to 5000: set x to x + x")
    yield (
        "a value that doubles",
        game("for each i in 1 to 100: set score to score + score + 1", "values: {score: {}}\n"),
    )
    yield "a sum of ten thousand", turn("gain " + " + ".join(["1"] * 10_000) + " coin")
    yield "terms that double", turn("gain t60 coin", chain(60, "{last} + {last}", "1"))
    yield "fewer terms that double", turn("gain t30 coin", chain(30, "{last} + {last}", "1"))
    yield "terms that square", turn("gain t30 coin", chain(30, "{last} * {last}", "2"))
    yield "tests that double", turn("may take where t30: gain 1 coin", chain(30, "({last}) and ({last})", "1 = 1"))
    yield "branches that double", turn("if t30: gain 1 coin", chain(30, "not ({last}) or ({last})", "1 = 1"))
    sets = chain(20, "{last} where count ({last}) > 1", "seats")
    yield "sets that grow", turn("gain count (t20) coin", sets)
    cells = chain(5, "count (board where {last} > 0)", "1")
    yield "terms in terms over cells", turn("gain t5 coin", BOARD + cells)


def typing() -> Packs:
    words = ("1", "me", "coin", "seats", "none", "a")
    over = {"p0(a)": "gain 1 coin"}
    over |= {f"p{n}(a)": "\n".join(f"do p{n - 1}({word})" for word in words) for n in range(1, 13)}
    yield "typed over and over", turn("do p12(1)", "", **over)
    inside = "set x to x + 1\n" + "  " * 15 + "add 1 to score"
    loops_of = "let x = 0\n" + nested(15, "for each i{n} in 1 to 2:", inside)
    yield "loops typed over and over", turn(loops_of, "values: {score: {}}\n")
    changes = many(20, "  - {instead_of: turn, do: 'do the usual then do the usual'}")
    yield "the usual twice", turn("do turn", turn="gain 1 coin") + "changes:\n" + changes
    branches = many(20, "  - {instead_of: turn, do: 'if 1 = 1: do the usual'}")
    branches = branches.replace("'if", '"if').replace("usual'", 'usual\\nelse: do the usual\\n"')
    yield "the usual in two branches", turn("do turn", turn="gain 1 coin") + "changes:\n" + branches


def searches() -> Packs:
    yield "nested quantifiers", turn(f"may take where ({SEARCH}): gain 1 coin", BOARD)
    yield "nested quantifiers in a branch", turn(f"if {SEARCH}: gain 1 coin", BOARD)
    loop = nested(3, "for each c{n} in board:", "if c0 is c1 and c1 is c2: gain 1 coin")
    yield "a loop of searches", turn(loop, BOARD)
    three = "choose take a from board, b from board, c from board"
    yield "three cells each", turn(f"{three}: gain 1 coin", BOARD)
    yield "three cells each, filtered", turn(f"{three} where a is c and b is c: gain 1 coin", BOARD)
    sums = "gain sum of (sum of (sum of (1 for c in board) for b in board) for a in board) coin"
    yield "sums in sums", turn(sums, BOARD)
    lines = "gain sum of (count (rays of a where any x in it satisfies any y in board satisfies x is y) for a in board)"
    yield "lines of lines", turn(f"{lines} coin", BOARD)
    best = "board with most count (board with most count (board where it is empty))"
    yield "best of best", turn(f"for each a in {best}: gain 1 coin", BOARD)
    place = "places: {hall: {of: table, pile: law}, "
    kinds = "kinds: {law: {hooks: {holds: {sort: modifier, while_in: hall}}}, "
    board = BOARD.replace("places: {", place).replace("kinds: {", kinds)
    law = f"rules: {{a: 1}}\nlaw: [{{id: law_a, holds: 'rule a is {COUNT}'}}]\nsetup: [{{place: hall, all: law}}]\n"
    yield "a rule value that counts for ever", turn("choose take: gain rule a coin", board + law)
    standing = f"standing: {{x: 'x where me is active and my.n < 2 and ({SEARCH}): add 1 to my.n'}}\n"
    values = "values: {active: {type: seat, initial: 1}, n: {of: seat}}\n"
    yield "a standing option that counts for ever", turn("choose take: gain 1 coin", BOARD + values + standing)
    window = f"windows: {{w: {{before: [fair], for: 'seats where ({SEARCH})', choose: 'x: take 1 from my.n'}}}}\n"
    window = window.replace("x: take", "x where my.n > 0: take")
    yield (
        "a window that counts for ever",
        turn("do fair", BOARD + "values: {n: {of: seat}}\n" + window, fair="gain 1 coin"),
    )
    cards = BOARD.replace("places: {", "places: {heap: {of: table, pile: card}, ").replace(
        "kinds: {", "kinds: {card: {}, "
    )
    setup = f"card: [{{id: ace, n: 400}}]\nsetup: [{{place: heap, all: card, where: '{SEARCH}'}}]\n"
    yield "a set-up that counts for ever", game(OVER, cards + setup)
    yield "a start that counts for ever", game(OVER, BOARD + f"values: {{v: {{initial: '{COUNT}'}}}}\n")
    yield "points that count for ever", game(OVER, BOARD + f"scoring: {{lines: [{{id: a, points: '{COUNT}'}}]}}\n")


def packs() -> dict[str, str]:
    """Each pack by what it tries."""
    return dict([*loops(), *circles(), *growth(), *typing(), *searches()])


def harmless() -> dict[str, str]:
    """Packs that sound as bad, but stop soon: where a seat has to decide, or where there is nothing more."""
    asked = turn("do p40", "", **calls(40, "do {last}\ndo {last}", "choose take: gain 1 coin"))
    heap = "places: {heap: {of: table, pile: card%s}, waste: {of: table, pile: card}}\n"
    lay = "setup: [{place: heap, all: card}]\n"
    refilled = CARDS + heap % ", when_empty: shuffle waste" + lay
    return {
        "asking calls that double": asked,
        "choices without end": game("repeat:\n  each seat:\n    may take: gain 1 coin\n  if 1 = 2: stop"),
        "a pile drawn into itself": game(f"draw 2000000000 from heap to heap\n{OVER}", CARDS + heap % "" + lay),
        "a pile that refills itself": game(f"draw 2000000000 from heap to waste\n{OVER}", refilled),
        "tokens that double": turn("gain 1 coin\n" + textwrap.dedent("for each i in 1 to 100: gain my.coin coin")),
    }
