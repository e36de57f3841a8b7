"""What is kept is what would be written anew: for every viewer and language, at every step, whoever asks first."""

from __future__ import annotations

import gc
import random
import weakref
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from referee.engine import Program, compile_ruleset, records
from referee.language import build_ruleset
from referee.packs import load_stack
from referee.service.record import log
from referee.service.record.position import Step, begin, move, undo
from referee.service.views.boards import Boards, place, value
from referee.service.views.kept import Kept
from referee.service.views.render import Renderer
from referee.service.views.sights import Sight
from referee.service.wire.ready import Field, Ready
from referee.texts import Catalogs
from referee.v1 import event_pb2, game_service_pb2, view_pb2

ROOT = Path(__file__).resolve().parents[2]
TABLES = [("auction", 4, 200), ("othello", 2, 40), ("cuba", 4, 90), ("urban-sketchers", 3, 60)]


class Played:
    """A random game with some moves taken back, and renderers for it."""

    def __init__(self, stack: str, seats: int) -> None:
        small = ROOT / "tests" / "packs" / stack
        ruleset = build_ruleset(load_stack([str(small) if small.is_dir() else stack]))
        self.program: Program = compile_ruleset(ruleset, seats=seats)
        self.catalogs = Catalogs.load(ruleset.texts, [pack.files for pack in ruleset.stack.packs])
        self.created = log.Created(ruleset.content_digest, ruleset.rules_digest, seats, "ab" * 32, True, 1)
        self.viewers = ["", *(str(seat + 1) for seat in range(seats))]

    def renderer(self) -> Renderer:
        made = Renderer("games/x", self.program, self.catalogs, self.created)
        made.entropies = ("",) * self.program.seats
        made.set_names({"1": "Ada"})
        return made

    def steps(self, seed: int, most: int) -> Iterator[Step]:
        dice, program = random.Random(seed), self.program
        step = begin(program, "games/x", self.created, log.Begun(("",) * program.seats, 1))
        yield step
        while step.version < most and not program.over(step.after.running):
            position = step.after
            if position.back is not None and dice.random() < 0.15:
                step = undo(position, log.Undone(position.mover, position.back.version, 2))
            else:
                seat = dice.choice(program.pending(position.running))
                raw = program.sample(position.running, dice, int(seat) - 1)
                choice = program.raw_to_choice(position.running, raw, seat)
                step = move(program, position, log.Moved(seat, (choice,), 3))
            yield step


def fresh_boards() -> Boards:
    return Boards(Kept(place, 1000), Kept(value, 1000))


def digest(view: records.View) -> str:
    return fresh_boards().digest(Sight(view))


@pytest.mark.parametrize(("stack", "seats", "most"), TABLES)
def test_kept_bytes_are_those_of_a_fresh_renderer(stack: str, seats: int, most: int) -> None:
    played, dice = Played(stack, seats), random.Random(stack)
    kept = played.renderer()
    undone = 0
    for step in played.steps(1, most):
        undone += isinstance(step.entry, log.Undone)
        for viewer in dice.sample(played.viewers, len(played.viewers)):
            language = dice.choice(["en", "es"])
            blocked = dice.random() < 0.2
            assert kept.update(step, viewer, language, blocked) == played.renderer().update(
                step, viewer, language, blocked
            )
            assert kept.update(step, viewer, language, blocked) == kept.update(step, viewer, language, blocked)
            if dice.random() < 0.2:
                fresh = played.renderer().view(step.after, viewer, language)
                assert kept.view(step.after, viewer, language) == fresh
                seen = played.program.view(step.after.running, viewer)
                assert view_pb2.View.FromString(fresh).digest == digest(seen)
    assert undone


def test_what_is_told_of_one_version_again_and_again_takes_no_more_room() -> None:
    played = Played("auction", 3)
    renderer = played.renderer()
    begun = begin(played.program, "games/x", played.created, log.Begun(("",) * 3, 1))
    first = renderer.update(begun, "1", "en")
    for _ in range(200):
        assert renderer.update(begun, "1", "en") == first
        renderer._updates.clear()  # as if others had asked for much meanwhile
    assert len(renderer._happenings._wholes) <= 20


