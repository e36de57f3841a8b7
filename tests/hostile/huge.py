"""Packs that declare too much, nest too deep, or are too long."""

from __future__ import annotations

from collections.abc import Iterator

from tests.hostile.writing import COIN, HEAD, OVER, game, many, nested, turn

Packs = Iterator[tuple[str, str | dict[str, str]]]
TAKE = "gain 1 coin"


def numbers() -> Packs:
    yield "a number without end", turn(f"gain {'9' * 30} coin")
    yield "a number of ten thousand digits", turn(f"gain {'9' * 10_000} coin")
    yield (
        "a line of many cells",
        turn(
            f"for each l in lines of {'9' * 9_000} through c: gain 1 coin".replace(
                "through c", "through the first of b"
            ),
            "places: {b: {of: table, grid: [3, 3]}}\n",
        ),
    )
    yield "a supply of billions", turn("gain 1 bead").replace("supply: 20", f"supply: {'9' * 30}")
    yield "a billion pieces", game(OVER, "kinds: {card: {}}\ncard: [{id: ace, n: 1000000000}]\n")
    cards = many(400, "  - {id: c{n}, n: 5000}")
    yield "many times five thousand pieces", game(OVER, "kinds: {card: {}}\ncard:\n" + cards)
    yield "pieces of every seat", game(OVER, "kinds: {card: {per_seat: 100000000}}\n")
    yield "a grid of billions", game(OVER, "places: {board: {of: table, grid: [100000, 100000]}}\n")
    cells = "a: {of: seat, cells: 2000}, b: {of: a, cells: 2000}, c: {of: b, cells: 2000}"
    yield "cells of cells", game(OVER, f"places: {{{cells}}}\n")
    spots = "kinds: {card: {}}\ncard: [{id: ace, n: 5000}]\nplaces: {spots: {of: card, cells: 2000}}\n"
    yield "cells of pieces", game(OVER, spots)
    yield "many seats", turn(TAKE).replace("seats: [2, 4]", "seats: [2, 1000000]")
    die = "kinds: {die: {}}\nvalues: {pips: {of: die, rolls: 2147483647}}\nplaces: {heap: {of: table, pile: die}}\n"
    yield "a die of billions", turn("roll heap", die)


def declarations() -> Packs:
    yield "many places", game(OVER, "places:\n" + many(2000, "  p{n}: {of: seat, cells: 1000}"))
    tokens = ", ".join(f"k{n}: {{supply: 5}}" for n in range(8000))
    bag = "places: {bag: {of: seat, home: yes}}\n"
    yield "many tokens", game(OVER, bag).replace("tokens: {", f"tokens: {{{tokens}, ")
    yield "many values", game(OVER, "values:\n" + many(9000, "  v{n}: {of: seat}"))
    yield "many procedures", game(OVER, **{f"p{n}": "each seat: gain 1 coin" for n in range(9000)})
    short = "let x = 1 + 2 + 3\nif x > 2: gain x coin\nelse: gain 1 coin\n"
    yield (
        "many long procedures",
        game(OVER, **{f"p{n}": "each seat:\n  " + short.replace("\n", "\n  ") for n in range(990)}),
    )
    yield "many options", turn("choose one x:\n" + many(900, "  o{n}: gain 1 coin"))
    windows = many(2000, "  w{n}: {before: [fair, t2], for: seats, choose: 'x{n} n from 1 to 2: gain n coin'}")
    yield "many windows", turn("do fair", "windows:\n" + windows, fair="do t2", t2=TAKE)
    yield "many triggers", turn("do fair", "triggers:\n" + many(20_000, "  - 'after fair: gain 1 coin'"), fair=TAKE)
    trigger = "kinds: {card: {hooks: {t: {sort: trigger, while_in: heap}}}}\ncard:\n"
    trigger += many(2000, "  - {id: c{n}, t: 'after card c is put on waste: gain 1 coin'}")
    heaps = "places: {heap: {of: table, pile: card}, waste: {of: table, pile: card}}\n"
    yield "triggers on every put", turn(many(10, "put the first of heap in waste"), trigger + heaps)
    few = trigger.partition("card:\n")[0] + "card:\n"
    few += many(250, "  - {id: c{n}, t: 'after card c is put on waste: gain 1 coin'}")
    puts = "for each c in heap:\n" + many(60, "  put c in waste")
    yield "triggers on many puts", turn(puts, few + heaps)
    heap = "kinds: {card: {}}\ncard: [{id: ace, n: 5000}]\nplaces: {heap: {of: table, pile: card}}\nsetup:\n"
    yield "many rows of the set-up", game(OVER, heap + many(5000, "  - {place: heap, pieces: [ace, ace, ace]}"))
    says = "says:\n" + many(20_000, "  k{n}: t")
    yield "twenty thousand texts", HEAD + COIN + says + "procedures: {main: 'each seat: gain 1 coin'}\n"


