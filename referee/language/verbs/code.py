"""Declarations that hold code: terms, procedures, hooks, windows, triggers, set-up and scoring."""

from __future__ import annotations

from referee.language.verbs.construct import Construct, Example, Family, Parameter, effect, lines

TERMS = Construct(
    name="terms",
    sort="declaration",
    section="terms",
    form="terms: {NAME: EXPRESSION}\nterms: {NAME(PARAMETERS): EXPRESSION}",
    doc="Named expressions, with or without parameters. A parameter has the type written before it, "
    "or that of the call.",
    parameters=(
        Parameter("is", "expression", "where more than the expression is declared"),
        Parameter("says", "text", "what it counts or names; of one that is yes or no what is said after `is`: `open`"),
    ),
    examples=(
        effect(
            "gain worth(tea) coin",
            pack=lines(
                "terms:",
                "  worth(good k): 2 * price(k)",
            ),
            then={"seat/1/chest": {"coin": 15}},
        ),
    ),
)

PROCEDURES = Construct(
    name="procedures",
    sort="declaration",
    section="procedures",
    form="procedures: {NAME: STATEMENTS}\nprocedures: {NAME(PARAMETERS): STATEMENTS}",
    doc="Named statements. A game begins with `main`; other packs may put something before, after or instead of each.",
    parameters=(Parameter("do", "statements", "where more than the statements is declared"),),
    examples=(
        effect(
            "do twice(bead)",
            pack=lines(
                "procedures:",
                "  twice(good k): gain 2 k",
            ),
            then={"seat/1/chest": {"bead": 4}},
        ),
    ),
)

WINDOWS = Construct(
    name="windows",
    sort="declaration",
    section="windows",
    form="windows: {NAME: {before: PROCEDURES, for: SEATS, choose: OPTIONS}}",
    doc="What seats may do before a procedure, one after another from the acting seat, each until it passes.",
    parameters=(
        Parameter("before", "procedures"),
        Parameter(
            "for", "set of seats", "reads only what everyone sees; a seat in it is asked, even with `pass` alone"
        ),
        Parameter("choose", "options"),
    ),
    examples=(
        effect(
            "do parade",
            pack=(
                lines(
                    "procedures:",
                    "  parade: add 1 to tally",
                    "windows:",
                    "  cheer:",
                    "    before: [parade]",
                    "    for: seats where it.coin > 0",
                    "    choose: |",
                    "      wave: pay 1 coin then gain 1 ribbon",
                )
            ),
            offers=("wave", "pass"),
            choose=("wave", "pass", "pass"),
            then={"seat/1/ribbon": 1, "tally": 1},
        ),
    ),
)

STANDING = Construct(
    name="standing",
    sort="declaration",
    section="standing",
    form="standing: {NAME: OPTIONS}",
    doc="Options beside every decision of the active seat: the one in the value `active`. Afterwards it decides again.",
    examples=(
        effect(
            "choose sell k from goods: pay 1 k",
            pack=lines(
                "values:",
                "  active: {type: seat, initial: 1}",
                "standing:",
                "  whistle: |",
                "    whistle: pay 1 coin then gain 1 ribbon",
            ),
            offers=("sell/bead", "whistle"),
            choose=("whistle", "sell/bead"),
            then={"seat/1/ribbon": 1, "seat/1/chest": {"bead": 1, "coin": 2}},
        ),
    ),
)

