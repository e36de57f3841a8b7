"""How much a pack may hold: content comes from strangers, so every size has a bound."""

FILE_BYTES = 2_000_000
PACK_BYTES = 16_000_000
PACK_FILES = 2_000
FOLDER_DEPTH = 6
NODES = 100_000  # of one file, aliases written out
ALIASES = 200  # uses of anchors in one file
NESTING = 40
FINDINGS_PER_FILE = 200
NUMBER_DIGITS = 15
STACK_PACKS = 64
