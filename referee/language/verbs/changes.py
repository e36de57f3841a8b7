"""Changes to the packs below, and what is said about declarations: names, grounds, findings allowed."""

from __future__ import annotations

from referee.language.verbs.construct import Construct, Example, Family, Parameter, effect, lines


def change(name: str, form: str, doc: str, keys: tuple[Parameter, ...], *examples: Example) -> Construct:
    return Construct(
        name=name, sort="change", section="changes", form=form, doc=doc, parameters=keys, examples=examples
    )


CHANGES = Family(
    "changes",
    "Changes",
    "declarations",
    "A pack later in the stack changes what those before it declare, by name; what isn't there is an error, and so are "
    "two packs that replace the same thing.",
    (
        change(
            "change of an entry",
            "changes:\n  - {entry: KIND/ID, field: FIELD, is: VALUE}\n  - {entry: KIND/ID, remove: yes}",
            "Replaces a field or hook of an entry, or takes the entry out.",
            (
                Parameter("entry", "KIND/ID"),
                Parameter("field", "field, hook or key", "KEY/KEY for one inside another"),
                Parameter("hook", "hook", "the same as `field`"),
                Parameter("is", "value or code"),
                Parameter("remove", "yes/no"),
            ),
            effect(
                "choose open s from shed where s is toffee: do open of s",
                pack=lines(
                    "changes:",
                    "  - {entry: stall/toffee, field: open, is: gain 9 coin}",
                    "  - {entry: stall/archery, remove: yes}",
                ),
                choose=("open/toffee",),
                then={"seat/1/chest": {"coin": 12}, "shed": ["toffee"]},
            ),
        ),
        change(
            "change of a declaration",
            lines(
                "changes:",
                "  - {rule: NAME, is: BASE}",
                "  - {rule: NAME, add: NUMBER}",
                "  - {place: NAME, field: KEY, is: VALUE}",
                "  - {group: NAME, add: [TOKEN]}",
            ),
            "Replaces, adds to or takes out part of a declaration: `is` alone replaces the base of a rule, the members "
            "of a group or of symbols, the options of a standing choice. What packs add goes together, in any order.",
            (
                Parameter("rule", "rule value"),
                Parameter("place", "place"),
                Parameter("token", "token"),
                Parameter("group", "group"),
                Parameter("symbols", "symbols"),
                Parameter("kind", "kind"),
                Parameter("value", "value"),
                Parameter("window", "window"),
                Parameter("standing", "standing choice"),
                Parameter("add", "a number, names or code", "on top of a number, to a list, or options to a choice"),
            ),
            effect(
                "gain rule rate coin",
                pack=lines(
                    "changes:",
                    "  - {rule: rate, is: 5}",
                ),
                then={"seat/1/chest": {"coin": 8}},
            ),
            effect(
                "gain rule rate coin",
                pack=lines(
                    "changes:",
                    "  - {rule: rate, add: 2}",
                ),
                then={"seat/1/chest": {"coin": 7}},
            ),
            effect(
                "gain 9 tea to tent then gain count colours ribbon",
                pack=lines(
                    "changes:",
                    "  - {place: tent, field: total, is: 2}",
                    "  - {symbols: colours, add: [violet]}",
                    "  - {token: tea, field: supply, is: 5}",
                ),
                then={"tent": {"tea": 2}, "seat/1/ribbon": 4},
            ),
        ),
        change(
            "change of a row",
            "changes:\n  - {setup: ID, field: KEY, is: VALUE}\n  - {scoring: ID, remove: yes}",
            "The same for a row of the set-up or of the scoring. One of the set-up without an id goes by its place or "
            "value, where it is the only one of it.",
            (Parameter("setup", "id, place or value of a row"), Parameter("scoring", "id of a line")),
            effect(
                "gain 5 ribbon to opener then end game because dusk",
                pack=lines(
                    "changes:",
                    "  - {scoring: ribbons, field: points, is: 2 * my.bead}",
                ),
                given={"opener": 2, "seat/1/chest": {"bead": 3}},
                over=("1", "dusk"),
            ),
        ),
        change(
            "change of a term",
            'changes:\n  - {term: "NAME(PARAMETERS)", is: EXPRESSION}',
            "Replaces a term; `the_usual(…)` is what it was.",
            (Parameter("term", "term with its parameters"),),
            effect(
                "gain price(tea) coin",
                pack=lines(
                    "changes:",
                    '  - {term: "price(good k)", is: "min(4, the_usual(k))"}',
                ),
                then={"seat/1/chest": {"coin": 7}},
            ),
        ),
        change(
            "change of a procedure",
            lines(
                "changes:",
                "  - {before: NAME, do: STATEMENTS}",
                "  - {after: NAME, do: STATEMENTS}",
                "  - {instead_of: NAME, do: STATEMENTS}",
            ),
            "Puts something before, after or instead of a procedure; `do the usual` is what it did.",
            (
                Parameter("before", "procedure"),
                Parameter("after", "procedure"),
                Parameter("instead_of", "procedure"),
                Parameter("do", "statements"),
            ),
            effect(
                "do greet",
                pack=(
                    lines(
                        "procedures:",
                        "  greet: gain 1 coin",
                        "changes:",
                        "  - {before: greet, do: gain 1 ribbon}",
                        "  - {after: greet, do: gain my.ribbon ribbon}",
                    )
                ),
                then={"seat/1/chest": {"coin": 4}, "seat/1/ribbon": 2},
            ),
            effect(
                "do greet",
                pack=lines(
                    "procedures:",
                    "  greet: gain 1 coin",
                    "changes:",
                    "  - {instead_of: greet, do: gain 3 bead}",
                ),
                then={"seat/1/chest": {"coin": 3, "bead": 5}},
            ),
        ),
        change(
            "change of a choice",
            "changes:\n  - {option_in: CHOICE, add: OPTION}\n  - {option_in: CHOICE, replace: LABEL, with: OPTION}\n"
            "  - {option_in: CHOICE, remove: LABEL}",
            "Adds, replaces or takes out an option of a named choice.",
            (
                Parameter("option_in", "choice"),
                Parameter("replace", "label"),
                Parameter("with", "option"),
            ),
            Example(
                pack=(
                    lines(
                        "changes:",
                        '  - {option_in: errand, add: "juggle: gain 2 ribbon"}',
                        "  - {option_in: errand, remove: visit}",
                        '  - {option_in: errand, replace: rest, with: "doze: gain 5 coin"}',
                    )
                ),
                offers=("sell/bead", "build/toffee", "doze", "juggle"),
                choose=("juggle",),
                then={"seat/1/ribbon": 2},
            ),
        ),
        change(
            "conditions of a change",
            "changes:\n  - {rule: NAME, is: BASE, over: PACK}\n  - {rule: NAME, is: BASE, if_pack: PACK}",
            "`over` wins against a pack that replaced the same thing; `if_pack` counts only in a stack with that pack.",
            (Parameter("over", "packs"), Parameter("if_pack", "packs")),
            effect(
                "gain rule rate coin",
                pack=lines(
                    "changes:",
                    "  - {rule: rate, is: 5, if_pack: fair}",
                    "  - {rule: late, is: yes, if_pack: circus}",
                ),
                then={"seat/1/chest": {"coin": 8}, "rule/late": False},
            ),
        ),
        change(
            "change of an option",
            "changes:\n  - {option: NAME, is: VALUE}",
            "Gives an option of an earlier pack another default; who makes a game may still choose.",
            (Parameter("option", "option"), Parameter("is", "one of its values")),
            effect(
                "gain count shed ribbon",
                pack=lines(
                    "changes:",
                    "  - {option: lanterns, is: no}",
                    "  - {entry: stall/archery, remove: yes, when: {option: lanterns, is: yes}}",
                ),
                then={"seat/1/ribbon": 2},
            ),
        ),
    ),
)

