"""A random answer to an option as JSON, read off its form."""

from __future__ import annotations

import random
from typing import Any

Json = dict[str, Any]


def answer(rng: random.Random, option: Json) -> Json:
    """A choice of the option that its form allows."""
    choice: Json = {"option": option["id"]}
    if "number" in option:
        form = option["number"]
        step = max(1, form.get("step", 1))
        low = form.get("min", 0)
        choice["number"] = low + step * rng.randint(0, (form.get("max", 0) - low) // step)
    elif "picks" in option:
        form = option["picks"]
        picked = rng.sample(form.get("items", []), rng.randint(form.get("min", 0), form.get("max", 0)))
        choice["picks"] = {"items": [item["id"] for item in picked]}
    elif "allocation" in option:
        choice["allocation"] = {"shares": shares(rng, option["allocation"])}
    return choice


def shares(rng: random.Random, form: Json) -> list[Json]:
    """Amounts that keep the bounds of sources, bins and total: what must be first, then one by one."""
    left = {source["id"]: source.get("max", 0) for source in form["sources"]}
    room = {each["id"]: each.get("max", 0) for each in form["bins"]}
    amounts: dict[tuple[str, str], int] = {}

    def put(source: str, into: str) -> None:
        left[source] -= 1
        room[into] -= 1
        amounts[source, into] = amounts.get((source, into), 0) + 1

    def pairs(sources: list[str], bins: list[str]) -> list[tuple[str, str]]:
        return [(source, into) for source in sources for into in bins if left[source] > 0 and room[into] > 0]

    for source in form["sources"]:
        for _ in range(source.get("min", 0)):
            put(*rng.choice(pairs([source["id"]], list(room))))
    for into in form["bins"]:
        while sum(n for (_, to), n in amounts.items() if to == into["id"]) < into.get("min", 0):
            put(*rng.choice(pairs(list(left), [into["id"]])))
    while sum(amounts.values()) < form.get("min", 0):
        put(*rng.choice(pairs(list(left), list(room))))
    return [{"source": source, "bin": into, "amount": amount} for (source, into), amount in amounts.items()]
