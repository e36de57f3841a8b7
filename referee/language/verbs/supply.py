"""Constructs that move tokens."""

from __future__ import annotations

from referee.language.verbs.construct import Construct, Family, Parameter, effect, lines

AMOUNTS = Parameter("AMOUNTS", "amounts", "`2 coin`, a bag, or several joined with `and`")
GROUP = Parameter("GROUP", "group of tokens", "which tokens may be chosen")
POOLS = Parameter("POOLS", "pools", "where they come from, in order of preference; the supply if left out")
RECEIVER = Parameter("RECEIVER", "seat or pool", "who gets them; the acting seat if left out")
TARGETS = Parameter("TARGETS", "pools or seats", "where they go, in order of preference; the supply if left out")

SUPPLY = Family(
    "tokens",
    "Tokens",
    "statements",
    "Tokens are counted. A seat's tokens lie in its homes: gains go to the first that takes them, payments come from "
    "them in order.",
    (
        Construct(
            name="gain",
            sort="statement",
            form="gain [exactly] AMOUNTS [from POOLS] [to RECEIVER]",
            covers=("gain",),
            doc="Takes tokens from pools, as far as they are there; with `exactly` all of them or not at all.",
            parameters=(AMOUNTS, POOLS, RECEIVER),
            needs="nothing; with `exactly`, that the pools hold all of it",
            writes="the pools and the receiver",
            examples=(
                effect("gain 2 coin", then={"seat/1/chest": {"coin": 5, "bead": 2}, "supply": {"coin": 32}}),
                effect(
                    "gain 2 bead from counter or supply to my.basket",
                    then={"counter/bead": {}, "supply": {"bead": 6}, "seat/1/basket": {"bead": 2}},
                ),
                effect(
                    "gain exactly 2 tea from counter",
                    given={"counter/tea": {"tea": 2}},
                    refused={"counter/tea": {"tea": 1}},
                    then={"counter/tea": {}, "seat/1/chest": {"tea": 2}},
                ),
            ),
        ),
        Construct(
            name="pay",
            sort="statement",
            form="pay AMOUNTS [to TARGETS]",
            covers=("pay",),
            doc="Pays from the acting seat's homes.",
            parameters=(AMOUNTS, TARGETS),
            needs="that all payments of an option can be paid together",
            writes="the seat's homes and the targets",
            examples=(
                effect(
                    "pay 2 coin and 1 bead",
                    refused={"seat/1/chest": {"coin": 2}},
                    then={"seat/1/chest": {"coin": 1, "bead": 1}},
                ),
                effect(
                    "pay 2 coin to opener",
                    given={"opener": 2},
                    then={"seat/1/chest": {"coin": 1}, "seat/2/chest": {"coin": 5}},
                ),
                effect(
                    "pay 2 bead to counter or supply",
                    given={"counter/bead": {"bead": 2}},
                    then={"counter/bead": {"bead": 3}},
                ),
            ),
        ),
        Construct(
            name="pay any",
            sort="statement",
            form="pay any N [to M] [of] GROUP [to TARGETS]",
            covers=("pay_any",),
            doc="Pays tokens of the seat's choice: a decision of its own, an allocation.",
            parameters=(
                Parameter("N", "number", "how many, or the least"),
                Parameter("M", "number", "the most"),
                GROUP,
                TARGETS,
            ),
            needs="that the homes hold N of the group in all",
            writes="the seat's homes and the targets",
            examples=(
                effect(
                    "pay any 2 goods",
                    given={"seat/1/chest": {"bead": 2, "tea": 1}},
                    refused={"seat/1/chest": {"tea": 1}},
                    offers=("pay",),
                    choose=(("pay", {"bead": 1, "tea": 1}),),
                    then={"seat/1/chest": {"bead": 1, "tea": 0}},
                ),
                effect(
                    "pay any 1 to 2 of goods to tent",
                    choose=(("pay", {"bead": 1}),),
                    then={"seat/1/chest": {"bead": 1}, "tent": {"bead": 1}},
                ),
            ),
        ),
        Construct(
            name="pay of one kind",
            sort="statement",
            form="pay N GROUP of one kind [to TARGETS]",
            covers=("pay_one_kind",),
            doc="Pays several tokens of one kind: the seat chooses which.",
            parameters=(Parameter("N", "number", "how many"), GROUP, TARGETS),
            needs="that the homes hold N of one token of the group",
            writes="the seat's homes and the targets",
            examples=(
                effect(
                    "pay 2 goods of one kind",
                    given={"seat/1/chest": {"bead": 2, "tea": 3}},
                    refused={"seat/1/chest": {"bead": 1, "tea": 1}},
                    offers=("pay/bead", "pay/tea"),
                    choose=("pay/tea",),
                    then={"seat/1/chest": {"bead": 2, "tea": 1}},
                ),
            ),
        ),
        Construct(
            name="pay sparing",
            sort="statement",
            form="pay BAG sparing N",
            covers=("pay_sparing",),
            doc="Pays a bag but for N tokens of it; the seat chooses which it spares.",
            parameters=(Parameter("BAG", "bag", "the full price"), Parameter("N", "number", "how many may be spared")),
            needs="that no more than N of the bag are missing",
            writes="the seat's homes and the supply",
            examples=(
                effect(
                    "choose build s from row where it is not empty: pay s.stall.cost sparing 1",
                    given={"seat/1/chest": {"bead": 1, "tea": 1}},
                    offers=("build/1", "build/2"),
                    choose=("build/2", ("pay", {"tea": 1})),
                    then={"seat/1/chest": {"bead": 0, "tea": 1}},
                ),
            ),
        ),
        Construct(
            name="gain any",
            sort="statement",
            form="gain any N [to M] [of] GROUP [from POOLS]",
            covers=("gain_any",),
            doc="Gains tokens of the seat's choice: a decision of its own, an allocation.",
            parameters=(
                Parameter("N", "number", "how many, or the least"),
                Parameter("M", "number", "the most"),
                GROUP,
                POOLS,
            ),
            needs="nothing: it takes what is there",
            writes="the seat's homes and the pools",
            examples=(
                effect(
                    "gain any 2 of goods",
                    offers=("gain",),
                    choose=(("gain", {"bead": 1, "tea": 1}),),
                    then={"seat/1/chest": {"bead": 3, "tea": 1}},
                ),
            ),
        ),
        Construct(
            name="lose",
            sort="statement",
            form="lose AMOUNTS",
            covers=("lose",),
            doc="Gives tokens back to the supply, as far as the acting seat has them.",
            parameters=(AMOUNTS,),
            needs="nothing",
            writes="the seat's homes and the supply",
            examples=(effect("lose 5 coin", then={"seat/1/chest": {"coin": 0}, "supply": {"coin": 37}}),),
        ),
        Construct(
            name="exchange",
            sort="statement",
            form="exchange up to N TOKEN for AMOUNT each",
            covers=("exchange",),
            doc="Asks how many tokens are given, and gives the amount for each; it may be declined.",
            parameters=(
                Parameter("N", "number", "the most"),
                Parameter("TOKEN", "token or group", "what is given"),
                Parameter("AMOUNT", "amount", "what is got for each"),
            ),
            needs="nothing: it may be declined",
            writes="the seat's homes and the supply",
            examples=(
                effect(
                    "exchange up to 4 bead for 2 coin each",
                    offers=("exchange", "pass"),
                    choose=(("exchange", 2),),
                    then={"seat/1/chest": {"coin": 7, "bead": 0}},
                ),
            ),
        ),
        Construct(
            name="move",
            sort="statement",
            form="move AMOUNTS from POOL to TARGETS",
            covers=("move",),
            doc="Moves named amounts, or all of something, from one pool; from a pile all pieces, their order kept.",
            parameters=(
                Parameter("AMOUNTS", "amounts", "or `all`, or `all GROUP`"),
                Parameter("POOL", "pool or pile", "where they lie"),
                TARGETS,
            ),
            needs="that named amounts are there",
            writes="the pool and the targets",
            examples=(
                effect(
                    "move 2 bead from my.chest to my.basket",
                    refused={"seat/1/chest": {"bead": 1}},
                    then={"seat/1/chest": {"bead": 0}, "seat/1/basket": {"bead": 2}},
                ),
                effect("move all from my.chest to tent", then={"seat/1/chest": {}, "tent": {"coin": 3, "bead": 2}}),
                effect("move all from shed to shed", then={"shed": ["toffee", "archery"]}),
            ),
        ),
        Construct(
            name="share out",
            sort="statement",
            form="share out AMOUNTS from POOL over BINS [and BINS]",
            covers=("share_out",),
            doc="Places tokens on things that have room for them: one decision over all of them; what lies there "
            "already counts and may be moved.",
            parameters=(
                Parameter("AMOUNTS", "amounts", "`all`, `all TOKEN` or `all GROUP`"),
                Parameter("POOL", "pool", "where they come from"),
                Parameter("BINS", "bins", "where they go: `TARGETS up to ROOM`"),
            ),
            needs="nothing",
            writes="the pool and those of the targets",
            examples=(
                effect(
                    "share out all goods from my.chest over (garage where it is handcart) up to 1",
                    given={"seat/1/chest": {"bead": 2, "tea": 1}},
                    offers=("place",),
                    choose=(("place", {"bead": {"garage/handcart": 1}}),),
                    then={"seat/1/chest": {"bead": 1, "tea": 1}},
                ),
            ),
        ),
        Construct(
            name="bins",
            sort="part",
            form="TARGETS up to ROOM",
            covers=("bins",),
            doc="Where tokens are shared out: over things of one kind, or of several.",
            parameters=(
                Parameter("TARGETS", "set of pieces", "the owners of a pool that takes them"),
                Parameter("ROOM", "number", "how many each takes; `it` is the target"),
            ),
            examples=(
                effect(
                    "share out all bead from my.chest over garage up to 1 and (shed where it is archery) up to it.size",
                    pack=lines("places:", "  shelf: {of: stall, tokens: goods, name: shelf}"),
                    offers=("place",),
                    choose=(("place", {"bead": {"garage/handcart": 1, "shed/archery": 1}}),),
                    then={"seat/1/chest": {"bead": 0}, "shed/archery/shelf": {"bead": 1}},
                ),
            ),
        ),
        Construct(
            name="amounts",
            sort="part",
            form="N TOKEN [and N TOKEN]\nBAG\nall GROUP\nall",
            covers=("amounts", "amount", "bag", "all_of", "all_"),
            doc="How much: numbers of tokens, a bag (a price of a thing), everything of some tokens, or everything.",
            parameters=(
                Parameter("N", "number", "how many"),
                Parameter("TOKEN", "token", "of what"),
                Parameter("BAG", "bag", "several tokens, each with its number"),
                Parameter("GROUP", "token or group", "all of these; only in `move` and `share out`"),
            ),
            examples=(
                effect("gain 1 bead and 2 tea", then={"seat/1/chest": {"bead": 3, "tea": 2}}),
                effect(
                    "choose build s from row where it is not empty: pay s.stall.cost and 1 coin",
                    offers=("build/1",),
                    choose=("build/1",),
                    then={"seat/1/chest": {"coin": 2, "bead": 1}},
                ),
                effect("move all goods from my.chest to tent", then={"seat/1/chest": {"coin": 3, "bead": 0}}),
                effect("move all from my.chest to tent", then={"seat/1/chest": {}}),
            ),
        ),
        Construct(
            name="places",
            sort="part",
            form="PLACE [or PLACE]",
            covers=("places",),
            doc="Where from or where to, in order of preference: what the first can't give or take, the next does.",
            parameters=(Parameter("PLACE", "pool or seat", "a seat stands for its homes"),),
            examples=(
                effect(
                    "pay 2 bead to counter or opener",
                    given={"opener": 2, "counter/bead": {"bead": 2}},
                    then={"counter/bead": {"bead": 3}, "seat/2/chest": {"bead": 3}},
                ),
            ),
        ),
        Construct(
            name="how many",
            sort="part",
            form="N [to M] [of]",
            covers=("some",),
            doc="A number, or a least and a most, of a choice of tokens.",
            parameters=(Parameter("N", "number", "how many, or the least"), Parameter("M", "number", "the most")),
            examples=(
                effect(
                    "gain any 0 to 1 of goods",
                    choose=(("gain", {}),),
                    then={"seat/1/chest": {"bead": 2}},
                ),
            ),
        ),
    ),
)