TRIGGERS = Construct(
    name="triggers",
    sort="declaration",
    section="triggers",
    form=lines(
        "after|before PROCEDURE [(PARAMETERS)] [where TEST]: BLOCK",
        "after KIND NAME is put on PLACE [where TEST]: BLOCK",
    ),
    covers=("triggers", "on_procedure", "on_put", "when", "params", "param"),
    doc="What happens before or after a procedure, or when a piece is put somewhere. In a hook of the "
    "sort `trigger` it holds while the piece is in force.",
    parameters=(
        Parameter("PROCEDURE", "procedure"),
        Parameter("PARAMETERS", "names", "for its arguments, in their order"),
        Parameter("KIND", "kind"),
        Parameter("NAME", "word", "the piece"),
        Parameter("PLACE", "place"),
        Parameter("TEST", "yes/no"),
        Parameter("BLOCK", "statements"),
    ),
    words=(),
    examples=(
        effect(
            "do trade(tea) then do trade(bead)",
            pack=lines(
                "procedures:",
                "  trade(good k): gain 1 k",
                "triggers:",
                '  - "after trade(good k) where k is tea: gain 1 ribbon"',
            ),
            then={"seat/1/ribbon": 1},
        ),
        effect(
            "put the first of shed on item 1 of my.ground else none",
            pack=lines(
                "triggers:",
                '  - "after stall s is put on ground where s.colour is red: gain 1 ribbon"',
            ),
            then={"seat/1/ribbon": 1},
        ),
        effect(
            "do trade(tea)",
            pack=lines(
                "procedures:",
                "  trade(good k): gain 1 k",
                "triggers:",
                '  - "before trade: gain 2 ribbon"',
            ),
            then={"seat/1/ribbon": 2},
        ),
    ),
)

SETUP = Construct(
    name="setup",
    sort="declaration",
    section="setup",
    form="setup:\n  - {place: PLACE, tokens: {TOKEN: N}}",
    doc="What lies where at the start, row by row. Tokens come from the supply; pieces not placed lie in the box.",
    parameters=(
        Parameter("id", "name", "for changes"),
        Parameter("place", "place", "of every seat, if it is a place of seats"),
        Parameter("tokens", "numbers by token", "or {SEATS: number}"),
        Parameter("pieces", "entries", "in the order of the cells, or from the top; `none` leaves a cell free"),
        Parameter("all", "kind", "every piece that isn't placed yet"),
        Parameter("where", "yes/no", "which of them; `it` is the piece"),
        Parameter("value", "value", "instead of a place"),
        Parameter("is", "expression", "what the value is"),
    ),
    examples=(
        Example(
            pack=lines(
                "kinds:",
                "  barrel: {name: barrel, plural: barrels}",
                "barrel:",
                "  - {id: oak, n: 4, name: Oak}",
                "  - {id: pine, name: Pine}",
                "places:",
                "  bench: {of: seat, cells: 2, holds: barrel}",
                "  cellar: {of: table, pile: barrel}",
                "setup:",
                "  - {place: bench, pieces: [none, oak]}",
                "  - {place: cellar, all: barrel, where: it is oak}",
                "  - {place: tent, tokens: {tea: {2: 2, 3: 4}}}",
                "  - {value: tally, is: 7}",
            ),
            then={
                "seat/1/bench/1": None,
                "seat/2/bench/2": "oak",
                "cellar": {"oak": 2, "pine": 0},
                "tent": {"tea": 2},
                "tally": 7,
            },
        ),
    ),
)

SCORING = Construct(
    name="scoring",
    sort="declaration",
    section="scoring",
    form="scoring: {lines: [{id: NAME, says: TEXT, points: NUMBER}], tie_breaks: [ROW]}",
    doc="The points of each seat, line by line, and what decides a tie, in this order; then the win is shared.",
    parameters=(
        Parameter("lines", "rows", "their sum is the score"),
        Parameter("tie_breaks", "rows"),
    ),
    examples=(
        effect(
            "lose 1 coin then end game because dusk",
            pack=lines(
                "scoring:",
                "  lines:",
                "    - {id: extra, says: Extra, points: 3 * my.bead}",
            ),
            over=("2", "dusk"),
        ),
    ),
)

SCORE_LINE = Construct(
    name="line of the scoring",
    sort="declaration",
    section="score_line",
    form="{id: NAME, says: TEXT, points: NUMBER}",
    doc="Points of the acting seat for one reason.",
    parameters=(Parameter("id", "name"), Parameter("points", "number", "`my` is the seat that is scored")),
    examples=(effect("gain 1 ribbon to opener then end game", given={"opener": 2}, over=("2", "end")),),
)

