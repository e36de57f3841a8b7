"""GameService as plain functions on messages. They raise Rejected; who may call is settled before."""

from __future__ import annotations

from referee.service.calls.copies import CallsOfCopies
from referee.service.calls.games import CallsOfGames
from referee.service.calls.owners import CallsOfOwners
from referee.service.calls.packs import CallsOfPacks
from referee.service.calls.play import CallsOfPlay
from referee.service.calls.seats import CallsOfSeats
from referee.service.calls.viewers import CallsOfViewers


class GameService(CallsOfGames, CallsOfSeats, CallsOfViewers, CallsOfPlay, CallsOfOwners, CallsOfPacks, CallsOfCopies):
    """Playing: the methods stand by topic, each class in a file of its own, all working on one `Desk`."""
