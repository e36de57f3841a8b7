"""The methods of the API, as the protos describe them."""

from __future__ import annotations

from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor

from referee.v1 import catalog_service_pb2, game_service_pb2

SERVICES: tuple[ServiceDescriptor, ...] = (
    game_service_pb2.DESCRIPTOR.services_by_name["GameService"],
    catalog_service_pb2.DESCRIPTOR.services_by_name["CatalogService"],
)


def method_name(method: MethodDescriptor) -> str:
    """The name of a method as on the wire, without the first slash: `referee.v1.GameService/GetView`."""
    return f"{method.containing_service.full_name}/{method.name}"


def function_name(method: MethodDescriptor) -> str:
    """The name of the function that carries out a method: `get_view` for GetView."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in method.name).lstrip("_")
