"""`referee try` on a game of a running server: the server works it out, for one seat of a practice game."""

from __future__ import annotations

from pathlib import Path

import grpc
import typer
from google.protobuf.json_format import MessageToDict

from referee.cli.remote import open_channel, refused
from referee.packs.header import peek_id
from referee.packs.source import Folder
from referee.v1 import catalog_pb2, decision_pb2, game_service_pb2, view_pb2
from referee.v1.game_service_pb2_grpc import GameServiceStub

_SECONDS = 120


class Remote:
    """A seat of a game on a server. `address`: HOST:PORT of gRPC; `ca`: see `open_channel`; `language`: of texts."""

    def __init__(self, address: str, ca: Path | None, game: str, seat: str, token: str, language: str) -> None:
        self._address, self._ca, self._game, self._seat = address, ca, game, seat
        self._who = (("authorization", f"Bearer {token}"), ("accept-language", language))

    def attempt(self, folder: Folder, settings: dict[str, tuple[str, ...]]) -> bool:
        """Prints what the edited pack makes of the position; whether it can be carried over.

        Raises WrongUse if there is no such server or game, or the seat isn't the token's; Failed for other refusals.
        """
        id = peek_id(folder)
        request = game_service_pb2.TryPackRequest(
            game=self._game,
            seat=self._seat,
            files=[catalog_pb2.PackFile(path=f"{id}/{path}", content=data) for path, data in folder.files.items()],
            options=[_setting(name, values) for name, values in settings.items()],
        )
        look = game_service_pb2.GetViewRequest(game=self._game, seat=self._seat)
        with open_channel(self._address, self._ca) as channel:
            stub = GameServiceStub(channel)
            try:
                before = stub.GetView(look, metadata=self._who, timeout=_SECONDS).view
                found = stub.TryPack(request, metadata=self._who, timeout=_SECONDS)
            except grpc.RpcError as error:
                raise refused(self._address, error) from None
        _print(self._game, before, found)
        return found.HasField("view")


def _setting(name: str, values: tuple[str, ...]) -> catalog_pb2.OptionSetting:
    pack, _, option = name.rpartition(".")
    return catalog_pb2.OptionSetting(pack=pack, option=option, values=values)


def _print(game: str, before: view_pb2.View, found: game_service_pb2.TryPackResponse) -> None:
    for each in found.diagnostics:
        at = each.source
        hint = f" ({each.hint.text})" if each.hint.text else ""
        typer.echo(f"{at.file}:{at.line}:{at.column}: {each.severity}[{each.code}] {each.text.text}{hint}")
    if not found.HasField("view"):
        typer.echo(typer.style(f"{game}, version {before.version}: can't be carried over", bold=True))
        for obstacle in found.obstacles:
            typer.echo(typer.style("  ✗ ", fg="red") + obstacle.text)
        return
    typer.echo(typer.style(f"{game}, version {found.view.version}: can be carried over", bold=True))
    for note in (*(note.text for note in found.notes), *_changed(before, found.view)):
        typer.echo(f"  {note}")
    for old, new in zip(before.decisions, found.view.decisions, strict=False):
        typer.echo(typer.style(new.prompt.text, bold=True) + f"  ({new.step})")
        for mark, option in _marked(old, new):
            typer.echo(f"  {mark} {option.label.text}  ({option.id})")


def _changed(before: view_pb2.View, after: view_pb2.View) -> list[str]:
    was = {value.id: value for value in before.values}
    return [
        f"{value.id}: {_short(was[value.id])} → {_short(value)}"
        for value in after.values
        if value.id in was and was[value.id] != value
    ]


def _short(value: view_pb2.Value) -> str:
    told = MessageToDict(value)
    told.pop("id", None)
    return ", ".join(str(each) for each in told.values()) or "–"


def _marked(old: decision_pb2.Decision, new: decision_pb2.Decision) -> list[tuple[str, decision_pb2.Option]]:
    """The options: new ones (+), those that were there, those that are gone (−)."""
    before = {option.id for option in old.options}
    there = {option.id for option in new.options}
    marked = [(" " if option.id in before else "+", option) for option in new.options]
    return marked + [("−", option) for option in old.options if option.id not in there]
