"""The API as plain JSON over HTTP: what a test does behind the page's back."""

from __future__ import annotations

import http.client
import io
import json
import random
import urllib.error
import uuid
from dataclasses import dataclass, field
from typing import Any

from tests.browser.answers import answer

Json = dict[str, Any]


@dataclass
class Api:
    """Calls of one server, over one connection."""

    port: int
    _line: http.client.HTTPConnection | None = field(default=None, repr=False)

    def call(self, method: str, request: Json, token: str = "") -> Json:
        """One call. Raises urllib.error.HTTPError where it is refused."""
        headers = {"content-type": "application/json"}
        if token:
            headers["authorization"] = f"Bearer {token}"
        path = f"/referee.v1.{method}"
        answered, body = self._sent(path, json.dumps(request), headers)
        if answered.status >= 400:
            address = f"http://127.0.0.1:{self.port}{path}"
            raise urllib.error.HTTPError(address, answered.status, answered.reason, answered.headers, io.BytesIO(body))
        found: Json = json.loads(body)
        return found

    def _sent(self, path: str, body: str, headers: dict[str, str]) -> tuple[http.client.HTTPResponse, bytes]:
        """An answer; asked again over a new connection where the old one was closed meanwhile."""
        fresh = self._line is None
        if self._line is None:
            self._line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            self._line.request("POST", path, body, headers)
            answered = self._line.getresponse()
            return answered, answered.read()
        except (http.client.HTTPException, ConnectionError):
            self._line.close()
            self._line = None
            if fresh:
                raise
            return self._sent(path, body, headers)

    def game(self, pack: str, seats: list[Json], **more: object) -> Game:
        """A new game; seats that are no program's are taken at once unless they have `free`."""
        ruleset = self.call("CatalogService/CreateRuleset", {"packs": pack.split("+")})["ruleset"]["name"]
        wanted = [{key: value for key, value in seat.items() if key != "free"} for seat in seats]
        request = {"requestId": uuid.uuid4().hex, "ruleset": ruleset, "seats": wanted, **more}
        made = self.call("GameService/CreateGame", request)
        game = Game(self, made["game"]["name"], dict(enumerate(made.get("invites", []), 1)))
        for number, seat in enumerate(seats, 1):
            if not seat.get("bot") and not seat.get("free"):
                game.join(str(number))
        return game


@dataclass
class Game:
    """A game, and the seats of it that the test holds."""

    api: Api
    name: str
    invites: dict[int, str]
    tokens: dict[str, str] = field(default_factory=dict)
    moved: str = ""  # the seat of the last move that was made here

    def join(self, seat: str) -> None:
        request = {"requestId": uuid.uuid4().hex, "invite": self.invites[int(seat)]}
        self.tokens[seat] = self.api.call("GameService/JoinGame", request)["token"]

    def address(self, seat: str = "") -> str:
        """Where the page shows the game: to watch, or to play a seat that the test holds."""
        path = f"seat/{self.tokens[seat]}" if seat else self.name.replace("games/", "game/")
        return f"http://127.0.0.1:{self.api.port}/#/{path}"

    def view(self, seat: str = "") -> Json:
        request = {"game": self.name, "seat": seat}
        found: Json = self.api.call("GameService/GetView", request, self.tokens.get(seat, ""))["view"]
        return found

    def move(self, rng: random.Random) -> bool:
        """A random move of a seat that the test holds; False if none of them is asked."""
        looks = self.moved  # mostly the one who is asked again
        decisions = self.view(looks).get("decisions", [])
        asked = [seat for decision in decisions for seat in decision["seats"] if seat in self.tokens]
        if not asked:
            return False
        seat = asked[0]
        if seat != looks:
            decisions = self.view(seat)["decisions"]
        self.moved = seat
        decision = next(each for each in decisions if seat in each["seats"])
        request = {"requestId": uuid.uuid4().hex, "game": self.name, "seat": seat, "decision": decision["id"]}
        choice = answer(rng, rng.choice(decision["options"]))
        self.api.call("GameService/SubmitMove", {**request, "choices": [choice]}, self.tokens[seat])
        return True
