"""House rules on top of a shipped game, as somebody would write them into a folder of their own."""

from __future__ import annotations

from pathlib import Path

ID = "tavern-nights"
MONEY = 17  # instead of the game's own start money
POINTS = 6  # for each building, while the new law holds
GAIN = 3  # of the new building
MORE_MONEY = 23  # after the folder was edited

PACK = f"""\
id: {ID}
kind: house-rules
version: 1
language: 1
title: Tavern nights
requires: [cuba]
sources: none
changes:
  - {{rule: start_money, is: {MONEY}}}
"""
BUILDINGS = f"""\
building:
  - {{id: tavern, n: 8, name: Tavern, plural: Taverns, cost: {{}}, use: gain {GAIN} vp}}
"""
LAWS = f"""\
law:
  - {{id: proud_city, n: 6, type: 4, in_force: rule points_per_building is {POINTS}, name: proud city}}
"""
SCENARIO = f"""\
- id: the_tavern_gives_points
  seats: 2
  given:
    run: foreman
    seat: "1"
    values: {{seat/1/pawn: seat/1/estate/r2c2}}
    places: {{seat/1/estate/r2c4: [tavern]}}
  do: [1 line, 1 use/r2c4]
  then: {{values: {{seat/1/vp: {GAIN}}}}}
"""


def write(folder: Path) -> Path:
    """Writes the pack into a folder of its own inside `folder`; gives that."""
    pack = folder / ID
    (pack / "scenarios").mkdir(parents=True)
    (pack / "pack.yaml").write_text(PACK)
    (pack / "buildings.yaml").write_text(BUILDINGS)
    (pack / "laws.yaml").write_text(LAWS)
    (pack / "scenarios" / "tavern.yaml").write_text(SCENARIO)
    return pack


def edit(pack: Path) -> None:
    """Somebody goes on working on the pack: other start money."""
    file = pack / "pack.yaml"
    text = file.read_text()
    assert f"is: {MONEY}" in text
    file.write_text(text.replace(f"is: {MONEY}", f"is: {MORE_MONEY}"))
