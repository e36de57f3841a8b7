"""Records of the log: written and read back, without names of persons."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.engine.records import Choice, Share
from referee.service.record import log
from referee.service.record.clock import Hands

ids = st.text("abc/._-", min_size=1, max_size=8)
answers = st.one_of(
    st.none(),
    st.integers(-(2**31), 2**31 - 1),
    st.lists(ids, max_size=4).map(tuple),
    st.lists(st.builds(Share, ids, ids, st.integers(0, 99)), min_size=1, max_size=4).map(tuple),
)
choices = st.builds(Choice, ids, answers, st.one_of(st.just(""), ids))
made_by = st.sampled_from(["", log.REDO, log.CLOCK, log.RESIGNED])


def hands(at: int) -> log.Entry:
    """A record with clocks, which stood as they do at its own time."""
    return log.Resigned("2", at, "", Hands(at, (0, 5), (60_000, 7), ("1",), ("1", "2")))


entries = st.one_of(
    st.builds(
        log.Created,
        ruleset=ids,
        rules=ids,
        seats=st.integers(1, 8),
        seed=st.text(max_size=20).filter(lambda text: text.isprintable()),
        chosen=st.booleans(),
        at=st.integers(0, 2**50),
        bots=st.dictionaries(st.sampled_from("1234"), ids),
    ),
    st.builds(log.Begun, st.lists(ids, max_size=4).map(tuple), st.integers(0, 2**50)),
    st.builds(log.Moved, ids, st.lists(choices, max_size=4).map(tuple), st.integers(0, 2**50), made_by),
    st.builds(log.Undone, ids, st.integers(0, 1000), st.integers(0, 2**50)),
    st.builds(log.Resigned, ids, st.integers(0, 2**50), made_by),
    st.builds(hands, st.integers(0, 2**50)),
)


@given(entries)
def test_a_record_is_read_as_it_was_written(entry: log.Entry) -> None:
    assert log.read(log.write(entry)) == entry
    assert log.write(log.read(log.write(entry))) == log.write(entry)


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"{}",
        b"[]",
        b"\xff",
        b'{"kind":"else"}',
        b'{"kind":"move","seat":"1"}',
        b'{"kind":"move","seat":"1","choices":[[]],"at":1}',
        b'{"kind":"created","language":2,"ruleset":"","rules":"","seats":2,"seed":"","chosen":false,"bots":{},"at":1}',
    ],
)
def test_what_cannot_be_read_is_damaged(payload: bytes) -> None:
    with pytest.raises(log.LogDamaged):
        log.read(payload)


def test_names_of_persons_are_not_in_the_log() -> None:
    """Contract rule 10: no kind of record has a place for a name or an account."""
    kinds = (log.Created, log.Start, log.Begun, log.Moved, log.Undone, log.Resigned, Hands)
    fields = {f.name for kind in kinds for f in dataclasses.fields(kind)}
    assert fields == {
        *("ruleset", "rules", "seats", "seed", "chosen", "at", "bots", "language"),
        *("origin", "start", "of", "version", "digest", "position"),
        *("entropies", "seat", "choices", "to", "by", "clock"),
        *("used", "reserve", "running", "turn"),
    }
