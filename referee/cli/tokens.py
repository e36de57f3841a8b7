"""Tokens in files: what a command shows to a server, or a server asks for."""

from __future__ import annotations

import re
from pathlib import Path

from referee.cli.faults import WrongUse

_TOKEN = re.compile(r"[!-~]+")  # what can stand in a header of HTTP


def read_token(file: Path) -> str:
    """The token in a file, without the blanks around it. Raises WrongUse if there is none; OSError."""
    text = file.read_bytes().decode("ascii", errors="replace").strip()
    if not text:
        raise WrongUse(f"{file} is empty", "write the token into it; one of your own is a long random word")
    return checked(text, str(file))


def checked(token: str, where: str) -> str:
    """A token that can be sent. Raises WrongUse, which names only where it came from."""
    if not _TOKEN.fullmatch(token):
        raise WrongUse(f"{where} holds no token", "one is a single word of ASCII letters, digits and signs")
    return token
