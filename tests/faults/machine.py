"""The steps of the machine: one random call each, with what the model says of its answer."""

from __future__ import annotations

import random

from referee.service.errors import Reason
from referee.v1 import copies_pb2 as c
from referee.v1 import decision_pb2 as d
from referee.v1 import game_pb2 as g
from referee.v1 import game_service_pb2 as api
from referee.v1 import seats_pb2 as s
from referee.v1 import view_pb2 as v
from tests.faults.model import GameModel, SeatModel
from tests.faults.world import Sent, World, without_texts
from tests.service import blind_player

SEATS = {"tic_tac_toe": 2, "connect_four": 2, "auction": 3}
HIDING = ("auction",)  # packs in which something is hidden
MOST = 5  # games in one run
DEAD = {Reason.TOKEN_INVALID}


class Steps(World):
    """Every step gets a source of chance, and does something with one game."""

    async def create(self, dice: random.Random, pack: str, how: str, chosen: bool) -> None:
        if len(self.games) >= MOST:
            return
        names = [dice.choice(["", "Ann", "Bob"]) for _ in range(SEATS[pack])]
        persons = [dice.choice(["", f"{self.mark}/p{n}"]) for n in range(SEATS[pack])]
        seats = [g.Seat(player=name, external_id=person) for name, person in zip(names, persons, strict=True)]
        request = api.CreateGameRequest(
            request_id=self.id_for("make"),
            ruleset=await self.houses[0].ruleset(pack),
            seats=seats,
            seed=str(dice.random()) if chosen else "",
            unlisted=how == "unlisted",
            private=how == "private",
        )
        made = await self.ask("CreateGame", request, api.CreateGameResponse, "")
        assert made is not None
        known = {
            str(n + 1): SeatModel(name=names[n], person=persons[n], invites=[invite])
            for n, invite in enumerate(made.invites)
        }
        hidden = {"private": how == "private", "unlisted": how == "unlisted"}
        self.keep(await self.made(pack, made, known, chosen=chosen, **hidden), "", "CreateGame", request, made)

    async def seat_all(self, dice: random.Random, game: GameModel) -> None:
        """Every free seat is taken with its newest invite."""
        for seat, known in game.seats.items():
            if not known.taken:
                await self.join(dice, game, seat, known.generation)

    async def join(self, dice: random.Random, game: GameModel, seat: str, generation: int) -> None:
        invite, name = game.seats[seat].invites[generation], dice.choice(["", "Cleo", "Dan"])
        scope = ("join", game.name, seat, generation)
        request = api.JoinGameRequest(request_id=self.id_for(*scope), invite=invite, player=name)
        reasons = game.against_join(seat, generation)
        joined = await self.ask("JoinGame", request, api.JoinGameResponse, "", reasons)
        if joined is not None:
            assert list(joined.seats) == [seat] and joined.game == game.name
            game.joined(seat, joined.token, name)
            self.keep(game, seat, "JoinGame", request, joined, generation)

    async def move(self, dice: random.Random, game: GameModel) -> None:
        """Somebody who is asked moves."""
        able = [seat for seat in game.asked if game.seats[seat].token and not game.seats[seat].resigned]
        if not able:
            return
        seat = dice.choice(sorted(able))
        known = game.seats[seat]
        decision = (await self._current(game, seat)).decisions[0]
        option = dice.choice(list(decision.options))
        choice = blind_player.answer(option, dice, decision.step)
        request = self._submit(game, seat, decision.id, choice)
        request.with_view = dice.random() < 0.5
        done = await self.ask("SubmitMove", request, api.SubmitMoveResponse, known.token, game.played())
        if done is None:
            return
        view = await self._current(game, seat, game.version + 1)
        version = game.moved(seat, self._returns(game, decision, view))
        assert (done.update.version, done.update.seat) == (version, seat)
        self.keep(game, seat, "SubmitMove", request, done)

    async def _current(self, game: GameModel, seat: str, version: int = 0) -> v.View:
        """The seat's view, not an older one than is known of."""
        while True:
            view = await self.get_view(game, seat, game.seats[seat].token)
            if view.version >= (version or game.version):
                return view

    @staticmethod
    def _returns(game: GameModel, decision: d.Decision, view: v.View) -> bool:
        """Whether the move can be taken back: not if sealed or the last; where nothing is hidden, else."""
        if decision.sealed or view.HasField("outcome"):
            return False
        if game.pack in HIDING and view.version == game.version + 1:
            return view.undo.allowed  # only the service knows whether something was shown
        return True

    def _submit(self, game: GameModel, seat: str, decision: str, *choices: d.Choice) -> api.SubmitMoveRequest:
        id = self.id_for("seat", game.name, seat)
        return api.SubmitMoveRequest(request_id=id, game=game.name, seat=seat, decision=decision, choices=choices)

    async def wrong_move(self, dice: random.Random, game: GameModel) -> None:
        """A move that must be refused, and leaves no trace."""
        seat = dice.choice(sorted(game.seats))
        known = game.seats[seat]
        if not known.token:
            return
        view = await self._current(game, seat)
        if dice.random() < 0.3 or not view.decisions:
            request = self._submit(game, seat, "0", d.Choice(option="no/such"))
            reasons = {Reason.DECISION_STALE}
        elif seat not in view.decisions[0].seats or known.resigned:
            request = self._submit(game, seat, view.decisions[0].id, d.Choice(option="no/such"))
            reasons = {Reason.NOT_YOUR_TURN}
        elif dice.random() < 0.5:
            request = self._submit(game, seat, view.decisions[0].id, d.Choice(option="no/such"))
            reasons = {Reason.NOT_OFFERED}
        else:
            good = blind_player.choose(view.decisions[0].options, dice)
            choices = [good, d.Choice(option="no/such"), good]  # the first would do: all or none
            request = self._submit(game, seat, view.decisions[0].id, *choices)
            reasons = {Reason.NOT_OFFERED, Reason.CHOICE_AFTER_BARRIER, Reason.GAME_OVER}
        reasons |= game.played()
        await self.ask("SubmitMove", request, api.SubmitMoveResponse, known.token, reasons)

    async def undo(self, dice: random.Random, game: GameModel) -> None:
        mover = game.back.mover if game.back.chain and dice.random() < 0.8 else ""
        seat = mover or dice.choice(sorted(game.seats))
        token = game.seats[seat].token
        if not token:
            return
        version = game.version if dice.random() < 0.9 else max(0, game.version - 1)
        chain = game.back.chain if mover else ()
        to = dice.choice(chain) if chain else dice.randint(0, game.version)
        id = self.id_for("seat", game.name, seat)
        request = api.UndoMoveRequest(request_id=id, game=game.name, seat=seat, version=version, to_version=to)
        reasons = game.against_undo(seat, version, to)
        done = await self.ask("UndoMove", request, api.UndoMoveResponse, token, reasons)
        if done is not None:
            new = game.undone(to)
            assert done.update.version == new
            self._same_as(game, to)
            self.keep(game, seat, "UndoMove", request, done)

    async def redo(self, dice: random.Random, game: GameModel) -> None:
        ahead = game.back.ahead
        seat = ahead[0][0] if ahead and dice.random() < 0.8 else dice.choice(sorted(game.seats))
        token = game.seats[seat].token
        if not token:
            return
        id = self.id_for("seat", game.name, seat)
        request = s.RedoMoveRequest(request_id=id, game=game.name, seat=seat, version=game.version)
        reasons = game.against_redo(seat, game.version)
        done = await self.ask("RedoMove", request, s.RedoMoveResponse, token, reasons)
        if done is not None:
            assert done.update.version == game.redone(seat)
            self._same_as(game, ahead[0][1])
            self.keep(game, seat, "RedoMove", request, done)

    @staticmethod
    def _same_as(game: GameModel, version: int) -> None:
        """The newest version is to show what that one did."""
        for at, viewer in list(game.content):
            if at == version:
                game.content[game.version, viewer] = game.content[at, viewer]

    async def resign(self, game: GameModel, seat: str) -> None:
        token = game.seats[seat].token
        if not token:
            return
        request = s.ResignSeatRequest(request_id=self.id_for("seat", game.name, seat), game=game.name, seat=seat)
        reasons = game.against_resigning(seat)
        done = await self.ask("ResignSeat", request, s.ResignSeatResponse, token, reasons)
        if done is not None:
            assert done.update.version == game.gave_up(seat)
            self.keep(game, seat, "ResignSeat", request, done)

    # ---- the owner

    async def replace(self, game: GameModel, seat: str) -> None:
        request = s.ReplaceSeatRequest(request_id=self.id_for("owner", game.name), game=game.name, seat=seat)
        reasons = game.against_replacing(seat)
        done = await self.ask("ReplaceSeat", request, s.ReplaceSeatResponse, game.owner, reasons)
        if done is not None:
            game.replaced(seat, done.invite)
            self.keep(game, seat, "ReplaceSeat", request, done)

    async def pause(self, game: GameModel, paused: bool) -> None:
        request = s.PauseGameRequest(request_id=self.id_for("owner", game.name), game=game.name, paused=paused)
        reasons = game.against_pausing()
        done = await self.ask("PauseGame", request, s.PauseGameResponse, game.owner, reasons)
        if done is not None:
            game.paused = paused
            self.keep(game, "", "PauseGame", request, done)

    async def archive(self, game: GameModel, archived: bool) -> None:
        id = self.id_for("owner", game.name)
        request = s.ArchiveGameRequest(request_id=id, game=game.name, archived=archived)
        done = await self.ask("ArchiveGame", request, s.ArchiveGameResponse, game.owner)
        assert done is not None
        game.archived = archived
        self.keep(game, "", "ArchiveGame", request, done)

    async def erase(self, game: GameModel, seat: str) -> None:
        token = game.seats[seat].token
        if token:
            await self.ask("EraseName", s.EraseNameRequest(game=game.name, seat=seat), s.EraseNameResponse, token)
            game.erased(seat)

    # ---- copies

    async def export_and_import(self, dice: random.Random, game: GameModel) -> None:
        export = c.ExportGameRequest(game=game.name)
        written = await self.ask("ExportGame", export, c.ExportGameResponse, game.owner, game.against_export())
        if written is None or len(self.games) >= MOST:
            return
        private, unlisted = dice.random() < 0.3, dice.random() < 0.3
        request = c.ImportGameRequest(
            request_id=self.id_for("make"), file=written.file, private=private, unlisted=unlisted
        )
        made = await self.ask("ImportGame", request, c.ImportGameResponse, "")
        assert made is not None
        first = next(each for each in self.games if each.name == game.source)
        copy = game.copied(made.game.name, made.owner_token, list(made.invites), first, private, unlisted)
        self.games.append(copy)
        self.keep(copy, "", "ImportGame", request, made)

    async def fork(self, dice: random.Random, game: GameModel, seat: str) -> None:
        token = game.seats[seat].token if seat else self.public(game)
        if len(self.games) >= MOST or (seat and not token):
            return
        version = dice.choice([0, dice.randint(0, game.version), game.version + 1])
        request = c.ForkGameRequest(request_id=self.id_for("make"), game=game.name, seat=seat, version=version)
        reasons = game.against_fork(version)
        made = await self.ask("ForkGame", request, c.ForkGameResponse, token, reasons)
        if made is None:
            return
        seats = {id: SeatModel(invites=[invite]) for id, invite in zip(game.seats, made.invites, strict=True)}
        more = {"private": game.private, "unlisted": game.unlisted, "origin": game.name}
        copy = await self.made(game.pack, made, seats, **more)
        seen = game.content.get((version or game.version, seat))
        if seen is not None and not any(asked[2] for asked in seen[2]):  # type: ignore[attr-defined]  # tuples
            copy.content[1, seat] = seen
        self.keep(game, seat, "ForkGame", request, made)

    # ---- the same again

    async def retry(self, sent: Sent) -> None:
        """The same request: the same answer, whatever has happened since; only a dead token opens nothing."""
        token, reasons = self._who(sent)
        again = await self.ask(sent.method, sent.request, type(sent.answer), token, reasons)
        if again is None:
            return
        if sent.game is None or sent.names == sent.game.names:
            assert again.SerializeToString(deterministic=True) == sent.answer.SerializeToString(deterministic=True), (
                sent
            )
        else:
            assert without_texts(again) == without_texts(sent.answer), sent

    async def reuse(self, sent: Sent) -> None:
        """Other content under a known id."""
        other = type(sent.request)()
        other.CopyFrom(sent.request)
        match sent.method:
            case "CreateGame" | "ForkGame" | "ImportGame":
                other.unlisted = not other.unlisted
            case "JoinGame":
                other.player += "x"
            case "SubmitMove":
                other.decision = "9"
            case "UndoMove":
                other.to_version += 1
            case "RedoMove":
                other.version += 1
            case "ResignSeat":
                undo = {"version": 1, "to_version": 1}
                other = api.UndoMoveRequest(request_id=other.request_id, game=other.game, seat=other.seat, **undo)
            case "ReplaceSeat":
                other.bot = "random"
            case "PauseGame":
                other.paused = not other.paused
            case "ArchiveGame":
                other.archived = not other.archived
        token, reasons = self._who(sent)
        method = "UndoMove" if sent.method == "ResignSeat" else sent.method
        answer = api.UndoMoveResponse if sent.method == "ResignSeat" else type(sent.answer)
        await self.ask(method, other, answer, token, reasons or {Reason.REQUEST_ID_REUSED})

    def _who(self, sent: Sent) -> tuple[str, set[Reason]]:
        """The token to show, and why it is refused."""
        game, method = sent.game, sent.method
        if game is None or method in ("CreateGame", "ImportGame"):
            return "", set()
        seat = game.seats.get(sent.seat)
        if method == "JoinGame":
            assert seat is not None
            return "", DEAD if seat.generation != sent.generation else set()
        if method in ("PauseGame", "ArchiveGame", "ReplaceSeat"):
            return game.owner, set()
        if seat is None:
            return self.public(game), set()
        return (seat.token, set()) if seat.token else (max(seat.tokens.items())[1], DEAD)
