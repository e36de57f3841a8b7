"""Games while they are played: positions, changes, clocks, seats, watchers."""
