"""Whatever a client sends, the answer is one of the catalogue and never a fault of the server."""

from __future__ import annotations

import random
from typing import Any

from google.protobuf.descriptor import Descriptor, FieldDescriptor, MethodDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from referee.service.access import POLICY, Access, Caller
from referee.service.errors import Reason, Rejected
from referee.service.methods import SERVICES, method_name
from tests.service.table import House, Table

ROUNDS = 60
METHODS: list[MethodDescriptor] = [method for service in SERVICES for method in service.methods]


class Sender:
    """Requests made of what a careless or hostile client might send, and now and then of what is right."""

    def __init__(self, rng: random.Random, table: Table, ruleset: str) -> None:
        self.rng = rng
        self.words = [
            "",
            "a",
            "1",
            "2",
            "0",
            "-1",
            "99",
            "é",
            "\x00",
            "../..",
            "x" * 70,
            "d1",
            "d2",
            "auction",
            "{}",
            "%s",
        ]
        self.words += [table.game, ruleset, *table.tokens.values(), "pass", "bid", "buy_trick", "games/", "'; --", "%s"]
        self.numbers = [0, 1, -1, 2, 3, 200, 2**31 - 1, -(2**31)]

    def message(self, described: Descriptor, depth: int = 0) -> Message:
        made = GetMessageClass(described)()
        for field in described.fields:
            if self.rng.random() < (0.2 if depth else 0.05):
                continue
            if field.is_repeated:
                getattr(made, field.name).extend(self.value(field, depth) for _ in range(self.rng.randint(0, 3)))
            elif field.message_type is not None:
                getattr(made, field.name).CopyFrom(self.value(field, depth))
            else:
                setattr(made, field.name, self.value(field, depth))
        return made

    def value(self, field: FieldDescriptor, depth: int) -> Any:
        if field.message_type is not None:
            return self.message(field.message_type, depth + 1) if depth < 4 else GetMessageClass(field.message_type)()
        match field.cpp_type:
            case FieldDescriptor.CPPTYPE_BOOL:
                return self.rng.random() < 0.5
            case FieldDescriptor.CPPTYPE_STRING if field.type == FieldDescriptor.TYPE_BYTES:
                return self.rng.choice(self.words).encode()
            case FieldDescriptor.CPPTYPE_STRING:
                return self.rng.choice(self.words)
            case FieldDescriptor.CPPTYPE_ENUM:
                return self.rng.choice([0, 1, 2, 3, 77, -5])
        return self.rng.choice(self.numbers)


async def test_no_request_is_a_fault_of_the_server(house: House) -> None:
    table = await house.table("auction", 2)
    other = await house.table("auction", 4)  # for what a game doesn't go on from as before
    rng = random.Random(17)
    sender = Sender(rng, table, await house.ruleset("auction"))
    seen: set[Reason] = set()
    for _ in range(ROUNDS):
        for method in METHODS:
            request = sender.message(method.input_type)
            fields = set(method.input_type.fields_by_name)
            owners = POLICY[method_name(method)] is Access.OWNER
            if "game" in fields and ("seat" in fields or owners) and rng.random() < 0.7:
                at = other if owners or method.name == "ResignSeat" else table
                seat = rng.choice(at.seats)
                right = {"game": at.game, "seat": seat}
                request.MergeFrom(type(request)(**{name: right[name] for name in fields & set(right)}))
                token = at.owner if owners else at.tokens[seat]
                caller = Caller(token, rng.choice(["", "es", "x" * 2000, "\x00,;q=,*;q=9"]))
            else:
                caller = Caller(rng.choice(sender.words))
            try:
                if method.server_streaming:
                    stream = house.service.stream(method_name(method), request, caller)
                    await anext(stream)
                    await stream.aclose()
                else:
                    await house.service.unary(method_name(method), request, caller)
            except Rejected as error:
                assert error.reason is not Reason.INTERNAL, (method.name, request)
                seen.add(error.reason)
    assert {Reason.FIELD_INVALID, Reason.TOKEN_INVALID, Reason.DECISION_STALE, Reason.RULESET_NOT_FOUND} <= seen
    assert await house.store.check() == []
