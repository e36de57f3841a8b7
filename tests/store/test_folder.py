"""The data folder: one server at a time, one key for good."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from referee.store import DataFolder, StoreError


def test_the_key_is_made_once_and_only_the_owner_reads_it(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "data")
    key = folder.server_key()
    assert len(key) == 32 and folder.server_key() == key
    assert stat.S_IMODE((tmp_path / "data" / "server.key").stat().st_mode) == 0o600
    folder.close()
    again = DataFolder(tmp_path / "data")
    assert again.server_key() == key
    again.close()


def test_a_second_server_is_refused(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    with pytest.raises(StoreError, match="in use by another server"):
        DataFolder(tmp_path)
    folder.close()
    DataFolder(tmp_path).close()


def test_a_damaged_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / "server.key").write_bytes(b"short")
    folder = DataFolder(tmp_path)
    with pytest.raises(StoreError, match="5 bytes"):
        folder.server_key()
    folder.close()


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="can't be used as data folder"):
        DataFolder(tmp_path / "file" / "data")
