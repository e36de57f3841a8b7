"""How much one caller, and all together, may have going on: refused with LIMIT, and told when to come back."""

from __future__ import annotations

import asyncio
import gzip
import json
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from referee.service import limits
from referee.service.access import POLICY, Access, Caller
from referee.service.errors import Reason, Rejected
from referee.service.limits import MESSAGE_BYTES, Rate
from referee.service.methods import SERVICES, method_name
from referee.service.peers import address, behind, is_local
from referee.v1 import game_service_pb2 as api
from referee.v1.game_service_pb2_grpc import GameServiceStub
from tests.service.table import House, collect, rejected, with_config
from tests.service.test_server import details
from tests.service.wire import ask, bearer, post, seated, served

FAR = "203.0.113.9"  # an address that isn't this machine's


async def reopened(house: House, **changes: Any) -> House:
    await house.close()
    other = with_config(house, **changes)
    await other.open()
    return other


async def look(house: House, peer: str = FAR, token: str = "", **request: Any) -> None:
    await house.call("GetView", api.GetViewRequest(**request), api.GetViewResponse, token, peer=peer)


# ---- who calls


@pytest.mark.parametrize(
    ("peer", "counted"),
    [
        ("ipv4:203.0.113.9:53124", "203.0.113.9"),
        ("203.0.113.9:53124", "203.0.113.9"),
        ("ipv6:%5B2001:db8:1:2:3:4:5:6%5D:53124", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1:80", "2001:db8:1:2::/64"),
        ("ipv6:%5B::ffff:203.0.113.9%5D:1", "203.0.113.9"),
        ("ipv6:%5B::1%5D:1", "::1"),
        ("unix:", "unix:"),
        ("", ""),
    ],
)
def test_an_address_is_counted_without_its_port_and_ipv6_by_its_network(peer: str, counted: str) -> None:
    assert address(peer) == counted


def test_only_a_proxy_on_this_machine_is_believed() -> None:
    assert behind("127.0.0.1", f"198.51.100.7, {FAR}") == FAR
    assert behind("127.0.0.1", "nonsense") == "127.0.0.1"
    assert behind("198.51.100.7", FAR) == "198.51.100.7"
    assert [is_local(peer) for peer in ("127.0.0.1", "::1", "", FAR, "2001:db8::/64")] == [True] * 3 + [False] * 2


# ---- calls a second


async def test_calls_a_second_are_limited_by_address_and_by_seat(house: House) -> None:
    slow = await reopened(house, calls_per_second=2)
    table = await slow.table("tic_tac_toe")
    for request, token in (({"game": table.game}, ""), ({"game": table.game, "seat": "1"}, table.tokens["1"])):
        async with rejected(Reason.LIMIT) as error:
            for _ in range(5):
                await look(slow, token=token, **request)
        assert error.metadata == {"which": "calls", "limit": "4"} and 0 < error.retry_after <= 0.5
    await look(slow, "198.51.100.7", game=table.game)  # another address has its own
    await look(slow, token=table.tokens["2"], game=table.game, seat="2")  # so has another seat
    for _ in range(20):
        await look(slow, "127.0.0.1", game=table.game)
    await slow.close()
    await house.open()


SEATED = [method for service in SERVICES for method in service.methods if POLICY[method_name(method)] is Access.SEAT]


@pytest.mark.parametrize("method", SEATED, ids=lambda method: method.name)
async def test_every_call_of_a_seat_is_counted_whatever_comes_of_it(house: House, method: MethodDescriptor) -> None:
    slow = await reopened(house, calls_per_second=2, moves_per_second=2)
    table = await slow.table("tic_tac_toe")
    request = GetMessageClass(method.input_type)(game=table.game, seat="1")
    caller = Caller(table.tokens["1"], peer=FAR)
    seen: list[Reason] = []
    for _ in range(12):
        try:
            await slow.service.unary(method_name(method), request, caller)
        except Rejected as error:
            seen.append(error.reason)
    assert Reason.LIMIT in seen, seen
    await slow.close()
    await house.open()


async def test_guesses_at_tokens_are_counted_by_the_address(house: House) -> None:
    slow = await reopened(house, calls_per_second=2, create_token="s3cret")
    for method, request in (
        ("CreateGame", api.CreateGameRequest()),
        ("GetView", api.GetViewRequest(game="games/none", seat="1")),
    ):
        seen: list[Reason] = []
        for number in range(6):
            caller = Caller(f"guess {number}", peer=FAR if method == "CreateGame" else "198.51.100.7")
            try:
                await slow.service.unary(f"referee.v1.GameService/{method}", request, caller)
            except Rejected as error:
                seen.append(error.reason)
        assert seen == [Reason.TOKEN_INVALID] * 4 + [Reason.LIMIT] * 2
    await slow.close()
    await house.open()


def test_what_a_limiter_remembers_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_MOST_CALLERS", 50)
    rate = Rate("calls", 1, 1, clock=lambda: 0.0)
    for number in range(1000):
        rate.take(f"caller {number}")
    assert len(rate._callers) == 50


# ---- at a time


async def test_too_many_calls_at_a_time_are_told_to_come_back(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    small = await reopened(house, calls_at_once=3)
    table = await small.table("tic_tac_toe")
    going = asyncio.Event()

    async def slow(request: Message, caller: Caller) -> Message:
        await going.wait()
        return api.GetViewResponse()

    monkeypatch.setitem(small.service._functions, "referee.v1.GameService/GetView", slow)  # type: ignore[index]  # a dict
    under_way = [asyncio.create_task(look(small, game=table.game)) for _ in range(3)]
    await asyncio.sleep(0)
    async with rejected(Reason.LIMIT) as error, asyncio.timeout(5):
        await look(small, game=table.game)
    assert error.metadata == {"which": "calls_at_once", "limit": "3"} and error.retry_after > 0
    going.set()
    await asyncio.gather(*under_way)
    await look(small, game=table.game)
    await small.close()
    await house.open()


async def test_streams_are_limited_for_each_caller_and_for_all(house: House) -> None:
    small = await reopened(house, streams_per_caller=2, streams_at_once=5)
    table = await small.table("tic_tac_toe")

    def watch(seat: str, peer: str) -> Any:
        request = api.WatchGameRequest(game=table.game, seat=seat)
        caller = Caller(table.tokens.get(seat, ""), peer=peer)
        return small.service.stream("referee.v1.GameService/WatchGame", request, caller)

    open_streams = []
    for seat, peer in (("1", FAR), ("", FAR)):  # a seat is counted by its token, a spectator by the address
        for _ in range(2):
            open_streams.append(watch(seat, peer))
            await collect(open_streams[-1], 1)
        async with rejected(Reason.LIMIT) as error:
            await collect(watch(seat, peer), 1)
        assert error.metadata == {"which": "streams", "limit": "2"} and error.retry_after > 0
    open_streams.append(watch("", "127.0.0.1"))
    await collect(open_streams[-1], 1)
    async with rejected(Reason.LIMIT) as error:
        await collect(watch("", "127.0.0.1"), 1)
    assert error.metadata["which"] == "streams_at_once"
    for stream in open_streams:
        await stream.aclose()
    await collect(watch("1", FAR), 1)
    await small.close()
    await house.open()


async def test_a_call_without_a_deadline_has_one(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    quick = await reopened(house, call_seconds=0.02)

    async def never(request: Message, caller: Caller) -> Message:
        await asyncio.sleep(60)
        raise AssertionError

    monkeypatch.setitem(quick.service._functions, "referee.v1.GameService/GetView", never)  # type: ignore[index]  # a dict
    async with rejected(Reason.LIMIT) as error:
        await look(quick, game="games/none")
    assert error.metadata["which"] == "call_seconds" and error.retry_after > 0
    assert quick.service._throttle.calls == 0
    await quick.close()
    await house.open()


# ---- over the wire


async def test_a_limit_over_both_doors_says_when_to_come_back(tmp_path: Path) -> None:
    async with served(tmp_path, calls_per_second=1, count_local=True) as server:
        body: dict[str, Any] = {}
        async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
            stub = GameServiceStub(channel)
            far = (("x-forwarded-for", FAR),)  # as a proxy on this machine says it
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                for _ in range(4):
                    await stub.ListGames(api.ListGamesRequest(), metadata=far)
            assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
            assert details(caught.value)["RetryInfo"].retry_delay.ToMilliseconds() > 0
        status, error = await ask(server, "GameService/ListGames", body)
        assert status == 200  # this machine's own address has its own
        status, _, told = await post(server, "GameService/ListGames", b"{}", headers=f"x-forwarded-for: {FAR}\r\n")
        error = json.loads(told)
        assert (status, error["code"]) == (429, "resource_exhausted")
        assert "google.rpc.RetryInfo" in [detail["type"] for detail in error["details"]]


async def test_messages_have_a_size_at_both_doors_packed_or_not(tmp_path: Path) -> None:
    large = b'{"name": "' + b"x" * MESSAGE_BYTES + b'"}'
    bomb = gzip.compress(b"x" * (32 << 20))
    async with served(tmp_path) as server:
        assert (await post(server, "GameService/GetGame", large))[0] == 429
        packed = "content-encoding: gzip\r\n"
        assert (await post(server, "GameService/GetGame", bomb, headers=packed))[0] == 429
        async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
            game, tokens = await seated(channel)
            for compression in (grpc.Compression.NoCompression, grpc.Compression.Gzip):
                with pytest.raises(grpc.aio.AioRpcError) as caught:
                    request = api.GetGameRequest(name="x" * (8 << 20))
                    await GameServiceStub(channel).GetGame(request, compression=compression)
                assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
            await GameServiceStub(channel).GetView(api.GetViewRequest(game=game), metadata=bearer(tokens[0]))
