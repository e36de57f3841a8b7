"""Declarations: what is, in the sections of a pack."""

from __future__ import annotations

from referee.language.verbs.construct import Construct, Example, Family, Parameter, effect, lines

HEADER = Construct(
    name="head of pack.yaml",
    sort="declaration",
    section="pack",
    form="id: NAME\nkind: game",
    doc="What a pack is. The other sections may stand in the same file, or in any other one of the folder.",
    parameters=(
        Parameter("id", "name", "the folder's name as well: `a-z`, `0-9`, `_` and `-`"),
        Parameter("kind", "word", "`game`, `expansion`, `variant` or `house-rules`"),
        Parameter("version", "number or text", "yours"),
        Parameter("language", "number", "the version of the language: 1"),
        Parameter("title", "text"),
        Parameter("seats", "number or [least, most]", "the last pack of a stack that says so decides"),
        Parameter("sources", "`none` or documents by id", "what `source:` names"),
        Parameter("requires", "packs", "they are put in front"),
        Parameter("conflicts", "packs", "they can't be in one stack with it"),
    ),
    examples=(
        Example(
            pack=(
                lines(
                    "id: declared",
                    "kind: game",
                    "version: 1",
                    "language: 1",
                    "title: One turn",
                    "seats: 1",
                    "sources: none",
                    "tokens: {coin: {unlimited: yes}}",
                    "procedures:",
                    "  main: |",
                    "    each seat:",
                    "      choose take n from 1 to 3: gain n coin",
                    "    end game because done",
                )
            ),
            seats=1,
            choose=(("take", 2),),
            then={"seat/1/coin": 2},
            over=("done",),
        ),
    ),
)

TOKENS = Construct(
    name="tokens",
    sort="declaration",
    section="tokens",
    form="tokens: {NAME: {supply: N}}",
    doc="Counted things that are all alike. Any other key is a datum: a number, a list of numbers, or a word. A token "
    "that no home takes is counted for each seat by itself.",
    parameters=(
        Parameter("supply", "number", "how many there are, or {SEATS: number}; they lie in the place `supply`"),
        Parameter("unlimited", "yes/no", "without end"),
    ),
    examples=(
        effect(
            "gain 5 clay",
            pack=lines(
                "tokens:",
                "  clay: {supply: {2: 3, 3: 4}, weight: 2, name: clay}",
            ),
            then={"seat/1/clay": 3},
        ),
        effect(
            "gain clay.weight clay",
            pack=lines(
                "tokens:",
                "  clay: {unlimited: yes, weight: 2, name: clay}",
            ),
            then={"seat/1/clay": 2},
        ),
    ),
)

GROUPS = Construct(
    name="groups",
    sort="declaration",
    section="groups",
    form="groups: {NAME: [TOKEN, TOKEN]}",
    doc="Ordered sets of tokens: types of variables and bags, and what a payment may choose from.",
    parameters=(
        Parameter("of", "tokens and groups"),
        Parameter("one", "word", "the singular, which types a parameter: `price(ware k)`"),
    ),
    examples=(
        effect(
            "gain twice(coin) coin then gain count wares ribbon",
            pack=lines(
                "groups:",
                "  wares: {of: [goods, coin], one: ware}",
                "terms:",
                "  twice(ware k): 2 * number of k in my.chest",
            ),
            then={"seat/1/chest": {"coin": 9}, "seat/1/ribbon": 3},
        ),
    ),
)

SYMBOLS = Construct(
    name="symbols",
    sort="declaration",
    section="symbols",
    form="symbols: {NAME: [WORD, WORD]}",
    doc="Closed lists of words for data: colours, regions.",
    parameters=(Parameter("of", "words"), Parameter("one", "word", "the singular, which types a parameter")),
    examples=(
        effect(
            "choose go d from ways: gain 1 coin",
            pack=lines(
                "symbols:",
                "  ways: [east, west]",
            ),
            offers=("go/east", "go/west"),
            choose=("go/west",),
        ),
    ),
)

OPTIONS = Construct(
    name="options",
    sort="declaration",
    section="options",
    form="options: {NAME: {values: [A, B], default: A}}",
    doc="Constants that are chosen when the stack is made.",
    parameters=(
        Parameter("values", "words, numbers, or lists of numbers", "what may be chosen"),
        Parameter("pick", "number", "so many different entries of a kind, or none; `values` says which can be picked"),
        Parameter("of", "kind", "for `pick`"),
        Parameter("default", "one of the values"),
    ),
    examples=(
        effect(
            "gain option pay coin",
            pack=lines(
                "options:",
                "  pay: {values: [1, 2], default: 1}",
            ),
            settings={"declared.pay": "2"},
            then={"seat/1/chest": {"coin": 5}},
        ),
        effect(
            "for each s in shed where s not in option away: put s in box",
            pack=lines(
                "options:",
                "  away: {pick: 1, of: stall, values: [toffee, archery], default: none}",
            ),
            settings={"declared.away": "toffee"},
            then={"shed": ["toffee"]},
        ),
    ),
)

