"""The policy over the wire: it is exactly what reflection lists, and what isn't in it is refused at both doors."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import grpc
import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorProto
from google.protobuf.message_factory import GetMessageClass
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from referee.service import access
from referee.service.access import POLICY, STANDARD
from referee.service.edges.server import Server
from referee.service.methods import SERVICES, method_name
from tests.service.wire import ask, post, served


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with served(tmp_path) as server:
        yield server


async def reflected(port: int) -> set[str]:
    """Every method that server reflection lists."""
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        stub = reflection_pb2_grpc.ServerReflectionStub(channel)

        async def tell(request: reflection_pb2.ServerReflectionRequest) -> reflection_pb2.ServerReflectionResponse:
            return await anext(aiter(stub.ServerReflectionInfo(iter([request]))))

        listed = await tell(reflection_pb2.ServerReflectionRequest(list_services=""))
        found = set()
        for service in listed.list_services_response.service:
            answer = await tell(reflection_pb2.ServerReflectionRequest(file_containing_symbol=service.name))
            for data in answer.file_descriptor_response.file_descriptor_proto:
                file = FileDescriptorProto.FromString(data)
                found |= {
                    f"{file.package}.{described.name}/{method.name}"
                    for described in file.service
                    for method in described.method
                }
        return found


async def test_the_policy_is_exactly_what_reflection_lists(server: Server) -> None:
    listed = await reflected(server.port)
    assert {method for method in listed if method.startswith("referee.")} == set(POLICY)
    assert {method for method in listed if not method.startswith("referee.")} <= set(STANDARD)
    assert {method.partition("/")[0] for method in listed} == {m.partition("/")[0] for m in (*POLICY, *STANDARD)}


async def test_every_method_answers_at_both_doors(server: Server) -> None:
    async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        for service in SERVICES:
            for method in service.methods:
                if method.server_streaming:
                    continue
                call = channel.unary_unary(f"/{method_name(method)}")
                try:
                    await call(GetMessageClass(method.input_type)().SerializeToString())
                except grpc.aio.AioRpcError as error:
                    assert error.code() is not grpc.StatusCode.UNIMPLEMENTED, method.name
                status, answer = await ask(server, f"{service.name}/{method.name}", {})
                assert status == 200 or answer["code"] != "unimplemented", method.name


async def test_a_method_that_is_not_in_the_policy_is_refused_at_both_doors(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ListPacks", "GetRuleset"):
        method = f"referee.v1.CatalogService/{name}"
        monkeypatch.setattr(access, "POLICY", {key: value for key, value in POLICY.items() if key != method})
        async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await channel.unary_unary(f"/{method}")(b"")
        assert caught.value.code() is grpc.StatusCode.PERMISSION_DENIED
        status, error = await ask(server, f"CatalogService/{name}", {})
        assert (status, error["code"]) == (403, "permission_denied")


async def test_an_unknown_method_is_refused_at_both_doors(server: Server) -> None:
    async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        for method in ("referee.v1.GameService/DeleteGame", "grpc.health.v1.Health/Break", "no.Service/At"):
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await channel.unary_unary(f"/{method}")(b"")
            assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED
    assert (await post(server, "GameService/DeleteGame", b"{}"))[0] == 404


async def test_a_standard_service_without_a_policy_is_not_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from referee.service.edges import grpc_edge

    fewer = {method: rule for method, rule in STANDARD.items() if not method.endswith("/Check")}
    monkeypatch.setattr(grpc_edge, "STANDARD", fewer)
    async with served(tmp_path) as server, grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await channel.unary_unary("/grpc.health.v1.Health/Check")(b"")
        assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED


# ---- pages from elsewhere


async def test_a_page_from_elsewhere_asks_first(tmp_path: Path) -> None:
    """A preflight as a browser sends it, then the call."""
    good, evil = "https://good.example", "https://evil.example"
    async with served(tmp_path, origins=[good]) as server:
        for origin, allowed in ((good, good), (evil, None), ("null", None), (f"{good}.evil.example", None)):
            headers = (
                f"origin: {origin}\r\naccess-control-request-method: POST\r\n"
                "access-control-request-headers: authorization,content-type\r\n"
            )
            status, found, _ = await post(server, "CatalogService/ListPacks", b"", verb="OPTIONS", headers=headers)
            assert status == 204 and found.get("access-control-allow-origin") == allowed
            assert ("authorization" in found.get("access-control-allow-headers", "")) == (allowed is not None)
            status, found, body = await post(server, "CatalogService/ListPacks", b"{}", headers=f"origin: {origin}\r\n")
            assert status == 200 and json.loads(body)["packs"]
            assert found.get("access-control-allow-origin") == allowed
