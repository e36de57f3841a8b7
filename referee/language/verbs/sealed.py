"""Constructs that ask all seats at once, each in secret."""

from __future__ import annotations

from referee.language.verbs.construct import Construct, Family, Parameter, effect

SEALED = Family(
    "sealed",
    "Sealed answers",
    "statements",
    "Every seat answers once, and finally; nothing is shown before the last answer is in. They are never skipped.",
    (
        Construct(
            name="secretly choose",
            sort="statement",
            form="secretly each seat [in SEATS] choose VALUE from SET",
            covers=("secretly",),
            doc="Each seat chooses a value of its own, unseen by the others until all have chosen.",
            parameters=(
                Parameter("SEATS", "set of seats", "all if left out"),
                Parameter("VALUE", "value of a seat", "declared with `sealed: yes`"),
                Parameter("SET", "set", "what that seat may choose from; `my` is the seat"),
            ),
            writes="the value of each seat, when all are in",
            reveals="the answers, as far as `seen_by` of the value says",
            examples=(
                effect(
                    "secretly each seat choose guess from 0 to my.coin",
                    choose=(("guess", 2), ("guess", 3)),
                    then={"seat/1/guess": 2, "seat/2/guess": 3},
                    barrier=True,
                ),
            ),
        ),
        Construct(
            name="secretly put",
            sort="statement",
            form="secretly each seat [in SEATS] puts N [to M] of SOURCE in TARGET",
            covers=("secretly_put",),
            doc="Each seat moves pieces of its own from one of its piles to another, unseen until all have done so.",
            parameters=(
                Parameter("SEATS", "set of seats", "all if left out"),
                Parameter("N", "number", "how many, or the least; as far as they are there"),
                Parameter("M", "number", "the most"),
                Parameter("SOURCE", "pile", "of the seat"),
                Parameter("TARGET", "pile", "of the seat"),
            ),
            writes="both piles of each seat, when all are in",
            reveals="the pieces, as far as `seen_by` of the target says",
            examples=(
                effect(
                    "secretly each seat puts 1 of my.hand in my.cloth",
                    given={"seat/1/hand": ["clown", "juggler"], "seat/2/hand": ["fiddler", "clown"]},
                    choose=(("cloth", ("juggler",)), ("cloth", ("fiddler",))),
                    then={"seat/1/cloth": ["juggler"], "seat/2/cloth": ["fiddler"]},
                    seen={"1": {"seat/2/cloth": ["?"]}},
                    barrier=True,
                ),
            ),
        ),
    ),
)
