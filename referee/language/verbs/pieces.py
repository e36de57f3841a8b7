"""Constructs that move, turn, draw and show pieces."""

from __future__ import annotations

from referee.language.verbs.construct import Construct, Family, Parameter, effect, lines

PILE = Parameter("PILE", "pile", "its first piece is the one on top")
ROW = Parameter("ROW", "cells", "a place with cells")

PIECES = Family(
    "pieces",
    "Pieces",
    "statements",
    "A piece is an individual that lies in one place at a time: a cell, a pile, or the box.",
    (
        Construct(
            name="put",
            sort="statement",
            form="put PIECE on|in|under|over TARGET",
            covers=("put",),
            doc="Takes a piece from where it is and lays it on a free cell, on a pile or under it, or in the box.",
            parameters=(
                Parameter("PIECE", "piece", "wherever it lies"),
                Parameter("TARGET", "cell, pile or `box`", "a cell or pile of the piece's kind"),
            ),
            needs="that the piece is there, and a cell free",
            writes="the piece's old place and the new one; what lies in the piece goes with it",
            reveals="the piece, if more seats see the new place than saw the old one",
            examples=(
                effect(
                    "choose build s from shed, c from my.ground where c is spare: put s on c",
                    offers=(
                        "build/toffee/r1c1",
                        "build/toffee/r1c2",
                        "build/toffee/r2c2",
                        "build/toffee/r2c3",
                        "build/archery/r1c1",
                        "build/archery/r1c2",
                        "build/archery/r2c2",
                        "build/archery/r2c3",
                    ),
                    choose=("build/archery/r1c2",),
                    then={"shed": ["toffee"], "seat/1/ground/r1c2": "archery"},
                ),
                effect(
                    "choose discard c from my.hand: put c in waste",
                    given={"seat/1/hand": ["juggler"]},
                    choose=("discard/juggler",),
                    then={"seat/1/hand": None, "waste": ["juggler"]},
                    barrier=True,
                ),
                effect("put my.flag on the first of lawn", refused={"lawn/r1c1": "flag.2"}, then={"lawn/r1c1": "flag"}),
                effect("put the first of shed in box", refused={"shed": []}, then={"shed": ["archery"]}),
            ),
        ),
        Construct(
            name="where to put",
            sort="part",
            form="on\nin\nunder\nover",
            covers=("prep",),
            doc="Where to: `on` a cell, or a pile's top; `in` or `under` a pile, as its last; `over` the "
            "piece in a cell, which then lies covered in `CELL.under` and counts nowhere.",
            needs="for `over`, that the cell is filled",
            writes="the cell's own pile of covered pieces",
            examples=(
                effect(
                    "choose cover c from row where c is not empty: put the first of shed over c",
                    offers=("cover/1", "cover/2"),
                    choose=("cover/1",),
                    then={"row/1": "toffee", "row/1/under": ["toffee"], "shed": ["archery"]},
                ),
                effect(
                    "for each s in shed: put s on my.attic",
                    pack=lines(
                        "places:",
                        "  attic: {of: seat, pile: stall, ordered: yes}",
                    ),
                    then={"seat/1/attic": ["archery", "toffee"]},
                ),
                effect(
                    "for each s in shed: put s under my.attic",
                    pack=lines(
                        "places:",
                        "  attic: {of: seat, pile: stall, ordered: yes}",
                    ),
                    then={"seat/1/attic": ["toffee", "archery"]},
                ),
            ),
        ),
        Construct(
            name="swap",
            sort="statement",
            form="swap A with B",
            covers=("swap",),
            doc="Exchanges two pieces, or the contents of two cells.",
            parameters=(Parameter("A", "piece or cell"), Parameter("B", "piece or cell", "of the same type as A")),
            needs="of pieces, that both are there",
            writes="the places of both",
            examples=(
                effect(
                    "choose trade a from row where a is not empty, b from row where b is empty: swap a with b",
                    choose=("trade/1/4",),
                    then={"row/1": None, "row/4": "toffee"},
                ),
            ),
        ),
        Construct(
            name="turn",
            sort="statement",
            form="turn PIECE to FACE",
            covers=("turn",),
            doc="Turns a piece to one of its kind's faces.",
            parameters=(
                Parameter("PIECE", "piece", "of a kind with `faces`"),
                Parameter("FACE", "word", "a face of the kind"),
            ),
            needs="that the piece is there",
            writes="the piece's face",
            examples=(
                effect(
                    "choose tap c from my.hand where c is bright: turn c to dull",
                    given={"seat/1/hand": ["juggler"]},
                    choose=("tap/juggler",),
                    then={"seat/1/hand": ["juggler.dull"]},
                ),
                effect(
                    "turn the first of waste to dull",
                    given={"waste": ["clown"]},
                    refused={"waste": []},
                    then={"waste": ["clown.dull"]},
                ),
            ),
        ),
        Construct(
            name="draw",
            sort="statement",
            form="draw N from PILE to TARGET",
            covers=("draw",),
            doc="Moves pieces from the top of a pile, as far as they are there; an empty pile with `when_empty` is "
            "filled first.",
            parameters=(
                Parameter("N", "number", "how many"),
                PILE,
                Parameter("TARGET", "pile", "a pile of the same kind"),
            ),
            needs="nothing",
            writes="the pile and the target",
            reveals="the pieces drawn: a draw is a barrier, wherever it comes from",
            examples=(
                effect(
                    "draw 2 from deck to my.hand",
                    given={"deck": ["clown", "juggler", "fiddler"]},
                    then={"seat/1/hand": ["clown", "juggler"], "deck": ["fiddler"]},
                    seen={"2": {"seat/1/hand": ["?", "?"]}},
                    barrier=True,
                ),
                effect(
                    "draw 1 from deck to my.hand",
                    given={"deck": [], "waste": ["juggler"]},
                    then={"seat/1/hand": ["juggler"], "waste": None},
                    barrier=True,
                ),
            ),
        ),
        Construct(
            name="close up",
            sort="statement",
            form="close up ROW",
            covers=("close_up",),
            doc="Moves the pieces of a row to its head; their order stays.",
            parameters=(ROW,),
            needs="nothing",
            writes="the cells of the row",
            examples=(
                effect(
                    "close up row",
                    given={"row/1": None, "row/2": "puppets", "row/4": "toffee"},
                    then={"row/1": "puppets", "row/2": "toffee", "row/4": None},
                ),
            ),
        ),
        Construct(
            name="refill",
            sort="statement",
            form="refill ROW from PILE",
            covers=("refill",),
            doc="Fills the empty cells of a row from the top of a pile, in order, as far as it reaches.",
            parameters=(ROW, PILE),
            needs="nothing",
            writes="the cells of the row and the pile",
            reveals="the pieces, if the pile is hidden",
            examples=(
                effect(
                    "refill stage from deck",
                    given={"deck": ["clown"]},
                    then={"stage/1": "clown", "stage/2": None},
                    barrier=True,
                ),
                effect(
                    "refill row from shed",
                    then={"row/3": "toffee", "row/4": "archery", "shed": None},
                ),
            ),
        ),
        Construct(
            name="shuffle",
            sort="statement",
            form="shuffle PILE",
            covers=("shuffle",),
            doc="Brings a pile into a random order.",
            parameters=(PILE,),
            needs="nothing",
            writes="the order of the pile",
            reveals="chance: it is a barrier",
            examples=(
                effect(
                    "shuffle waste",
                    given={"waste": ["clown", "clown", "fiddler"]},
                    then={"waste": {"clown": 2, "fiddler": 1}},
                    barrier=True,
                ),
            ),
        ),
        Construct(
            name="roll",
            sort="statement",
            form="roll DICE",
            covers=("roll",),
            doc="Gives every die a random number: the value of its kind that is declared with `rolls`.",
            parameters=(Parameter("DICE", "piece or set of pieces", "a pile of them, for example"),),
            needs="nothing",
            writes="the value of each die",
            reveals="chance: it is a barrier",
            examples=(
                effect(
                    "roll cup\nif every d in cup satisfies d.pips > 0: set bell to yes",
                    then={"bell": True},
                    barrier=True,
                ),
            ),
        ),
        Construct(
            name="reveal",
            sort="statement",
            form="reveal PLACE",
            covers=("reveal",),
            doc="Shows a place to everyone, with what lies there now.",
            parameters=(Parameter("PLACE", "place", "one that not everyone sees"),),
            needs="nothing",
            writes="nothing",
            reveals="the place",
            examples=(
                effect(
                    "reveal my.cloth",
                    given={"seat/1/cloth": ["juggler"]},
                    seen={"2": {"seat/1/cloth": ["juggler"]}},
                    barrier=True,
                ),
            ),
        ),
        Construct(
            name="look at",
            sort="statement",
            form="look at PLACE: BLOCK",
            covers=("look_at",),
            doc="The acting seat sees a place inside the block, as a set: not in which order it lies.",
            parameters=(
                Parameter("PLACE", "place", "one that the seat doesn't see"),
                Parameter("BLOCK", "statements", "its guards and options may read the place"),
            ),
            needs="nothing",
            writes="nothing by itself",
            reveals="the place, to the acting seat, from the start of the block to its end",
            examples=(
                effect(
                    "look at deck:\n  may take c from deck where c is juggler: put c in my.hand",
                    given={"deck": ["clown", "juggler"]},
                    offers=("take/juggler", "pass"),
                    choose=("take/juggler",),
                    then={"seat/1/hand": ["juggler"], "deck": ["clown"]},
                    seen={"1": {"deck": ["?"]}},
                    barrier=True,
                ),
            ),
        ),
    ),
)
