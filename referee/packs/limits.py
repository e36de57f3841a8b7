"""How much a pack may hold: content comes from strangers, so every size has a bound."""

FILE_BYTES = 2_000_000  # pictures too
PACK_BYTES = 16_000_000
YAML_BYTES = 1_500_000  # of one pack, and of all packs sent at once
PACK_FILES = 2_000
FOLDER_DEPTH = 6
NODES = 50_000  # of all files of a stack, aliases written out
ALIASES = 200  # uses of anchors in one file
NESTING = 40
FINDINGS_PER_FILE = 200
NUMBER_DIGITS = 15
STACK_PACKS = 32
CHANGES = 1_000  # of one pack
FINDINGS = 300  # of one stack
ARGUMENT = 200  # characters of a value in a message
WORDS = 300  # known words that a misspelt one is compared with
COMPARED = 300_000  # words compared for guesses in one reading; a rare pack has more, and then no guesses