def test_an_update_leads_from_one_view_to_the_next() -> None:
    played = Played("cuba", 3)
    renderer = played.renderer()
    for before, after in pairwise(played.steps(5, 60)):
        for viewer in played.viewers:
            was = view_pb2.View.FromString(renderer.view(before.after, viewer, "en"))
            now = view_pb2.View.FromString(renderer.view(after.after, viewer, "en"))
            changes = event_pb2.Update.FromString(renderer.update(after, viewer, "en")).changes
            places, values = {p.id: p for p in was.places}, {v.id: v for v in was.values}
            places.update((p.id, p) for p in changes.places)
            values.update((v.id, v) for v in changes.values)
            changes.ClearField("places")
            changes.ClearField("values")
            changes.places.extend(places.values())
            changes.values.extend(values.values())
            assert changes == now


def test_a_new_name_stands_in_what_is_written_next() -> None:
    played = Played("othello", 2)
    renderer = played.renderer()
    *_, step = played.steps(1, 5)
    before = renderer.update(step, "2", "en")
    renderer.set_names({"1": "Grace", "2": "Grace"})
    after = renderer.update(step, "2", "en")
    assert b"Ada" in before and b"Grace" in after
    assert b"Ada" not in after and before != after


def test_languages_are_kept_apart() -> None:
    played = Played("cuba", 2)
    renderer = played.renderer()
    first = next(iter(played.steps(1, 5)))
    english, spanish = (renderer.view(first.after, "1", language) for language in ("en", "es"))
    assert english != spanish
    assert renderer.view(first.after, "1", "en") == english


def test_what_is_kept_is_known_by_the_very_object_and_forgotten_in_time() -> None:
    made: list[str] = []

    def make(record: str) -> str:
        made.append(record)
        return record.upper()

    kept: Kept[str, str] = Kept(make, 3)
    records = [f"record {n}" for n in range(3)]
    assert kept.all(records) == kept.all(records) == [record.upper() for record in records]
    assert made == records
    assert kept.all(["".join(["rec", "ord 0"])]) == ["RECORD 0"]
    assert len(made) == 4  # another object, though it is equal
    for n in range(20):
        kept.all([f"other {n}"])
    kept.all(records)
    assert made[-3:] == records


@pytest.mark.parametrize("length", [0, 1, 127, 128, 16_383, 16_384, 300_000])
def test_joined_fields_are_the_message(length: int) -> None:
    view = view_pb2.View(game="g" * length)
    message = game_service_pb2.GetViewResponse(view=view)
    joined = Field(game_service_pb2.GetViewResponse, "view").of(view.SerializeToString())
    assert joined == message.SerializeToString()
    assert Ready(game_service_pb2.GetViewResponse, joined).message() == message


def test_a_digest_changes_with_every_part_of_a_view_and_comes_back_with_it() -> None:
    played = Played("cuba", 3)
    step = next(iter(played.steps(1, 2)))
    view = played.program.view(step.after.running, "1")
    rule = records.InForce("law/x", records.Value("rule/x", "number", 1))
    others = [
        replace(view, seat="2"),
        replace(view, places=(replace(view.places[0], uncounted=True), *view.places[1:])),
        replace(view, places=view.places[1:]),
        replace(view, values=(records.Value(view.values[0].id, "hidden"), *view.values[1:])),
        replace(view, in_force=(rule,)),
        replace(view, decisions=()),
    ]
    boards = fresh_boards()
    first = boards.digest(Sight(view))
    assert len({first, *(boards.digest(Sight(other)) for other in others)}) == len(others) + 1
    for other in [*others, view]:
        assert boards.digest(Sight(other)) == digest(other)
    assert boards.digest(Sight(view)) == first


def test_what_games_share_goes_with_their_texts() -> None:
    """Rulesets that were sent and dropped again leave nothing behind."""
    played = Played("auction", 3)
    renderer = played.renderer()
    for step in played.steps(2, 12):
        renderer.update(step, "1", "en")
    catalog = weakref.ref(played.catalogs.catalog("en"))
    assert catalog() is not None
    del played, renderer, step
    gc.collect()
    assert catalog() is None
