"""Where games are kept: an append-only log, the facts beside it, rulesets by digest."""

from referee.store.contract import (
    Append,
    Change,
    ErasePerson,
    GameFacts,
    Player,
    Record,
    Request,
    RequestTaken,
    RulesetSource,
    Snapshot,
    Store,
    StoreError,
    VersionTaken,
)
from referee.store.folder import DataFolder
from referee.store.sqlite import SqliteStore

__all__ = [
    "Append",
    "Change",
    "DataFolder",
    "ErasePerson",
    "GameFacts",
    "Player",
    "Record",
    "Request",
    "RequestTaken",
    "RulesetSource",
    "Snapshot",
    "SqliteStore",
    "Store",
    "StoreError",
    "VersionTaken",
]
