"""Constructs that say in which order, how often and by whom."""

from __future__ import annotations

from referee.language.verbs.construct import Construct, Family, Parameter, effect, lines

BLOCK = Parameter("BLOCK", "statements", "on the same line, joined with `then`, or indented below")

FLOW = Family(
    "flow",
    "Flow",
    "statements",
    "Statements run one after another. Flow and locals belong into procedures: the effect of a card is described to "
    "players, and has constructs of its own for what a card needs.",
    (
        Construct(
            name="block",
            sort="part",
            form="STATEMENT [then STATEMENT]\nSTATEMENTS",
            covers=("start", "block", "seq"),
            doc="Statements in order: joined with `then` on one line, or a line each, indented alike.",
            parameters=(
                Parameter("STATEMENT", "statement", "one that fits on a line"),
                Parameter("STATEMENTS", "statements", "a line or more each"),
            ),
            examples=(
                effect("gain 1 coin then pay 1 bead", then={"seat/1/chest": {"coin": 4, "bead": 1}}),
                effect(
                    "if bell is no:\n  gain 1 coin\n  set bell to yes", then={"seat/1/chest": {"coin": 4}, "bell": True}
                ),
            ),
        ),
        Construct(
            name="let",
            sort="statement",
            form="let NAME = VALUE",
            covers=("let",),
            doc="Names a value until the end of the block. A set is remembered as it is now.",
            parameters=(
                Parameter("NAME", "word", "not a word of the language, nor a name in use"),
                Parameter("VALUE", "anything", ""),
            ),
            writes="the local",
            examples=(effect("let n = my.coin\ngain n coin\ngain n coin", then={"seat/1/chest": {"coin": 9}}),),
        ),
        Construct(
            name="set",
            sort="statement",
            form="set TARGET to VALUE",
            covers=("set_",),
            doc="Changes a value, or a local.",
            parameters=(
                Parameter("TARGET", "value or local", "`tally`, `my.guess`, `c.stall.visits`, a name of `let`"),
                Parameter("VALUE", "of the target's type", ""),
            ),
            writes="the target",
            examples=(
                effect("set bell to yes then set tally to count row", then={"bell": True, "tally": 4}),
                effect(
                    "choose mark c from row where c is not empty: set c.stall.visits to 2",
                    choose=("mark/1",),
                    then={"row/1/visits": 2},
                ),
            ),
        ),
        Construct(
            name="add",
            sort="statement",
            form="add N to TARGET",
            covers=("add",),
            doc="Adds a number to a value or local.",
            parameters=(Parameter("N", "number"), Parameter("TARGET", "value or local", "a number")),
            writes="the target",
            examples=(effect("add 2 to tally", given={"tally": 3}, then={"tally": 5}),),
        ),
        Construct(
            name="take",
            sort="statement",
            form="take N from TARGET",
            covers=("subtract",),
            doc="Takes a number from a value or local; it may fall below zero.",
            parameters=(Parameter("N", "number"), Parameter("TARGET", "value or local", "a number")),
            writes="the target",
            examples=(effect("take 2 from tally", given={"tally": 1}, then={"tally": -1}),),
        ),
        Construct(
            name="if",
            sort="statement",
            form="if TEST: BLOCK [else if TEST: BLOCK] [else: BLOCK]",
            covers=("if_", "elif_"),
            doc="Does what belongs to the first test that holds.",
            parameters=(Parameter("TEST", "yes/no", "what it tells is known in its block"), BLOCK),
            needs="the needs of the block that will run",
            examples=(
                effect(
                    "if my.coin > 5: gain 3 ribbon\nelse if my.coin > 2: gain 2 ribbon\nelse: gain 1 ribbon",
                    then={"seat/1/ribbon": 2},
                ),
                effect(
                    "if bell is yes: pay 3 bead",
                    refused={"bell": True},
                    then={"seat/1/chest": {"bead": 2}},
                ),
            ),
        ),
        Construct(
            name="for each",
            sort="statement",
            form="for each NAME in SET: BLOCK",
            covers=("for_",),
            doc="Once for each member of the set as it is at the start; later changes don't matter.",
            parameters=(Parameter("NAME", "word", "the member"), Parameter("SET", "set", ""), BLOCK),
            examples=(
                effect(
                    "for each k in goods where number of k in counter > 0: gain 1 k",
                    given={"counter/tea": {}},
                    then={"seat/1/chest": {"bead": 3, "tea": 0}},
                ),
                effect("for each i in 1 to 3: add i to tally", then={"tally": 6}),
            ),
        ),
        Construct(
            name="each seat",
            sort="statement",
            form="each seat [in SEATS] [from FIRST]: BLOCK",
            covers=("each_seat",),
            doc="Once as each seat, in order round the table; `me` and `my` are that seat.",
            parameters=(
                Parameter("SEATS", "set of seats", "all if left out"),
                Parameter("FIRST", "seat", "who begins; seat 1 if left out"),
                BLOCK,
            ),
            examples=(
                effect(
                    "each seat from opener:\n  add 1 to tally\n  gain tally coin",
                    given={"opener": 2},
                    then={"seat/2/chest": {"coin": 4}, "seat/1/chest": {"coin": 5}},
                ),
                effect(
                    "each seat in others: lose 1 coin", then={"seat/1/chest": {"coin": 3}, "seat/2/chest": {"coin": 2}}
                ),
            ),
        ),
        Construct(
            name="as",
            sort="statement",
            form="as SEAT: BLOCK",
            covers=("as_",),
            doc="Does the block as another seat.",
            parameters=(Parameter("SEAT", "seat"), BLOCK),
            examples=(effect("as opener: gain 1 coin", given={"opener": 2}, then={"seat/2/chest": {"coin": 4}}),),
        ),
        Construct(
            name="repeat",
            sort="statement",
            form="repeat [at most N]: BLOCK",
            covers=("repeat",),
            doc="Again and again until `stop`. It holds a decision or a `stop`; with a bound, only `stop` and `pass` "
            "are left in the end.",
            parameters=(
                Parameter("N", "number", "where the options could undo one another for ever"),
                BLOCK,
            ),
            examples=(
                effect(
                    "repeat at most 2:\n  choose one deal:\n    sell: pay 1 bead then gain 2 coin\n    stop",
                    offers=("sell", "stop"),
                    choose=("sell", "sell"),
                    then={"seat/1/chest": {"coin": 7, "bead": 0}},
                ),
                effect("repeat:\n  add 1 to tally\n  if tally = 4: stop", then={"tally": 4}),
            ),
        ),
        Construct(
            name="stop",
            sort="statement",
            form="stop",
            covers=("stop",),
            doc="Leaves the innermost `repeat`. As an option's label it does so by itself.",
            examples=(effect("repeat:\n  add 1 to tally\n  stop", then={"tally": 1}),),
        ),
        Construct(
            name="finish",
            sort="statement",
            form="finish",
            covers=("finish",),
            doc="Leaves the procedure.",
            examples=(effect("gain 1 coin\nif my.coin > 3: finish\ngain 1 coin", then={"seat/1/chest": {"coin": 4}}),),
        ),
        Construct(
            name="pass",
            sort="statement",
            form="pass",
            covers=("nothing",),
            doc="Does nothing.",
            examples=(effect("if bell is yes: gain 1 coin\nelse: pass", then={"seat/1/chest": {"coin": 3}}),),
        ),
        Construct(
            name="do",
            sort="statement",
            form="do PROCEDURE[(ARGUMENTS)]",
            covers=("do",),
            doc="Runs a procedure as the acting seat.",
            parameters=(
                Parameter("PROCEDURE", "procedure"),
                Parameter("ARGUMENTS", "values", "as many as it has parameters"),
            ),
            needs="what the procedure's own leading costs need",
            writes="what the procedure writes",
            examples=(
                effect(
                    "do sell(tea)",
                    pack=lines(
                        "procedures:",
                        "  sell(good k): |",
                        "    pay 1 k",
                        "    gain price(k) coin",
                    ),
                    given={"seat/1/chest": {"tea": 1}},
                    refused={"seat/1/chest": {"bead": 1}},
                    then={"seat/1/chest": {"tea": 0, "coin": 6}},
                ),
            ),
        ),
        Construct(
            name="arguments",
            sort="part",
            form="ARGUMENT [, ARGUMENT]",
            covers=("args",),
            doc="What a procedure or term is given, in the order of its parameters.",
            parameters=(Parameter("ARGUMENT", "anything", "of the parameter's type; a place stands for its set"),),
            examples=(
                effect(
                    "do give(tea, 2)",
                    pack=lines(
                        "procedures:",
                        "  give(good k, n): gain n k",
                    ),
                    then={"seat/1/chest": {"tea": 2}},
                ),
            ),
        ),
        Construct(
            name="do hook",
            sort="statement",
            form="do HOOK of PIECE",
            covers=("do_hook",),
            doc="Does what the piece's entry says under a hook: nothing, if it has none.",
            parameters=(
                Parameter("HOOK", "hook", "of the sort `effect` or `cost`"),
                Parameter("PIECE", "piece", "it is `this` there"),
            ),
            needs="what this entry's own costs need",
            writes="what the entry's effect writes",
            examples=(
                effect(
                    "choose visit c from row where c is not empty:\n  do toll of c.stall\n  gain 1 ribbon",
                    given={"seat/1/chest": {"coin": 1}},
                    offers=("visit/1",),
                    choose=("visit/1",),
                    then={"seat/1/ribbon": 1},
                ),
                effect(
                    "choose play c from my.hand: do play of c",
                    given={"seat/1/hand": ["juggler"]},
                    choose=("play/juggler",),
                    then={"seat/1/chest": {"coin": 5}},
                ),
            ),
        ),
        Construct(
            name="do the usual",
            sort="statement",
            form="do the usual[(ARGUMENTS)]",
            covers=("do_usual",),
            doc="In a change with `instead_of`: what the procedure did before.",
            parameters=(Parameter("ARGUMENTS", "values", "those of the procedure if left out"),),
            needs="what that needs",
            writes="what that writes",
            examples=(
                effect(
                    "do greet",
                    pack=lines(
                        "procedures:",
                        "  greet: gain 1 coin",
                        "changes:",
                        "  - {instead_of: greet, do: gain 2 bead then do the usual}",
                    ),
                    then={"seat/1/chest": {"coin": 4, "bead": 4}},
                ),
            ),
        ),
    ),
)
