"""Where nobody acts, the finding says from where the code is done so."""

from __future__ import annotations

import pytest

from tests.stacks.village import changes, one

MESSAGE = "nobody acts here, so there is no `me` and nothing is `my`"
MARKET = "procedures: {market: %s}\n" + changes("{after: evening, do: do market}")


@pytest.mark.parametrize(
    ("bodies", "where", "site"),
    [
        ({"mine": changes("{before: evening, do: set active to me}")}, "mine/pack.yaml:8:41", "`evening`"),
        ({"mine": MARKET % "gain 1 coin"}, "mine/pack.yaml:7:22", "`market` is done at mine/pack.yaml:9:29"),
        (
            {"mine": MARKET % "add 1 to day", "other": changes("{before: market, do: set active to me}")},
            "other/pack.yaml:8:40",
            "`market` is done at mine/pack.yaml:9:29",
        ),
    ],
)
def test_who_does_it_where_nobody_acts(bodies: dict[str, str], where: str, site: str) -> None:
    found = one(**bodies)
    assert (found.where, found.message) == (f"E0216 {where}", MESSAGE)
    assert found.hint.startswith(site)
    assert found.hint.endswith(", where nobody acts: put it in `as SEAT:` there")
