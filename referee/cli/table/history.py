"""What has happened, for one viewer: choices with what came of them, in few lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from rich.text import Text

from referee.cli.table.pieces import seat_colour
from referee.cli.table.words import Words
from referee.engine.records import Answered, Event, Happened, Moved
from referee.language.text import Arg
from referee.language.text import Text as Message

MOST = 12  # choices told of at once
LONG = 6  # things that came of one choice, before the rest is only counted
QUIET = "engine/happened.triggered"  # that a hook runs; what it does is told anyway
ANSWERED = "engine/answered.sealed"  # that somebody chose, not what
AMOUNT = "engine/amount"
OF_SEAT = "engine/value.of_seat"


Told = tuple[Text, Text]  # who, and what


@dataclass
class Happening:
    """A choice, by whom and in words, and what came of it."""

    seat: str
    text: str
    then: list[str] = field(default_factory=list)
    secret: bool = False  # the viewer knows only that there was a choice


class History:
    """All that one viewer has seen happen."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.happenings: list[Happening] = []

    def add(self, events: Iterable[Event]) -> None:
        """What one choice led to; the first event is the answer."""
        rest: list[Event] = []
        named: set[object] = set()
        for event in events:
            if isinstance(event.what, Answered):
                label = next((arg.value for arg in event.text.args if arg.name == "choice"), None)
                said = label if isinstance(label, Message) else event.text
                words = self.words.text(said, event.what.seat)
                self.happenings.append(Happening(event.what.seat, words, secret=said.key == ANSWERED))
                named = {arg.value for arg in said.args if arg.kind == "entry"}
            elif not (isinstance(event.what, Happened) and event.text.key == QUIET) and not _goes_with(event, named):
                rest.append(event)
        seat = self.happenings[-1].seat if self.happenings else ""
        if not self.happenings:
            self.happenings.append(Happening("", ""))
        name = self.words.seat(seat) + " " if seat else ""
        told = (self.words.text(text, seat) for text in merged([_own(event.text, seat) for event in rest]))
        self.happenings[-1].then.extend(text.removeprefix(name) for text in told if text)

    def note(self, text: str) -> None:
        """Something beside the game, such as a choice taken back."""
        self.happenings.append(Happening("", text))

    def since(self, seat: str) -> list[Told]:
        """What happened since a seat's turn before this one, but no more than the last few choices."""
        first = len(self.happenings)
        while first and self.happenings[first - 1].seat == seat:
            first -= 1  # this turn
        while first and self.happenings[first - 1].seat != seat:
            first -= 1
        return [self._told(each) for each in self.happenings[first:][-MOST:]]

    def _told(self, happening: Happening) -> Told:
        who = Text(self.words.seat(happening.seat), seat_colour(happening.seat)) if happening.seat else Text()
        if happening.secret and not happening.then:
            return who, Text("…", style="dim")
        text = Text("" if happening.secret else happening.text)
        style = "dim" if text else ""
        if happening.then:
            text.append(" → " if text else "", style="dim")
            text.append("; ".join(happening.then[:LONG]), style=style)
        if len(happening.then) > LONG:
            text.append(f"; … {len(happening.then) - LONG} more", style="dim")
        return who, text


def _goes_with(event: Event, named: set[object]) -> bool:
    """Whether a piece moves that the choice has named: its text tells that already."""
    return isinstance(event.what, Moved) and any(arg.kind == "entry" and arg.value in named for arg in event.text.args)


def merged(texts: Sequence[Message]) -> list[Message]:
    """Neighbours that differ in what they are about alone are told together: `player 2 gains 2 beads, 1 coin`."""
    found: list[tuple[Message, list[Arg]]] = []
    for text in texts:
        last = found[-1] if found else None
        what = next((arg for arg in text.args if arg.name == "what"), None)
        if last is not None and what is not None and _without(last[0]) == _without(text):
            last[1].append(what)
        else:
            found.append((text, [what] if what is not None else []))
    return [_about(text, whats) if len(whats) > 1 else text for text, whats in found]


def _without(text: Message) -> Message:
    """A text without what it is about."""
    return replace(text, args=tuple(arg for arg in text.args if arg.name != "what"))


def _about(text: Message, whats: Sequence[Arg]) -> Message:
    """A text about several things; numbers of one token are added up."""
    amounts: dict[object, int] = {}
    phrases: list[Message] = []
    for what in whats:
        phrase = what.value if isinstance(what.value, Message) else Message("engine/thing", (replace(what, name="x"),))
        number, token = (next((a.value for a in phrase.args if a.name == name), None) for name in ("n", "what"))
        if phrase.key == AMOUNT and isinstance(number, int):
            amounts[token] = amounts.get(token, 0) + number
        elif phrase not in phrases:
            phrases.append(phrase)
    phrases += [
        Message(AMOUNT, (Arg("n", "number", number), Arg("what", "entry", str(token))))
        for token, number in amounts.items()
    ]
    whole = phrases[-1]
    for phrase in reversed(phrases[:-1]):
        whole = Message("engine/list.more", (Arg("first", "phrase", phrase), Arg("rest", "phrase", whole)))
    return replace(text, args=tuple(Arg("what", "phrase", whole) if arg.name == "what" else arg for arg in text.args))


def _own(text: Message, seat: str) -> Message:
    """A change of a value of the seat that chose, without whose it is."""
    return replace(text, args=tuple(_name(arg, seat) for arg in text.args))


def _name(arg: Arg, seat: str) -> Arg:
    phrase = arg.value
    if not isinstance(phrase, Message) or phrase.key != OF_SEAT or Arg("seat", "seat", seat) not in phrase.args:
        return arg
    return replace(arg, value=next(part.value for part in phrase.args if part.name == "name"))
