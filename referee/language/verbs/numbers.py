"""Expressions that are numbers or amounts."""

from __future__ import annotations

from referee.language.verbs.construct import Construct, Family, Parameter, effect, reading

NUMBERS = Family(
    "Numbers and amounts",
    "expressions",
    "Numbers are whole, of at most 32 bits. A bag is a number of each token of a group.",
    (
        Construct(
            name="number",
            sort="expression",
            form="0\n1\n2",
            covers=("number",),
            doc="A number as it is written.",
            result="number",
            examples=(reading("3", "number", 3),),
        ),
        Construct(
            name="arithmetic",
            sort="expression",
            form="A + B\nA - B\nA * B\nA / B",
            covers=("plus", "minus", "mul", "div"),
            doc="Sum, difference, product and quotient rounded down; `+` joins two bags as well.",
            parameters=(Parameter("A", "number or bag"), Parameter("B", "of the type of A")),
            result="number, or bag of the same group",
            examples=(
                reading("7 - 2 * 3", "number", 1),
                reading("(my.coin + 8) / 2", "number", 5),
                effect(
                    "choose build s from row where it is not empty: pay s.stall.cost + s.stall.cost",
                    offers=("build/1",),
                    choose=("build/1",),
                    then={"seat/1/chest": {"bead": 0}},
                ),
            ),
        ),
        Construct(
            name="less",
            sort="expression",
            form="A less B",
            covers=("less",),
            doc="What is left, never below nothing; of bags token by token.",
            parameters=(Parameter("A", "number or bag"), Parameter("B", "of the type of A")),
            result="number, or bag of the same group",
            examples=(
                reading("my.coin less 5", "number", 0),
                effect(
                    "choose build a from row where a is not empty, b from row where b is not empty: "
                    "gain a.stall.cost less b.stall.cost",
                    choose=("build/2/1",),
                    then={"seat/1/chest": {"bead": 2, "tea": 1}},
                ),
            ),
        ),
        Construct(
            name="count",
            sort="expression",
            form="count SET",
            covers=("count",),
            doc="How many members a set has.",
            parameters=(
                Parameter("SET", "set", "a place stands for its cells or pieces; a filtered set in parentheses"),
            ),
            result="number",
            examples=(
                reading("count my.hand", "number", 2, {"seat/1/hand": ["clown", "juggler"]}),
                reading("count (row where it is empty)", "number", 2),
            ),
        ),
        Construct(
            name="number of",
            sort="expression",
            form="number of TOKEN in POOL",
            covers=("number_of",),
            doc="How many of a token lie in a place, or could be paid by a seat.",
            parameters=(Parameter("TOKEN", "token"), Parameter("POOL", "pool or seat")),
            result="number",
            examples=(
                reading("number of bead in counter", "number", 1),
                reading("number of coin in opener", "number", 3),
            ),
        ),
        Construct(
            name="total in",
            sort="expression",
            form="total in POOL",
            covers=("total_in",),
            doc="How many tokens lie in a place in all.",
            parameters=(Parameter("POOL", "pool"),),
            result="number",
            examples=(reading("total in my.chest", "number", 5),),
        ),
        Construct(
            name="sum of",
            sort="expression",
            form="sum of (VALUE for NAME in SET)",
            covers=("sum_of",),
            doc="The sum of a number, or of a bag, over a set.",
            parameters=(
                Parameter("VALUE", "number or bag", "worked out for each member"),
                Parameter("NAME", "word", "the member"),
                Parameter("SET", "set"),
            ),
            result="number, or bag",
            examples=(
                reading("sum of (c.fee for c in row where c is empty)", "number", 1),
                reading("sum of (s.cost for s in shed)", "bag of goods", {"bead": 1, "tea": 2}),
            ),
        ),
        Construct(
            name="item",
            sort="expression",
            form="item N of LIST else OTHER",
            covers=("item",),
            doc="The nth member of a list or set, or the number of a token in a bag; never out of range.",
            parameters=(
                Parameter("N", "number, or token of a bag", "counted from 1"),
                Parameter("LIST", "list, set or bag"),
                Parameter("OTHER", "like the members, or none", "what it is where there is no such member"),
            ),
            result="the member's type, with `or none` if OTHER is none",
            examples=(
                reading("item 2 of rule prizes else 0", "number", 3),
                reading("item 4 of rule prizes else 0", "number", 0),
                reading("item 1 of row else none", "cell of row or none", "row/1"),
                effect(
                    "choose build s from shed: gain item bead of s.cost else 0 coin",
                    choose=("build/toffee",),
                    then={"seat/1/chest": {"coin": 4}},
                ),
            ),
        ),
        Construct(
            name="if then else",
            sort="expression",
            form="if TEST then A else B",
            covers=("ifx",),
            doc="One of two values.",
            parameters=(Parameter("TEST", "yes/no"), Parameter("A", "anything"), Parameter("B", "of the type of A")),
            result="the type of A and B",
            examples=(reading("if my.coin > 2 then 10 else 20", "number", 10),),
        ),
        Construct(
            name="functions",
            sort="word",
            form="min(A, B)\nmax(A, B)\ndifference(A, B)",
            doc="The smaller, the larger, and how far two numbers lie apart.",
            parameters=(Parameter("A", "number"), Parameter("B", "number")),
            result="number",
            words=("min", "max", "difference"),
            examples=(
                reading("min(my.coin, 2)", "number", 2),
                reading("max(my.coin, 2)", "number", 3),
                reading("difference(2, my.coin)", "number", 1),
            ),
        ),
        Construct(
            name="times",
            sort="expression",
            form="times",
            covers=("times",),
            doc="How many rounds of the `repeat` are finished.",
            result="number",
            examples=(
                effect(
                    "repeat:\n  choose one deal:\n    work: gain times ribbon\n    stop",
                    choose=("work", "work", "work"),
                    then={"seat/1/ribbon": 3},
                ),
            ),
        ),
        Construct(
            name="rule",
            sort="expression",
            form="rule RULE\n(rule RULE of OWNER)",
            covers=("rule", "rule_of"),
            doc="A rule value with all that is in force: of the acting seat, or of the seat or piece named.",
            parameters=(Parameter("RULE", "rule value"), Parameter("OWNER", "seat or piece")),
            result="the type of the rule value",
            examples=(
                reading("rule rate", "number", 4, {"row/3": "archery"}),
                reading("(rule discount of opener)", "number", 0),
            ),
        ),
        Construct(
            name="option value",
            sort="expression",
            form="option OPTION",
            covers=("option_value",),
            doc="A constant that was chosen when the stack was made.",
            parameters=(Parameter("OPTION", "option of a pack"),),
            result="the type of the option",
            examples=(reading("option first_prize", "number", 5), reading("option lanterns is yes", "yes/no", True)),
        ),
    ),
)
