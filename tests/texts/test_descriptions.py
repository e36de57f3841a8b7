"""Effects in words, as players read them on cards: a neutral fair, in English and Spanish."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from referee.language.build import Ruleset, read_stack
from referee.language.describe import Describer, texts_of
from referee.packs import load_stack
from referee.texts import Catalogs

ROOT = Path(__file__).resolve().parents[2]
FAIR = """
id: fair
kind: game
version: 1
language: 1
title: The fair
seats: [2, 4]
sources: none
tokens:
  coin: {unlimited: true, name: coin, plural: coins}
  bead: {supply: 20, name: bead, plural: beads}
  nut: {supply: 20, name: nut, plural: nuts}
groups:
  treats: {of: [bead, nut], one: treat, name: treat, plural: treats}
kinds:
  stall:
    name: stall
    plural: stalls
    fields: {fee: bag of treats, size: {type: number, default: 1}}
    faces: [open, shut]
    hooks:
      use: {sort: effect, this: stall, me: owner}
      law: {sort: modifier, while_in: ground}
      bell: {sort: trigger, while_in: ground, me: owner}
places:
  purse: {of: seat, tokens: [coin, treats], home: true, name: purse}
  ground: {of: seat, grid: [2, 3], holds: stall, name: ground, data: {yields: [bead, nut, none, bead, nut, none]}}
  row: {of: table, cells: 3, holds: stall, name: row}
  pile: {of: table, pile: stall, name: pile}
  chest: {of: table, tokens: treats, name: chest}
  crates: {of: stall, tokens: treats, leaves: supply, name: crates}
rules:
  wage: {base: 2, says: coins for a day of work}
  shut_early: {base: no, says: stalls shut early, type: yes/no}
values:
  fame: {of: seat, name: fame}
  day: {name: day}
terms:
  free(ground f): {is: f is empty and f.yields is not none, says: fallow}
  own_stalls(seat s): {is: count (s.ground where it is not empty), says: number of own stalls}
  worth(treat k): {is: number of k in chest + 1, says: "what {k} is worth"}
procedures:
  main: |
    repeat at most 3:
      each seat: do turn
    end game because night
  turn: |
    choose one visit:
      use f from my.ground where f is not empty: do use of f.stall
      pass
  parade: {do: "each seat: gain 1 coin", says: "a parade in which each player is given a coin"}
  feast(treat k): {do: "lose 1 k", says: "a feast of {k}"}
says:
  ends/night: night has fallen
  turn/visit: visit a stall
  turn/visit/use: Use {f}
