"""A process that moves one game as fast as it can, beside others that do the same.

`python -m tests.service.racer ADDRESS GAME TOKEN UNTIL NAME`: the first seat moves and takes back, in turn, until the
game has so many versions. It says `ready` and waits for a line. Then every line that it prints is a change that was
acknowledged: its request id and its version.
"""

from __future__ import annotations

import asyncio
import random
import sys

from referee.service.errors import Reason, Rejected
from referee.v1 import decision_pb2 as d
from referee.v1 import view_pb2 as v
from tests.service import blind_player
from tests.service.shared import Neighbour, live
from tests.service.table import Table

PAUSE = 0.002  # seconds at most after each change: else who has won knows the game first and wins on and on


async def main(address: str, game: str, token: str, until: int, name: str) -> None:
    house = Neighbour(address, live_games=1, history_window=10)
    await house.open()
    table = Table(house, game, 2)
    table.tokens["1"] = token
    here = await live(table)
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)  # until all are
    number, pause = 0, random.Random(name)
    while here.position.version < until:
        number += 1
        id = f"{name}-{number}"
        try:
            if "1" in here.owes():
                view = await table.view("1")
                done = (await table.submit("1", view.decisions[0].id, _first(view), request_id=id)).update
            else:
                version = here.position.version
                done = await table.undo("1", version, version - 1, request_id=id)
        except Rejected as error:
            assert error.reason in (Reason.DECISION_STALE, Reason.NOT_YOUR_TURN, Reason.UNDO_BARRIER), error
            await asyncio.sleep(0)
            continue
        print(id, done.version)
        await asyncio.sleep(pause.uniform(0, PAUSE))
    await house.close()


def _first(view: v.View) -> d.Choice:
    return blind_player.choose(view.decisions[0].options, random.Random(1), view.decisions[0].step)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), sys.argv[5]))
