"""Expressions that are things: words, paths, pieces, cells and seats."""

from __future__ import annotations

from referee.language.verbs.construct import Construct, Family, Parameter, effect, lines, reading

THINGS = Family(
    "things",
    "Words and things",
    "expressions",
    "Every expression has a type that is known when the pack is loaded. `T or none` must be "
    "tested before it is used as T; in an option its absence makes the option impossible.",
    (
        Construct(
            name="path",
            sort="expression",
            form="NAME[.NAME]",
            covers=("path",),
            doc="A name, and what belongs to it: a seat's places, values, tokens and pieces; the data, values and "
            "places of a piece; of a cell its data, its content by the name of the kind, `row` and `column`, and "
            "`under` for what lies covered; the data of a token.",
            parameters=(Parameter("NAME", "word", "a local, or something declared"),),
            result="what was declared",
            examples=(
                reading("my.coin", "number", 3),
                reading("opener.ribbon", "number", 0),
                reading("my.chest.bead", "number", 2),
                reading("tea.other", "token", "bead"),
                reading("archery.size", "number", 3),
                reading("count (lawn where it.row = 1)", "number", 3),
                effect(
                    "choose visit c from row where c is not empty: gain c.fee + c.stall.size coin then add 1 to "
                    "c.stall.visits",
                    choose=("visit/2",),
                    then={"seat/1/chest": {"coin": 7}, "row/2/visits": 1},
                ),
                effect(
                    "choose stack c from yard where c is not empty: move 1 bead from my.chest to c.cart.load",
                    choose=("stack/1",),
                    then={"yard/1/load": {"bead": 1}},
                ),
            ),
        ),
        Construct(
            name="me",
            sort="word",
            form="me\nmy.NAME",
            doc="The acting seat; `my.` begins a path at it.",
            parameters=(Parameter("NAME", "word", "something of a seat"),),
            result="seat",
            words=("me", "my"),
            examples=(reading("me", "seat", "1"), reading("my.bead", "number", 2)),
        ),
        Construct(
            name="this",
            sort="word",
            form="this\nthey",
            doc="In a hook, the piece whose entry it is; in a trigger also the seat that acted.",
            result="piece; seat",
            words=("this", "they"),
            examples=(
                effect(
                    "choose play c from my.hand: do play of c",
                    pack=lines(
                        "card:",
                        "  - {id: acrobat, colour: red, play: put this in waste then gain 1 ribbon, name: Acrobat}",
                    ),
                    given={"seat/1/hand": ["acrobat"]},
                    choose=("play/acrobat",),
                    then={"waste": ["acrobat"], "seat/1/ribbon": 1},
                    barrier=True,
                ),
            ),
        ),
        Construct(
            name="none, yes and no",
            sort="expression",
            form="none\nyes\nno",
            covers=("no_value",),
            doc="Nothing, for what is `T or none`; and the two values of a test.",
            result="none; yes/no",
            words=("none", "yes"),
            examples=(
                reading("no", "yes/no", False),
                reading("spot is none", "yes/no", True),
                effect("set bell to yes", then={"bell": True}),
            ),
        ),
        Construct(
            name="call",
            sort="expression",
            form="TERM(ARGUMENTS)",
            covers=("call",),
            doc="The value of a term, or of a function of the language. A term without parameters is only named; one "
            "with a single parameter also reads `x is TERM`. In a changed term `the_usual(…)` is what it was before.",
            parameters=(Parameter("TERM", "term"), Parameter("ARGUMENTS", "values", "as many as it has parameters")),
            result="the type of the term",
            words=("the_usual",),
            examples=(
                reading("price(tea)", "number", 6),
                reading("count (my.ground as f where f is spare)", "number", 4),
                effect(
                    "gain price(tea) coin",
                    pack=lines(
                        "changes:",
                        '  - {term: "price(good k)", is: "the_usual(k) - 1"}',
                    ),
                    then={"seat/1/chest": {"coin": 8}},
                ),
            ),
        ),
        Construct(
            name="the first of",
            sort="expression",
            form="the first of SET\nlast of SET",
            covers=("the_first", "last"),
            doc="The first or last member of a set.",
            parameters=(Parameter("SET", "set"),),
            result="the member's type or none",
            examples=(
                reading("the first of row", "cell of row or none", "row/1"),
                reading("last of turn_order(opener)", "seat or none", "2"),
                reading("the first of waste", "card piece or none", None),
            ),
        ),
        Construct(
            name="owner of",
            sort="expression",
            form="owner of THING",
            covers=("owner",),
            doc="The seat whose place a cell belongs to, or in whose place a piece lies.",
            parameters=(Parameter("THING", "cell or piece"),),
            result="seat; seat or none, if the place may be the table's",
            examples=(
                reading("count (ground where owner of it is me)", "number", 6),
                effect(
                    "choose thank c from ground where c is not empty: gain 1 coin to owner of c",
                    given={"seat/2/ground/r1c1": "toffee"},
                    choose=("thank/2.r1c1",),
                    then={"seat/2/chest": {"coin": 4}},
                ),
            ),
        ),
        Construct(
            name="cell of",
            sort="expression",
            form="cell of PIECE",
            covers=("cell_of",),
            doc="The cell in which a piece lies.",
            parameters=(Parameter("PIECE", "piece", "of a kind that lies in cells"),),
            result="cell or none",
            examples=(
                reading("cell of my.walker", "cell of path or none", "path/2", {"path/2": "walker"}),
                reading("cell of my.walker", "cell of path or none", None),
            ),
        ),
        Construct(
            name="next of",
            sort="expression",
            form="next of THING\nprevious of THING",
            covers=("next", "previous"),
            doc="The neighbour in a row or ring, or round the table. A row has an end, a ring has none.",
            parameters=(Parameter("THING", "cell or seat"),),
            result="seat; cell of a ring; cell of a row or none",
            examples=(
                reading("next of opener", "seat", "2"),
                reading("previous of me", "seat", "2"),
                effect(
                    "choose walk c from path where c is not empty: put c.walker on next of c",
                    given={"path/5": "walker"},
                    choose=("walk/5",),
                    then={"path/5": None, "path/1": "walker"},
                ),
            ),
        ),
    ),
)
