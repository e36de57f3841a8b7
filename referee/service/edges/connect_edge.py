"""The service for browsers and curl: Connect. Everything of the young `connectrpc` stands in this module."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any

from connectrpc.code import Code
from connectrpc.errors import ConnectError
from connectrpc.request import RequestContext
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import Message
from google.rpc import code_pb2
from protobuf.wkt import Any as ConnectAny

from referee.service.access import Caller
from referee.service.edges.asgi import App
from referee.service.edges.status import status
from referee.service.errors import Rejected
from referee.service.limits import MESSAGE_BYTES
from referee.service.methods import SERVICES, function_name, method_name
from referee.service.peers import address
from referee.service.service import Service
from referee.v1.catalog_service_connect import CatalogServiceASGIApplication
from referee.v1.game_service_connect import GameServiceASGIApplication

_APPLICATIONS: dict[str, Callable[..., Any]] = {
    "GameService": GameServiceASGIApplication,
    "CatalogService": CatalogServiceASGIApplication,
}
_BEARER = "bearer "


def connect_apps(service: Service) -> dict[str, App]:
    """An ASGI application for each service, by the path that it answers (`/referee.v1.GameService`)."""
    return {
        f"/{described.full_name}": _APPLICATIONS[described.name](
            _adapter(service, described), read_max_bytes=MESSAGE_BYTES
        )
        for described in SERVICES
    }


def _adapter(service: Service, described: ServiceDescriptor) -> object:
    """An object with the functions that the generated application calls."""
    functions = {function_name(method): staticmethod(_function(service, method)) for method in described.methods}
    return type(described.name, (), functions)()


def _function(service: Service, method: MethodDescriptor) -> Callable[..., Any]:
    name = method_name(method)

    async def unary(request: Message, context: RequestContext[Message, Message]) -> Message:
        caller = _caller(context)
        try:
            return await service.unary(name, request, caller)
        except Rejected as error:
            raise _connect_error(error, caller) from error

    async def stream(request: Message, context: RequestContext[Message, Message]) -> AsyncGenerator[Message]:
        caller = _caller(context)
        try:
            async with aclosing(service.stream(name, request, caller)) as messages:
                async for message in messages:
                    yield message
        except Rejected as error:
            raise _connect_error(error, caller) from error

    return stream if method.server_streaming else unary


def _caller(context: RequestContext[Message, Message]) -> Caller:
    headers = context.request_headers
    token = headers.get("authorization") or ""
    token = token[len(_BEARER) :].strip() if token[: len(_BEARER)].lower() == _BEARER else ""
    return Caller(
        token,
        headers.get("accept-language") or "",
        address(context.client_address or ""),
        headers.get("traceparent") or "",
    )


def _connect_error(error: Rejected, caller: Caller) -> ConnectError:
    told = status(error, caller.accept_language)
    details = [ConnectAny(type_url=detail.type_url, value=detail.value) for detail in told.details]
    return ConnectError(Code[code_pb2.Code.Name(told.code)], told.message, details)
