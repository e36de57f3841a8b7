"""PO files in and out. Babel reads and writes them, and is loaded only when one is there."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog as PoCatalog
    from babel.messages.catalog import Message as PoMessage

MAX_BYTES = 4_000_000
_NOISE = re.compile(rb'"(?:Report-Msgid-Bugs-To|POT-Creation-Date|PO-Revision-Date|Last-Translator|Generated-By):.*\n')

_STRING = rb'"(?:[^"\\]|\\.)*"'
_KEYWORD = rb"msg(?:ctxt|id|id_plural|str|str\[\d\])"
# Of a line without the blanks around it: where those were tried in every length, a long one took minutes.
_LINE = re.compile(rb"#(?!~).*|(?:#~\s*)?(?:(?:" + _KEYWORD + rb"\s+)?" + _STRING + rb")?")
_GUESSED = {"python-brace-format", "python-format"}


class PoError(ValueError):
    """A PO file that can't be read; the text says why, with the line where the reader knows it."""


@dataclass(frozen=True, slots=True)
class PoEntry:
    """One message of a PO file: its stable key, the English that was translated, and the translation."""

    context: str
    source: str
    translation: str
    fuzzy: bool = False
    line: int = 0


def read(data: bytes, language: str) -> PoCatalog:
    """The file as Babel's catalog. Raises PoError."""
    from babel import UnknownLocaleError
    from babel.messages.pofile import PoFileError, read_po

    if len(data) > MAX_BYTES:
        raise PoError(f"a PO file has at most {MAX_BYTES} bytes")
    lines = [line for line in data.removeprefix(b"\xef\xbb\xbf").splitlines() if not line.startswith(b"#~|")]
    for number, line in enumerate(lines, 1):
        # Babel passes over some of those that don't, and an update would lose what stood there.
        if not _LINE.fullmatch(line.strip()):
            raise PoError(f"line {number}: expected a comment, or msgctxt, msgid or msgstr with a quoted string")
    try:
        catalog = read_po(io.BytesIO(b"\n".join(lines)), locale=language.replace("-", "_"), abort_invalid=True)
    except PoFileError as error:
        raise PoError(f"line {error.lineno}: {error.args[0]}") from error
    except UnknownLocaleError as error:
        raise PoError(f"`{language}` is no language that Babel knows") from error
    except Exception as error:  # Babel raises what it meets (LookupError, TypeError, …) on bytes that are no PO file
        raise PoError(f"this is no PO file: {error}") from error
    for message in [*catalog, *catalog.obsolete.values()]:
        _take_previous(message)
    return catalog


def _take_previous(message: PoMessage) -> None:
    """`#| msgid "…"`: Babel writes the old English, and reads it back as a comment."""
    from babel.messages.pofile import denormalize

    old = [comment[1:].strip() for comment in message.user_comments if comment.startswith("|")]
    if old:
        message.user_comments = [comment for comment in message.user_comments if not comment.startswith("|")]
        if any(line.startswith("msgid ") for line in old):
            start = next(i for i, line in enumerate(old) if line.startswith("msgid "))
            quoted = [old[start].removeprefix("msgid ").strip()]
            for line in old[start + 1 :]:
                if not line.startswith('"'):
                    break
                quoted.append(line)
            message.previous_id = [denormalize("\n".join(quoted))]


def entries(data: bytes, language: str) -> tuple[PoEntry, ...]:
    """The messages of a file that have a context and one form, obsolete ones left out. Raises PoError."""
    return tuple(
        PoEntry(message.context, message.id, message.string, message.fuzzy, message.lineno or 0)
        for message in read(data, language)
        if message.context and isinstance(message.id, str) and isinstance(message.string, str)
    )


def write(catalog: PoCatalog) -> bytes:
    """The file, without dates and generator: the same content gives the same bytes."""
    from babel.messages.pofile import write_po

    for message in [*catalog, *catalog.obsolete.values()]:
        message.flags -= _GUESSED  # Babel takes any brace or percent sign for Python's
    buffer = io.BytesIO()
    write_po(buffer, catalog, width=110, include_previous=True, no_location=True)
    return _NOISE.sub(b"", buffer.getvalue()).strip(b"\n") + b"\n"
