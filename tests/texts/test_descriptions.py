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
      toll: {sort: cost, this: stall, says: "To gain {wage, plural, one {# coin} other {# coins}}, you may {body}"}
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
  fare: {base: 3, says: "A ride costs {is, plural, one {# coin} other {# coins}}", name: coins for a ride}
  noise: {base: yes, says: "Bells {is, select, no {are silent} other {ring}}"}
  shut_early: {base: no, says: stalls shut early, type: yes/no}
values:
  fame: {of: seat, name: fame}
  day: {name: day}
terms:
  free(ground f): {is: f is empty and f.yields is not none, says: fallow}
  own_stalls(seat s): {is: count (s.ground where it is not empty), says: your stalls}
  worth(treat k): {is: number of k in chest + 1, says: "what {k} is worth"}
  enough(treat k, number n): {is: number of k in chest >= n, says: "the chest has enough of {k}"}
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
  wages: {do: gain rule wage coin, says: "{wage, plural, one {a coin} other {# coins}} for everybody"}
  feast(treat k): {do: "lose 1 k", says: "a feast of {k}"}
says:
  ends/night: night has fallen
  turn/visit: visit a stall
  turn/visit/use: Use {f}
stall:
EFFECTS
"""

CASES = {
    "gain 2 bead": (
        "Gain 2 beads.",
        "Obtener 2 beads.",
    ),
    "gain 1 bead and 3 coin": (
        "Gain 1 bead and 3 coins.",
        "Obtener 1 bead y 3 coins.",
    ),
    "pay 1 nut to chest then gain 4 coin": (
        "Pay 1 nut to chest, then gain 4 coins.",
        "Pagar 1 nut a chest, luego obtener 4 coins.",
    ),
    "exchange up to 4 nut for 1 bead each": (
        "Exchange up to 4 nuts for 1 bead each.",
        "Cambiar hasta 4 nuts por 1 bead cada uno.",
    ),
    "exchange up to my.nut nut for 2 coin each": (
        "Exchange any number of nuts for 2 coins each.",
        "Cambiar cuantos nuts se quiera por 2 coins cada uno.",
    ),
    "pay any 2 treats then gain any 1 to 3 of treats from chest": (
        "Pay any 2 treats, then gain any 1 to 3 treats from chest.",
        "Pagar 2 treats a elegir, luego obtener de 1 a 3 treats a elegir de chest.",
    ),
    "gain count (my.ground where it is not empty) coin": (
        "Gain 1 coin for each space of your ground (not empty).",
        "Obtener 1 coin por cada espacio de tu ground (no vacío).",
    ),
    "gain count (my.ground where it is free and it.yields in treats) coin": (
        "Gain 1 coin for each space of your ground (fallow and yields among treats).",
        "Obtener 1 coin por cada espacio de tu ground (fallow y yields entre treats).",
    ),
    "gain min(7, my.coin / 3) nut": (
        "Gain 1 nut for every 3 coins you have, at most 7.",
        "Obtener 1 nut por cada 3 coins que tengas, como máximo 7.",
    ),
    "gain max(2, my.coin / 3) nut": (
        "Gain 1 nut for every 3 coins you have, at least 2.",
        "Obtener 1 nut por cada 3 coins que tengas, como mínimo 2.",
    ),
    "gain own_stalls(me) * 2 coin": (
        "Gain 2 coins for each of your stalls.",
        "Obtener 2 coins por cada uno de your stalls.",
    ),
    "if my.nut > 2: gain 1 coin": (
        "If you have more than 2 nuts: gain 1 coin.",
        "Si tienes más de 2 nuts: obtener 1 coin.",
    ),
    "if enough(nut, 2): gain 1 coin": (
        "If the chest has enough of nut: gain 1 coin.",
        "Si the chest has enough of nut: obtener 1 coin.",
    ),
    "each seat in others: lose 1 coin": (
        "Each other player: lose 1 coin.",
        "Cada otro jugador: perder 1 coin.",
    ),
    "do parade": (
        "A parade in which each player is given a coin.",
        "A parade in which each player is given a coin.",
    ),
    "do feast(nut)": (
        "A feast of nut.",
        "A feast of nut.",
    ),
    "turn this to shut": (
        "Turn this stall to shut.",
        "Girar este stall a shut.",
    ),
    "move all treats from this.crates to my.purse": (
        "Move all treats from crates of this stall to your purse.",
        "Mover todos los treats de crates de este stall a tu purse.",
    ),
    "if cell of this is not none: gain 1 coin": (
        "If there is space of this stall: gain 1 coin.",
        "Si hay espacio de este stall: obtener 1 coin.",
    ),
    "draw 1 from pile to pile": (
        "Draw 1 from pile to pile.",
        "Robar 1 de pile a pile.",
    ),
    "may take k from treats where number of k in chest > 0: move 1 k from chest to my.purse": (
        "You may: take — treat (number of such treats in chest is more than 0): move 1 such treat "
        "from chest to your purse.",
        "Puedes: take — treat (número de treats de ese tipo en chest es mayor que 0): mover 1 treat "
        "de ese tipo de chest a tu purse.",
    ),
    "may sell k from treats, price = worth(k): pay 1 k then gain price coin": (
        "You may: sell — treat, price: what treat is worth: pay 1 such treat, then gain price coins.",
        "Puedes: sell — treat, price: what treat is worth: pagar 1 treat de ese tipo, luego obtener price coins.",
    ),
    "may build b from row where b is not empty, f from my.ground where f is free: put b.stall on f": (
        "You may: build — space of row (not empty), space of your ground (fallow): move the stall "
        "on the space to space f.",
        "Puedes: build — espacio de row (no vacío), espacio de tu ground (fallow): mover stall en espacio a espacio f.",
    ),
    "if every k in treats satisfies number of k in chest = 0: gain 1 coin": (
        "If for every treat, number of such treats in chest is 0: gain 1 coin.",
        "Si para cada treat, número de treats de ese tipo en chest es 0: obtener 1 coin.",
    ),
    "gain min(5, own_stalls(me)) nut": (
        "Gain 1 nut for each of your stalls, at most 5.",
        "Obtener 1 nut por cada uno de your stalls, como máximo 5.",
    ),
    "gain 2 * my.bead nut": (
        "Gain 2 nuts for each bead you have.",
        "Obtener 2 nuts por cada bead que tengas.",
    ),
    "gain rule wage nut": (
        "Gain as many nuts as coins for a day of work.",
        "Obtener nuts en cantidad igual a coins for a day of work.",
    ),
    "exchange up to 1 nut for 1 bead each": (
        "Exchange up to 1 nut for 1 bead each.",
        "Cambiar hasta 1 nut por 1 bead cada uno.",
    ),
    "do wages": (
        "2 coins for everybody.",
        "2 coins for everybody.",
    ),
    "if any f in neighbours of the first of my.ground satisfies f is empty: gain 1 coin": (
        "If some neighbour of first space of your ground is empty: gain 1 coin.",
        "Si algún vecino de primer espacio de tu ground está vacío: obtener 1 coin.",
    ),
    "add 2 to my.fame": (
        "Your fame goes up by 2.",
        "Tu fame sube en 2.",
    ),
}
MODIFIERS = {
    "rule wage is 4": (
        "Coins for a day of work: 4.",
        "Coins for a day of work: 4.",
    ),
    "rule fare is 1": (
        "A ride costs 1 coin.",
        "A ride costs 1 coin.",
    ),
    "rule fare adds 1": (
        "Coins for a ride: +1.",
        "Coins for a ride: +1.",
    ),
    "rule noise is no": (
        "Bells are silent.",
        "Bells are silent.",
    ),
    "rule wage adds 1 for others": (
        "For the other players: coins for a day of work: +1.",
        "Para los demás jugadores: coins for a day of work: +1.",
    ),
    "rule shut_early is yes": (
        "Stalls shut early: yes.",
        "Stalls shut early: sí.",
    ),
    "rule wage takes 1 while total in this.crates > 0": (
        "Coins for a day of work: −1, while total in crates of this stall is more than 0.",
        "Coins for a day of work: −1, mientras total en crates de este stall es mayor que 0.",
    ),
}


@cache
def fair() -> tuple[Ruleset, Describer, Catalogs]:
    lines = [f"  - {{id: use_{i}, use: {_quoted(code)}}}" for i, code in enumerate(CASES)]
    lines += [f"  - {{id: law_{i}, law: {_quoted(code)}}}" for i, code in enumerate(MODIFIERS)]
    lines.append("  - {id: both, use: gain 1 coin, law: rule wage is 1}")
    lines.append("  - {id: plain}")
    lines.append("  - {id: gate, toll: pay 1 nut}")
    lines.append('  - {id: ringer, bell: "after feast(k) where k is nut: gain 2 coin"}')
    lines.append('  - {id: crier, bell: "before parade: gain 1 coin"}')
    files = {"fair/pack.yaml": FAIR.replace("EFFECTS", "\n".join(lines)).encode()}
    ruleset, findings = read_stack(load_stack(["fair"], files=files))
    assert ruleset is not None, "\n".join(map(str, findings))
    describer = Describer(ruleset.model, ruleset.procedures, ruleset.terms)
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
    assert words("both", "en") == "Use: gain 1 coin. Law: coins for a day of work: 1."
    assert words("plain", "en") == ""


def test_the_text_of_a_hook_stands_around_what_an_entry_has_there() -> None:
    assert words("gate", "en") == "To gain 2 coins, you may pay 1 nut."


def test_triggers() -> None:
    assert words("ringer", "en") == "After a feast of treat: if the treat is nut: gain 2 coins."
    assert words("crier", "es") == "Antes de a parade in which each player is given a coin: obtener 1 coin."


def test_a_choice_with_a_text_is_one_unit() -> None:
    ruleset, describer, catalogs = fair()
    turn = next(p for p in ruleset.procedures if p.name == "turn")
    assert catalogs.render(describer.effect(turn.body)) == "visit a stall"


PACKS = sorted(path.parent for path in ROOT.glob("content/*/pack.yaml"))
PACKS += sorted(path.parent for path in ROOT.glob("tests/packs/*/pack.yaml"))
HARD = sorted(ROOT.glob("tests/language/hard/*.yaml"))


def everything(ruleset: Ruleset) -> list[str]:
    """All procedures, terms and hooks of a ruleset in English."""
    describer = Describer(ruleset.model, ruleset.procedures, ruleset.terms)
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