NOTES = Family(
    "notes",
    "On any declaration",
    "declarations",
    "What every declaration may say about itself.",
    (
        Construct(
            name="names",
            sort="key",
            section="*",
            form="{name: TEXT, plural: TEXT, says: TEXT, note: TEXT, picture: FILE}",
            doc="What it is called in English, which is translated from; a note is for the reader of the file.",
            parameters=(
                Parameter("name", "text"),
                Parameter("plural", "text"),
                Parameter("says", "text", "with parameters in braces"),
                Parameter("note", "text"),
                Parameter("picture", "file of the pack"),
            ),
            examples=(
                effect(
                    "gain 1 clay",
                    pack=lines(
                        "tokens:",
                        "  clay: {unlimited: yes, name: lump of clay, plural: lumps of clay}",
                    ),
                    then={"seat/1/clay": 1},
                ),
            ),
        ),
        Construct(
            name="grounds",
            sort="key",
            section="*",
            form="{source: TEXT, status: STATUS, because: TEXT}",
            doc="How a fact is known: `stated`, `published`, `inferred`, `reconstructed` or `own`; by field where they "
            "differ. What is inferred or reconstructed needs a reason.",
            parameters=(
                Parameter("source", "text", "document and place"),
                Parameter("status", "word, or words by field"),
                Parameter("because", "text"),
            ),
            examples=(
                Example(
                    pack=lines(
                        "rules:",
                        "  bonus: {base: 2, status: reconstructed, because: two pages of the rules are lost}",
                    ),
                    facts={"rule/bonus": "reconstructed"},
                ),
            ),
        ),
        Construct(
            name="provenance",
            sort="declaration",
            section="provenance",
            form="provenance: {source: TEXT, status: STATUS, because: TEXT}",
            doc="The grounds of everything in this file that says nothing itself.",
            parameters=(
                Parameter("source", "text", "document and place"),
                Parameter("status", "word"),
                Parameter("because", "text"),
            ),
            examples=(
                Example(
                    pack=lines(
                        "provenance: {status: published, source: a letter}",
                        "rules:",
                        "  bonus: 2",
                    ),
                    facts={"rule/bonus": "published"},
                ),
            ),
        ),
        Construct(
            name="when",
            sort="key",
            section="*",
            form="{when: {option: NAME, is: VALUE}}",
            doc="It is only there with this value of an option.",
            parameters=(Parameter("when", "condition"),),
            examples=(
                effect(
                    "gain count shed ribbon",
                    pack=lines(
                        "changes:",
                        "  - {entry: stall/archery, remove: yes, when: {option: lanterns, is: yes}}",
                    ),
                    then={"seat/1/ribbon": 1},
                ),
                effect(
                    "gain count shed ribbon",
                    pack=lines(
                        "changes:",
                        "  - {entry: stall/archery, remove: yes, when: {option: lanterns, is: no}}",
                    ),
                    then={"seat/1/ribbon": 2},
                ),
            ),
        ),
        Construct(
            name="allow",
            sort="key",
            section="*",
            form="{allow: {CODE: REASON}}",
            doc="A warning that is meant, with its reason. An error can't be allowed.",
            parameters=(Parameter("allow", "reasons by code"),),
            examples=(
                Example(
                    pack=lines(
                        "rules:",
                        "  bonus: {base: 2, allow: {W0470: for other packs to use}}",
                    ),
                    finds=(),
                ),
                Example(
                    pack=lines(
                        "rules:",
                        "  bonus: {base: 2, allow: {E0210: never}}",
                    ),
                    finds=("E0125",),
                ),
            ),
        ),
    ),
)
