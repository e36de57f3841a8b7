"""The declarations of a stack → the model: places, values and rule values."""

from __future__ import annotations

from referee.language import types
from referee.language.data import option_constant, read_data, read_type, word_value
from referee.language.declare import check_id, section, text_of, words
from referee.language.findings import Findings
from referee.language.model import Model, Place, Rule, Value
from referee.language.types import NUMBER, NUMBERS, YES, Type
from referee.packs import Stack
from referee.packs.node import Mapping, Node, Scalar, Sequence

SUPPLY = "supply"
BOX = "box"
PURSE = "purse."  # the dot keeps it apart from every declared name
VISIBILITY = ("everyone", "owner", "nobody")
MAX_CELLS = 2_000


def declare_places(stack: Stack, model: Model, found: Findings) -> None:
    """All places, the implicit supply first; cell data are read by `declare_cell_data`."""
    supplied = tuple(t.index for t in model.tokens.values() if t.supply is not None)
    node = section(stack, "places")
    if supplied and (node is None or SUPPLY not in node):
        at = next(iter(model.tokens.values())).at
        model.places[SUPPLY] = Place(SUPPLY, at, name="supply", tokens=supplied)
    for name, item in node.items() if node else ():
        assert node is not None
        check_id(name, node.keys[name], found)
        place = Place(name, node.keys[name], name=name.replace("_", " "))
        model.places[name] = place
        if isinstance(item, Mapping):
            _place(place, item, model, found)
    _purse(model)
    for place in list(model.places.values()):
        if place.owner not in ("table", "seat") and place.owner not in model.kinds and place.owner not in model.places:
            found.unknown("E0210", place.at, place.owner, ["table", "seat", *model.kinds, *model.places])
            place.owner = "table"
        owner = model.places.get(place.owner)
        if owner is not None and (owner.form != "cells" or _owned_by_itself(place, model)):
            what = f"`{owner.id}` can't own `{place.id}`: places belong to seats, kinds, or the cells of another place"
            found.add("E0228", place.at, what=what)
            place.owner = "table"
        if place.holds and place.holds not in model.kinds:
            found.unknown("E0210", place.at, place.holds, model.kinds)
            place.holds = ""


def _owned_by_itself(place: Place, model: Model) -> bool:
    """Does the chain of owners lead back to the place?"""
    seen = {place.id}
    owner = place.owner
    while owner in model.places:
        if owner in seen:
            return True
        seen.add(owner)
        owner = model.places[owner].owner
    return False


def _is_bag_of_owner(place: Place, model: Model) -> bool:
    kind = model.kinds.get(place.owner)
    field = kind.fields.get(place.fills) if kind is not None else None
    return place.form == "pool" and field is not None and field.sort == "bag"


def _place(place: Place, item: Mapping, model: Model, found: Findings) -> None:
    place.owner = text_of(item.get("of"), "table")
    place.name = text_of(item.get("name"), place.name)
    if "grid" in item:
        grid = item.entries["grid"]
        sizes = [_number(n, model, found) for n in grid] if isinstance(grid, Sequence) else []
        place.form, place.grid = "cells", (sizes[0], sizes[1]) if len(sizes) == 2 else (1, 1)
    elif "cells" in item or "ring" in item:
        size = item.get("cells") or item.get("ring")
        place.form, place.grid, place.ring = "cells", (1, _number(size, model, found)), "ring" in item
    elif "pile" in item:
        place.form, place.holds = "pile", text_of(item.get("pile"))
    if place.form == "cells" and not 1 <= place.cells <= MAX_CELLS:
        found.add("E0229", place.at, what=f"a place has 1 to {MAX_CELLS} cells")
        place.grid = (1, 1)
    place.holds = text_of(item.get("holds"), place.holds)
    if place.form == "pool":
        place.tokens = _tokens(item.get("tokens"), model, found)
        if "limit" in item:
            limit = text_of(item.get("limit"))
            place.limit = int(limit) if limit.isdigit() else limit
        if "total" in item:
            place.total = _number(item.get("total"), model, found)
        place.home = text_of(item.get("home")) in ("yes", "true")
    place.seen_by = _visibility(item.get("seen_by"), "everyone", found)
    # How many lie there is public unless the pack says otherwise; who sees the things sees their number.
    place.count_seen_by = _visibility(item.get("count_seen_by"), "everyone", found)
    place.ordered = text_of(item.get("ordered")) in ("yes", "true")
    place.unique_by = text_of(item.get("unique_by"))
    place.only_in = words(item.get("only_in"))
    place.leaves = text_of(item.get("leaves"))
    when_empty = text_of(item.get("when_empty")).split()
    if when_empty:
        if len(when_empty) != 2 or when_empty[0] != "shuffle":
            found.add("E0228", place.at, what="`when_empty` is written `shuffle PLACE`")
        else:
            place.when_empty = when_empty[1]
    place.shape = text_of(item.get("shape"))
    place.fills = text_of(item.get("fills"))
    if "names" in item:
        place.names = tuple(name.text for name in _scalars(item.entries["names"]))
        if place.form != "cells" or len(place.names) != place.cells:
            found.add(
                "E0228", place.at, what=f"`names` of {len(place.names)} cells, but `{place.id}` has {place.cells}"
            )
            place.names = ()


