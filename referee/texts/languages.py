"""Which language to answer in, given what a client asks for and what there is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

SOURCE = "en"
_SCRIPTS = {
    "zh-cn": "zh-hans",
    "zh-sg": "zh-hans",
    "zh-tw": "zh-hant",
    "zh-hk": "zh-hant",
    "zh-mo": "zh-hant",
}
_MAX_HEADER = 500


def tag(language: str) -> str:
    """A language in the form used here: `pt_BR` and `pt-br` are `pt-BR`, `zh_hans` is `zh-Hans`."""
    first, *rest = language.strip().replace("_", "-").split("-")
    return "-".join([first.lower(), *(_subtag(part) for part in rest)])


def _subtag(part: str) -> str:
    if len(part) == 4:
        return part.title()
    return part.upper() if len(part) == 2 else part.lower()


def chain(language: str) -> tuple[str, ...]:
    """The language and those it falls back to, the closest first, English left out: `es-MX`, `es`."""
    parts = tag(language).split("-")
    tags = ("-".join(parts[:end]) for end in range(len(parts), 0, -1))
    return tuple(t for t in tags if t and t != SOURCE)


@lru_cache(maxsize=1024)
def negotiate(accept: str, available: tuple[str, ...]) -> str:
    """The best of `available` for an Accept-Language header or a single tag; English if nothing fits."""
    by_lower = {language.lower(): language for language in available}
    for wanted in _wanted(accept[:_MAX_HEADER]):
        if wanted == "*":
            return SOURCE
        for candidate in _truncations(_SCRIPTS.get(wanted, wanted)):
            if candidate == SOURCE:
                return SOURCE
            if candidate in by_lower:
                return by_lower[candidate]
            for language in available:
                if language.lower().startswith(candidate + "-"):
                    return language
    return SOURCE


def _truncations(wanted: str) -> Iterator[str]:
    while wanted:
        yield wanted
        wanted = wanted.rpartition("-")[0]


def _wanted(accept: str) -> list[str]:
    """The tags of the header in lower case, the most wanted first; what can't be read is left out."""
    found: list[tuple[float, str]] = []
    for item in accept.replace("_", "-").split(","):
        name, *parameters = (part.strip() for part in item.split(";"))
        quality = 1.0
        for parameter in parameters:
            if parameter.startswith("q="):
                try:
                    quality = float(parameter[2:])
                except ValueError:
                    quality = 0.0
        if name and quality > 0:
            found.append((quality, name.lower()))
    return [name for _, name in sorted(found, key=lambda pair: -pair[0])]
