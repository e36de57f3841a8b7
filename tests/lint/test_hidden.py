"""Options and windows may not rest on what is hidden (E0450, E0451)."""

from __future__ import annotations

import pytest

from tests.lint.fair import errors, findings, pack

END = "\nif count yard = 0: end game because sold"


def option(text: str) -> list[str]:
    """The findings of a choice of each seat."""
    return errors(f"each seat:\n  choose {text}" + END)


@pytest.mark.parametrize(
    "text",
    [
        "take c from deck: put c in my.hand",
        "take c from my.hand, o from others where count (o.hand where it is ace) > 0: put c in heap",
        "take where any c in deck satisfies c is ace: gain 1 coin",
        "take where mood = 1: gain 1 coin",
        "take o from others where o.secret > 1: gain 1 coin",
        "take o from seats, n = o.secret: gain 1 coin",
        "take n from 1 to mood: gain n coin",
        "take s from seats with most it.secret: gain 1 coin to s",
        "take: pay (the_mood) coin",
    ],
)
def test_reads_what_its_seat_cannot_see(text: str) -> None:
    more = "\nterms: {the_mood: mood}\n"
    assert "E0451" in errors(f"each seat:\n  choose {text}" + END, more)


@pytest.mark.parametrize(
    "text",
    [
        "take c from my.hand where c is ace: put c in heap",
        "take o from others where count o.hand > 1: gain 1 coin",
        "take where deck is not empty and count deck > 2: gain 1 coin",
        "take where my.secret > 1: gain 1 coin",
        "take n from 0 to my.secret: gain n coin",
        "take c from row where c is empty: gain 1 coin",
        "take b from yard, f from my.ground where f is empty:\n    pay b.cost\n    put b on f",
    ],
)
def test_reads_what_its_seat_sees(text: str) -> None:
    assert option(text) == []


def test_a_place_that_is_looked_at_is_seen() -> None:
    assert errors("each seat:\n  look at deck:\n    may take c from deck: put c in my.hand" + END) == []
    assert errors("each seat:\n  look at deck: do pick" + END, pick="may take c from deck: put c in my.hand") == []


def test_what_somebody_else_looks_at_is_not_seen() -> None:
    body = "each seat:\n  look at deck:\n    as next of me:\n      may take c from deck: put c in my.hand"
    assert "E0451" in errors(body + END)


def test_what_was_revealed_is_seen_until_it_changes() -> None:
    take = "may take o from others where count (o.hand where it is ace) > 0: gain 1 coin"
    body = f"each seat: reveal my.hand\neach seat:\n  {take}"
    assert errors(body + END) == []
    assert "E0451" in errors(body.replace("\neach", "\nfor each s in seats: draw 1 from deck to s.hand\neach", 1) + END)


def test_a_local_tells_what_it_rests_on() -> None:
    body = "each seat:\n  let n = count (deck where it is ace)\n  choose take where n > 1: gain 1 coin"
    assert "E0451" in errors(body + END)
    assert "E0451" in errors(
        body.replace("let n = count (deck where it is ace)", "let n = 0\n  if mood = 1: set n to 1") + END
    )
    assert errors(body.replace("deck where it is ace", "heap where it is ace") + END) == []


def test_a_parameter_tells_what_it_rests_on() -> None:
    pick = "choose take where n > 1: gain 1 coin"
    assert "E0451" in errors("each seat: do pick(mood)" + END, pick__n=pick)
    assert errors("each seat: do pick(my.secret)" + END, pick__n=pick) == []
    assert "E0451" in errors("for each s in seats:\n  as next of s: do pick(s.secret)" + END, pick__n=pick)


def test_what_was_laid_open_is_seen() -> None:
    body = (
        "each seat:\n  let c = the first of my.hand\n  if c is not none:\n    put c in heap\n"
        "    as next of me:\n      may take where c is ace: gain 1 coin"
    )
    assert errors(body + END) == []
    assert "E0451" in errors(body.replace("    put c in heap\n", "") + END)


def test_hooks_are_walked_with_their_owner() -> None:
    more = "\nchanges: [{entry: stall/tea, field: use, is: 'may take c from my.hand: put c in heap'}]\n"
    walk = "each seat:\n  may use f from my.ground where f is not empty: do use of f.stall"
    assert errors(walk + END, more) == []
    assert "E0451" in errors(walk + END, more.replace("my.hand:", "deck:"))


def test_where_the_finding_stands() -> None:
    (found,) = findings(pack("each seat:\n  choose take c from my.hand where mood = c.worth: put c in heap" + END))
    line = found.at.line
    text = pack("each seat:\n  choose take c from my.hand where mood = c.worth: put c in heap").splitlines()[line - 1]
    assert text[found.at.column - 1 :].startswith("mood")
    assert found.message == "the seat that chooses can't see the value `mood`: the list of options would tell it"


def window(seats: str, option: str = "wave c from my.hand: put c in heap") -> list[str]:
    more = f"windows: {{waves: {{before: [turn], for: '{seats}', choose: '{option}'}}}}\n"
    return errors("each seat: do turn" + END, more, turn="shuffle deck")


def test_who_may_use_a_window_is_public() -> None:
    assert window("seats where count it.hand > 0") == []
    assert "E0450" in window("seats where any c in it.hand satisfies c is ace")
    assert "E0450" in window("seats where it.secret > 0")
    assert "E0451" in window("seats", "wave c from deck: put c in my.hand")
