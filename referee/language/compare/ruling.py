"""Told: the game as a whole, its options, rule values and scoring."""

from __future__ import annotations

from collections.abc import Iterator

from referee.language.compare.code import bare
from referee.language.compare.reading import Reading
from referee.language.compare.things import Aspect, Thing, named, one
from referee.language.describe.keys import humanized, pack_text, rule_argument, rule_label, rule_sentence
from referee.language.describe.phrases import listed, phrase
from referee.language.model import OptionValue, Rule, ScoreTerm
from referee.language.text import Text
from referee.packs.model import OptionDecl
from referee.packs.model import OptionValue as Raw


def game(r: Reading) -> Iterator[Thing]:
    """How many play."""
    low, high = r.ruleset.min_seats, r.ruleset.max_seats
    seats = phrase("diff/seats", min=low, max=high)
    yield Thing("game", "seats", phrase("diff/players"), (Aspect("number", None, (seats,)),))


def options(r: Reading) -> Iterator[Thing]:
    """What can be chosen when a game is made, and what is chosen."""
    for pack in r.ruleset.stack.packs:
        for declared in pack.options.values():
            option = r.model.options[declared.id]
            says = declared.says.text if declared.says is not None else humanized(declared.id)
            name = pack_text(f"option/{declared.id}.name", says)
            chosen = r.ruleset.stack.option_values[declared.id]
            aspects = [named(name), one("chosen", _chosen(r, declared, option, chosen))]
            if declared.pick and declared.values:
                these = _chosen(r, declared, option, tuple(map(str, declared.values)))
                aspects.append(one("of", phrase("diff/picks_of", n=declared.pick, what=these)))
            elif declared.pick:
                aspects.append(one("of", phrase("diff/picks", n=declared.pick, what=r.kind(declared.of, plural=True))))
            else:
                choices = [_chosen(r, declared, option, value) for value in declared.values]
                aspects.append(one("choices", listed(choices, "expr/list.or") if choices else phrase("expr/none")))
            yield Thing("options", declared.id, name, tuple(aspects))


def _chosen(r: Reading, declared: OptionDecl, option: OptionValue, value: Raw) -> Text:
    if declared.pick:
        words = [str(word) for word in value] if isinstance(value, tuple) else []
        known = {entry.id: entry for entry in r.model.kinds[declared.of].entries}
        return r.text_list(r.name(declared.of, known[word]) for word in words if word in known)
    if isinstance(value, tuple):
        return r.text_list(_single(option, each) for each in value)
    return _single(option, value)


def _single(option: OptionValue, value: str | int) -> Text:
    if isinstance(value, int):
        return phrase("expr/number", n=value)
    if value in ("yes", "no"):
        return phrase(f"expr/{value}")
    return pack_text(f"option/{option.id}/{value}.name", humanized(value))


def rules(r: Reading) -> Iterator[Thing]:
    """The numbers of the rules: each in its own sentence, if it has one."""
    for rule in r.model.rules.values():
        name = pack_text(f"rule/{rule.id}.name", rule_label(rule))
        aspects = [named(name), Aspect("value", None, (_rule(r, rule),), alone=bool(rule_sentence(rule)))]
        if rule.owner != "table":
            aspects.append(one("owner", r.whose(rule.owner)))
        yield Thing("rules", rule.id, name, tuple(aspects))


def _rule(r: Reading, rule: Rule) -> Text:
    says = rule_sentence(rule)
    if says:
        return r.words.said(f"rule/{rule.id}.says", says, rule_argument("is", rule, rule.base))
    return r.by_seats(rule.base) if isinstance(rule.base, dict) else r.value(rule.base, rule.type)


def scoring(r: Reading) -> Iterator[Thing]:
    """What counts at the end."""
    for line in r.model.score_lines:
        yield _line(r, "scoring", line)


def tie_breaks(r: Reading) -> Iterator[Thing]:
    """What decides between seats with as many points."""
    for line in r.model.tie_breaks:
        yield _line(r, "tie_breaks", line)


def _line(r: Reading, section: str, line: ScoreTerm) -> Thing:
    name = pack_text(f"score/{line.id}.name", line.says or line.name or humanized(line.id))
    points = r.words.text(line.points) if line.points is not None else phrase("expr/none")
    return Thing(section, line.id, name, (named(name), one("points", points)), bare(line.code))
