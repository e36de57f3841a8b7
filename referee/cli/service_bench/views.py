"""What a view costs: of every position of a random game, for every seat, with what is kept from the one before."""

from __future__ import annotations

import random
import time

from referee.cli.stacks import read_ruleset
from referee.engine import compile_ruleset
from referee.service.record import log
from referee.service.record.position import begin, move
from referee.service.views.render import Renderer
from referee.texts import Catalogs
from referee.v1 import view_pb2

BASE, EACH = 100.0, 6.0  # microseconds that a view may take, and for each offered option


def view_costs(stack: str, seats: int, seconds: float) -> dict[str, float]:
    """Averages, in microseconds of processor time: `us` a view takes, `allowed` it may; `options`: of a view."""
    ruleset = read_ruleset(stack, None)
    program = compile_ruleset(ruleset, seats=seats)
    catalogs = Catalogs.load(ruleset.texts, [pack.files for pack in ruleset.stack.packs])
    created = log.Created(ruleset.content_digest, ruleset.rules_digest, seats, "00" * 32, True, 0)
    spent = views = options = 0.0
    for game in range(1000):
        rng, name = random.Random(game), f"games/{game}"
        renderer = Renderer(name, program, catalogs, created)
        renderer.entropies = ("",) * seats
        step = begin(program, name, created, log.Begun(("",) * seats, 0))
        while not step.after.over:
            state = step.after.running
            for seat in range(1, seats + 1):
                began = time.process_time()
                view = renderer.view(step.after, str(seat), "en")
                if game:  # the first game warms up
                    spent += time.process_time() - began
                    views += 1
                    options += sum(len(decision.options) for decision in view_pb2.View.FromString(view).decisions)
            mover = program.pending(state)[0]
            choice = program.raw_to_choice(state, program.sample(state, rng, int(mover) - 1), mover)
            step = move(program, step.after, log.Moved(mover, (choice,), 0))
        if spent > seconds:
            break
    return {"us": spent / views * 1e6, "options": options / views, "allowed": BASE + EACH * options / views}
