"""A game told as the lines of its file. Everything in a file that follows from the rest is worked out here.

A file is checked by telling the game in it again: the first line that differs is the first that is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from referee.engine import Program, compile_ruleset
from referee.engine.core import Raw
from referee.engine.resigned import outcome
from referee.engine.telling.chances import Chance, chances
from referee.language import Ruleset, build_ruleset
from referee.packs import load_stack
from referee.packs.diagnostics import PackInvalid
from referee.service.copies.game_file import FileInvalid, GameFile, Json, head, pack_lines
from referee.service.record import log
from referee.service.record.beginning import first_state, key_of
from referee.service.record.position import OPEN, Position, Step, advance

Watch = Callable[[Step], None]


def rules_of(game: GameFile) -> Program:
    """The rules in a file, checked and compiled for its seats. Raises FileInvalid, PackInvalid."""
    source, created = game.source, game.created
    stack = load_stack(source.packs, settings=source.settings, files=source.files, folders=False)
    ruleset = build_ruleset(stack)
    _same_rules(ruleset, created)
    if not ruleset.min_seats <= created.seats <= ruleset.max_seats:
        raise FileInvalid(
            1, f"these rules are for {ruleset.min_seats} to {ruleset.max_seats} seats, not {created.seats}"
        )
    return compile_ruleset(ruleset, seats=created.seats)


def _same_rules(ruleset: Ruleset, created: log.Created) -> None:
    for what, really, said in (
        ("ruleset", ruleset.content_digest, created.ruleset),
        ("rules", ruleset.rules_digest, created.rules),
    ):
        if really != said:
            raise FileInvalid(1, f"`{what}` is {said}, but the packs in the file make {really}")


def told(game: GameFile, program: Program, watch: Watch = lambda step: None) -> Iterator[Json]:
    """The lines of a game's file, one after another. `watch` sees each step before its line comes.

    Raises FileInvalid where the game can't be played on, with the line and the version.
    """
    before = [head(game), *pack_lines(game.source)]
    yield from before
    position = OPEN
    for number, entry in enumerate(game.entries, len(before) + 1):
        step = _advanced(game, program, position, entry, number)
        position = step.after
        watch(step)
        yield _line(game, program, step)
    yield _end(program, position)


def _advanced(game: GameFile, program: Program, position: Position, entry: log.Entry, line: int) -> Step:
    try:
        step = advance(program, game.name, game.created, position, entry)
        for seat in program.pending(step.after.running):  # as a server does before it keeps a step
            program.moves(step.after.running, int(seat) - 1)
    except Exception as problem:  # whatever stops it: this is the record with which the game can't go on
        raise FileInvalid(line, str(problem.__cause__ or problem) or "no reason", position.version + 1) from problem
    return step


def _line(game: GameFile, program: Program, step: Step) -> Json:
    state = step.after.running
    line: Json = {"version": step.version, "record": _plain(step.entry)}
    if isinstance(step.entry, log.Begun):
        line["key"] = key_of(game.name, game.created, step.entry.entropies).hex()
        events: list[Raw] = []
        state = first_state(program, game.name, game.created, step.entry.entropies, events)
        random = chances(program, state, events)
    else:
        applied = step.applied.steps if step.applied is not None else ()
        random = [chance for one in applied for chance in chances(program, one.after, one.events)]
    if random:
        line["random"] = [_chance(chance) for chance in random]
    line["state"] = program.digest(state)
    return line


def _plain(entry: log.Entry) -> Any:
    return json.loads(log.write(entry))


def _chance(chance: Chance) -> Json:
    line: Json = {"what": chance.what, "where": chance.where, "from": chance.first, "next": chance.next}
    if chance.what == "roll":
        return {**line, "sides": chance.sides, "low": chance.low, "is": chance.number}
    return {**line, "before": list(chance.before), "after": list(chance.after)}


def _end(program: Program, position: Position) -> Json:
    line: Json = {"end": position.version}
    line["over"] = position.over
    if position.over:
        ended = outcome(program, position.running, position.resigned)
        line["winners"] = list(ended.winners)
        line["points"] = {score.seat: score.points for score in ended.scores}
    return line


def check(game: GameFile, watch: Watch = lambda step: None) -> Program:
    """Plays the game of a file again and compares everything that it says. Gives its rules.

    Raises FileInvalid with the first line that is wrong.
    """
    try:
        program = rules_of(game)
    except PackInvalid as invalid:
        raise FileInvalid(0, f"the rules in the file can't be played: {invalid}") from invalid
    compare(game, program, watch)
    return program


def compare(game: GameFile, program: Program, watch: Watch = lambda step: None) -> None:
    """As `check`, with the rules of the file ready."""
    for number, (line, given) in enumerate(zip(told(game, program, watch), game.lines, strict=True), 1):
        if not _equal(given, line):
            raise FileInvalid(number, _difference(line, given), line.get("version", -1))


def _equal(one: Any, other: Any) -> bool:
    """Whether two values are the same as JSON: true isn't 1."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def _difference(line: Json, given: Json) -> str:
    """The first name of a line that is otherwise than it should be."""
    for name in (*line, *given):
        if name not in given:
            return f"`{name}` is missing"
        if name not in line:
            return f"`{name}` doesn't belong there"
        if not _equal(line[name], given[name]):
            return _unequal(name, line[name], given[name])
    return "it is written otherwise than it should be"


def _unequal(name: str, right: Any, given: Any) -> str:
    if name == "commitment":
        return f"`commitment` is {_short(given)}, but the hash of the seed is {_short(right)}"
    if name == "random" and isinstance(given, list):
        for number, one in enumerate(right):
            if number >= len(given) or not _equal(given[number], one):
                return f"the {one['what']} of {one['where']} came out otherwise: {_short(one)}"
    return f"`{name}` is {_short(given)}, but it must be {_short(right)}"


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 200 else f"{text[:200]} …"
