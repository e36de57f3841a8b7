"""Where a game waits, found again in edited rules: the same statement in the same surroundings, with all it needs."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any

from referee.engine.carrying.values import Obstacle, Renamed
from referee.engine.codegen.paths import instance_path
from referee.engine.core import State
from referee.engine.layout import SEALED
from referee.engine.seeing.appearance import Appearance
from referee.engine.snapshot import local_types
from referee.language import tree as t
from referee.language.types import Type, set_of

_PART = re.compile(r"(?:[?#]|~[a-z]+).*$")  # behind a statement's path: which part of it
Sign = tuple[str, ...]  # a statement and those around it, each as it is written


class Waiting:
    """The paused frames of one program in another. `notes`: what is to be known about them."""

    def __init__(self, old: Appearance, new: Appearance, names: Renamed) -> None:
        self._old, self._new, self._names = old, new, names
        self._here, self._there = _Written(old), _Written(new)
        self._types, self._new_types = _types(old), _types(new)
        self.notes: list[str] = []

    def frame(self, frame: Any) -> Any:
        """The frame and all that wait for it. Raises Obstacle."""
        chain: list[Any] = []
        while frame is not None:
            chain.append(frame)
            frame = frame[1]
        found = None
        for one in reversed(chain):
            path, live = self._old.code.paths[one[0]]
            block = self._new.code.by_path[self._path(path)]
            values = dict(zip(live, one[2:], strict=True))
            found = (block, found, *self._locals(path, block, values))
        return found

    def _path(self, path: str) -> str:
        """Where the same statement is now."""
        statement = _PART.sub("", path)
        part = path[len(statement) :]
        root = statement.partition(":")[0]
        if root not in self._there.whole:
            raise Obstacle(f"the game waits in {root}, which isn't there any more")
        before, after = self._here.like(statement), self._there.like(statement, self._here.signs.get(statement))
        where = f"the game waits in {root}, and what it waits for or does next ({self._here.place(statement)})"
        if len(before) != len(after):
            raise Obstacle(f"{where} is {'written otherwise' if not after else 'there several times'} now")
        found = after[before.index(statement)]
        if found + part not in self._new.code.by_path:
            raise Obstacle(f"{where} is no place to wait any more")
        if self._here.whole[root] != self._there.whole[root]:
            note = f"{root} is written otherwise now; this game goes on in it at {self._there.place(found)}"
            if note not in self.notes:
                self.notes.append(note)
        return found + part

    def _locals(self, path: str, block: int, values: dict[str, Any]) -> list[Any]:
        found: list[Any] = []
        for name in self._new.code.paths[block][1]:
            word = name.rpartition(".")[2]
            if name not in values:
                raise Obstacle(f"{_PART.sub('', path)} now needs `{word}`, which has no value at this point")
            type_ = self._types.get(name)
            if str(type_) != str(self._new_types.get(name)):
                raise Obstacle(
                    f"`{word}` in {path.partition(':')[0]} was {type_} and is {self._new_types.get(name)} now"
                )
            try:
                found.append(self._names.value(values[name], type_))
            except Obstacle as obstacle:
                raise Obstacle(f"`{word}` in {path.partition(':')[0]}: {obstacle}") from None
        return found

    def sealed(self, S: State) -> Any:
        """The answers that are in already, unseen by the others. Raises Obstacle."""
        if S[SEALED] is None:
            return None
        statement = self._old.decisions[S[0][0]].statement
        found: list[tuple[int, Any]] = []
        for seat, answer in S[SEALED]:
            if answer is not None and isinstance(statement, t.Secretly):
                answer = self._names.value(answer, self._old.ruleset.model.values[statement.value].type)
            elif answer is not None:
                answer = tuple(self._names.piece(piece) for piece in answer)
            found.append((seat, answer))
        return tuple(found)


class _Written:
    """How the statements of a program are written, by their paths."""

    def __init__(self, program: Appearance) -> None:
        ruleset = program.ruleset
        self._lines: dict[str, list[str]] = {
            f"{pack.path}/{name}": data.decode("utf-8", "replace").splitlines()
            for pack in ruleset.stack.packs
            for name, data in pack.files.items()
            if name.endswith(".yaml")
        }
        self.signs: dict[str, Sign] = {}
        self.whole: dict[str, Sign] = {}  # of a procedure or hook: all of it
        self._at: dict[str, str] = {}
        for instance in ruleset.procedures:
            self._root(instance_path(ruleset, instance.index), instance.body)
        for hook in ruleset.context.hook_list:
            self._root(f"{hook.entry.kind}/{hook.entry.id}.{hook.hook.id}", hook.body)
        for option in ruleset.standing:
            self._root(f"standing/{option.label}", option.body)

    def place(self, path: str) -> str:
        """File, line and text of a statement."""
        return self._at.get(path, path)

    def like(self, path: str, sign: Sign | None = None) -> list[str]:
        """The statements of the same procedure or hook that are written as this one, or as `sign` says, in order."""
        sign = sign or self.signs.get(path)
        if sign is None:
            return [path]  # the beginning of a procedure
        root = path.partition(":")[0]
        return [each for each, other in self.signs.items() if other == sign and each.partition(":")[0] == root]

    def _root(self, path: str, body: tuple[t.Statement, ...]) -> None:
        signs: list[str] = []
        self._number(path, body, (), signs)
        self.whole[path] = tuple(signs)

    def _number(self, path: str, body: tuple[t.Statement, ...], around: Sign, signs: list[str]) -> None:
        for index, statement in enumerate(body):
            name = f"{path}:{index}"
            text = self._text(statement)
            sign = (*around, f"{type(statement).__name__} {text}")
            signs.append(sign[-1])
            self.signs[name] = sign
            self._at[name] = f"{statement.at.file}:{statement.at.line}: {text}"
            for f in fields(statement):
                value = getattr(statement, f.name)
                if not isinstance(value, tuple) or not value:
                    continue
                if isinstance(value[0], t.Statement):
                    self._number(name if f.name == "body" else f"{name}.{f.name}", value, (*sign, f.name), signs)
                elif isinstance(value[0], t.Option):
                    for option in value:
                        self._number(f"{name}.{option.label}", option.body, (*sign, option.label), signs)

    def _text(self, statement: t.Statement) -> str:
        lines = self._lines.get(statement.at.file, [])
        return lines[statement.at.line - 1].strip() if 0 < statement.at.line <= len(lines) else ""


def _types(program: Appearance) -> dict[str, Type]:
    """The types of locals, of those that remember what was used too."""
    found = dict(local_types(program))
    bodies: list[t.Node] = [s for i in program.ruleset.procedures for s in i.body]
    bodies += [s for h in program.ruleset.context.hook_list for s in h.body]
    for body in bodies:
        for part in t.walk(body):
            if isinstance(part, t.Remember):
                found[part.taken] = set_of(part.value.type)
    return found
