"""The numbers of the game, written down a second time, apart from the packs."""

from __future__ import annotations

from typing import Any

Picture = dict[str, Any]  # the whole table as plain data; see `picture.py`

PRODUCTS = ("citrus", "sugar", "tobacco")
GOODS = ("rum", "cigars")
WARES = PRODUCTS + GOODS
RESOURCES = ("wood", "stone", "water")
PIECES = dict.fromkeys(PRODUCTS, 18) | dict.fromkeys(GOODS, 15) | dict.fromkeys(RESOURCES, 15)

VOTES = {"worker": 1, "tradeswoman": 2, "architect": 3, "foreman": 4, "mayor": 5}
ROUNDS, TURNS = 6, 4

PRODUCT_PRICES = (6, 5, 4, 3, 2, 1)
GOODS_PRICES = {"four_spaces": (6, 5, 4, 3), "six_spaces": (6, 5, 4, 3, 2, 1)}
MISSING_WARE = 7
FULL_ROW = dict.fromkeys(PRODUCTS, 1) | dict.fromkeys(GOODS, 3)
MOST_DEALS = 60

# docks from the dearest out to sea
DOCK_POINTS = {1: 3, 2: 2, 3: 1}
SEA = 4
MAYOR_SPECIAL = (4, 2)  # pesos
ARCHITECT_SPECIAL = (2, 1)  # victory points

LETTERS = {
    "C": "citrus",
    "S": "sugar",
    "T": "tobacco",
    "R": "rum",
    "G": "cigars",
    "W": "wood",
    "M": "stone",
    "L": "water",
}
SHIPS = {
    "citrus3_sugar2": "CCCSS",
    "citrus3_tobacco2": "CCCTT",
    "sugar3_tobacco2": "SSSTT",
    "sugar3_citrus2": "SSSCC",
    "tobacco3_citrus2": "TTTCC",
    "tobacco3_sugar2": "TTTSS",
    "rum3_citrus2": "RRRCC",
    "rum3_sugar2": "RRRSS",
    "rum3_tobacco2": "RRRTT",
    "cigars3_citrus2": "GGGCC",
    "cigars3_tobacco2": "GGGTT",
    "cigars3_sugar2": "GGGSS",
    "rum3_cigars2": "RRRGG",
    "cigars3_rum2": "RRGGG",
    "one_of_each": "CSTRG",
}

# H the warehouse, L lake (water), M mountain (stone), W forest (wood); rows from the top
COMMON = "HCSM STWL WMTC"
OWN = (COMMON, "HSTW CTLM SWMC", "HTLS CSMW WMCT", "HCTW SLMC MSWT", "HWST WSCM CTML")

COSTS = {
    "cement_factory": {"wood": 1, "stone": 2},
    "sawmill": {"wood": 2, "stone": 1},
    "golf_course": {"water": 2},
    "monastery": {"wood": 2, "stone": 1},
    "rum_cafe": {"wood": 1, "stone": 1, "water": 1},
    "cigar_cafe": {"wood": 1, "stone": 1, "water": 1},
    "small_branch": {"wood": 2, "stone": 1},
    "large_branch": {"wood": 2, "stone": 2},
    "hotel": {"wood": 2, "stone": 2, "water": 1},
    "inn": {"wood": 1, "stone": 1, "water": 1},
    "general_store": {"wood": 1, "stone": 2},
    "product_house": {"wood": 2, "stone": 1},
    "resource_house": {"wood": 1, "stone": 1, "water": 1},
    "small_bank": {"wood": 1, "stone": 1},
    "large_bank": {"wood": 2, "stone": 3},
    "cigar_factory": {"wood": 2, "stone": 2},
    "distillery": {"wood": 2, "stone": 2},
    "black_market": {"wood": 3, "stone": 2},
    "church": {"wood": 2, "stone": 2},
    "town_hall": {"wood": 1, "stone": 1},
    "dam": {"stone": 2},
    "lighthouse": {"wood": 1, "stone": 1},
    "warehouse": {"wood": 2},
}
WAREHOUSE = "printed_warehouse"
CONSTRUCTION_SURCHARGE = 2

TAXES = {"printed_tax": 2, "tax_1": 1, "tax_2": 2, "tax_3": 3, "tax_4": 4, "tax_5": 5}  # and one by buildings
DUTIES = {
    "printed_duty": "citrus",
    "duty_citrus": "citrus",
    "duty_sugar": "sugar",
    "duty_tobacco": "tobacco",
    "duty_water": "water",
}
ANY_TWO = {"duty_two_resources": RESOURCES, "duty_two_products": PRODUCTS}
LAW_POINTS, BOTH_LAWS = 2, 1
MARKET_LAWS = {"scarce_market": 2, "full_market": 4}


def prices(picture: Picture, ware: str) -> tuple[int, ...]:
    """The printed prices of a row of the market, from the dear end."""
    return PRODUCT_PRICES if ware in PRODUCTS else GOODS_PRICES[picture["settings"]["goods_track"]]


def slots(ship: str, ware: str) -> int:
    """How many pieces of a ware a ship takes."""
    return sum(LETTERS[letter] == ware for letter in SHIPS[ship])


def bears(picture: Picture, seat: int, cell: str) -> str | None:
    """What a field of a plantation bears, whatever stands on it; None for the field of the warehouse."""
    layout = COMMON if picture["settings"]["estate_side"] == "common" else OWN[seat - 1]
    row, column = int(cell[1]) - 1, int(cell[3]) - 1
    return LETTERS.get(layout.split()[row][column])


def cross(pawn: str) -> list[str]:
    """The six fields in the row and the column of the pawn."""
    row, column = pawn[:2], pawn[2:]
    across = [f"{row}c{n}" for n in range(1, 5)]
    down = [f"r{n}{column}" for n in range(1, 4)]
    return sorted({*across, *down})


def law(picture: Picture, type_: int) -> str | None:
    """The law of a type that is in force: 1 tax, 2 duty, 3 subsidy, 4 other."""
    found: str | None = picture["laws"][type_]
    return found


def has(picture: Picture, seat: int, piece: str) -> int:
    """How many of a piece a seat owns: yard and warehouse alike; pesos too."""
    own = picture["seats"][seat]
    if piece == "peso":
        return int(own["peso"])
    return int(own["yard"].get(piece, 0) + own["store"].get(piece, 0))


def clockwise(picture: Picture) -> list[int]:
    """All seats, from the start player on."""
    seats = sorted(picture["seats"])
    at = seats.index(picture["start"])
    return seats[at:] + seats[:at]
