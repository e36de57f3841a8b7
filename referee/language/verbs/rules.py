"""Constructs that change rule values."""

from __future__ import annotations

from referee.language.verbs.construct import Construct, Family, Parameter, effect, lines

FAIRGROUND = lines(
    "procedures:",
    "  day: gain rule rate coin",
)

RULES = Family(
    "rule-values",
    "Rule values",
    "statements",
    "A rule value has a base. What is in force changes it: `is` sets, `adds` and `takes` count on top, `at least` and "
    "`at most` bound the result.",
    (
        Construct(
            name="rule is",
            sort="statement",
            form="rule RULE is|adds|takes|at least|at most V [for SCOPE] [while TEST] [during next SPAN]",
            covers=("modifier",),
            doc="In a hook of the sort `modifier`: in force while its piece lies where the hook says, and the test "
            "holds. Elsewhere with `during next`: while that procedure runs the next time.",
            parameters=(
                Parameter("RULE", "rule value"),
                Parameter("V", "of the rule's type, or a number", "what it reads is watched"),
                Parameter("SCOPE", "`others` or `everyone`", "for whom; the owner of the piece's place if left out"),
                Parameter("TEST", "yes/no", "reads the piece's own places, values and face"),
                Parameter("SPAN", "procedure"),
            ),
            writes="the rule value",
            examples=(
                effect(
                    "choose raise s from shed where s is archery: put s on item 3 of row else none",
                    choose=("raise/archery",),
                    then={"rule/rate": 4},
                ),
                effect(
                    "rule rate adds 3 during next day\ndo day\ndo day",
                    pack=FAIRGROUND,
                    then={"seat/1/chest": {"coin": 10}, "rule/rate": 2},
                ),
                effect(
                    "choose help s from shed where s is watch: put s on item 3 of row else none",
                    pack=lines(
                        "stall:",
                        "  - id: watch",
                        "    colour: red",
                        "    size: 1",
                        "    in_force: rule rate adds 1 while this.visits > 0",
                        "    name: Watch",
                    ),
                    given={"row/1": None},
                    choose=("help/watch",),
                    then={"rule/rate": 2},
                ),
            ),
        ),
        Construct(
            name="operation",
            sort="part",
            form="is\nadds\ntakes\nat least\nat most",
            covers=("modop",),
            doc="How the value changes: the last `is` in the order of the stack holds, then all that adds and takes, "
            "then the bounds.",
            examples=(
                effect(
                    "rule rate takes 5 during next day\nrule rate at least 1 during next day\ndo day",
                    pack=FAIRGROUND,
                    then={"seat/1/chest": {"coin": 4}},
                ),
                effect(
                    "rule rate is 9 during next day\nrule rate at most 6 during next day\ndo day",
                    pack=FAIRGROUND,
                    then={"seat/1/chest": {"coin": 9}},
                ),
            ),
        ),
        Construct(
            name="scope",
            sort="part",
            form="others\neveryone",
            covers=("scope",),
            doc="For whom a seat's rule value changes: all but the owner of the piece's place, or every seat.",
            examples=(
                effect(
                    "choose hang b from attic: put b on my.mast",
                    pack=(
                        lines(
                            "kinds:",
                            "  banner: {hooks: {flown: {sort: modifier, while_in: mast}}}",
                            "banner:",
                            "  - {id: pennant, flown: rule discount adds 2 for others, name: Pennant}",
                            "places:",
                            "  attic: {of: table, pile: banner}",
                            "  mast: {of: seat, pile: banner}",
                            "setup:",
                            "  - {place: attic, all: banner}",
                        )
                    ),
                    choose=("hang/pennant",),
                    then={"seat/1/rule/discount": 0, "seat/2/rule/discount": 2},
                ),
            ),
        ),
    ),
)