def depths() -> Packs:
    yield "parentheses", turn("gain " + "(" * 500 + "1" + ")" * 500 + " coin")
    yield "conditions in conditions", turn(nested(100, "if 1 = 1:", TAKE))
    yield "not not not", turn("if " + "not " * 3000 + "1 = 1: gain 1 coin")
    branches = "".join(f"if {n} = 1 then {n} else (" for n in range(300))
    yield "if then else chains", turn(f"gain {branches}1{')' * 300} coin")
    yield "lists in lists", HEAD + "tokens: " + "[" * 5000 + "]" * 5000 + "\n"
    yield "mappings in mappings", HEAD + "tokens: " + "{a: " * 3000 + "1" + "}" * 3000 + "\n"


def yaml() -> Packs:
    letters = zip("abcdefgh", "bcdefghi", strict=True)
    doubled = "".join(f"{b}: &{b} [" + ", ".join([f"*{a}"] * 10) + "]\n" for a, b in letters)
    yield "aliases that double", HEAD + "a: &a [x, x, x, x, x, x, x, x, x, x]\n" + doubled
    yield "an alias of itself", HEAD + "tokens: &t {coin: *t}\n"
    yield "merge keys", HEAD + "tokens: {<<: {coin: {}}}\n"
    yield "tags", HEAD + "tokens: !!python/object/apply:os.system [ls]\n"
    yield "bytes that are no text", HEAD + "title2: \x00\x01\n"
    yield "bytes that are no letters", HEAD + "title2: \xff\xfe\n"
    keys = "says:\n" + many(90_000, "  k{n}: t")
    yield "a hundred thousand keys", HEAD + COIN + keys + "procedures: {main: 'each seat: gain 1 coin'}\n"
    small = {f"fair/part{n}.yaml": "says:\n" + many(4_000, f"  k{n}_{{n}}: t") for n in range(24)}
    yield "many files of many keys", {"fair/pack.yaml": turn(TAKE), **small}
    flow = "[" + "1," * 200_000 + "1]"
    yield "short values without end", {"fair/pack.yaml": turn(TAKE), "fair/list.yaml": f"setup: {flow}\n"}


def lengths() -> Packs:
    yield "an effect of a million letters", turn(f"{TAKE} # " + "x" * 1_000_000)
    yield "a name of a million letters", turn(TAKE, f"values: {{{'v' * 1_000_000}: {{of: seat}}}}\n")
    yield "a word nobody knows, very long", turn("gain 1 " + "c" * 15_000)
    values = "values:\n" + many(390, "  v{n}: {of: seat}")
    yield "many words nobody knows", turn(many(1000, "gain 1 w{n}"), values)
    yield "a title of a million letters", turn(TAKE).replace("title: Fair", "title: " + "F" * 1_400_000)
    yield "a text of a million letters", turn(TAKE) + "says: {main: " + "t" * 1_000_000 + "}\n"


def packs() -> dict[str, str | dict[str, str]]:
    """Each pack (or its files) by what it tries."""
    return dict([*numbers(), *declarations(), *depths(), *yaml(), *lengths()])
