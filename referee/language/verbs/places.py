"""Declarations of places."""

from __future__ import annotations

from referee.language.verbs.construct import Construct, Family, Parameter, effect, lines

PLACES = Family(
    "places",
    "Places",
    "declarations",
    "Where things are. A place belongs to the table, to each seat, to each piece of a kind, or to each cell of another "
    "place. Without `grid`, `cells`, `ring` or `pile` it is a pool of tokens.",
    (
        Construct(
            name="pool",
            sort="declaration",
            section="places",
            form="places: {NAME: {of: seat, tokens: GROUP, home: yes}}",
            doc="Tokens. Gains go to the first home of the seat that takes them, payments come from its homes "
            "in order.",
            parameters=(
                Parameter("of", "`table`, `seat`, a kind or a place with cells"),
                Parameter("tokens", "tokens and groups", "what may lie in it"),
                Parameter("home", "yes/no", "of a seat: where its gains go and its payments come from"),
                Parameter(
                    "limit",
                    "number, datum of the tokens, or field of the piece",
                    "how many of each fit; of a list, its length; of a bag, the amount of that token",
                ),
                Parameter("total", "number, or field of the piece", "how many fit in all"),
            ),
            examples=(
                effect(
                    "gain 4 tea from supply to barrow",
                    pack=lines(
                        "places:",
                        "  barrow: {of: table, tokens: goods, total: 3}",
                    ),
                    then={"barrow": {"tea": 3}},
                ),
                effect(
                    "gain 4 bead to case then gain 4 tea to case",
                    pack=lines(
                        "places:",
                        "  case: {of: table, tokens: goods, limit: prices}",
                    ),
                    then={"case/bead": {"bead": 3}, "case/tea": {"tea": 2}},
                ),
            ),
        ),
        Construct(
            name="pile",
            sort="declaration",
            section="places",
            form="places: {NAME: {of: table, pile: KIND}}",
            doc="Any number of pieces of a kind; the first is on top.",
            parameters=(
                Parameter("pile", "kind"),
                Parameter("ordered", "yes/no", "whoever sees the pile sees its order"),
                Parameter("when_empty", "`shuffle PILE`", "what a draw or refill does first, if it finds it empty"),
            ),
            examples=(
                effect(
                    "for each s in shed: put s on porch",
                    pack=lines(
                        "places:",
                        "  porch: {of: table, pile: stall, ordered: yes}",
                    ),
                    then={"porch": ["archery", "toffee"]},
                ),
            ),
        ),
        Construct(
            name="cells",
            sort="declaration",
            section="places",
            form="places: {NAME: {of: seat, grid: [2, 3], holds: KIND, data: {FIELD: [VALUES]}}}",
            doc="Cells with room for one piece each, and what is printed on them.",
            parameters=(
                Parameter("grid", "[rows, columns]"),
                Parameter("cells", "number", "a row"),
                Parameter("ring", "number", "a row whose end is its beginning"),
                Parameter("holds", "kind"),
                Parameter(
                    "data",
                    "lists by name",
                    "a value for each cell, in order; {by_seat: [LIST, LIST]}, or {option: NAME, VALUE: LIST}",
                ),
                Parameter("unique_by", "field", "no two pieces in it have the same: checks rely on it"),
                Parameter("names", "texts", "what the cells are called, in order"),
                Parameter(
                    "shape",
                    "word",
                    "how a client may draw it: heap, pile, line, grid, ring, track (filled and free), list (one below "
                    "the other, with what each does) or aside (not at all); any place may have one",
                ),
            ),
            examples=(
                effect(
                    "for each c in steps where c.worth > 1: gain c.worth coin",
                    pack=lines(
                        "places:",
                        "  steps: {of: seat, cells: 3, holds: stall, data: {worth: {by_seat: [[1, 2, 3], [1, 1, 1]]}}}",
                    ),
                    then={"seat/1/chest": {"coin": 8}},
                ),
                effect(
                    "for each c in wheel where c.lit is yes: gain 1 coin",
                    pack=lines(
                        "places:",
                        "  wheel:",
                        "    of: table",
                        "    ring: 3",
                        "    holds: stall",
                        "    data: {lit: {option: lanterns, yes: [yes, yes, no], no: [no, no, no]}}",
                    ),
                    then={"seat/1/chest": {"coin": 5}},
                ),
            ),
        ),
        Construct(
            name="visibility",
            sort="declaration",
            section="places",
            form="places: {NAME: {of: seat, pile: KIND, seen_by: owner}}",
            doc="Who sees what lies in a place, and who knows how much it is.",
            parameters=(
                Parameter("seen_by", "word", "`everyone` if left out, `owner` or `nobody`"),
                Parameter("count_seen_by", "word", "the same for the number of things"),
            ),
            examples=(
                effect(
                    "put the first of shed in my.sack",
                    pack=lines(
                        "places:",
                        "  sack: {of: seat, pile: stall, seen_by: owner}",
                    ),
                    seen={"1": {"seat/1/sack": ["toffee"]}, "2": {"seat/1/sack": ["?"]}},
                ),
                effect(
                    "put the first of shed in my.sack",
                    pack=lines(
                        "places:",
                        "  sack: {of: seat, pile: stall, seen_by: owner, count_seen_by: owner}",
                    ),
                    seen={"1": {"seat/1/sack": ["toffee"]}, "2": {"seat/1/sack": "hidden"}},
                ),
            ),
        ),
        Construct(
            name="places of pieces",
            sort="declaration",
            section="places",
            form="places: {NAME: {of: KIND, tokens: GROUP, only_in: PLACE, leaves: POOL}}",
            doc="A place that each piece of a kind has: it travels with the piece.",
            parameters=(
                Parameter("only_in", "places", "where the piece may keep what it holds"),
                Parameter(
                    "leaves", "pool", "where that goes when the piece gets elsewhere; `owner.NAME` for the owner's"
                ),
                Parameter("fills", "field", "a bag of the kind: the slots that a picture draws, filled and free"),
            ),
            examples=(
                effect(
                    "choose park c from yard where c is not empty: put c.cart in garage",
                    given={"yard/1/load": {"tea": 2}},
                    choose=("park/1",),
                    then={"yard/1": None, "supply": {"tea": 8}},
                ),
            ),
        ),
    ),
)
