"""The API as plain JSON over HTTP: what a test does behind the page's back."""

from __future__ import annotations

import json
import random
import urllib.request
import uuid
from dataclasses import dataclass, field
from typing import Any

from tests.browser.answers import answer

Json = dict[str, Any]


@dataclass
class Api:
    """Calls of one server."""

    port: int

    def call(self, method: str, request: Json, token: str = "") -> Json:
        """One call. Raises urllib.error.HTTPError where it is refused."""
        headers = {"content-type": "application/json"}
        if token:
            headers["authorization"] = f"Bearer {token}"
        address = f"http://127.0.0.1:{self.port}/referee.v1.{method}"
        asked = urllib.request.Request(address, json.dumps(request).encode(), headers)
        with urllib.request.urlopen(asked, timeout=60) as answered:
            found: Json = json.load(answered)
        return found

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
        view = self.view()
        asked = [seat for decision in view.get("decisions", []) for seat in decision["seats"] if seat in self.tokens]
        if not asked:
            return False
        seat = asked[0]
        decision = next(each for each in self.view(seat)["decisions"] if seat in each["seats"])
        request = {"requestId": uuid.uuid4().hex, "game": self.name, "seat": seat, "decision": decision["id"]}
        choice = answer(rng, rng.choice(decision["options"]))
        self.api.call("GameService/SubmitMove", {**request, "choices": [choice]}, self.tokens[seat])
        return True
