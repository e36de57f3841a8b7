"""What every store must do: a test class to inherit from, with a fixture `store`."""

from __future__ import annotations

import asyncio

import pytest

from referee.store import (
    Append,
    Change,
    ErasePerson,
    FactsChanged,
    ForgetRulesets,
    GameFacts,
    Newest,
    Player,
    Record,
    Request,
    RequestTaken,
    RulesetGone,
    RulesetSource,
    RulesetUsed,
    Snapshot,
    Store,
    StoreError,
    TooManyRulesets,
    VersionTaken,
)

GAME = "games/a"


class StoreContract:
    async def test_a_log_comes_back_in_order(self, store: Store) -> None:
        for version in range(5):
            await store.commit(Append(GAME, version, b"%d" % version))
        assert await store.records(GAME) == [Record(v, b"%d" % v) for v in range(5)]
        assert await store.records(GAME, after=2) == [Record(3, b"3"), Record(4, b"4")]
        assert await store.records(GAME, after=0, limit=2) == [Record(1, b"1"), Record(2, b"2")]
        assert await store.last_version(GAME) == 4

    async def test_an_unknown_game_is_empty(self, store: Store) -> None:
        assert await store.records("games/none") == []
        assert await store.last_version("games/none") == -1
        assert await store.game("games/none") is None
        assert await store.players("games/none") == {}
        assert await store.requests("games/none") == []
        assert await store.snapshot("games/none", 10) is None
        assert await store.ruleset("none") is None

    async def test_a_version_is_written_once(self, store: Store) -> None:
        await store.commit(Append(GAME, 0, b"first"))
        with pytest.raises(VersionTaken):
            await store.commit(Append(GAME, 0, b"second"))
        assert await store.records(GAME) == [Record(0, b"first")]

    async def test_versions_have_no_gaps(self, store: Store) -> None:
        await store.commit(Append(GAME, 0, b""))
        with pytest.raises(VersionTaken):
            await store.commit(Append(GAME, 2, b""))
        with pytest.raises(VersionTaken):
            await store.commit(Append("games/b", 1, b""))
        assert await store.last_version(GAME) == 0

    async def test_of_two_appends_at_the_same_version_one_wins(self, store: Store) -> None:
        await store.commit(Append(GAME, 0, b""))
        done = await asyncio.gather(
            *(store.commit(Append(GAME, 1, b"%d" % n)) for n in range(8)), return_exceptions=True
        )
        assert sum(d is None for d in done) == 1
        assert all(d is None or isinstance(d, VersionTaken) for d in done)
        assert [r.version for r in await store.records(GAME)] == [0, 1]

    async def test_a_commit_is_whole_or_nothing(self, store: Store) -> None:
        await store.commit(Append(GAME, 0, b""), Request(GAME, "1", "id", b"x", 0))
        with pytest.raises(RequestTaken):
            await store.commit(Append(GAME, 1, b""), Request(GAME, "1", "id", b"y", 1))
        with pytest.raises(VersionTaken):
            await store.commit(Request(GAME, "1", "other", b"y", 1), GameFacts(GAME, b"f"), Append(GAME, 0, b""))
        assert await store.last_version(GAME) == 0
        assert await store.requests(GAME) == [Request(GAME, "1", "id", b"x", 0)]
        assert await store.game(GAME) is None

    async def test_a_conflict_spoils_no_other_commit(self, store: Store) -> None:
        await store.commit(Append(GAME, 0, b""))
        commits = [store.commit(Append(GAME if n % 2 else f"games/{n}", 0, b"")) for n in range(20)]
        done = await asyncio.gather(*commits, return_exceptions=True)
        assert [d is None for d in done] == [n % 2 == 0 for n in range(20)]

    async def test_what_cannot_be_written_down_fails_alone(self, store: Store) -> None:
        """Half a character has no bytes: whoever sends it is told, others are served as ever."""
        half = "\ud800"
        commits: list[list[Change]] = [
            [Append("games/b", 0, b""), Player("games/b", "1", half)],
            [Append("games/c", 0, b""), Request("games/c", "1", half, b"", 0)],
            [Append("games/d", 2**70, b"")],
            [Append(GAME, 0, b"")],
        ]
        waiting = asyncio.gather(*(store.commit(*changes) for changes in commits), return_exceptions=True)
        *spoilt, fine = await asyncio.wait_for(waiting, 10)
        assert all(isinstance(each, StoreError) for each in spoilt) and fine is None
        names = (GAME, "games/b", "games/c", "games/d")
        assert [await store.last_version(name) for name in names] == [0, -1, -1, -1]
        with pytest.raises(StoreError):
            await store.game(half)
        await store.commit(Append(GAME, 1, b""))

    async def test_request_ids_are_scoped_by_game_and_seat(self, store: Store) -> None:
        same = [Request(game, seat, "id", b"", 0) for game in (GAME, "games/b") for seat in ("1", "2", "")]
        for request in same:
            await store.commit(request)
        assert await store.requests(GAME) == sorted(same[:3], key=lambda r: r.seat)

    async def test_facts_are_replaced_whole(self, store: Store) -> None:
        await store.commit(GameFacts(GAME, b"one", frozenset({"open", "pack/a"})))
        await store.commit(GameFacts(GAME, b"two", frozenset({"over", "pack/a"})))
        found = await store.game(GAME)
        assert found is not None and (found.facts, found.labels) == (b"two", frozenset({"over", "pack/a"}))
        assert [g.name for g in await store.games(["over"])] == [GAME]
        assert await store.games(["open"]) == []

    async def test_facts_that_replace_others_than_those_that_are_kept_are_refused(self, store: Store) -> None:
        await store.commit(Append(GAME, 0, b""), GameFacts(GAME, b"one", revision=0))
        found = await store.game(GAME)
        assert found is not None and found.revision == 1
        await store.commit(Append(GAME, 1, b""), GameFacts(GAME, b"two", revision=1))
        with pytest.raises(FactsChanged):
            await store.commit(Append(GAME, 2, b""), GameFacts(GAME, b"three", revision=1))
        with pytest.raises(FactsChanged):
            await store.commit(GameFacts("games/b", b"", revision=3))
        with pytest.raises(FactsChanged):
            await store.commit(GameFacts(GAME, b"", revision=0))
        await store.commit(GameFacts(GAME, b"four"))
        found = await store.game(GAME)
        assert found is not None and (found.facts, found.revision) == (b"four", 3)
        assert await store.last_version(GAME) == 1 and await store.game("games/b") is None

    @pytest.mark.parametrize("with_more", [(), (Request(GAME, "1", "r", b"", 1),), (Player(GAME, "2", "Bob"),)])
    async def test_a_record_rests_on_the_facts_that_are_kept(self, store: Store, with_more: tuple[Change, ...]) -> None:
        """With nothing else, as a move of a seat, and with something that no move has."""
        await store.commit(Append(GAME, 0, b"", revision=0), GameFacts(GAME, b"one"), Player(GAME, "1", "Ada", "ada@x"))
        for other in (0, 2):
            with pytest.raises(FactsChanged):
                await store.commit(Append(GAME, 1, b"", revision=other), *with_more)
        assert await store.newest([GAME]) == {GAME: Newest(0, 1)}
        assert await store.requests(GAME) == [] and set(await store.players(GAME)) == {"1"}
        await store.commit(Append(GAME, 1, b"", revision=1), *with_more)
        await store.commit(ErasePerson("ada@x"))
        with pytest.raises(FactsChanged):
            await store.commit(Append(GAME, 2, b"", revision=1))
        await store.commit(Append(GAME, 2, b""), Snapshot(GAME, 2, b""))
        assert await store.newest([GAME]) == {GAME: Newest(2, 2)}

    async def test_a_record_rests_on_the_facts_before_its_own_commit(self, store: Store) -> None:
        await store.commit(GameFacts(GAME, b"one"), Append(GAME, 0, b"", revision=0))
        await store.commit(GameFacts(GAME, b"two", revision=1), Append(GAME, 1, b"", revision=1))
        await store.commit(GameFacts(GAME, b"three"), Append(GAME, 2, b"", revision=2), Append(GAME, 3, b""))
        with pytest.raises(FactsChanged):
            await store.commit(GameFacts(GAME, b"four"), Append(GAME, 4, b"", revision=4))
        with pytest.raises(FactsChanged):
            await store.commit(Append(GAME, 4, b"", revision=2), Append(GAME, 5, b""))
        assert await store.newest([GAME]) == {GAME: Newest(3, 3)}

    async def test_a_record_that_rests_on_other_facts_leaves_the_others_alone(self, store: Store) -> None:
        games = [f"games/{n}" for n in range(6)]
        for game in games:
            await store.commit(Append(game, 0, b""), GameFacts(game, b""))
        moves = (
            store.commit(Append(game, 1, b"", revision=n % 2), Request(game, "1", "r", b"", 1))
            for n, game in enumerate(games)
        )
        done = await asyncio.gather(*moves, return_exceptions=True)
        assert [type(each) for each in done] == [FactsChanged, type(None)] * 3
        assert [await store.last_version(game) for game in games] == [0, 1] * 3
        assert [len(await store.requests(game)) for game in games] == [0, 1] * 3

    async def test_of_two_puts_of_facts_at_the_same_revision_one_wins(self, store: Store) -> None:
        await store.commit(GameFacts(GAME, b""))
        puts = (store.commit(GameFacts(GAME, b"%d" % n, revision=1)) for n in range(8))
        done = await asyncio.gather(*puts, return_exceptions=True)
        assert sum(d is None for d in done) == 1
        assert all(d is None or isinstance(d, FactsChanged) for d in done)

    async def test_how_far_games_have_got(self, store: Store) -> None:
        await store.commit(Append(GAME, 0, b""), GameFacts(GAME, b""), Player(GAME, "1", "Ada", "ada@x"))
        await store.commit(Append(GAME, 1, b""), GameFacts(GAME, b""))
        await store.commit(Append("games/b", 0, b""))
        assert await store.newest([GAME, "games/b", "games/none"]) == {
            GAME: Newest(1, 2),
            "games/b": Newest(0, 0),
            "games/none": Newest(-1, 0),
        }
        await store.commit(ErasePerson("ada@x"))
        assert await store.newest([GAME]) == {GAME: Newest(1, 3)}
        assert await store.newest([]) == {}

    async def test_requests_since_a_version(self, store: Store) -> None:
        made = [Request(GAME, "1", f"r{n}", b"", n) for n in range(5)]
        await store.commit(*made)
        assert await store.requests(GAME, since=3) == made[3:]
        assert await store.requests(GAME) == made

    async def test_games_are_listed_newest_first_in_pages(self, store: Store) -> None:
        for n in range(7):
            await store.commit(GameFacts(f"games/{n}", b"", frozenset({"odd"} if n % 2 else {"even"})))
        await store.commit(GameFacts("games/1", b"changed", frozenset({"odd"})))  # keeps its place
        first = await store.games(limit=4)
        assert [g.name for g in first] == ["games/6", "games/5", "games/4", "games/3"]
        rest = await store.games(before=first[-1].order)
        assert [g.name for g in rest] == ["games/2", "games/1", "games/0"]
        assert [g.name for g in await store.games(["odd"])] == ["games/5", "games/3", "games/1"]
        assert await store.games(["odd", "even"]) == []

    async def test_games_that_wait_for_a_person(self, store: Store) -> None:
        await store.commit(GameFacts(GAME, b"", frozenset({"owes/1"})), Player(GAME, "1", "Ada", "ada@x"))
        await store.commit(GameFacts("games/b", b"", frozenset({"owes/2"})), Player("games/b", "1", "Ada", "ada@x"))
        assert [g.name for g in await store.games(waiting_for="ada@x")] == [GAME]
        assert await store.games(waiting_for="bob@x") == []

    async def test_a_person_can_be_erased(self, store: Store) -> None:
        await store.commit(Append(GAME, 0, b""), Player(GAME, "1", "Ada", "ada@x"), Player(GAME, "2", "Bob", ""))
        await store.commit(ErasePerson("ada@x"))
        assert await store.players(GAME) == {"1": Player(GAME, "1"), "2": Player(GAME, "2", "Bob")}
        assert await store.last_version(GAME) == 0

    async def test_only_the_newest_snapshot_counts(self, store: Store) -> None:
        await store.commit(Snapshot(GAME, 3, b"three"))
        await store.commit(Snapshot(GAME, 8, b"eight"))
        assert await store.snapshot(GAME, 9) == Snapshot(GAME, 8, b"eight")
        assert await store.snapshot(GAME, 2) is None

    async def test_a_ruleset_keeps_its_first_source(self, store: Store) -> None:
        await store.commit(RulesetSource("digest", b"source"))
        await store.commit(RulesetSource("digest", b"other"))
        assert await store.ruleset("digest") == b"source"

    async def test_a_ruleset_that_no_game_uses_goes_when_its_time_is_over(self, store: Store) -> None:
        await store.commit(RulesetSource("short", b"s", until=10), RulesetSource("long", b"l", until=20))
        await store.commit(RulesetSource("again", b"a", until=10))
        await store.commit(RulesetSource("again", b"a", until=30))
        await store.commit(RulesetSource("again", b"a", until=5))
        await store.commit(RulesetSource("ever", b"e"))
        await store.commit(ForgetRulesets(11))
        found = [await store.ruleset(name) for name in ("short", "long", "again", "ever")]
        assert found == [None, b"l", b"a", b"e"]
        await store.commit(ForgetRulesets(1_000))
        found = [await store.ruleset(name) for name in ("long", "again", "ever")]
        assert found == [None, None, b"e"]

    async def test_a_ruleset_that_a_game_uses_stays(self, store: Store) -> None:
        await store.commit(RulesetSource("d", b"s", until=10))
        await store.commit(Append(GAME, 0, b""), RulesetUsed("d"))
        await store.commit(RulesetSource("d", b"s", until=20))
        await store.commit(ForgetRulesets(1_000))
        assert await store.ruleset("d") == b"s"

    async def test_no_game_begins_with_a_ruleset_that_is_gone(self, store: Store) -> None:
        await store.commit(RulesetSource("d", b"s", until=10))
        await store.commit(ForgetRulesets(11))
        with pytest.raises(RulesetGone):
            await store.commit(Append(GAME, 0, b""), RulesetUsed("d"))
        assert await store.records(GAME) == []

    async def test_a_sender_has_so_many_unused_rulesets(self, store: Store) -> None:
        for name in ("a", "b"):
            await store.commit(RulesetSource(name, b"", until=10, sender="anna", most=2))
        with pytest.raises(TooManyRulesets):
            await store.commit(RulesetSource("c", b"", until=10, sender="anna", most=2))
        await store.commit(RulesetSource("a", b"", until=20, sender="anna", most=2))
        await store.commit(RulesetSource("c", b"", until=10, sender="ben", most=2))
        await store.commit(RulesetUsed("b"))
        await store.commit(RulesetSource("d", b"", until=10, sender="anna", most=2))
        with pytest.raises(TooManyRulesets):
            await store.commit(RulesetSource("e", b"", until=10, sender="anna", most=2))

    async def test_bytes_are_bytes(self, store: Store) -> None:
        payload = bytes(range(256)) * 40
        await store.commit(Append(GAME, 0, payload), RulesetSource("d", payload), Snapshot(GAME, 0, payload))
        assert (await store.records(GAME))[0].payload == payload
        assert await store.ruleset("d") == payload

    async def test_many_callers_at_once(self, store: Store) -> None:
        async def play(game: str) -> None:
            for version in range(20):
                await store.commit(Append(game, version, b"x"), Request(game, "1", str(version), b"", version))

        await asyncio.gather(*(play(f"games/{n}") for n in range(30)))
        for n in range(30):
            assert await store.last_version(f"games/{n}") == 19
        assert await store.check() == []

    async def test_check_finds_what_does_not_fit(self, store: Store) -> None:
        await store.commit(Append(GAME, 0, b""), GameFacts(GAME, b""))
        assert await store.check() == []
        await store.commit(GameFacts("games/b", b""), Request(GAME, "1", "id", b"", 7))
        found = await store.check()
        assert len(found) == 2 and "games/b" in found[0] and "version 7" in found[1]

    async def test_a_closed_store_says_so(self, store: Store) -> None:
        await store.close()
        with pytest.raises(StoreError, match="closed"):
            await store.commit(Append(GAME, 0, b""))
        with pytest.raises(StoreError, match="closed"):
            await store.records(GAME)
        await store.close()
