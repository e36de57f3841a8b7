"""A service in this process for every test that asks for one."""

from tests.service.conftest import house

__all__ = ["house"]
