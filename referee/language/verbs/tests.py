"""Expressions that are yes or no."""

from __future__ import annotations

from referee.language.verbs.construct import Construct, Family, Parameter, effect, lines, reading

TESTS = Family(
    "tests",
    "Tests",
    "expressions",
    "What a test tells is known where it holds: to the right of `and`, in the branch, in the option's body, until a "
    "statement changes what it reads.",
    (
        Construct(
            name="and, or, not",
            sort="expression",
            form="A and B\nA or B\nnot A",
            covers=("and_", "or_", "not_"),
            doc="`not` binds closest, then `and`, then `or`.",
            parameters=(Parameter("A", "yes/no"), Parameter("B", "yes/no", "may rely on what A tells")),
            result="yes/no",
            examples=(
                reading("my.coin > 2 and my.bead > 2", "yes/no", False),
                reading("my.coin > 2 or my.bead > 2", "yes/no", True),
                reading("not bell is yes", "yes/no", True),
            ),
        ),
        Construct(
            name="comparison",
            sort="expression",
            form="A < B",
            covers=("cmp",),
            doc="`<`, `<=`, `>`, `>=` compare numbers, `=` and `!=` anything.",
            parameters=(Parameter("A", "number"), Parameter("B", "number")),
            result="yes/no",
            examples=(
                reading("my.coin >= 3", "yes/no", True),
                reading("my.coin != 3", "yes/no", False),
                reading("my.coin = my.bead + 1", "yes/no", True),
            ),
        ),
        Construct(
            name="is",
            sort="expression",
            form="A is B\nA is not B",
            covers=("is_", "is_not"),
            doc="The same thing; a piece of an entry; a face of a piece; or a term with one parameter. Two pieces are "
            "the same only if they are one.",
            parameters=(
                Parameter("A", "anything"),
                Parameter("B", "of the type of A, an entry, a face or a term"),
            ),
            result="yes/no",
            examples=(
                reading("opener is me", "yes/no", True),
                reading("opener is not me", "yes/no", True, {"opener": 2}),
                reading("count (shed where it is archery)", "number", 1),
                reading("count (my.hand where it is dull)", "number", 1, {"seat/1/hand": ["clown.dull", "juggler"]}),
                reading("count (my.ground as f where f is not spare)", "number", 2),
            ),
        ),
        Construct(
            name="is empty",
            sort="expression",
            form="PLACE is empty\nPLACE is not empty",
            covers=("is_empty", "not_empty"),
            doc="Whether nothing lies in a cell or place; whether a set has no member.",
            parameters=(Parameter("PLACE", "cell, place or set"),),
            result="yes/no",
            examples=(
                reading("tent is empty", "yes/no", True),
                reading("shed is not empty", "yes/no", True),
                reading("count (row where it is not empty)", "number", 2),
            ),
        ),
        Construct(
            name="is full",
            sort="expression",
            form="PLACE is full",
            covers=("is_full",),
            doc="Whether no cell of a place is free, or a pool has reached its total.",
            parameters=(Parameter("PLACE", "place"),),
            result="yes/no",
            examples=(
                reading("row is full", "yes/no", False),
                reading("tent is full", "yes/no", True, {"tent": {"bead": 6}}),
            ),
        ),
        Construct(
            name="in",
            sort="expression",
            form="A in SET\nA not in SET",
            covers=("in_", "not_in"),
            doc="Whether a set has a member.",
            parameters=(Parameter("A", "anything"), Parameter("SET", "set of the type of A")),
            result="yes/no",
            examples=(
                reading("tea in goods", "yes/no", True),
                reading("me not in (seats where it.coin > 3)", "yes/no", True),
            ),
        ),
        Construct(
            name="any, every, no",
            sort="expression",
            form="any NAME in SET satisfies TEST\nevery NAME in SET satisfies TEST\nno NAME in SET satisfies TEST",
            covers=("quant",),
            doc="Whether the test holds for some, all or none of the members; in parentheses inside another test.",
            parameters=(Parameter("NAME", "word", "the member"), Parameter("SET", "set"), Parameter("TEST", "yes/no")),
            result="yes/no",
            examples=(
                reading("any k in goods satisfies number of k in counter > 1", "yes/no", False),
                reading("every s in seats satisfies s.coin = 3", "yes/no", True),
                reading("no c in row satisfies c is empty", "yes/no", False),
            ),
        ),
        Construct(
            name="can pay",
            sort="expression",
            form="can pay AMOUNT",
            covers=("can_pay",),
            doc="Whether the acting seat could pay that.",
            parameters=(Parameter("AMOUNT", "amount"),),
            result="yes/no",
            examples=(reading("can pay 2 bead", "yes/no", True), reading("can pay 4 coin", "yes/no", False)),
        ),
        Construct(
            name="can do",
            sort="expression",
            form="can do PROCEDURE[(ARGUMENTS)]",
            covers=("can_do",),
            doc="Whether the first decision of a procedure would have an option of its own, standing ones left out.",
            parameters=(Parameter("PROCEDURE", "procedure"), Parameter("ARGUMENTS", "values")),
            result="yes/no",
            examples=(
                effect(
                    "if can do shop(tea): gain 1 ribbon\nif can do shop(bead): gain 2 ribbon",
                    pack=lines(
                        "procedures:",
                        "  shop(good k): |",
                        "    choose buy: pay price(k) coin then gain 1 k",
                    ),
                    given={"seat/1/chest": {"coin": 5}},
                    then={"seat/1/ribbon": 2},
                ),
            ),
        ),
    ),
)
