"""Spans for OpenTelemetry: one for each call, one for the rules and one for the commit inside it. Off unless asked for.

What the environment says (OTEL_SERVICE_NAME, OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER …) holds. A span carries
what the journal allows, and no message of an exception.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

from referee.service.errors import ConfigInvalid
from referee.service.telemetry.journal import Told, allowed

if TYPE_CHECKING:
    from opentelemetry.sdk.trace.export import SpanExporter

EXPORTER_VARIABLE = "OTEL_TRACES_EXPORTER"  # otlp (by default), console or none, as the standard has it
_SERVER_ERRORS = ("INTERNAL", "UNKNOWN", "UNAVAILABLE", "DATA_LOSS", "UNIMPLEMENTED", "DEADLINE_EXCEEDED")
_NOTHING: AbstractContextManager[None] = nullcontext()


class Traces:
    """Makes spans with an OpenTelemetry tracer provider of its own."""

    def __init__(self, exporter: SpanExporter | None = None) -> None:
        from opentelemetry.context import attach, detach
        from opentelemetry.propagate import extract
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
        from opentelemetry.trace import SpanKind, Status, StatusCode, set_span_in_context

        # What the environment names wins over our own name.
        own = {} if os.environ.get("OTEL_SERVICE_NAME") else {"service.name": "referee"}
        self._provider = TracerProvider(resource=Resource.create(own))
        self._extract, self._server = extract, SpanKind.SERVER
        self._attach, self._detach, self._inside = attach, detach, set_span_in_context
        self._failed = Status(StatusCode.ERROR)
        if exporter is not None:
            self._provider.add_span_processor(BatchSpanProcessor(exporter))
        self._tracer = self._provider.get_tracer("referee")

    def call(self, method: str, traceparent: str, *, current: bool) -> Callable[[str, str], None]:
        """A call begins; what it gives is told code and reason at its end. `traceparent`: of the caller's own trace.

        `current`: spans begun until then are inside it. Not for a stream, which may end in another task.
        """
        service, _, name = method.partition("/")
        attributes = {"rpc.system": "grpc", "rpc.service": service, "rpc.method": name}
        parent = self._extract({"traceparent": traceparent}) if traceparent else None
        span = self._tracer.start_span(method, parent, kind=self._server, attributes=attributes)
        token = self._attach(self._inside(span)) if current else None

        def ended(code: str, reason: str) -> None:
            span.set_attribute("rpc.grpc.status_code", _NUMBERS.get(code, 2))
            for key, value in allowed({"code": code, "reason": reason}).items():
                span.set_attribute(f"referee.{key}", value)
            if code in _SERVER_ERRORS:
                span.set_status(self._failed)
            span.end()
            if token is not None:
                self._detach(token)

        return ended

    def section(self, name: str, told: dict[str, Told]) -> AbstractContextManager[Any]:
        """Around a part of a call."""
        return self._tracer.start_as_current_span(
            name,
            attributes={f"referee.{key}": value for key, value in allowed(told).items()},
            record_exception=False,
            set_status_on_exception=False,
        )

    def close(self) -> None:
        """Sends what is still to be sent."""
        self._provider.shutdown()


_NUMBERS = {
    name: number
    for number, name in enumerate(
        "OK CANCELLED UNKNOWN INVALID_ARGUMENT DEADLINE_EXCEEDED NOT_FOUND ALREADY_EXISTS PERMISSION_DENIED"
        " RESOURCE_EXHAUSTED FAILED_PRECONDITION ABORTED OUT_OF_RANGE UNIMPLEMENTED INTERNAL UNAVAILABLE DATA_LOSS"
        " UNAUTHENTICATED".split()
    )
}

_active: Traces | None = None  # of the process: a span knows its parent wherever it is begun


def active() -> Traces | None:
    """The traces of this process; None: nobody asked for them."""
    return _active


def section(name: str, **told: Told) -> AbstractContextManager[Any]:
    """A span inside the present call, such as `rules`; nothing where there are no traces."""
    return _NOTHING if _active is None else _active.section(name, told)


def begin(exporter: SpanExporter | None = None) -> None:
    """From now on calls are traced; without an exporter to where the environment says.

    Raises ConfigInvalid if OpenTelemetry isn't installed, or the environment names an exporter that isn't known.
    """
    global _active
    try:
        _active = Traces(exporter or _from_environment())
    except ImportError as error:
        raise ConfigInvalid("traces need OpenTelemetry: install referee[telemetry]") from error


def end() -> None:
    """Sends what is still to be sent; nothing is traced any more."""
    global _active
    if _active is not None:
        _active.close()
    _active = None


def _from_environment() -> SpanExporter | None:
    wanted = os.environ.get(EXPORTER_VARIABLE, "").strip().lower() or "otlp"
    if wanted == "none":
        return None
    if wanted == "console":
        from opentelemetry.sdk.trace.export import ConsoleSpanExporter

        return ConsoleSpanExporter()
    if wanted != "otlp":
        raise ConfigInvalid(f"{EXPORTER_VARIABLE} is {wanted}; there are otlp, console and none")
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

    return OTLPSpanExporter()
