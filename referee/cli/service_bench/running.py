"""Starts the processes of a measurement: our server, the peer, the client; what the client found is the result."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from referee.cli.faults import WrongUse
from referee.cli.progress import progress
from referee.cli.service_bench.orders import Measured, Orders
from referee.cli.service_bench.views import view_costs

_LIVE_GAMES = 500


@dataclass(frozen=True, slots=True)
class Plan:
    """What to measure: `stacks` for `players` each, against a `peer` program (None: alone), see `Orders`."""

    stacks: Sequence[tuple[str, int]]
    peer: Path | None
    in_flight: Sequence[int]
    seconds: float
    turns: int
    watchers: int
    store: str = ""


def run(plan: Plan) -> list[Measured]:
    """Measures one stack after the other, each on a store of its own."""
    found = []
    with progress("bench", len(plan.stacks)) as done:
        for number, (stack, players) in enumerate(plan.stacks):
            found.append(_one(plan, stack, players))
            done(number + 1)
    return found


def _one(plan: Plan, stack: str, players: int) -> Measured:
    folder = Path(stack)
    packs = [str(folder.resolve().parent)] if (folder / "pack.yaml").is_file() else []
    with contextlib.ExitStack() as ending:
        data = ending.enter_context(tempfile.TemporaryDirectory(prefix="referee-bench-"))
        serve = ["-m", "referee.cli.service_bench.server", data, str(_LIVE_GAMES), plan.store, *packs]
        ours, process = ending.enter_context(_server(serve))
        pids, peer = [process.pid], ""
        if plan.peer is not None:
            peer, process = ending.enter_context(_server([str(plan.peer)]))
            pids.append(process.pid)
        orders = Orders(
            stack=stack,
            pack=folder.name if packs else stack,
            players=players,
            ours=ours,
            peer=peer,
            pids=pids,
            in_flight=plan.in_flight,
            seconds=plan.seconds,
            turns=plan.turns,
            watchers=plan.watchers,
        )
        client = subprocess.run(
            [sys.executable, "-m", "referee.cli.service_bench.client"],
            input=json.dumps(orders.data()),
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
    if client.returncode:
        raise WrongUse(f"{stack} could not be measured", "what went wrong stands above")
    measured = Measured(**json.loads(client.stdout))
    measured.view = view_costs(stack, players, plan.seconds)
    return measured


@contextlib.contextmanager
def _server(command: list[str]) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server that says where it listens in the last word of its first line; it ends with the block."""
    process = subprocess.Popen([sys.executable, *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        said = process.stdout.readline().split()
        if not said:
            raise WrongUse(f"{command[0]} did not start", "what went wrong stands above")
        yield said[-1], process
    finally:
        process.terminate()
        process.communicate()
