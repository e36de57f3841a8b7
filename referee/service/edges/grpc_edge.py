"""The service for gRPC clients: `grpc.aio` with health, reflection and rich errors."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from typing import Any, cast

import grpc
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection
from grpc_status import rpc_status

from referee.service.access import STANDARD, Caller
from referee.service.edges.status import status
from referee.service.edges.tls import Tls
from referee.service.errors import Rejected
from referee.service.limits import MESSAGE_BYTES
from referee.service.methods import SERVICES, method_name
from referee.service.peers import address, behind
from referee.service.service import Service
from referee.service.wire.ready import Ready

Answer = Message | Ready[Message]
_BEARER = "bearer "
_ANSWER_BYTES = 16 << 20
OPTIONS = (
    ("grpc.max_receive_message_length", MESSAGE_BYTES),
    ("grpc.max_send_message_length", _ANSWER_BYTES),
    # Clients may ping every 10 s: by default a connection that pings more often than every 5 minutes is closed.
    ("grpc.http2.min_recv_ping_interval_without_data_ms", 10_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 10_000),
)


class GrpcEdge:
    """A gRPC server for the service; `start` it with an address, `stop` it gracefully."""

    def __init__(
        self, service: Service, *, with_reflection: bool, tls: Tls | None = None, reuse_port: bool = False
    ) -> None:
        # Unless it was meant, a second server on the same port is a mistake, not a way to share load.
        self._server = grpc.aio.server(options=(*OPTIONS, ("grpc.so_reuseport", int(reuse_port))))
        self._tls = tls
        self._health = health.aio.HealthServicer()
        beside = cast(grpc.aio.Server, _Allowed(self._server))
        health_pb2_grpc.add_HealthServicer_to_server(self._health, beside)
        self._names = [described.full_name for described in SERVICES]
        for described in SERVICES:
            handlers = {method.name: _handler(service, method) for method in described.methods}
            generic = grpc.method_handlers_generic_handler(described.full_name, handlers)
            self._server.add_generic_rpc_handlers((generic,))
        if with_reflection:
            reflection.enable_server_reflection((*self._names, health.SERVICE_NAME, reflection.SERVICE_NAME), beside)

    async def start(self, host: str, port: int) -> int:
        """Listens; port 0 takes a free one. Gives the port. Raises RuntimeError if the address can't be had."""
        where = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        if self._tls is None:
            bound = self._server.add_insecure_port(where)
        else:
            bound = self._server.add_secure_port(where, self._tls.credentials())
        await self._server.start()
        for name in ("", *self._names):
            await self._health.set(name, health_pb2.HealthCheckResponse.SERVING)
        return bound

    async def leave(self) -> None:
        """Tells health checks that the server is going away."""
        await self._health.enter_graceful_shutdown()

    async def stop(self, grace: float) -> None:
        """Takes no more calls; those under way have `grace` seconds."""
        await self._server.stop(grace)


class _Allowed:
    """Takes the methods of standard services for a server, those that the policy names; others aren't served."""

    def __init__(self, server: grpc.aio.Server) -> None:
        self._server = server

    def add_generic_rpc_handlers(self, handlers: Sequence[Any]) -> None:
        """Left out: what stands in them comes as named methods, too."""

    def add_registered_method_handlers(self, service: str, handlers: Mapping[str, Any]) -> None:
        known = {name: handler for name, handler in handlers.items() if f"{service}/{name}" in STANDARD}
        self._server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service, known),))


def _handler(service: Service, method: MethodDescriptor) -> Any:
    name = method_name(method)
    read = GetMessageClass(method.input_type).FromString

    async def unary(request: Message, context: grpc.aio.ServicerContext[Message, Answer]) -> Answer:
        caller = _caller(context)
        try:
            return await service.answer(name, request, caller)
        except Rejected as error:
            await _abort(context, error, caller)
            raise

    async def stream(request: Message, context: grpc.aio.ServicerContext[Message, Answer]) -> AsyncGenerator[Answer]:
        caller = _caller(context)
        try:
            async with aclosing(service.answers(name, request, caller)) as messages:
                async for message in messages:
                    yield message
        except Rejected as error:
            await _abort(context, error, caller)

    if method.server_streaming:
        return grpc.unary_stream_rpc_method_handler(stream, request_deserializer=read, response_serializer=_write)
    return grpc.unary_unary_rpc_method_handler(unary, request_deserializer=read, response_serializer=_write)


def _write(answer: Answer) -> bytes:
    return answer.data if isinstance(answer, Ready) else answer.SerializeToString()


def _caller(context: grpc.aio.ServicerContext[Message, Answer]) -> Caller:
    token = language = forwarded = trace = ""
    for key, value in context.invocation_metadata() or ():
        if key == "authorization" and isinstance(value, str) and value[: len(_BEARER)].lower() == _BEARER:
            token = value[len(_BEARER) :].strip()
        elif key == "accept-language" and isinstance(value, str):
            language = value
        elif key == "x-forwarded-for" and isinstance(value, str):
            forwarded = value
        elif key == "traceparent" and isinstance(value, str):
            trace = value
    return Caller(token, language, behind(address(context.peer()), forwarded), trace)


async def _abort(context: grpc.aio.ServicerContext[Message, Answer], error: Rejected, caller: Caller) -> None:
    await context.abort_with_status(rpc_status.to_status(status(error, caller.accept_language)))