SAYS = Construct(
    name="says",
    sort="declaration",
    section="says",
    form="says: {KEY: TEXT}",
    doc="Texts of choices (PROCEDURE/CHOICE), options (PROCEDURE/CHOICE/LABEL), procedures and ends "
    "(ends/REASON), with parameters in braces; a rule value by its name in braces, `{rounds}`. Where the text of a "
    "procedure tells its rules, names/PROCEDURE is what it is called while it runs.",
    examples=(
        effect(
            "choose hop: gain 1 ribbon",
            pack=lines(
                "says:",
                "  x_says_1/hop: Hop once",
            ),
            choose=("hop",),
            then={"seat/1/ribbon": 1},
        ),
    ),
)


def hook(name: str, form: str, doc: str, *examples: Example, needs: str = "") -> Construct:
    return Construct(name=f"hook: {name}", sort="hook", form=form, doc=doc, needs=needs, examples=examples)


HOOK_KEYS = Construct(
    name="hooks",
    sort="declaration",
    section="hook",
    form="hooks: {NAME: {sort: effect, while_in: PLACE}}",
    doc="A place in a kind where its entries have code.",
    parameters=(
        Parameter("sort", "word", "`effect`, `cost`, `modifier` or `trigger`"),
        Parameter("this", "kind", "for the reader: the piece is `this`"),
        Parameter("me", "word", "`owner`: the seat that owns the piece acts; `acting` if left out"),
        Parameter("while_in", "places", "of a modifier or trigger: where the piece is in force"),
        Parameter("decides", "yes/no", "`no`: the effect asks nobody"),
        Parameter("says", "text", "around what an entry has here: `At dusk: {body}`"),
    ),
    examples=(
        effect(
            "choose open s from shed where s is archery: do honour of s",
            pack=lines(
                "changes:",
                "  - {kind: stall, field: hooks/honour, is: {sort: effect}}",
                "  - {entry: stall/archery, field: honour, is: gain 1 ribbon}",
            ),
            choose=("open/archery",),
            then={"seat/1/ribbon": 1},
        ),
    ),
)

HOOKS = (
    hook(
        "effect",
        "hooks: {HOOK: {sort: effect}}",
        "Something that is done when the flow says so: `do HOOK of PIECE`.",
        effect(
            "choose open s from shed where s is toffee: do open of s",
            choose=("open/toffee",),
            then={"seat/1/chest": {"coin": 4}},
        ),
    ),
    hook(
        "cost",
        "hooks: {HOOK: {sort: cost}}",
        "The same for something to be paid: its costs are needs of the option that does it.",
        effect(
            "choose enter s from shed: do toll of s",
            given={"seat/1/chest": {"coin": 1}},
            offers=("enter/toffee",),
            choose=("enter/toffee",),
        ),
        needs="that it can be paid",
    ),
    hook(
        "modifier",
        "hooks: {HOOK: {sort: modifier, while_in: PLACE}}",
        "Changes of rule values that hold while the piece lies there.",
        effect(
            "choose raise s from shed where s is archery: put s on item 3 of row else none",
            choose=("raise/archery",),
            then={"rule/rate": 4},
        ),
    ),
    hook(
        "trigger",
        "hooks: {HOOK: {sort: trigger, while_in: PLACE}}",
        "What happens before or after a procedure while the piece lies there.",
        effect(
            "do trade(tea)",
            pack=(
                lines(
                    "procedures:",
                    "  trade(good k): gain 1 k",
                    "kinds:",
                    "  bell_ringer: {per_seat: 1, hooks: {rings: {sort: trigger, while_in: post, me: owner}}}",
                    "bell_ringer:",
                    '  - {id: ringer, rings: "after trade(good k) where they is me: gain 3 ribbon", name: Ringer}',
                    "places:",
                    "  post: {of: seat, cells: 1, holds: bell_ringer}",
                    "setup:",
                    "  - {place: post, pieces: [ringer]}",
                )
            ),
            then={"seat/2/ribbon": 0, "seat/1/ribbon": 3},
        ),
    ),
)

CODE = Family(
    "code",
    "What happens",
    "declarations",
    "Code stands in a scalar of the YAML: on the line of its key, quoted, or as a block below `|`.",
    (PROCEDURES, TERMS, HOOK_KEYS, *HOOKS, WINDOWS, STANDING, TRIGGERS, SETUP, SCORING, SCORE_LINE, SAYS),
)
