"""Where games are kept: an append-only log, the facts beside it, rulesets by digest."""

from referee.store.contract import (
    Append,
    Change,
    Conflict,
    ErasePerson,
    ForgetRulesets,
    GameFacts,
    Player,
    Record,
    Request,
    RequestTaken,
    RulesetGone,
    RulesetSource,
    RulesetUsed,
    Snapshot,
    Store,
    StoreError,
    TooManyRulesets,
    VersionTaken,
)
from referee.store.folder import DataFolder
from referee.store.sqlite import SqliteStore

__all__ = [
    "Append",
    "Change",
    "Conflict",
    "DataFolder",
    "ErasePerson",
    "ForgetRulesets",
    "GameFacts",
    "Player",
    "Record",
    "Request",
    "RequestTaken",
    "RulesetGone",
    "RulesetSource",
    "RulesetUsed",
    "Snapshot",
    "SqliteStore",
    "Store",
    "StoreError",
    "TooManyRulesets",
    "VersionTaken",
]
