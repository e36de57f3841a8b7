"""Reads the YAML of scenarios. All findings of a file are collected, then raised together."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator

from referee.engine.records import Answer as Argument
from referee.engine.records import Choice, Share
from referee.lab import scenario_codes as codes
from referee.lab.scenario import Answer, Expected, Given, PlaceContent, Refused, Scenario, Seen
from referee.packs.diagnostics import Code, Diagnostic
from referee.packs.node import Mapping, Node, Position, Scalar, Sequence
from referee.packs.spelling import did_you_mean

KEYS = ("id", "covers", "stack", "set", "seats", "seed", "given", "do", "then", "refused")
REASONS = (
    "ANSWER_OUTSIDE_FORM",
    "NOT_OFFERED",
    "CONDITION_FAILED",
    "CANNOT_PAY",
    "CHOICE_AFTER_BARRIER",
    "NOT_YOUR_TURN",
    "GAME_OVER",
)
SPECTATOR = "spectator"  # who has no seat, in `seen`
_SEAT = re.compile(r"[1-9][0-9]{0,2}")


class Reader:
    """Reads scenarios; `findings` grows with everything that is wrong."""

    def __init__(self) -> None:
        self.findings: list[Diagnostic] = []

    def read_file(self, root: Node) -> list[Scenario]:
        """The scenarios of one file, those that could be read."""
        if not isinstance(root, Sequence):
            self._shape("the file", "a list of scenarios", root)
            return []
        return [scenario for item in root if (scenario := self._read(item)) is not None]

    def find(self, code: Code, at: Position, hint: str = "", width: int = 1, **arguments: str) -> None:
        """Note a finding."""
        self.findings.append(Diagnostic(code, at, tuple(arguments.items()), width, hint))

    def _read(self, node: Node) -> Scenario | None:
        if not isinstance(node, Mapping):
            self._shape("item", "a mapping", node)
            return None
        before = len(self.findings)
        self._only(node, KEYS)
        for key in ("id", "seats"):
            if key not in node:
                self.find(codes.MISSING, node.at, key=key)
        scenario = Scenario(
            id=self._word(node, "id"),
            at=node.at,
            seats=self._number(node, "seats"),
            covers=self._words(node, "covers"),
            stack=self._word(node, "stack"),
            settings={key: self._setting(key, value) for key, value in self._pairs(node, "set")},
            seed=self._word(node, "seed"),
            given=self._given(node),
            do=tuple(self._answers(node)),
            then=self._expected(node),
            refused=tuple(self._refusals(node)),
        )
        return scenario if len(self.findings) == before else None

    def _given(self, node: Mapping) -> Given:
        given = self._part(node, "given", ("run", "seat", "values", "places"))
        if given is None:
            return Given()
        places = dict(self._pairs(given, "places"))
        values = dict(self._pairs(given, "values"))
        return Given(
            run=self._word(given, "run") or None,
            seat=self._word(given, "seat") or None,
            values={key: plain(value) for key, value in values.items()},
            places={key: self._content(key, value) for key, value in places.items()},
            at=given.at,
            keys=_key_positions(given),
        )

    def _expected(self, node: Mapping) -> Expected:
        then = self._part(node, "then", ("values", "places", "step", "offered", "seen", "winners", "reasons"))
        if then is None:
            return Expected()
        offered = self._part(then, "offered", ("has", "not"))
        step = then.get("step")
        for key, value in self._pairs(then, "places"):
            self._content(key, value)
        return Expected(
            values=dict(self._pairs(then, "values")),
            places=dict(self._pairs(then, "places")),
            keys=_key_positions(then),
            step=self._word(then, "step") or None,
            step_at=step.at if step is not None else None,
            has=self._words(offered, "has") if offered else (),
            has_not=self._words(offered, "not") if offered else (),
            seen=tuple(self._seen(then)),
            winners=tuple(self._words(then, "winners")) if "winners" in then else None,
            reasons=tuple(self._words(then, "reasons")) if "reasons" in then else None,
        )

    def _seen(self, node: Mapping) -> Iterator[Seen]:
        for who, view in self._pairs(node, "seen"):
            wanted = f"a mapping from seats, or `{SPECTATOR}`, to what they see"
            if not _SEAT.fullmatch(who) and who != SPECTATOR:
                self.find(codes.SHAPE, view.at, key="seen", wanted=wanted, found=f"`{who}`")
                continue
            if not isinstance(view, Mapping):
                self._shape("seen", wanted, view)
                continue
            self._only(view, ("values", "places"))
            for key, value in self._pairs(view, "places"):
                self._content(key, value)
            yield Seen(
                seat="" if who == SPECTATOR else who,
                at=view.at,
                values=dict(self._pairs(view, "values")),
                places=dict(self._pairs(view, "places")),
                keys=_key_positions(view),
            )

    def _answers(self, node: Mapping) -> Iterator[Answer]:
        for item in self._items(node, "do"):
            answer = self._answer(item)
            if answer is not None:
                yield answer

    def _refusals(self, node: Mapping) -> Iterator[Refused]:
        for item in self._items(node, "refused"):
            if not isinstance(item, Mapping):
                self._shape("refused", "a list of {choice: …, reason: …}", item)
                continue
            self._only(item, ("choice", "reason"))
            choice, reason = item.get("choice"), self._word(item, "reason")
            if choice is None or not reason:
                self.find(codes.MISSING, item.at, key="reason" if choice is not None else "choice")
                continue
            if reason not in REASONS:
                self.find(codes.REASON, item.keys["reason"], did_you_mean(reason, REASONS), reason=reason)
            answer = self._answer(choice)
            if answer is not None:
                yield Refused(answer, reason, item.at)

    def _answer(self, node: Node) -> Answer | None:
        """`2 buy/bead` is a scalar, `1 bid: 4` a mapping with one key."""
        argument: Argument = None
        if isinstance(node, Mapping) and len(node.entries) == 1:
            text, value = next(iter(node.items()))
            try:
                argument = read_argument(value)
            except ValueError as problem:
                self.find(codes.CHOICE, value.at, text=text, problem=str(problem))
                return None
        elif isinstance(node, Scalar) and isinstance(node.value, str):
            text = node.value
        else:
            self._shape("do", "a list of SEAT OPTION or SEAT OPTION: ARGUMENT", node)
            return None
        seat, _, option = text.strip().partition(" ")
        option = option.strip()
        if not _SEAT.fullmatch(seat) or not option or " " in option:
            self.find(
                codes.CHOICE, node.at, text=text, problem="write the number of a seat, a blank and the id of an option"
            )
            return None
        return Answer(seat, Choice(option, argument), node.at)

    def _content(self, key: str, node: Node) -> PlaceContent:
        if isinstance(node, Mapping):
            counts = {entry: value.value for entry, value in node.items() if isinstance(value, Scalar)}
            numbers = {entry: value for entry, value in counts.items() if type(value) is int and value >= 0}
            if len(numbers) == len(node.entries):
                return numbers
        elif isinstance(node, Sequence) and all(isinstance(item, Scalar) for item in node):
            return [item.text for item in node if isinstance(item, Scalar)]
        hint = ""
        if isinstance(node, Sequence):
            hint = (
                f"a piece is one word; what lies in it, or is remembered of it, has an id of its own: `{key}/PIECE/…`"
            )
        self._shape(key, "counts like {bead: 2}, or a list of pieces in order", node, hint)
        return []

    def _setting(self, key: str, node: Node) -> tuple[str, ...]:
        if isinstance(node, Scalar):
            return (node.text,)
        if isinstance(node, Sequence) and all(isinstance(item, Scalar) for item in node):
            return tuple(item.text for item in node if isinstance(item, Scalar))
        self._shape(key, "a value or a list of values", node)
        return ()

    def _part(self, node: Mapping, key: str, keys: Collection[str]) -> Mapping | None:
        part = node.get(key)
        if part is None:
            return None
        if not isinstance(part, Mapping):
            self._shape(key, "a mapping", part)
            return None
        self._only(part, keys)
        return part

    def _only(self, node: Mapping, keys: Collection[str]) -> None:
        for key in node:
            if key not in keys:
                self.find(codes.KEY, node.keys[key], did_you_mean(key, keys), len(key), key=key)

    def _word(self, node: Mapping, key: str) -> str:
        return self._scalar(node, key, "a word", lambda value: value is not None)

    def _number(self, node: Mapping, key: str) -> int:
        text = self._scalar(node, key, "a number", lambda value: type(value) is int)
        return int(text) if text else 0

    def _scalar(self, node: Mapping, key: str, wanted: str, good: Callable[[object], bool]) -> str:
        value = node.get(key)
        if value is None:
            return ""
        if not isinstance(value, Scalar) or not good(value.value):
            self._shape(key, wanted, value)
            return ""
        return value.text

    def _words(self, node: Mapping, key: str) -> tuple[tuple[str, Position], ...]:
        items = self._items(node, key)
        for item in items:
            if not isinstance(item, Scalar):
                self._shape(key, "a list of words", item)
        return tuple((item.text, item.at) for item in items if isinstance(item, Scalar))

    def _items(self, node: Mapping, key: str) -> tuple[Node, ...]:
        value = node.get(key)
        if value is None:
            return ()
        if not isinstance(value, Sequence):
            self._shape(key, "a list", value)
            return ()
        return value.items

    def _pairs(self, node: Mapping, key: str) -> Iterator[tuple[str, Node]]:
        value = node.get(key)
        if isinstance(value, Mapping):
            yield from value.items()
        elif value is not None:
            self._shape(key, "a mapping", value)

    def _shape(self, key: str, wanted: str, found: Node, hint: str = "") -> None:
        if not any(finding.at == found.at and finding.code is codes.SHAPE for finding in self.findings):
            self.find(codes.SHAPE, found.at, hint, key=key, wanted=wanted, found=describe(found))


def read_argument(node: Node) -> Argument:
    """The argument of a choice: a number, items or shares. Raises ValueError saying what it should be."""
    if isinstance(node, Scalar) and type(node.value) is int:
        return node.value
    if isinstance(node, Sequence):
        items = tuple(item.text for item in node if isinstance(item, Scalar))
        if len(items) == len(node):
            return items
    if isinstance(node, Mapping):
        return tuple(_shares(node))
    raise ValueError("its argument must be a number, a list of items, or shares like {bead: {seat/1/stall/r1c1: 2}}")


def _shares(node: Mapping) -> Iterator[Share]:
    for source, bins in node.items():
        pairs = bins.items() if isinstance(bins, Mapping) else (("", bins),)
        for target, amount in pairs:
            if not isinstance(amount, Scalar) or type(amount.value) is not int or amount.value < 0:
                raise ValueError(f"the share of `{source}` must be a number, not negative")
            yield Share(source, target, amount.value)


def plain(node: Node) -> object:
    """A node as plain data: the values of a position that is set up."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Sequence):
        return [plain(item) for item in node]
    return {key: plain(value) for key, value in node.items()}


def describe(node: Node) -> str:
    """What a node is, for a message."""
    if isinstance(node, Mapping):
        return "a mapping"
    if isinstance(node, Sequence):
        return "a list"
    return "nothing" if node.value is None else f"`{node.text}`"


def _key_positions(node: Mapping) -> dict[str, Position]:
    positions: dict[str, Position] = {}
    for part in ("values", "places"):
        inner = node.get(part)
        if isinstance(inner, Mapping):
            positions.update(inner.keys)
    return positions