def _purse(model: Model) -> None:
    """Tokens that no home takes are counted for each seat by themselves (`my.coin`), in sight of everyone."""
    homed = {token for place in model.places.values() if place.home for token in place.tokens}
    rest = tuple(token.index for token in model.tokens.values() if token.index not in homed)
    if rest and model.tokens:
        at = next(iter(model.tokens.values())).at
        model.places[PURSE] = Place(PURSE, at, name="purse", owner="seat", tokens=rest, home=True, counter=True)


def _visibility(node: Node | None, default: str, found: Findings) -> str:
    word = text_of(node, default)
    if node is not None and word not in VISIBILITY:
        found.unknown("E0210", node.at, word, VISIBILITY)
        return "nobody"
    return word


def _tokens(node: Node | None, model: Model, found: Findings) -> tuple[int, ...]:
    indices: list[int] = []
    if node is None:
        return tuple(range(len(model.tokens)))
    for item in node.items if isinstance(node, Sequence) else (node,):
        word = text_of(item)
        if word in model.groups:
            indices.extend(i for i in model.groups[word].tokens if i not in indices)
        elif word in model.tokens:
            if model.tokens[word].index not in indices:
                indices.append(model.tokens[word].index)
        elif word == "all":
            indices.extend(range(len(model.tokens)))
        else:
            found.unknown("E0210", item.at, word, [*model.tokens, *model.groups])
    return tuple(indices)


def _number(node: Node | None, model: Model, found: Findings) -> int:
    if node is None:
        return 0
    value = read_data(node, NUMBER, model, found)
    return value if isinstance(value, int) else 0


def declare_cell_data(stack: Stack, model: Model, found: Findings) -> None:
    """The data printed on the cells of places, and the fields that hold the slots of those inside pieces."""
    for place in model.places.values():
        if place.fills and not _is_bag_of_owner(place, model):
            what = f"`fills: {place.fills}` is for tokens of pieces whose kind has a field of that name, a bag"
            found.add("E0228", place.at, what=what)
            place.fills = ""
    node = section(stack, "places")
    for name, item in node.items() if node else ():
        data = item.get("data") if isinstance(item, Mapping) else None
        if not isinstance(data, Mapping):
            continue
        place = model.places[name]
        for field_name, written in data.items():
            if field_name in ("source", "status", "because"):
                continue
            type_: Type | None = None
            if isinstance(written, Mapping) and "type" in written and "is" in written:
                declared = written.entries["type"]
                type_ = read_type(text_of(declared), declared.at, model, found)
                written = written.entries["is"]
            lists = _by_seat(_by_option(written, model, found), model, found)
            type_ = type_ or _infer([value for one in lists for value in one], model, found)
            place.data[field_name] = (type_, tuple(_column(one, type_, place, model, found) for one in lists))


def _by_option(node: Node, model: Model, found: Findings) -> Node:
    """Follows `{option: NAME, VALUE: …}` to the branch of the option's value."""
    if not isinstance(node, Mapping) or "option" not in node:
        return node
    name = text_of(node.get("option"))
    option = model.options.get(name)
    if option is None:
        found.unknown("E0210", node.at, name, model.options)
        return node
    if option.type.sort == "yes":
        chosen = "yes" if option.value else "no"
    elif option.type.sort == "word":
        chosen = option.words[option.value] if isinstance(option.value, int) else ""
    else:
        chosen = str(option.value)
    if chosen not in node:
        found.add("E0227", node.at, word=name, what=f"a branch for `{chosen}`")
        return node
    return _by_option(node.entries[chosen], model, found)


def _by_seat(node: Node, model: Model, found: Findings) -> list[list[Scalar]]:
    if isinstance(node, Mapping) and "by_seat" in node:
        rows = node.entries["by_seat"]
        return [_scalars(_by_option(row, model, found)) for row in rows] if isinstance(rows, Sequence) else []
    return [_scalars(node)]


