"""The findings of stacking packs: finding, options, templates, overlays, provenance (E0130–E0169)."""

from __future__ import annotations

from referee.packs.diagnostics import Code

STACK: tuple[Code, ...] = (
    Code(
        "E0130",
        "unknown pack",
        "there is no pack `{name}`",
        """A pack is found by its id among the shipped packs and in the folders searched, or by the path of its folder.

Avoid: `referee check fair-nigth`
Prefer: `referee check fair-night`, `referee check ./my-fair`
""",
    ),
    Code(
        "E0131",
        "no pack.yaml",
        "`{name}` is no pack: it has no pack.yaml that can be read",
        """The folder of a pack holds a file `pack.yaml` with at least id, kind, version, language and title.

Avoid: a folder with stalls.yaml only
Prefer:
    id: fair
    kind: game
    version: 1
    language: 1
    title: The Fair
    seats: [2, 4]
""",
    ),
    Code(
        "E0132",
        "packs require one another",
        "these packs require one another: {cycle}",
        """Required packs are put in front of those that need them, which is impossible in a circle. Drop one
`requires`.

Avoid: fair requires night, night requires fair
Prefer: night requires fair
""",
    ),
    Code(
        "E0133",
        "packs in conflict",
        "`{pack}` can't be played together with `{other}`",
        """The pack says so under `conflicts`. Leave one of them out.

Avoid: `[fair, rain, snow]`
Prefer: `[fair, rain]`
""",
    ),
    Code(
        "E0134",
        "not one game",
        "{what}",
        """A stack has exactly one pack of kind `game`, and it is the first. Expansions, variants and house rules name
their game under `requires`, so that it is put in front.

Avoid: two games in a stack
Prefer: one game, then what changes it
""",
    ),
    Code(
        "E0135",
        "pack given twice",
        "the pack `{name}` is in the stack already, from {first}",
        """Two folders have the same id. Give one of them another id.

Avoid: two packs with `id: fair`
Prefer: `id: fair` and `id: fair-short`
""",
    ),
    Code(
        "E0136",
        "other language version",
        "language version {value} is not known; this referee reads version 1",
        """`language:` names the version of the rules language that the pack is written in.

Avoid: `language: 7`
Prefer: `language: 1`
""",
    ),
    Code(
        "E0137",
        "folder and id differ",
        "the folder is named `{folder}`, but the pack in it has the id `{name}`",
        """A pack that is found by its id lies in a folder of that name. Rename the folder, or name the pack by its
path.

Avoid: packs/summer/pack.yaml with `id: fair`
Prefer: packs/fair/pack.yaml with `id: fair`
""",
    ),
    Code(
        "W0138",
        "nearly the name of a pack",
        "no pack is called `{name}`",
        """`if_pack` and `conflicts` name packs that need not be there, so a misspelt name would go unnoticed: the
change would never be made. If a pack of that name exists elsewhere, allow the finding.

Avoid: `{rule: prizes, is: 3, if_pack: fair-nihgt}`
Prefer: `{rule: prizes, is: 3, if_pack: fair-night}`
""",
    ),
    Code(
        "E0140",
        "unknown option",
        "there is no option `{name}`",
        """The option named is declared by no pack of the stack. A setting is written `OPTION` or `PACK.OPTION`.

Avoid: `when: {option: wether, is: rain}`
Prefer: `when: {option: weather, is: rain}`
""",
    ),
    Code(
        "E0141",
        "not a value of the option",
        "`{value}` is no value of the option `{name}`: {allowed}",
        """An option takes one of its `values`, or as many different entries as `pick` says (or `none`).

Avoid: `weather: sunshine`
Prefer: `weather: sun`
""",
    ),
    Code(
        "E0145",
        "unknown template",
        "there is no template `{name}` of the kind `{kind}`",
        """`like: ^name` inherits from an entry of the same kind whose id starts with `^`.

Avoid: `{id: tea, like: drink}`
Prefer:
    - {id: ^drink, cost: {coin: 1}}
    - {id: tea, like: ^drink}
""",
    ),
    Code(
        "E0146",
        "templates in a circle",
        "these templates inherit from one another: {cycle}",
        """A template can inherit from another one, but not, in the end, from itself.

Avoid: `^drink` like `^food`, `^food` like `^drink`
Prefer: `^food` like `^drink`
""",
    ),
    Code(
        "E0150",
        "changes nothing",
        "there is no {what} `{name}` to change",
        """A change names what it changes, and that has to be there, declared by an earlier pack of the stack or by
this one, and not removed. A change for a pack that may be absent says so: `if_pack: PACK`.

Avoid: `{rule: prises, is: 3}`
Prefer: `{rule: prizes, is: 3}`
""",
    ),
    Code(
        "E0151",
        "replaced twice",
        "{what} is replaced by `{first}` already",
        """Two changes replace the same thing, so one of them would be lost. If this pack is meant to win, it says
`over: [PACK]`; or one of the packs composes (`before`, `after`, `do the usual`) instead of replacing.

Avoid:
    - {rule: prizes, is: 4}     # an earlier pack says 3
Prefer:
    - {rule: prizes, is: 4, over: [fair-night]}
""",
    ),
    Code(
        "E0152",
        "no such change",
        "this is no change that can be made: {what}",
        """A change is one of these forms:
    {entry: KIND/ID, field: NAME, is: VALUE}      {entry: KIND/ID, remove: yes}
    {rule: NAME, is: VALUE}                       {place: NAME, field: KEY, is: VALUE}
    {term: "NAME(…)", is: CODE}                   {before|after|instead_of: PROCEDURE, do: CODE}
    {option_in: CHOICE, add: CODE}                {option_in: CHOICE, replace: LABEL, with: CODE}
    {option_in: CHOICE, remove: LABEL}            {option: NAME, is: VALUE}   (its default)
and for tokens, groups, symbols, kinds, values, windows, standing, setup and scoring the form of `place`, with
`add: [NAME, …]` for groups and symbols and `remove: yes` for all.

Avoid: `{rule: prizes, to: 3}`
Prefer: `{rule: prizes, is: 3}`
""",
    ),
    Code(
        "E0153",
        "no longer fits",
        "after this change of {what} {places}: {first}",
        """What a pack changes is used by the packs before it, and has to fit there: a field keeps its type, what is
removed is used by nothing, a hook is of the sort that others do. Change those places as well, or change less.

Avoid: `{kind: stall, field: fields/size, is: yes/no}` where `size` is counted
Prefer: a field of your own: `{kind: stall, field: fields/large, is: {type: yes/no, default: no}}`
""",
    ),
    Code(
        "E0160",
        "unknown status",
        "`{value}` is no status of a fact",
        """A status is one of: stated (the rules documents say it), published (another public source says it), inferred
(follows from stated facts), reconstructed (our value, nobody found it), own (made for this pack).

Avoid: `status: guessed`
Prefer: `status: reconstructed` with a `because`
""",
    ),
    Code(
        "E0161",
        "no status",
        "{what} doesn't say how it is known",
        """In a game or an expansion with sources every entry, rule value, supply of a token, setup row and cell data
has a `status`, its own or that of the file: `provenance: {source: S1, status: stated}` on top of the file.

Avoid: `- {id: tea, cost: {coin: 1}}`
Prefer: `- {id: tea, cost: {coin: 1}, source: S1 p. 4, status: stated}`
""",
    ),
    Code(
        "E0162",
        "no reason",
        "{what} is {status}, but doesn't say why",
        """What is inferred or reconstructed gives its reason, so that somebody who knows better can mend it.

Avoid: `status: reconstructed`
Prefer: `status: reconstructed, because: no photo shows the stall`
""",
    ),
    Code(
        "E0163",
        "no source",
        "{what} is {status}, but names no source",
        """What is stated or published names its document and place.

Avoid: `status: stated`
Prefer: `source: S1 p. 4, status: stated`
""",
    ),
    Code(
        "E0164",
        "unknown source",
        "`{name}` is no source of the stack",
        """A `source:` that starts with an id such as S1 refers to the `sources:` of pack.yaml.

Avoid: `source: S9 p. 4` without S9 under `sources`
Prefer: `sources: {S1: Rules of the fair, 2011}` and `source: S1 p. 4`
""",
    ),
)
