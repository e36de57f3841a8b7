"""Values that only the rules remember: on no board, in no log; still in the view, and free to be read."""

from __future__ import annotations

from referee.engine.records import Changed, Choice
from tests.engine.inline import program as inline

PACK = """
id: fair
kind: game
sources: none
version: 1
language: 1
title: Well
seats: 2
tokens: {bead: {supply: 9, name: bead, plural: beads}}
kinds: {stall: {}}
stall: [{id: tent, name: tent}]
places:
  chest: {of: seat, tokens: bead, home: yes, name: chest}
  yard: {of: table, cells: 2, holds: stall, name: yard}
values:
  day: {name: day}
  served: {of: seat, type: yes/no, shape: aside, name: served}
  turns: {shape: aside, name: turns}
  stood: {of: yard, type: yes/no, shape: aside, name: stood}
procedures:
  main: |
    each seat:
      choose one errand:
        draw_water f from yard where f.stood is no and my.served is no:
          set my.served to yes
          set f.stood to yes
          add 1 to turns
          add 1 to day
    end game because dusk
says: {main/errand/draw_water: Draw}
"""


def test_neither_the_board_nor_the_log_has_them_and_the_view_has() -> None:
    game = inline(PACK.encode())
    hidden = {"served", "turns", "stood"}
    assert not hidden & {info.id.rpartition("/")[2] for info in game.board().values}
    assert "day" in {info.id for info in game.board().values}
    state = game.start(bytes(32))
    applied = game.submit(state, "1", [Choice("draw_water/1")])
    changed = {
        e.what.after.id for viewer in ("", "1") for e in game.events_for(applied, viewer) if isinstance(e.what, Changed)
    }
    assert changed == {"day"}
    after = {value.id: value.value for value in game.view(applied.state, "2").values}
    assert after["seat/1/served"] is True and after["turns"] == 1 and after["yard/1/stood"] is True
    assert [option.id for option in game.view(applied.state, "2").decisions[0].options] == ["draw_water/2"]
