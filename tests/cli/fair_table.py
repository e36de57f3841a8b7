"""A small pack whose things have every role that pictures know, and a sitting of it."""

from __future__ import annotations

import io
import random

from rich.console import Console

from referee.cli.table.sitting import Sitting
from referee.cli.table.words import Words
from referee.engine import compile_ruleset
from referee.engine.records import Choice
from referee.lab.golden import Header
from referee.language import build_ruleset
from referee.packs import load_stack

PACK = b"""
id: fair
kind: game
version: 1
language: 1
title: Fair
seats: 2
sources: none
tokens:
  bead: {supply: 20, prices: [4, 3, 2], name: bead, plural: beads}
  silk: {supply: 20, prices: [6, 5], name: silk, plural: silks}
  coin: {unlimited: yes, name: coin, plural: coins}
groups:
  goods: {of: [bead, silk], one: good}
kinds:
  cart: {fields: {slots: bag of goods}}
  stall: {fields: {cost: bag of goods}, hooks: {open: {sort: effect}}}
  card: {hooks: {in_force: {sort: modifier, while_in: notices}}}
  peg: {}
cart:
  - {id: red_cart, slots: {bead: 3, silk: 1}, name: Red cart}
stall:
  - {id: tea, cost: {bead: 1}, open: gain 1 coin, name: Tea stall}
  - {id: cake, cost: {bead: 2, silk: 1}, open: gain 2 coin, name: Cake stall}
card:
  - {id: rain, in_force: rule fee is 2, name: Rain}
peg:
  - {id: peg, n: 2}
places:
  chest: {of: seat, tokens: goods, home: yes, name: chest}
  counter: {of: table, tokens: goods, limit: prices, name: counter}
  road: {of: table, cells: 2, holds: cart, names: [north gate, south gate], name: road}
  load: {of: cart, tokens: goods, only_in: road, leaves: supply, fills: slots}
  notices: {of: table, cells: 2, holds: card, names: [weather, news], shape: list, name: notices}
  extras: {of: table, cells: 2, holds: peg, names: [2 coins, 1 coin], shape: track, name: extras}
  offer: {of: table, pile: stall, shape: list, name: on offer}
  attic: {of: table, pile: peg, shape: aside, name: attic}
  ground:
    of: seat
    grid: [2, 5]
    holds: stall
    name: ground
    data: {soil: [bead, silk, silk, bead, silk, bead, silk, bead, bead, silk]}
values:
  day: {name: day, initial: 3}
  spot: {of: seat, type: cell of ground, shape: cross, name: walker}
  wins: {of: seat, name: wins}
rules:
  fee: 1
setup:
  - {place: chest, tokens: {bead: 3, silk: 1}}
  - {place: counter, tokens: {bead: 2}}
  - {place: road, pieces: [red_cart]}
  - {place: notices, pieces: [rain]}
  - {place: extras, pieces: [peg]}
  - {place: attic, all: peg}
  - {place: offer, all: stall}
procedures:
  main: |
    each seat:
      for each f in first of my.ground: set my.spot to f
    for each r in 1 to 9:
      each seat: do turn
    end game because dusk
  turn: |
    choose one act:
      build s from offer, f from my.ground where f is empty, cost = s.cost:
        pay s.cost
        put s on f
        do open of s
      walk f from my.ground where f is not my.spot and f is empty: set my.spot to f
      load b from road where b is not empty:
        pay 2 bead to b.cart.load
        gain 2 coin
      wait
says:
  main: Fair
  turn: Turn
  turn/act: What will it be?
  turn/act/build: "{s} on {f.short} ({cost})"
  turn/act/walk: Walk to {f_place.short}
  turn/act/load: "Load the cart at the {b_place}"
  turn/act/wait: Wait
"""


def sitting(pack: bytes = PACK) -> Sitting:
    """A game of two people at its first decision, always the same."""
    ruleset = build_ruleset(load_stack(["fair"], files={"fair/pack.yaml": pack}))
    header = Header(("fair",), {}, ruleset.rules_digest, 2, bytes(32))
    return Sitting(compile_ruleset(ruleset, seats=2), Words(ruleset), header, frozenset(), random.Random(1))


def drawn(game: Sitting, viewer: str, width: int = 120) -> str:
    """What a seat sees, without colours."""
    console = Console(file=io.StringIO(), width=width, record=True)
    game.picture(viewer, console)
    return console.export_text()


def play(game: Sitting, *options: str) -> None:
    """Make these choices, each for the seat that is asked."""
    for option in options:
        game.submit(game.waiting(), Choice(option))