stall:
EFFECTS
"""

CASES = {
    "gain 2 bead": ("gain 2 beads", "obtener 2 beads"),
    "gain 1 bead and 3 coin": ("gain 1 bead and 3 coins", "obtener 1 bead y 3 coins"),
    "pay 1 nut to chest then gain 4 coin": (
        "pay 1 nut → chest · gain 4 coins",
        "pagar 1 nut → chest · obtener 4 coins",
    ),
    "exchange up to 4 nut for 1 bead each": (
        "exchange up to 4 nuts: 1 bead for each",
        "cambiar hasta 4 nuts: 1 bead por cada uno",
    ),
    "exchange up to my.nut nut for 2 coin each": (
        "exchange any number of nuts: 2 coins for each",
        "cambiar cuantos nuts se quiera: 2 coins por cada uno",
    ),
    "pay any 2 treats then gain any 1 to 3 of treats from chest": (
        "pay any 2 treats · gain any 1 to 3 treats from chest",
        "pagar 2 treats a elegir · obtener de 1 a 3 treats a elegir de chest",
    ),
    "gain count (my.ground where it is not empty) coin": (
        "gain 1 coin for each space of your ground (not empty)",
        "obtener 1 coin por cada espacio de tu ground (no vacío)",
    ),
    "gain count (my.ground where it is free and it.yields in treats) coin": (
        "gain 1 coin for each space of your ground (fallow, yields among treats)",
        "obtener 1 coin por cada espacio de tu ground (fallow, yields entre treats)",
    ),
    "gain min(7, my.coin / 3) nut": (
        "gain as many nuts as the smaller of 7 and your coins / 3 (rounded down)",
        "obtener nuts en cantidad igual a lo menor de 7 y tus coins / 3 (redondeado hacia abajo)",
    ),
    "gain own_stalls(me) * 2 coin": (
        "gain as many coins as number of own stalls × 2",
        "obtener coins en cantidad igual a number of own stalls × 2",
    ),
    "if my.nut > 2: gain 1 coin": ("if your nuts > 2: gain 1 coin", "si tus nuts > 2: obtener 1 coin"),
    "each seat in others: lose 1 coin": ("each other player: lose 1 coin", "cada otro jugador: perder 1 coin"),
    "do parade": ("a parade in which each player is given a coin",) * 2,
    "do feast(nut)": ("a feast of nut",) * 2,
    "turn this to shut": ("turn this stall: shut", "girar este stall: shut"),
    "move all treats from this.crates to my.purse": (
        "move all treats: crates of this stall → your purse",
        "mover todos los treats: crates de este stall → tu purse",
    ),
    "if cell of this is not none: gain 1 coin": (
        "if there is space of this stall: gain 1 coin",
        "si hay espacio de este stall: obtener 1 coin",
    ),
    "draw 1 from pile to pile": ("draw 1: pile → pile", "robar 1: pile → pile"),
    "may take k from treats where number of k in chest > 0: move 1 k from chest to my.purse": (
        "you may: take — treat (number of such treats in chest > 0): move 1 such treat: chest → your purse",
        "puedes: take — treat (número de treats de ese tipo en chest > 0): mover 1 treat de ese tipo: chest → tu purse",
    ),
    "may sell k from treats, price = worth(k): pay 1 k then gain price coin": (
        "you may: sell — treat, price: what treat is worth: pay 1 such treat · gain price coins",
        "puedes: sell — treat, price: what treat is worth: pagar 1 treat de ese tipo · obtener price coins",
    ),
    "may build b from row where b is not empty, f from my.ground where f is free: put b.stall on f": (
        "you may: build — space of row (not empty), space of your ground (fallow): put stall on the space → space f",
        "puedes: build — espacio de row (no vacío), espacio de tu ground (fallow): poner stall en espacio → espacio f",
    ),
    "if every k in treats satisfies number of k in chest = 0: gain 1 coin": (
        "if every treat: number of such treats in chest = 0: gain 1 coin",
        "si cada treat: número de treats de ese tipo en chest = 0: obtener 1 coin",
    ),
    "add 2 to my.fame": ("your fame + 2", "tu fame + 2"),
}
MODIFIERS = {
    "rule wage is 4": ("coins for a day of work: 4", "coins for a day of work: 4"),
    "rule wage adds 1 for others": (
        "for the other players: coins for a day of work: +1",
        "para los demás jugadores: coins for a day of work: +1",
    ),
    "rule shut_early is yes": ("stalls shut early: yes", "stalls shut early: sí"),
    "rule wage takes 1 while total in this.crates > 0": (
        "coins for a day of work: −1, while total in crates of this stall > 0",
        "coins for a day of work: −1, mientras total en crates de este stall > 0",
    ),
}


@cache
def fair() -> tuple[Ruleset, Describer, Catalogs]:
    lines = [f"  - {{id: use_{i}, use: {_quoted(code)}}}" for i, code in enumerate(CASES)]
    lines += [f"  - {{id: law_{i}, law: {_quoted(code)}}}" for i, code in enumerate(MODIFIERS)]
    lines.append("  - {id: both, use: gain 1 coin, law: rule wage is 1}")
    lines.append("  - {id: plain}")
    lines.append('  - {id: ringer, bell: "after feast(k) where k is nut: gain 2 coin"}')
    lines.append('  - {id: crier, bell: "before parade: gain 1 coin"}')
    files = {"fair/pack.yaml": FAIR.replace("EFFECTS", "\n".join(lines)).encode()}
    ruleset, findings = read_stack(load_stack(["fair"], files=files))
    assert ruleset is not None, "\n".join(map(str, findings))
    describer = Describer(ruleset.model, ruleset.procedures)
    return ruleset, describer, Catalogs.load(texts_of(ruleset.model))


def _quoted(code: str) -> str:
    return '"' + code + '"'


def words(entry: str, language: str) -> str:
    ruleset, describer, catalogs = fair()
    found = next(e for e in ruleset.model.entries if e.id == entry)
    text = describer.entry(found)
    return catalogs.render(text, language) if text is not None else ""


@pytest.mark.parametrize(("number", "code"), list(enumerate(CASES)), ids=str)
def test_effects(number: int, code: str) -> None:
    english, spanish = CASES[code]
    assert words(f"use_{number}", "en") == english
    assert words(f"use_{number}", "es") == spanish


@pytest.mark.parametrize(("number", "code"), list(enumerate(MODIFIERS)), ids=str)
def test_modifiers(number: int, code: str) -> None:
    english, spanish = MODIFIERS[code]
    assert words(f"law_{number}", "en") == english
    assert words(f"law_{number}", "es") == spanish


def test_several_hooks_are_named_and_an_entry_without_rules_has_no_text() -> None:
    assert words("both", "en") == "use: gain 1 coin · law: coins for a day of work: 1"
    assert words("plain", "en") == ""


def test_triggers() -> None:
    assert words("ringer", "en") == "after a feast of treat: if the treat: nut: gain 2 coins"
    assert words("crier", "es") == "antes de a parade in which each player is given a coin: obtener 1 coin"


def test_a_choice_with_a_text_is_one_unit() -> None:
    ruleset, describer, catalogs = fair()
    turn = next(p for p in ruleset.procedures if p.name == "turn")
    assert catalogs.render(describer.effect(turn.body)) == "visit a stall"


PACKS = sorted(path.parent for path in ROOT.glob("content/*/pack.yaml"))
PACKS += sorted(path.parent for path in ROOT.glob("tests/packs/*/pack.yaml"))
HARD = sorted(ROOT.glob("tests/language/hard/*.yaml"))


def everything(ruleset: Ruleset) -> list[str]:
    """All procedures, terms and hooks of a ruleset in English."""
    describer = Describer(ruleset.model, ruleset.procedures)
    catalogs = Catalogs.load(texts_of(ruleset.model))
    texts = [describer.effect(procedure.body) for procedure in ruleset.procedures]
    texts += [describer.text(term.value) for term in ruleset.terms if term.value is not None]
    texts += [text for entry in ruleset.model.entries if (text := describer.entry(entry)) is not None]
    english, spanish = catalogs.catalog("en"), catalogs.catalog("es")
    assert not [m for text in texts for m in (*english.missing(text), *spanish.missing(text))]
    return [english.render(text) for text in texts]


@pytest.mark.parametrize("folder", PACKS, ids=lambda p: p.name)
def test_every_effect_of_the_packs_has_words(folder: Path) -> None:
    ruleset = read_stack(load_stack([str(folder)]))[0]
    if ruleset is None:
        pytest.skip("it has findings, which the check of the packs reports")
    for text in everything(ruleset):
        assert text and "{" not in text and "…" not in text


def hard_ruleset(effect: str) -> Ruleset | None:
    files: dict[str, bytes] = {}
    waiting = [effect]
    while waiting:
        name = waiting.pop()
        files[f"{name}/pack.yaml"] = (ROOT / f"tests/language/hard/{name.removesuffix('_base')}.yaml").read_bytes()
        for line in files[f"{name}/pack.yaml"].decode().splitlines():
            if line.startswith("requires: ["):
                waiting.append(line.removeprefix("requires: [").removesuffix("]"))
    return read_stack(load_stack([effect], files=files))[0]


@pytest.mark.parametrize("file", HARD, ids=lambda p: p.stem)
def test_every_hard_effect_has_words(file: Path) -> None:
    ruleset = hard_ruleset(file.stem)
    if ruleset is None:
        pytest.skip("a shared part, no game by itself")
    for text in everything(ruleset):
        assert text and "{" not in text and "…" not in text
