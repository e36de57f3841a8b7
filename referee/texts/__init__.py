"""Texts in every language: message format, catalogs, and the work of translators (extract, update, status).

Imports no other package of the referee: a text is anything with `.key`, `.args` and `.literal`.
"""

from referee.texts.catalog import NO_NAMES, Catalog
from referee.texts.catalogs import Catalogs, PoFile, pack_po_files
from referee.texts.languages import SOURCE, negotiate
from referee.texts.message import Message, MessageError, parse
from referee.texts.po import PoError
from referee.texts.scope import ArgLike, TextLike
from referee.texts.status import LanguageStatus, Problem, status
from referee.texts.translating import extract, own_status, update, update_own

__all__ = [
    "NO_NAMES",
    "SOURCE",
    "ArgLike",
    "Catalog",
    "Catalogs",
    "LanguageStatus",
    "Message",
    "MessageError",
    "PoError",
    "PoFile",
    "Problem",
    "TextLike",
    "extract",
    "negotiate",
    "own_status",
    "pack_po_files",
    "parse",
    "status",
    "update",
    "update_own",
]