def _scalars(node: Node) -> list[Scalar]:
    """All scalars of a list, rows of a grid flattened."""
    if isinstance(node, Scalar):
        return [node]
    if isinstance(node, Sequence):
        return [scalar for item in node for scalar in _scalars(item)]
    return []


def _infer(values: list[Scalar], model: Model, found: Findings) -> Type:
    """The type that fits all values of a column."""
    texts = {value.text for value in values}
    maybe = "none" in texts
    texts.discard("none")
    if all(
        isinstance(v.value, int) and not isinstance(v.value, bool) or v.text == "none" or v.text.startswith("option ")
        for v in values
    ):
        return NUMBER
    candidates = [YES, types.token("")]
    candidates += [types.symbol(name) for name in model.symbols]
    candidates += [types.entry(name) for name in model.kinds]
    candidates += [types.token(name) for name in model.groups]
    for type_ in candidates:
        if all(word_value(text, type_, model) is not None for text in texts):
            return type_.or_none() if maybe else type_
    known = [*model.tokens, *(e.id for e in model.entries), *(m for s in model.symbols.values() for m in s.members)]
    for value in values:
        if value.text not in known and value.text != "none":
            found.unknown("E0210", value.at, value.text, known)
    return types.token("").or_none()


def _column(values: list[Scalar], type_: Type, place: Place, model: Model, found: Findings) -> tuple[int, ...]:
    if len(values) != place.cells:
        at = values[0].at if values else place.at
        found.add("E0228", at, what=f"`{place.id}` has {place.cells} cells, but {len(values)} data stand here")
        return (0,) * place.cells
    column: list[int] = []
    for value in values:
        if type_.sort == "number" and value.text == "none":
            column.append(0)
            continue
        constant = option_constant(value, model, found)
        read = constant if constant is not None else read_data(value, type_, model, found)
        column.append(read if isinstance(read, int) else 0)
    return tuple(column)


def declare_values(stack: Stack, model: Model, found: Findings) -> None:
    """Values of the table, of seats and of pieces."""
    node = section(stack, "values")
    for name, item in node.items() if node else ():
        assert node is not None
        check_id(name, node.keys[name], found)
        value = Value(name, node.keys[name], name=name.replace("_", " "))
        model.values[name] = value
        if not isinstance(item, Mapping):
            if isinstance(item, Scalar) and item.value is not None:
                value.initial_code = item
            continue
        value.owner = text_of(item.get("of"), "table")
        if value.owner not in ("table", "seat") and value.owner not in model.kinds and value.owner not in model.places:
            found.unknown("E0210", item.at, value.owner, ["table", "seat", *model.kinds, *model.places])
            value.owner = "table"
        value.name = text_of(item.get("name"), value.name)
        declared = item.get("type")
        if declared is not None:
            value.type = read_type(text_of(declared), declared.at, model, found)
        value.drawn = text_of(item.get("shape"))
        value.sealed = text_of(item.get("sealed")) in ("yes", "true")
        value.seen_by = _visibility(item.get("seen_by"), "everyone", found)
        if "rolls" in item:
            value.rolls = _number(item.get("rolls"), model, found)
        initial = item.get("initial")
        if isinstance(initial, Scalar):
            value.initial_code = initial


def declare_rules(stack: Stack, model: Model, found: Findings) -> None:
    """Rule values with their bases."""
    node = section(stack, "rules")
    for name, item in node.items() if node else ():
        assert node is not None
        check_id(name, node.keys[name], found)
        rule = Rule(name, node.keys[name], name=name.replace("_", " "))
        model.rules[name] = rule
        base: Node | None = item
        declared: Node | None = None
        if isinstance(item, Mapping):
            base = item.get("base")
            declared = item.get("type")
            rule.owner = text_of(item.get("of"), "table")
            rule.says = text_of(item.get("says"))
            rule.name = text_of(item.get("name"), rule.name)
        if declared is not None:
            rule.type = read_type(text_of(declared), declared.at, model, found)
        elif isinstance(base, Sequence):
            rule.type = NUMBERS
        elif isinstance(base, Scalar) and base.text in ("yes", "no", "true", "false"):
            rule.type = YES
        elif isinstance(base, Scalar) and base.text.startswith("option "):
            option = model.options.get(base.text.split()[1])
            if option is not None and option.type.sort == "yes":
                rule.type = YES
        if base is None:
            found.add("E0227", node.keys[name], len(name), word=name, what="a `base`")
        else:
            rule.base = read_data(base, rule.type, model, found)
