"""The data folder: one server at a time, one key for good."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from referee.store import DataFolder, SqliteStore, StoreError, open_folder

FILES = Path("/proc/self/fd")
SEES_FILES = pytest.mark.skipif(not FILES.is_dir(), reason="not run: this system doesn't tell which files are open")


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


@SEES_FILES
async def test_a_folder_that_is_refused_is_let_go_of(tmp_path: Path) -> None:
    (tmp_path / "server.key").write_bytes(b"short")
    threads = threading.active_count()
    with pytest.raises(StoreError, match="5 bytes") as caught:
        await open_folder(tmp_path)
    assert caught.value and threading.active_count() == threads and opened(tmp_path) == []


@SEES_FILES
def test_a_file_that_is_refused_is_closed(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite").write_bytes(b"no store " * 1000)
    with pytest.raises(StoreError, match="can't be opened") as caught:
        SqliteStore(tmp_path / "games.sqlite")
    assert caught.value and opened(tmp_path) == []


def test_a_new_key_survives_the_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its name is in the folder for good only once the folder, too, was flushed."""
    flushed: list[str] = []

    def flush(handle: int) -> None:
        flushed.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file")

    folder = DataFolder(tmp_path)
    monkeypatch.setattr(os, "fsync", flush)
    folder.server_key()
    folder.close()
    assert flushed == ["file", "folder"]


def opened(folder: Path) -> list[str]:
    """The files in a folder that this process has open."""
    links = [FILES / name for name in os.listdir(FILES)]
    return [target for link in links if os.path.lexists(link) and (target := os.readlink(link)).startswith(str(folder))]


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="can't be used as data folder"):
        DataFolder(tmp_path / "file" / "data")
