"""Records the golden games anew: `python -m tests.golden.record [--again] [NAME…]`.

Needed after a change of a pack's rules or texts, of the random stream, or of what the engine shows. Without `--again`
the games are played anew; with it the moves stay and only what they show is written down again. Look at the
difference before it is committed: a change of the engine that changes no rule must change no golden game.
"""

from __future__ import annotations

import argparse
from dataclasses import replace

from referee.lab.golden import ending_of, replay
from tests.golden.games import GAMES, HERE, Golden, played, read, shown, write


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="the beginning of a game's name (default: all)")
    parser.add_argument("--again", action="store_true", help="keep the moves")
    asked = parser.parse_args()
    HERE.mkdir(exist_ok=True)
    for golden in GAMES:
        if not asked.names or any(golden.name.startswith(name) for name in asked.names):
            print(f"{golden.name}: {one(golden, asked.again)} moves", flush=True)
    if not asked.names:
        known = {path for golden in GAMES for path in (golden.log, golden.seen)}
        for path in set(HERE.iterdir()) - known:
            path.unlink()


def one(golden: Golden, again: bool) -> int:
    """Records one game; gives the number of its moves."""
    game = golden.program()
    log = read(golden) if again else played(golden)
    if again:
        log = replace(log, header=replace(log.header, rules_digest=game.ruleset.rules_digest), ending=None)
        log.ending = ending_of(game, replay(game, log))  # a value more changes the digest of every position
    write(golden, log, list(shown(game, log)))
    return len(log.moves)


if __name__ == "__main__":
    main()
