"""What all tests share: the option `--full`, the mark of the tests that only run with it, and shares of a long run."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from tests.postgres import Postgres, programs
from tests.shares import share_of

gc.freeze()  # looking for cycles takes a tenth of the time of such tests
gc.set_threshold(20_000, 20, 20)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="the long runs too")
    parser.addoption("--share", default="1/1", metavar="K/N", help="only the K-th of N shares of the tests")


@pytest.fixture(scope="session")
def full(request: pytest.FixtureRequest) -> bool:
    """Whether the long runs are wanted."""
    return bool(request.config.getoption("--full"))


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server of the tests' own."""
    server = Postgres(programs())
    yield server
    server.remove()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    mine = share_of(items, config.getoption("--share"))
    config.hook.pytest_deselected(items=list(set(items).difference(mine)))
    items[:] = mine
    if config.getoption("--full"):
        return
    for item in items:
        if item.get_closest_marker("full"):
            item.add_marker(pytest.mark.skip(reason="only with --full"))