KINDS = Construct(
    name="kinds",
    sort="declaration",
    section="kinds",
    form="kinds: {NAME: {fields: {FIELD: TYPE}, hooks: {HOOK: {sort: effect}}}}",
    doc="Sorts of individuals. A section with the kind's name lists its entries; without one the kind has a single "
    "entry of its own name.",
    parameters=(
        Parameter(
            "fields",
            "types by name",
            "data of the entries: `number`, `yes/no`, a group, symbols, a kind, `bag of GROUP`, "
            "`list of number`, each with `or none`; or {type: T, default: V}, and of a number `least` and `most`",
        ),
        Parameter("hooks", "hooks by name", "where entries have effects"),
        Parameter("faces", "words", "of each piece; the first is up at the start"),
        Parameter("per_seat", "number or `unlimited`", "pieces of each seat's own: `my.NAME` is one"),
    ),
    examples=(
        effect(
            "put the first of bag on the first of ring",
            pack=(
                lines(
                    "kinds:",
                    "  gem: {fields: {worth: {type: number, default: 3}, set: colours}, name: gem, plural: gems}",
                    "gem:",
                    "  - {id: opal, n: 2, set: blue, name: Opal, plural: Opals}",
                    "places:",
                    "  bag: {of: table, pile: gem}",
                    "  ring: {of: table, cells: 2, holds: gem}",
                    "setup:",
                    "  - {place: bag, all: gem}",
                )
            ),
            then={"ring/1": "opal", "bag": ["opal"]},
        ),
        effect(
            "put my.pole on the first of line",
            pack=lines(
                "kinds:",
                "  pole: {per_seat: 1}",
                "places:",
                "  line: {of: table, cells: 2, holds: pole}",
            ),
            then={"line/1": "pole"},
        ),
    ),
)

ENTRIES = Construct(
    name="entries",
    sort="declaration",
    section="entries",
    form="KIND:\n  - {id: NAME, n: N, FIELD: VALUE, HOOK: CODE}",
    doc="The individuals of a kind, in an order that counts: their data and their effects. An id with "
    "`^` in front is a template that others are `like`.",
    parameters=(
        Parameter("id", "name", "unique in its kind"),
        Parameter("n", "number", "how many pieces of it there are, or {SEATS: number}; 1 if left out"),
        Parameter("like", "template", "where it gets what it doesn't say itself"),
    ),
    examples=(
        effect(
            "choose open s from shed where s is juice: do open of s",
            pack=lines(
                "stall:",
                "  - {id: ^drinks, colour: green, size: 1, open: gain 2 coin}",
                "  - {id: juice, like: ^drinks, name: Juice}",
            ),
            choose=("open/juice",),
            then={"seat/1/chest": {"coin": 5}},
        ),
        effect(
            "gain count bag ribbon",
            pack=lines(
                "kinds:",
                "  gem: {name: gem, plural: gems}",
                "gem:",
                "  - {id: opal, n: {2: 4, 3: 6}, name: Opal, plural: Opals}",
                "places:",
                "  bag: {of: table, pile: gem}",
                "setup:",
                "  - {place: bag, all: gem}",
            ),
            then={"seat/1/ribbon": 4},
        ),
    ),
)

VALUES = Construct(
    name="values",
    sort="declaration",
    section="values",
    form="values: {NAME: {of: seat, type: TYPE}}",
    doc="What is remembered: of the table, of each seat, each piece or each cell.",
    parameters=(
        Parameter("of", "`table`, `seat`, a kind or a place with cells", "the table if left out"),
        Parameter(
            "type",
            "type",
            "`number` if left out; `yes/no`, `seat`, a group, symbols, a kind, `KIND piece`, "
            "`cell of PLACE`, each with `or none`",
        ),
        Parameter("initial", "expression", "its value at the start"),
        Parameter("sealed", "yes/no", "`secretly` may ask for it"),
        Parameter("rolls", "number", "`roll` gives it a number from 1 to this"),
        Parameter("seen_by", "word", "`everyone`, `owner` or `nobody`"),
        Parameter(
            "shape",
            "word",
            "of a cell: a picture marks the `spot`, or the `cross` of its row and column; "
            "`aside`: of the table, a seat or a cell, it is book-keeping: no board lists it and no event tells it",
        ),
    ),
    examples=(
        effect(
            "add 1 to my.secret",
            pack=lines(
                "values:",
                "  secret: {of: seat, initial: 4, seen_by: owner}",
            ),
            then={"seat/1/secret": 5},
            seen={"2": {"seat/1/secret": "hidden"}, "1": {"seat/1/secret": 5}},
        ),
    ),
)

RULES = Construct(
    name="rules",
    sort="declaration",
    section="rules",
    form="rules: {NAME: BASE}",
    doc="Numbers and switches of the rules that entries, events and other packs may change.",
    parameters=(
        Parameter(
            "base",
            "a number, yes or no, a word, a list, or amounts",
            "its value as long as nothing changes it; or a number for each number of seats",
        ),
        Parameter("of", "`table`, `seat` or a kind", "the table if left out"),
        Parameter("type", "type", "where the base doesn't tell it"),
        Parameter(
            "says", "text", "its name in texts; with `{is}` a sentence of its value, for what sets it, beside a `name`"
        ),
    ),
    examples=(
        effect(
            "gain rule bonus coin",
            pack=lines(
                "rules:",
                "  bonus: {of: seat, base: 2}",
            ),
            then={"seat/1/chest": {"coin": 5}},
        ),
        effect(
            "gain rule bonus coin",
            pack=lines(
                "rules:",
                "  bonus: {base: {2: 4, 3: 3}}",
            ),
            then={"seat/1/chest": {"coin": 7}},
        ),
    ),
)

FACTS = Family(
    "sections",
    "Things",
    "declarations",
    "A pack is a folder of YAML. Sections may be spread over its files; nothing may be declared twice.",
    (HEADER, TOKENS, GROUPS, SYMBOLS, OPTIONS, KINDS, ENTRIES, VALUES, RULES),
)
