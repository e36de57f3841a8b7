"""GameService as plain functions on messages. They raise Rejected; who may call is settled before."""

from __future__ import annotations

from referee.service.calls_of_copies import CallsOfCopies
from referee.service.calls_of_games import CallsOfGames
from referee.service.calls_of_owners import CallsOfOwners
from referee.service.calls_of_packs import CallsOfPacks
from referee.service.calls_of_play import CallsOfPlay
from referee.service.calls_of_seats import CallsOfSeats
from referee.service.calls_of_viewers import CallsOfViewers


class GameService(CallsOfGames, CallsOfSeats, CallsOfViewers, CallsOfPlay, CallsOfOwners, CallsOfPacks, CallsOfCopies):
    """Playing: the methods stand by topic, each class in a file of its own, all working on one `Desk`."""
