"""Constructs that ask a seat: choices, their options, and the shapes of answers."""

from __future__ import annotations

from referee.language.verbs.construct import Construct, Family, Parameter, effect

OPTION = Parameter("OPTION", "option", "label, binders and guard, then what it does")

CHOICES = Family(
    "choices",
    "Choices",
    "statements",
    "A decision lists what is legal and waits. An option is offered if its guard holds and its leading costs can be "
    "paid together. Without any option nothing is asked; a single one without parameters and body is taken silently.",
    (
        Construct(
            name="choose",
            sort="statement",
            form="choose OPTION",
            covers=("choose",),
            doc="A choice of one option, which its binders make many; it is named by the option's label.",
            parameters=(OPTION,),
            examples=(
                effect(
                    "choose sell k from goods: pay 1 k then gain price(k) coin",
                    given={"seat/1/chest": {"bead": 1, "tea": 1}},
                    offers=("sell/bead", "sell/tea"),
                    choose=("sell/bead",),
                    then={"seat/1/chest": {"bead": 0, "tea": 1, "coin": 4}},
                ),
            ),
        ),
        Construct(
            name="choose one",
            sort="statement",
            form="choose one NAME: OPTIONS",
            covers=("choose_one",),
            doc="A choice among several options, by a name that texts, logs and other packs use.",
            parameters=(
                Parameter("NAME", "word", "of the choice"),
                Parameter("OPTIONS", "options", "a line or more each"),
            ),
            examples=(
                effect(
                    "choose one deal:\n  buy k from goods: pay 2 coin then gain 1 k\n  rest: gain 1 coin\n  pass",
                    offers=("buy/bead", "buy/tea", "rest", "pass"),
                    choose=("rest",),
                    then={"seat/1/chest": {"coin": 4}},
                ),
            ),
        ),
        Construct(
            name="may",
            sort="statement",
            form="may OPTION",
            covers=("may",),
            doc="`choose` with `pass` beside it.",
            parameters=(OPTION,),
            examples=(
                effect(
                    "may sell: pay 1 bead then gain 2 coin",
                    offers=("sell", "pass"),
                    choose=("pass",),
                    then={"seat/1/chest": {"coin": 3}},
                ),
            ),
        ),
        Construct(
            name="otherwise",
            sort="part",
            form="otherwise: BLOCK",
            covers=("otherwise",),
            doc="After a choice: what happens if there is no option at all.",
            parameters=(Parameter("BLOCK", "statements"),),
            examples=(
                effect(
                    "choose build s from shed: put s in box\notherwise: gain 1 coin",
                    given={"shed": []},
                    then={"seat/1/chest": {"coin": 4}},
                ),
            ),
        ),
        Construct(
            name="option",
            sort="part",
            form="LABEL|stop|pass [BINDERS] [where TEST] [unless LABEL]: BLOCK",
            covers=("options", "option", "label"),
            doc="One legal answer for each combination of its binders' values. `pass` and `stop` need no body.",
            parameters=(
                Parameter("LABEL", "word", "the option's name in its choice; `stop` leaves the `repeat`"),
                Parameter("BINDERS", "binders", "what is chosen"),
                Parameter("TEST", "yes/no", "reads what the seat sees"),
                Parameter("BLOCK", "statements", "its leading costs are needs of the option"),
            ),
            needs="the test, and the leading costs of the body",
            examples=(
                effect(
                    "choose one deal:\n  sell: pay 1 bead then gain 2 coin\n  pass",
                    given={"seat/1/chest": {"bead": 1}},
                    offers=("sell", "pass"),
                    choose=("sell",),
                    then={"seat/1/chest": {"bead": 0, "coin": 2}},
                ),
                effect("choose sell: pay 4 bead then gain 2 coin\notherwise: set bell to yes", then={"bell": True}),
            ),
        ),
        Construct(
            name="binder",
            sort="part",
            form="NAME from SET [, NAME from SET]",
            covers=("binders", "binder"),
            doc="What is chosen: the members of a set. Each becomes a part of the option's id.",
            parameters=(
                Parameter("NAME", "word", "the member; it is known in the test, in later binders and in the body"),
                Parameter("SET", "set", "of things, or as the last one a range, subsets or orders"),
            ),
            needs="that the set has a member",
            examples=(
                effect(
                    "choose lend k from goods where k is not tea, s from others: pay 1 k to s",
                    offers=("lend/bead/2",),
                    choose=("lend/bead/2",),
                    then={"seat/2/chest": {"bead": 3}},
                ),
            ),
        ),
        Construct(
            name="derived parameter",
            sort="part",
            form="NAME = VALUE [where TEST]",
            covers=("let_binder",),
            doc="A value worked out from the binders before it: shown to the client and used in test and body, but no "
            "part of the id.",
            parameters=(
                Parameter("NAME", "word"),
                Parameter("VALUE", "anything", ""),
                Parameter("TEST", "yes/no", "may read it"),
            ),
            examples=(
                effect(
                    "choose buy k from goods, p = price(k) where p < 5: pay p coin then gain 1 k",
                    given={"seat/1/chest": {"coin": 6}},
                    offers=("buy/bead",),
                    choose=("buy/bead",),
                    then={"seat/1/chest": {"coin": 2, "bead": 1}},
                ),
            ),
        ),
        Construct(
            name="guard",
            sort="part",
            form="where TEST",
            covers=("guard",),
            doc="The test of an option without binders; what it tells is known in the body.",
            parameters=(Parameter("TEST", "yes/no", "reads what the seat sees"),),
            needs="the test",
            examples=(
                effect(
                    "choose one deal:\n  rest where bell is yes: gain 1 coin\n  work: gain 2 coin\n  pass",
                    offers=("work", "pass"),
                    choose=("work",),
                    then={"seat/1/chest": {"coin": 5}},
                ),
            ),
        ),
        Construct(
            name="each once",
            sort="part",
            form="BINDERS, each once",
            covers=("once",),
            doc="In a `repeat`: the first binder takes each value once.",
            parameters=(Parameter("BINDERS", "binders"),),
            examples=(
                effect(
                    "repeat:\n  choose one deal:\n    sell k from goods, each once: pay 1 k then gain 2 coin\n    stop",
                    given={"seat/1/chest": {"bead": 2, "tea": 1}},
                    offers=("sell/bead", "sell/tea", "stop"),
                    choose=("sell/bead", "sell/tea"),
                    then={"seat/1/chest": {"bead": 1, "coin": 4}},
                ),
            ),
        ),
        Construct(
            name="unless",
            sort="part",
            form="LABEL unless OTHER",
            covers=("unless",),
            doc="An option that isn't offered as long as another one of the choice is: an obligation.",
            parameters=(Parameter("LABEL", "word"), Parameter("OTHER", "word", "the label of the other option")),
            examples=(
                effect(
                    "choose one deal:\n  sell k from goods: pay 1 k then gain 2 coin\n  pass unless sell",
                    offers=("sell/bead",),
                    choose=("sell/bead",),
                    then={"seat/1/chest": {"coin": 5, "bead": 1}},
                ),
            ),
        ),
        Construct(
            name="a menu",
            sort="shape",
            form="LABEL/VALUE/VALUE",
            doc="The answer is an option: its label and one value for each binder.",
            examples=(
                effect(
                    "choose give k from goods, s from others: pay 1 k to s",
                    offers=("give/bead/2",),
                    choose=("give/bead/2",),
                    then={"seat/2/chest": {"bead": 3}},
                ),
            ),
        ),
        Construct(
            name="a number",
            sort="shape",
            form="LABEL: NUMBER",
            doc="The last binder is a range: the option asks for a number in its bounds.",
            examples=(
                effect(
                    "choose sell n from 1 to my.bead: pay n bead then gain 2 * n coin",
                    offers=("sell",),
                    choose=(("sell", 2),),
                    then={"seat/1/chest": {"coin": 7, "bead": 0}},
                ),
            ),
        ),
        Construct(
            name="picks",
            sort="shape",
            form="LABEL: [ITEM, ITEM]",
            doc="The last binder is a choice of subsets: the option asks for that many different things.",
            examples=(
                effect(
                    "choose discard some from any 1 to 2 of my.hand:\n  for each c in some: put c in waste",
                    given={"seat/1/hand": ["clown", "fiddler", "juggler"]},
                    offers=("discard",),
                    choose=(("discard", ("clown", "juggler")),),
                    then={"seat/1/hand": ["fiddler"], "waste": {"clown": 1, "juggler": 1}},
                    barrier=True,
                ),
            ),
        ),
        Construct(
            name="an order",
            sort="shape",
            form="LABEL: [ITEM, ITEM]",
            doc="The last binder is a choice of orders: the option asks for all things in a sequence.",
            examples=(
                effect(
                    "choose arrange o from orders of waste:\n  for each c in o: put c under waste",
                    given={"waste": ["clown", "fiddler", "juggler"]},
                    offers=("arrange",),
                    choose=(("arrange", ("juggler", "clown", "fiddler")),),
                    then={"waste": ["juggler", "clown", "fiddler"]},
                ),
            ),
        ),
        Construct(
            name="an allocation",
            sort="shape",
            form="pay: {TOKEN: NUMBER}\nplace: {TOKEN: {TARGET: NUMBER}}",
            doc="`pay any`, `pay … sparing`, `gain any` and `share out` ask how much of each, within bounds for each "
            "and in all.",
            examples=(
                effect(
                    "pay any 2 to 3 of goods",
                    given={"seat/1/chest": {"bead": 2, "tea": 2}},
                    offers=("pay",),
                    choose=(("pay", {"bead": 1, "tea": 2}),),
                    then={"seat/1/chest": {"bead": 1, "tea": 0}},
                ),
            ),
        ),
    ),
)
