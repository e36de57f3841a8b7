"""A copy of the pack with one rule changed is noticed, and by the predicates of that decision."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.independent.cuba.play import Bot, Disagreement, Tally
from tests.independent.cuba.tables import CONTENT, FEW, MIXTURES, compare

GAMES = 40  # at most until a change is noticed


@dataclass(frozen=True)
class Broken:
    """One change: `old` stands once in the file, any space at its line ends. `kind`: whose predicates notice it."""

    kind: str
    name: str
    file: str
    old: str
    new: str


CITRUS = "name: citrus, plural: citrus, supply: 18, prices: [6, 5, 4, 3, 2, 1]"
WORKER = "fields_per_worker:\nbase: 2"
FIRST_TAX = "{id: printed_tax, type: 1, demand: pay 2 peso"
EACH_KIND = [
    Broken("market", "a price", "tokens", CITRUS, CITRUS.replace("4, 3", "4, 4")),
    Broken("loading", "points of a dock", "places", "value: [3, 2, 1, 0]", "value: [3, 2, 2, 0]"),
    Broken("harvest", "fields of a worker", "values", WORKER, WORKER.replace("2", "3")),
    Broken("bids", "the most of a bid", "parliament", "from 0 to my.peso", "from 0 to my.peso - 1"),
    Broken("building", "a cost", "buildings", "cost: {water: 2}", "cost: {water: 1}"),
    Broken("laws", "the first tax", "laws", FIRST_TAX, FIRST_TAX.replace("2", "3")),
]

MISSING, DEALS = "price_of_missing_ware: {base: 7", "deals_per_action: {base: 60"
BUY = "buy k from wares, price = buying_price(k):\npay price peso"
BUY_OTHER = "buy k from wares, price = selling_price(k):\npay buying_price(k) peso"
SMALL_BRANCH = "gain d.value vp\nif option"
FIELDS = "wood, stone, tobacco, citrus]\nindividual"
TIE = "first of (turn_order(start_player) where it in leaders)"
MORE = [
    Broken("market", "price of what is missing", "values", MISSING, MISSING.replace("7", "8")),
    Broken("market", "bound of the deals", "values", DEALS, DEALS.replace("60", "61")),
    Broken("market", "any product is free", "market", "where k in cheapest and k is left", "where k is left"),
    Broken("market", "a sale goes to the supply", "market", "pay 1 k to market or supply", "pay 1 k"),
    Broken("market", "another price in the label", "market", BUY, BUY_OTHER),
    Broken("loading", "slots of a ship", "ships", "slots: {rum: 3, citrus: 2}", "slots: {rum: 2, citrus: 3}"),
    Broken("loading", "pesos instead", "places", "reward: [4, 2]", "reward: [4, 3]"),
    Broken("loading", "the small branch", "harbour", SMALL_BRANCH, SMALL_BRANCH.replace("value", "value + 1")),
    Broken("loading", "a full ship stays", "laws", "rule ships_leave_at_once is yes", "rule ships_leave_at_once is no"),
    Broken("harvest", "water for a field", "values", "water_per_field: {base: 1", "water_per_field: {base: 2"),
    Broken("harvest", "drought", "laws", "rule fields_per_worker is 1", "rule fields_per_worker is 0"),
    Broken("harvest", "a field", "places", FIELDS, FIELDS.replace("tobacco, citrus", "citrus, tobacco")),
    Broken("bids", "all bid again", "parliament", "do bidding(leaders)", "do bidding(seats)"),
    Broken("bids", "bids are kept", "parliament", "lose my.bid peso", "lose my.bid / 2 peso"),
    # Seen at the last harvest of a round too, if nobody has money to bid: the tie is settled at once.
    Broken("bids laws harvest", "the first seat wins a tie", "parliament", TIE, "first of (seats where it in leaders)"),
    Broken("building", "surcharge", "laws", "rule building_surcharge is 2", "rule building_surcharge is 1"),
    Broken("building", "points instead", "places", "reward: [2, 1]", "reward: [2, 2]"),
    Broken("laws", "a tax", "laws", "demand: pay 3 peso,", "demand: pay 4 peso,"),
    Broken("laws", "three bills", "values", "laws_per_parliament: {base: 2", "laws_per_parliament: {base: 3"),
    Broken("laws", "the same type again", "parliament", "and c.type != barred_type", ""),
    Broken("laws", "points of a law", "values", "points_per_law: {base: 2", "points_per_law: {base: 1"),
    Broken("laws", "points for both", "values", "points_for_both: {base: 1", "points_for_both: {base: 2"),
    Broken("laws", "one product is enough", "laws", "pay any 2 products", "pay any 1 products"),
    Broken("laws", "market law", "laws", "do fix_market(4)", "do fix_market(5)"),
]


def copy_with(broken: Broken, folder: Path) -> Path:
    """The pack under the same id, with that change."""
    cuba = folder / "cuba"
    shutil.copytree(CONTENT / "cuba", cuba, ignore=shutil.ignore_patterns("scenarios"))
    file = cuba / f"{broken.file}.yaml"
    text = file.read_text(encoding="utf-8")
    found = list(re.finditer(r"(\s+)".join(re.escape(line) for line in broken.old.split("\n")), text))
    assert len(found) == 1, broken
    spaces = [*found[0].groups(), ""]
    new = "".join(line + space for line, space in zip(broken.new.split("\n"), spaces, strict=True))
    file.write_text(text[: found[0].start()] + new + text[found[0].end() :], encoding="utf-8")
    return cuba


def first_disagreement(cuba: Path, full: bool) -> Disagreement | None:
    mixtures, bot, tally = MIXTURES if full else FEW, Bot(), Tally()
    for number in range(GAMES):
        try:
            compare(number, mixtures[number % 2 if not full else number % len(mixtures)], bot, tally, cuba)
        except Disagreement as found:
            return found
    return None


@pytest.mark.parametrize("broken", EACH_KIND, ids=lambda broken: f"{broken.kind}: {broken.name}")
def test_a_broken_rule_is_noticed(broken: Broken, tmp_path: Path, full: bool) -> None:
    found = first_disagreement(copy_with(broken, tmp_path), full)
    assert found is not None, "nobody noticed"
    assert found.kinds & set(broken.kind.split()), found


@pytest.mark.full
@pytest.mark.parametrize("broken", MORE, ids=lambda broken: f"{broken.kind}: {broken.name}")
def test_another_broken_rule_is_noticed(broken: Broken, tmp_path: Path) -> None:
    found = first_disagreement(copy_with(broken, tmp_path), True)
    assert found is not None, "nobody noticed"
    assert found.kinds & set(broken.kind.split()), found
