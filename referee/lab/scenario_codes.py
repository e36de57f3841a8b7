"""Findings about the files of scenarios themselves."""

from __future__ import annotations

from referee.packs.diagnostics import Code

SHAPE = Code(
    "E0701",
    "a part of a scenario has the wrong shape",
    "`{key}` of a scenario must be {wanted}, here is {found}",
    """Scenarios are a list; each has `id` and `seats`, and mostly `given`, `do`, `then` and `refused`:

    - id: a_bead_for_a_coin
      seats: 2
      given: {run: stall, seat: "1", values: {seat/1/coin: 3}}
      do: [1 buy/bead]
      then: {values: {seat/1/coin: 2}, step: stall/deal}

Write the part as the message says.
""",
)

KEY = Code(
    "E0702",
    "unknown key in a scenario",
    "a scenario has no key `{key}` here",
    """Keys of a scenario: id, covers, stack, set, seats, seed, given, do, then, refused.
Of `given`: run, seat, values, places. Of `then`: values, places, step, offered, seen, winners, reasons.
Of a view in `seen`: values, places. Of `offered`: has, not. Of an item of `refused`: choice, reason.
""",
)

MISSING = Code(
    "E0703",
    "a scenario lacks a key",
    "this scenario has no `{key}`",
    "Every scenario needs `id`, a name that no other scenario of the pack has, and `seats`, the number of players.\n",
)

CHOICE = Code(
    "E0704",
    "a choice of a scenario can't be read",
    "`{text}` is no choice: {problem}",
    """A choice is written SEAT OPTION, with an argument SEAT OPTION: ARGUMENT, where an argument is
a number (`1 bid: 4`), items (`1 discard: [bead, coin]`) or shares (`1 place: {bead: {seat/1/stall/r1c1: 2}}`).
SEAT is the number of a seat, OPTION an option's id as the API shows it.
""",
)

TWICE = Code(
    "E0705",
    "two scenarios of one pack have one id",
    "`{id}` is the id of another scenario of this pack",
    "Give one of the two another id; reports name scenarios by it.\n",
)

LEDGER = Code(
    "E0706",
    "a scenario covers a line that isn't in the ledger",
    "the pack's rules.yaml has no line `{line}`",
    "`covers` names lines of the pack's `rules.yaml` (a list of `{id, rule, source}`). Mend the id, or add the line.\n",
)

REASON = Code(
    "E0707",
    "unknown reason of a refusal",
    "`{reason}` is no reason of a refusal",
    """The reasons are those of the API without their prefix, for example NOT_OFFERED, CONDITION_FAILED, CANNOT_PAY,
ANSWER_OUTSIDE_FORM, NOT_YOUR_TURN, CHOICE_AFTER_BARRIER, GAME_OVER.
""",
)

CODES = {code.code: code for code in (SHAPE, KEY, MISSING, CHOICE, TWICE, LEDGER, REASON)}
