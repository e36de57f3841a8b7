"""The server's data folder: the store's file, the server key, and a lock so that one server at a time writes there."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from types import ModuleType

from referee.store.contract import StoreError
from referee.store.sqlite import SqliteStore

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # not on this system: two servers in one folder are then told apart only by the store's conflicts
    fcntl = None

GAMES_FILE = "games.sqlite"
KEY_BYTES = 32


class DataFolder:
    """A folder in use by this process. Raises StoreError if another server uses it or it can't be written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.mkdir(parents=True, exist_ok=True)
            self._lock = os.open(path / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StoreError(f"{path} can't be used as data folder: {error.strerror}") from error
        if fcntl is not None:
            try:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                os.close(self._lock)
                raise StoreError(f"{path} is in use by another server") from None

    def open_store(self) -> SqliteStore:
        """The store of this folder."""
        return SqliteStore(self.path / GAMES_FILE)

    def server_key(self) -> bytes:
        """The secret that all tokens are derived from; made on first use. Whoever has it can take any seat."""
        file = self.path / "server.key"
        try:
            if not file.exists():
                _make_key(file)
        except OSError as error:
            raise StoreError(f"{file} can't be used: {error.strerror}") from error
        return read_key(file)

    def close(self) -> None:
        """Lets another server use the folder."""
        os.close(self._lock)


def read_key(file: Path) -> bytes:
    """The server key in a file. Raises StoreError if it is none."""
    try:
        key = file.read_bytes()
    except OSError as error:
        raise StoreError(f"{file} can't be used: {error.strerror}") from error
    if len(key) != KEY_BYTES:
        raise StoreError(
            f"{file} has {len(key)} bytes, a server key has {KEY_BYTES}; without the old one every token given out"
            " is worthless: bring it back, or remove the file to begin anew"
        )
    return key


def _make_key(file: Path) -> None:
    """Written beside and moved into place: a key is there whole or not at all, also after a crash of the machine."""
    draft = file.with_suffix(".draft")
    draft.unlink(missing_ok=True)
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        os.write(handle, secrets.token_bytes(KEY_BYTES))
        os.fsync(handle)
    finally:
        os.close(handle)
    draft.replace(file)
    if hasattr(os, "O_DIRECTORY"):  # elsewhere a folder can't be flushed
        folder = os.open(file.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
