"""A game as data: its log, the positions that follow from it, and the facts and clocks beside it."""
