"""Live games: one change at a time, seats, watchers, bots, other processes."""
