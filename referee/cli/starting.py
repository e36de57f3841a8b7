"""The files of a pack that has just been started: small, complete, and made to be changed.

They are written from `templates/`; what stands in them about another game is taken from that game.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from string import Template

from referee.cli.faults import WrongUse
from referee.cli.stacks import read_stack
from referee.cli.starting_examples import Examples, flow
from referee.engine import compile_ruleset
from referee.engine.position import set_up_position
from referee.lab.scenarios import OVER, scenario_key
from referee.language import Ruleset, build_ruleset
from referee.packs.access import text_of
from referee.packs.node import Mapping
from referee.packs.reader import read_yaml
from referee.packs.roots import data_root

TEMPLATES = Path(__file__).parent / "templates"
HEAD = "pack.yaml"
NOT_FOUND = "E0130"


def game_files(name: str) -> dict[str, str]:
    """A game for two that fits on a page, with scenarios: path inside of the pack → text."""
    return _filled("game", {"id": name, "title": _title(name)})


def overlay_files(kind: str, name: str, base: str) -> dict[str, str]:
    """A pack on top of a stack. It sets a rule value to what it is, shows more as comments, and has a scenario.

    Raises PackInvalid if the stack has errors, WrongUse if it isn't there.
    """
    ruleset = build_ruleset(read_stack(base))
    examples = Examples(ruleset)
    option = "with_" + name.replace("-", "_")
    switch = examples.rule is not None and kind == "expansion"
    step, offered = _beginning(ruleset)
    facts = {
        "id": name,
        "title": _title(name),
        "base_title": ruleset.stack.packs[-1].title.text,
        "requires": ", ".join(pack.id for pack in ruleset.stack.packs),
        "changes": examples.first(option if switch else ""),
        "options": f"\noptions:\n  {option}: {{values: [no, yes], default: no, says: {flow(_title(name))}}}\n" * switch,
        "examples": examples.more(),
        "entries": examples.entry(),
        "seats": str(ruleset.min_seats),
        "step": step,
        "offered": offered,
    }
    return _filled(kind, facts)


def default_base(folder: Path) -> str:
    """The game that is changed where none was named: the only one in the folder, else the first that is shipped.

    Raises WrongUse if there is no game at all.
    """
    own = [path.parent.as_posix() for path in _games(folder)]
    try:
        shipped = [path.parent.name for path in _games(data_root("content"))]
    except FileNotFoundError:
        shipped = []
    if not own and not shipped:
        raise WrongUse("there is no game to change", "say on what it builds: --on STACK")
    return own[0] if len(own) == 1 or not shipped else shipped[0]


def known(name: str) -> bool:
    """Whether a shipped pack has this id."""
    try:
        return (data_root("content") / name / HEAD).is_file()
    except FileNotFoundError:
        return False


def standing_on(base: str, target: str) -> str:
    """The STACK of a new pack: itself, if what it requires is found from there, else on top of its base."""
    from referee.packs import load_stack

    found = load_stack([target]).diagnostics
    return f"{base}+{target}" if any(each.code.code == NOT_FOUND for each in found) else target


def _games(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.glob(f"*/{HEAD}")):
        root, _ = read_yaml(path.read_bytes(), str(path))
        if isinstance(root, Mapping) and text_of(root.get("kind")) == "game":
            yield path


def _filled(kind: str, facts: dict[str, str]) -> dict[str, str]:
    folder = TEMPLATES / kind
    found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*.yaml")}
    texts = {name: Template(found[name].read_text(encoding="utf-8")).substitute(facts) for name in sorted(found)}
    return {name: text.rstrip() + "\n" for name, text in texts.items()}


def _title(name: str) -> str:
    return name.replace("-", " ").replace("_", " ").capitalize()


def _beginning(ruleset: Ruleset) -> tuple[str, str]:
    """The first question of a game, and one of its answers; what a scenario without a seed finds."""
    program = compile_ruleset(ruleset, seats=ruleset.min_seats)
    state = set_up_position(program, scenario_key(""))
    waiting = program.pending(state)
    if not waiting:
        return OVER, ""
    decision = next(each for each in program.view(state, waiting[0]).decisions if waiting[0] in each.seats)
    return decision.step, ", ".join(option.id for option in decision.options[:1])
