"""The findings of reading files and of the shape of a pack (E0101–E0129)."""

from __future__ import annotations

from referee.packs.diagnostics import Code

READING: tuple[Code, ...] = (
    Code(
        "E0101",
        "not YAML",
        "this is not YAML: {problem}",
        """The file can't be read as YAML, mostly because of an indentation that doesn't match the lines above, a
missing bracket or quote, or a special character at the start of a text. Only the first such place of a file
is shown.

Avoid:
    tokens:
      coin: {unlimited: true
Prefer:
    tokens:
      coin: {unlimited: true}
""",
    ),
    Code(
        "E0102",
        "text cut by YAML",
        "{what}",
        """In a plain YAML text `: ` starts a mapping, ` #` starts a comment, and inside { } or [ ] a comma ends the
text. The rest of the line would be lost or read as something else. Quote the whole text, or use a block
(`|`).

Avoid:
    - {id: ring_toss, use: pay 1 bead, then gain 1 coin}
    - use: during next round: gain 1 coin
Prefer:
    - {id: ring_toss, use: "pay 1 bead, then gain 1 coin"}
    - use: |
        if my.bead > 1: gain 1 coin
""",
    ),
    Code(
        "E0103",
        "key given twice",
        "`{key}` stands in this mapping already, in line {line}",
        """A key can stand once in a mapping; YAML readers would keep the last one without a word.

Avoid:
    tokens:
      coin: {supply: 20}
      coin: {supply: 30}
Prefer:
    tokens:
      coin: {supply: 30}
""",
    ),
    Code(
        "E0104",
        "folded code",
        "`{key}` is written folded (`>`): its lines would run together",
        """A folded text (`>`) joins its lines, and in code the lines and their indentation carry the meaning. Use a
block (`|`). Texts for people (`says`, `name`, `because`, …) may be folded.

Avoid:
    main: >
      each seat: gain 1 coin
Prefer:
    main: |
      each seat: gain 1 coin
""",
    ),
    Code(
        "E0105",
        "tab in the indentation",
        "a tab indents this line",
        """YAML and the effect language are indented with spaces; a tab has no agreed width. Replace it by spaces (two
for each level).

Avoid: a line that starts with a tab
Prefer: a line that starts with spaces
""",
    ),
    Code(
        "E0106",
        "not UTF-8",
        "the byte {byte} is not UTF-8",
        """Files of a pack are UTF-8. Save the file again with that encoding.

Avoid: Latin-1, Windows-1252, UTF-16
Prefer: UTF-8 without a byte order mark
""",
    ),
    Code(
        "E0107",
        "too large",
        "too large: {what}",
        """A pack may come from anybody, so its size is bounded: bytes of a file, values in a file, files and bytes of
a pack. Split a large file; large tables of data seldom belong in the rules.

Avoid: one file with everything generated into it
Prefer: several files, one a topic
""",
    ),
    Code(
        "E0108",
        "nested too deeply",
        "nested deeper than {limit} levels",
        """No part of a pack needs more than a handful of levels. Mostly a bracket isn't closed, or a file was
generated.

Avoid: [[[[[[[[…
Prefer: a list of plain values
""",
    ),
    Code(
        "E0109",
        "too many aliases",
        "aliases out of hand: {what}",
        """YAML anchors (`&name`) and aliases (`*name`) are allowed a few times; each use counts as a copy, and an
alias can't stand inside what it names. To share data between entries use a template.

Avoid:
    - &base {id: tea, cost: {coin: 1}}
    - *base
Prefer:
    - {id: ^drink, cost: {coin: 1}}
    - {id: tea, like: ^drink}
""",
    ),
    Code(
        "E0110",
        "YAML tag",
        "a YAML tag (`{tag}`) has no meaning in a pack",
        """A value's type is known from where it stands; tags such as `!!str` or `!include` are not used. Quote a text
that starts with `!`.

Avoid: `name: !!str 12`
Prefer: `name: "12"`
""",
    ),
    Code(
        "E0111",
        "not a mapping of words",
        "{what}",
        """A file of a pack is one YAML document, a mapping from section names to their contents; every key is a word, a
number or a declaration such as `price(bead k)`.

Avoid:
    - tokens
Prefer:
    tokens:
      coin: {unlimited: true}
""",
    ),
    Code(
        "E0112",
        "unsafe path",
        "the path `{path}` is not allowed: {why}",
        """Paths in a pack stay inside its folder: no `..`, no absolute path, no symbolic link, no device. Copy the
file into the pack.

Avoid: `../other/prices.yaml`, a link
Prefer: `prices.yaml`
""",
    ),
    Code(
        "E0113",
        "can't be read",
        "`{path}` can't be read: {why}",
        """The file or folder is there but can't be opened; look at its permissions.

Avoid: files that only their owner may read
Prefer: files that the server's user may read
""",
    ),
    Code(
        "E0114",
        "other ending",
        "`{path}` would be ignored: files of a pack end in `.yaml`",
        """Only files ending in `.yaml` are read as a part of a pack. Rename the file, or move it out of the folder.

Avoid: `prices.yml`
Prefer: `prices.yaml`
""",
    ),
    Code(
        "E0120",
        "unknown section",
        "there is no section `{key}`",
        """The keys of a file are sections (tokens, kinds, places, …) or the names of kinds declared in this stack,
under which their entries stand. The keys of the pack itself (id, title, seats, …) stand in `pack.yaml`
only.

Avoid:
    token: {coin: {unlimited: true}}
Prefer:
    tokens: {coin: {unlimited: true}}
""",
    ),
    Code(
        "E0121",
        "unknown key",
        "`{key}` is no key of {where}",
        """The key is not known here. Entries may have the fields and hooks of their kind, declared under `kinds:`, and
the common keys id, n, like, name, plural, note, when, source, status, because, allow.

Avoid:
    places: {bag: {of: seat, token: coin}}
Prefer:
    places: {bag: {of: seat, tokens: coin}}
""",
    ),
    Code(
        "E0122",
        "missing key",
        "{where} needs `{key}`",
        """Something that can't be guessed is missing.

Avoid:
    places: {bag: {tokens: coin}}
Prefer:
    places: {bag: {of: seat, tokens: coin}}
""",
    ),
    Code(
        "E0123",
        "wrong type",
        "{where} should be {expected}, this is {found}",
        """The value has another type than is expected here. Numbers are whole and decimal; words that look like numbers
are quoted.

Avoid: `seats: two`
Prefer: `seats: 2`
""",
    ),
    Code(
        "E0124",
        "not one of the words",
        "{where} can't be `{value}`; it is one of {words}",
        """Only the words listed are known here.

Avoid: `seen_by: all`
Prefer: `seen_by: everyone`
""",
    ),
    Code(
        "E0125",
        "not a name",
        "`{value}` can't be {expected}",
        """Names are lower-case letters, digits and `_`, and start with a letter; ids of packs may have `-` too.

Avoid: `Ring-Toss`
Prefer: `ring_toss`
""",
    ),
    Code(
        "E0126",
        "out of bounds",
        "{where} should be {expected}, this is {found}",
        """The number is too small or too large, or the list too short or too long.

Avoid: `seats: 0`
Prefer: `seats: [2, 5]`
""",
    ),
    Code(
        "E0127",
        "declared twice",
        "{what} `{name}` is declared at {first} already",
        """A name is declared once in a stack. To change what another pack declares, write it under `changes:`.

Avoid:
    rules: {prizes: 3}      # the game has `prizes` already
Prefer:
    changes:
      - {rule: prizes, is: 3}
""",
    ),
    Code(
        "E0128",
        "belongs in pack.yaml",
        "`{key}` is about the pack: it belongs in pack.yaml",
        """id, kind, version, language, title, seats, sources, requires and conflicts stand in `pack.yaml` only.

Avoid: `seats: 4` in stalls.yaml
Prefer: `seats: 4` in pack.yaml
""",
    ),
    Code(
        "E0129",
        "in the wrong place",
        "{keys} can't stand in {where}: is it in the right place?",
        """Most of what is written here belongs to something else: a token under `places:`, an entry in the list of
another kind, a place that is indented as if it were a key of another one.

Avoid:
    places:
      bead: {supply: 18, prices: [3, 2, 1]}
Prefer:
    tokens:
      bead: {supply: 18, prices: [3, 2, 1]}
""",
    ),
)
