"""Numbers for Prometheus, in its text form. Labels come from closed sets of words, so that their number is bounded."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)

Labels = tuple[str, ...]


class Counter:
    """Only grows, for each value of its labels."""

    kind = "counter"

    def __init__(self, name: str, about: str, labels: Sequence[str] = ()) -> None:
        self.name, self.about, self._labels = name, about, tuple(labels)
        self._values: dict[Labels, float] = {}

    def add(self, *labels: str, by: float = 1) -> None:
        self._values[labels] = self._values.get(labels, 0) + by

    def lines(self) -> Iterator[str]:
        for labels, value in sorted(self._values.items()):
            yield f"{self.name}{_braces(zip(self._labels, labels, strict=True))} {_number(value)}"


class Gauge:
    """What is the case now: asked when somebody looks. `read` gives the value for each value of the label."""

    def __init__(
        self,
        name: str,
        about: str,
        read: Callable[[], float | Mapping[str, float]],
        label: str = "",
        kind: str = "gauge",
    ) -> None:
        self.name, self.about, self.kind = name, about, kind
        self._read, self._label = read, label

    def lines(self) -> Iterator[str]:
        value = self._read()
        if isinstance(value, Mapping):
            for word, each in value.items():
                yield f"{self.name}{_braces([(self._label, word)])} {_number(each)}"
        else:
            yield f"{self.name} {_number(value)}"


class Histogram:
    """How long things took: how many of them at most so many seconds."""

    kind = "histogram"

    def __init__(self, name: str, about: str, labels: Sequence[str] = (), buckets: Sequence[float] = SECONDS) -> None:
        self.name, self.about, self._labels = name, about, tuple(labels)
        self._buckets = tuple(buckets)
        self._seen: dict[Labels, tuple[list[int], list[float]]] = {}  # labels → counts by bucket, [sum]

    def add(self, seconds: float, *labels: str) -> None:
        seen = self._seen.get(labels)
        if seen is None:
            seen = self._seen[labels] = ([0] * (len(self._buckets) + 1), [0.0])
        seen[0][bisect_left(self._buckets, seconds)] += 1
        seen[1][0] += seconds

    def lines(self) -> Iterator[str]:
        for labels, (counts, total) in sorted(self._seen.items()):
            pairs = list(zip(self._labels, labels, strict=True))
            below = 0
            for bound, count in zip((*map(_number, self._buckets), "+Inf"), counts, strict=True):
                below += count
                yield f"{self.name}_bucket{_braces([*pairs, ('le', bound)])} {below}"
            yield f"{self.name}_sum{_braces(pairs)} {_number(total[0])}"
            yield f"{self.name}_count{_braces(pairs)} {below}"


Metric = Counter | Gauge | Histogram


def exposition(metrics: Sequence[Metric]) -> str:
    """All metrics as text."""
    lines: list[str] = []
    for metric in metrics:
        lines += [f"# HELP {metric.name} {metric.about}", f"# TYPE {metric.name} {metric.kind}", *metric.lines()]
    return "\n".join(lines) + "\n"


def _braces(pairs: Iterable[tuple[str, str]]) -> str:
    inside = ",".join(f'{name}="{value}"' for name, value in pairs)
    return f"{{{inside}}}" if inside else ""


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(float(value))
