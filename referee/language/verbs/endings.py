"""Constructs that end the game."""

from __future__ import annotations

from referee.language.verbs.construct import Construct, Example, Family, Parameter, effect, lines

REASON = Parameter("REASON", "word", "a name of yours, with a text under `says: {ends/NAME: …}`")

ENDINGS = Family(
    "endings",
    "The end",
    "statements",
    "A game ends by a statement; then the scoring decides, unless a winner is named.",
    (
        Construct(
            name="end game",
            sort="statement",
            form="end game [won by SEAT] [because REASON]",
            covers=("end_game",),
            doc="Ends the game at once.",
            parameters=(Parameter("SEAT", "seat", "the winner; by the scoring if left out"), REASON),
            writes="the outcome",
            examples=(
                effect("end game won by opener because last_stall", given={"opener": 2}, over=("2", "last_stall")),
                effect("gain 1 ribbon then end game because dusk", over=("1", "dusk")),
            ),
        ),
        Construct(
            name="last round",
            sort="statement",
            form="last round [because REASON]",
            covers=("last_round",),
            doc="The game ends when the procedure `round` is left the next time.",
            parameters=(REASON,),
            writes="the outcome, later",
            examples=(
                Example(
                    pack=lines(
                        "changes:",
                        "  - {before: round, do: last round because rain}",
                    ),
                    choose=("rest", "rest"),
                    over=("1", "2", "rain"),
                ),
            ),
        ),
    ),
)
