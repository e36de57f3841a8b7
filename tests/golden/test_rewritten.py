"""Text is not rules: a pack written otherwise has the same digests, and a paused game of it goes on."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import pytest

from referee.engine import Program, compile_ruleset
from referee.engine.records import Choice, View
from referee.language import Ruleset, build_ruleset
from referee.language import tree as t
from referee.language.digest import canonical
from referee.packs import load_stack
from tests.engine.walk import key, steps
from tests.golden import rewriting
from tests.golden.rewriting import Files

ROOT = Path(__file__).parents[2]
PACKS = {
    path.parent.name: path.parent for path in [*ROOT.glob("tests/packs/*/pack.yaml"), *ROOT.glob("content/*/pack.yaml")]
}
LAYOUTS: dict[str, Callable[[Files], Files]] = {
    "blocks": rewriting.laid_out,
    "comments": rewriting.commented,
    "other_files": lambda files: rewriting.scattered(files, random.Random(1)),
    "yet_other_files": lambda files: rewriting.scattered(files, random.Random(2)),
    "all_at_once": lambda files: rewriting.scattered(rewriting.commented(rewriting.laid_out(files)), random.Random(3)),
}


def ruleset(folder: Path) -> Ruleset:
    return build_ruleset(load_stack([str(folder)]))


@cache
def original(pack: str) -> Program:
    rules = ruleset(PACKS[pack])
    return compile_ruleset(rules, rules.max_seats)


def rewritten(pack: str, folder: Path, change: Callable[[Files], Files], **how: object) -> Program:
    """The pack written otherwise into a folder, compiled for as many seats as the original."""
    files = rewriting.read(PACKS[pack])
    rules = ruleset(rewriting.write(change(files), folder / pack, **how))  # type: ignore[arg-type]  # indent and after
    assert rules.content_digest != original(pack).ruleset.content_digest, "nothing was written otherwise"
    return compile_ruleset(rules, original(pack).seats)


@dataclass(frozen=True)
class Moment:
    """A position of a game, the choice that is made there, and what the position is now and then looked at for."""

    digest: str
    seat: str
    choice: Choice
    dump: bytes | None
    view: View | None
    view_digest: str


@cache
def game_of(pack: str) -> list[Moment]:
    """A game of a pack as it is: every rewritten one is held against the same."""
    game, found = original(pack), []
    for number, (state, seat, choice) in enumerate(steps(game, 5, limit=250)):
        dump = game.dump(state) if number % 10 == 0 else None
        view = game.view(state, seat) if number % 5 == 0 else None
        view_digest = game.view_digest(view) if view is not None else ""
        found.append(Moment(game.digest(state), seat, choice, dump, view, view_digest))
    return found


def assert_goes_on(pack: str, other: Program, texts: bool = True) -> None:
    """A game of the pack, paused now and then, has the same digest in the other, is read by it and goes on the same."""
    moments = game_of(pack)
    assert len(moments) > 5 and moments[0].dump is not None and moments[0].view is not None
    state = other.start(key(5))
    for moment in moments:
        assert other.digest(state) == moment.digest
        if moment.dump is not None:
            paused = other.load(moment.dump)
            assert other.digest(paused) == moment.digest
            assert other.dump(paused) == moment.dump
            state = paused
        if moment.view is not None:
            view = other.view(state, moment.seat)
            assert other.view_digest(view) == moment.view_digest
            assert not texts or view == moment.view
        state = other.submit(state, moment.seat, [Choice(moment.choice.option, moment.choice.answer)]).state


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("pack", PACKS)
def test_formatting_comments_and_renamed_files_leave_the_rules_digest_and_the_state_digest_of_a_paused_game(
    pack: str, layout: str, tmp_path: Path
) -> None:
    after = rewriting.remarks if layout != "blocks" else str
    other = rewritten(pack, tmp_path, LAYOUTS[layout], indent=4, after=after)
    assert other.ruleset.rules_digest == original(pack).ruleset.rules_digest
    assert_goes_on(pack, other)


@pytest.mark.parametrize("pack", PACKS)
def test_changing_a_name_a_text_or_a_translation_never_changes_the_rules_digest(pack: str, tmp_path: Path) -> None:
    other = rewritten(pack, tmp_path, rewriting.in_other_words)
    assert other.ruleset.rules_digest == original(pack).ruleset.rules_digest
    assert other.ruleset.texts != original(pack).ruleset.texts, "no text was changed"
    assert_goes_on(pack, other, texts=False)
    before = other.ruleset.rules_digest
    translation = tmp_path / pack / "texts" / "eo.po"
    translation.parent.mkdir()
    translation.write_text('msgid ""\nmsgstr "Language: eo\\n"\n\nmsgctxt "pack/title"\nmsgid "x"\nmsgstr "y"\n')
    again = ruleset(tmp_path / pack)
    assert again.rules_digest == before and again.content_digest != other.ruleset.content_digest


@pytest.mark.parametrize("pack", ["tic_tac_toe", "cuba"])
def test_a_changed_rule_does_change_the_digest(pack: str, tmp_path: Path) -> None:
    """A test that can fail: one number more in the code, and the digest is another."""

    def changed(files: Files, old: str, new: str) -> Files:
        for tree in files.values():
            for node in rewriting.nodes(tree):
                if old in str(node.value) and isinstance(node.value, str):
                    node.value = node.value.replace(old, new)
        return files

    old, new = {"tic_tac_toe": ("lines of 3", "lines of 2"), "cuba": ("gain 3 peso", "gain 4 peso")}[pack]
    other = rewritten(pack, tmp_path, partial(changed, old=old, new=new))
    assert other.ruleset.rules_digest != original(pack).ruleset.rules_digest


def test_what_the_checker_notes_is_no_rule() -> None:
    """Tests that it adds before a statement, and what it has proven, are its own affair: a better one adds fewer."""
    bodies = [instance.body for instance in original("cuba").ruleset.procedures]
    assert any(isinstance(part, t.Require) for body in bodies for s in body for part in t.walk(s))
    assert not any(word in canonical(body) for body in bodies for word in ("Require(", "proven="))
