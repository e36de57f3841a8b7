"""Expressions that are sets."""

from __future__ import annotations

from referee.language.verbs.construct import Construct, Family, Parameter, effect, reading

SET = Parameter("SET", "set", "a group, a kind, a place, or another set in parentheses")
CELL = Parameter("CELL", "cell", "of a grid")

SETS = Family(
    "sets",
    "Sets",
    "expressions",
    "A set has an order: that of the declarations, cells and piles. A place stands for its cells "
    "or pieces, a group for its tokens, symbols for their members, a kind for its entries.",
    (
        Construct(
            name="filter",
            sort="expression",
            form="SET [as NAME] [where TEST] [with most VALUE]\n[first of] SET [where TEST] [with least VALUE]",
            covers=("set", "set_core", "set_sup", "named_head", "first_set"),
            doc="Those members for which the test holds; then those with the most or least of something, all "
            "ties kept; then the first of them at most. The member is called `it`, unless it is given a "
            "name.",
            parameters=(
                SET,
                Parameter("NAME", "word", "the member, where `it` would be another"),
                Parameter("TEST", "yes/no", "what it tells is known of the members"),
                Parameter("VALUE", "number"),
            ),
            result="set of the same members",
            words=("it",),
            examples=(
                reading("row where it is empty", "set of cell of row", ("3", "4")),
                reading(
                    "goods as k where number of k in counter > 1",
                    "set of one of goods",
                    ("tea",),
                    {"counter/tea": {"tea": 2}},
                ),
                reading("row where it is empty with most it.fee", "set of cell of row", ("3",)),
                reading("seats with most it.coin", "set of seat", ("1", "2")),
                effect("for each c in row where c is empty: gain c.fee coin", then={"seat/1/chest": {"coin": 4}}),
                effect(
                    "for each c in first of row where c is empty: gain c.fee coin", then={"seat/1/chest": {"coin": 4}}
                ),
            ),
        ),
        Construct(
            name="superlative",
            sort="part",
            form="with most VALUE\nwith least VALUE",
            covers=("superlative",),
            doc="All members that have the most, or the least, of a number.",
            parameters=(Parameter("VALUE", "number", "`it` is the member"),),
            examples=(reading("seats with least it.bead", "set of seat", ("2",), {"seat/2/chest": {"bead": 1}}),),
        ),
        Construct(
            name="range",
            sort="expression",
            form="A to B",
            covers=("range",),
            doc="The numbers from one to another, both included; empty if A is larger.",
            parameters=(Parameter("A", "number"), Parameter("B", "number")),
            result="set of numbers",
            examples=(
                effect("for each i in 2 to 4: add i to tally", then={"tally": 9}),
                effect("choose guess n from 1 to 6: add n to tally", choose=(("guess", 5),), then={"tally": 5}),
            ),
        ),
        Construct(
            name="subsets",
            sort="expression",
            form="any N [to M] of SET",
            covers=("subsets",),
            doc="Choices of N to M members; only as the last binder of an option.",
            parameters=(
                Parameter("N", "number", "how many, or the least"),
                Parameter("M", "number", "the most"),
                SET,
            ),
            result="set of sets",
            examples=(
                effect(
                    "choose lay two from any 2 of my.hand:\n  for each c in two: put c in my.cloth",
                    given={"seat/1/hand": ["clown", "fiddler", "juggler"]},
                    choose=(("lay", ("clown", "fiddler")),),
                    then={"seat/1/cloth": {"clown": 1, "fiddler": 1}, "seat/1/hand": ["juggler"]},
                ),
            ),
        ),
        Construct(
            name="orders",
            sort="expression",
            form="orders of SET",
            covers=("orders",),
            doc="All members in the order of the seat's choice; only as the last binder of an option.",
            parameters=(SET,),
            result="set of sets",
            examples=(
                effect(
                    "choose arrange o from orders of waste:\n  for each c in o: put c under waste",
                    given={"waste": ["clown", "juggler"]},
                    choose=(("arrange", ("juggler", "clown")),),
                    then={"waste": ["juggler", "clown"]},
                ),
            ),
        ),
        Construct(
            name="seats",
            sort="word",
            form="seats\nturn_order(FIRST)",
            doc="All seats; from FIRST on, round the table.",
            parameters=(Parameter("FIRST", "seat"),),
            result="set of seats",
            words=("seats", "turn_order"),
            examples=(
                reading("seats", "set of seat", ("1", "2")),
                reading("turn_order(opener)", "set of seat", ("2", "1"), {"opener": 2}),
            ),
        ),
        Construct(
            name="others",
            sort="expression",
            form="others",
            covers=("others",),
            doc="All seats but the acting one, from the next on.",
            result="set of seats",
            examples=(reading("others", "set of seat", ("2",)),),
        ),
        Construct(
            name="cells in line with",
            sort="expression",
            form="cells in line with CELL",
            covers=("in_line",),
            doc="The cells of a cell's row and column, itself among them.",
            parameters=(CELL,),
            result="set of cells",
            examples=(
                effect(
                    "choose look c from lawn: gain count (cells in line with c) coin",
                    choose=("look/r2c2",),
                    then={"seat/1/chest": {"coin": 8}},
                ),
            ),
        ),
        Construct(
            name="neighbours of",
            sort="expression",
            form="neighbours of CELL",
            covers=("neighbours",),
            doc="The cells beside a cell, above and below it.",
            parameters=(CELL,),
            result="set of cells",
            examples=(
                effect(
                    "choose look c from lawn: gain count (neighbours of c) coin",
                    choose=("look/r1c1",),
                    then={"seat/1/chest": {"coin": 5}},
                ),
            ),
        ),
        Construct(
            name="rays of",
            sort="expression",
            form="rays of CELL",
            covers=("rays",),
            doc="The cells from a cell outwards, a set for each of the eight directions that has any.",
            parameters=(CELL,),
            result="set of sets of cells",
            examples=(
                effect(
                    "choose look c from lawn: gain count (rays of c) coin",
                    choose=("look/r1c1",),
                    then={"seat/1/chest": {"coin": 6}},
                ),
            ),
        ),
        Construct(
            name="cells between",
            sort="expression",
            form="cells between A and B",
            covers=("between",),
            doc="The cells that lie between two cells of one row, column or diagonal.",
            parameters=(Parameter("A", "cell"), Parameter("B", "cell", "of the same place")),
            result="set of cells",
            examples=(
                effect(
                    "choose span a from lawn where a.row = 1, b from lawn where b.row = 3: "
                    "gain count (cells between a and b) coin",
                    choose=("span/r1c1/r3c3",),
                    then={"seat/1/chest": {"coin": 4}},
                ),
            ),
        ),
        Construct(
            name="columns and rows",
            sort="expression",
            form="columns of GRID\nrows of GRID",
            covers=("columns", "rows"),
            doc="The columns or the rows, each from its first cell on.",
            parameters=(Parameter("GRID", "place with cells"),),
            result="set of sets of cells",
            examples=(
                reading("count (columns of lawn)", "number", 3),
                reading("count (rows of my.ground as r where every c in r satisfies c is empty)", "number", 2),
                effect(
                    "choose drop col from columns of lawn, c = the first of (col where it is empty) where c is "
                    "not none: put my.flag on c",
                    choose=("drop/c2",),
                    then={"lawn/r1c2": "flag"},
                ),
            ),
        ),
        Construct(
            name="lines through",
            sort="expression",
            form="lines of N through CELL",
            covers=("lines",),
            doc="All straight lines of N cells, in row, column or diagonal, that go through a cell.",
            parameters=(Parameter("N", "a number as it is written, 2 to 20"), CELL),
            result="set of sets of cells",
            examples=(
                effect(
                    "choose look c from lawn: gain count (lines of 3 through c) coin",
                    choose=("look/r2c2",),
                    then={"seat/1/chest": {"coin": 7}},
                ),
            ),
        ),
    ),
)
