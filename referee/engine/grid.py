"""Static tables of a grid: which cells lie in line, beside, between, around."""

from __future__ import annotations

from collections.abc import Callable

from referee.engine.layout import Area

DIRECTIONS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
Cells = tuple[int, ...]


class Grid:
    """The geometry of one cells place; every table has one row for each cell of each owner."""

    def __init__(self, area: Area) -> None:
        self.area = area
        self.rows, self.columns = area.place.grid
        self.ring = area.place.ring
        self.slots = tuple(range(area.base, area.end))  # one object for each number, however often it stands in tables

    def _each(self, make: Callable[[int, int, int], object]) -> tuple[object, ...]:
        """`make(base, row, column)` for every cell, owners one after another."""
        found: list[object] = []
        for owner in range(self.area.owners):
            base = self.area.base + owner * self.area.stride
            for row in range(self.rows):
                for column in range(self.columns):
                    found.append(make(base, row, column))
        return tuple(found)

    def _cell(self, base: int, row: int, column: int) -> int:
        return self.slots[base - self.area.base + row * self.columns + column]

    def _inside(self, row: int, column: int) -> bool:
        return 0 <= row < self.rows and 0 <= column < self.columns

    def cross(self) -> tuple[object, ...]:
        """The cells of the same row or column, the cell itself among them, in board order."""

        def make(base: int, row: int, column: int) -> Cells:
            above = [self._cell(base, r, column) for r in range(row)]
            along = [self._cell(base, row, c) for c in range(self.columns)]
            below = [self._cell(base, r, column) for r in range(row + 1, self.rows)]
            return (*above, *along, *below)

        return self._each(make)

    def neighbours(self) -> tuple[object, ...]:
        """The cells that share an edge."""

        def make(base: int, row: int, column: int) -> Cells:
            if self.ring:
                size = self.columns
                return tuple(sorted({base + (column - 1) % size, base + (column + 1) % size}))
            near = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
            return tuple(self._cell(base, r, c) for r, c in near if self._inside(r, c))

        return self._each(make)

    def rays(self) -> tuple[object, ...]:
        """For each direction that has a cell: the cells from the next one to the edge; north first, clockwise."""

        def make(base: int, row: int, column: int) -> tuple[Cells, ...]:
            found: list[Cells] = []
            for down, right in DIRECTIONS:
                ray: list[int] = []
                r, c = row + down, column + right
                while self._inside(r, c):
                    ray.append(self._cell(base, r, c))
                    r, c = r + down, c + right
                if ray:
                    found.append(tuple(ray))
            return tuple(found)

        return self._each(make)

    def lines(self, length: int) -> tuple[tuple[Cells, ...], ...]:
        """Every straight line of so many cells through a cell: along its row, its column, then the diagonals."""
        found: list[tuple[Cells, ...]] = []
        for owner in range(self.area.owners):
            base = self.area.base + owner * self.area.stride
            through: list[tuple[list[Cells], ...]] = [([], [], [], []) for _ in range(self.area.stride)]
            # From the end of the board on: the lines that begin at a cell stand before those that pass it later.
            for row in reversed(range(self.rows)):
                for column in reversed(range(self.columns)):
                    for way, (down, right) in enumerate(((0, 1), (1, 0), (1, 1), (1, -1))):
                        if self._inside(row + (length - 1) * down, column + (length - 1) * right):
                            step = down * self.columns + right
                            start = row * self.columns + column
                            cells = range(start, start + step * length, step)
                            line = tuple(self.slots[base - self.area.base + cell] for cell in cells)
                            for cell in cells:
                                through[cell][way].append(line)
            found += [tuple(line for way in ways for line in way) for ways in through]
        return tuple(found)

    def lines_from(self, length: int) -> tuple[object, ...]:
        """The lines through each cell for tests that ask every cell in any order: the nearest first, which tells most
        lines apart, and the cell itself, which was mostly just changed so that it fits, last."""

        def turned(cell: int, line: Cells) -> Cells:
            at = line.index(cell)
            return tuple(line[i] for i in sorted(range(length), key=lambda i: (i == at, abs(i - at))))

        return tuple(
            tuple(turned(cell, line) for line in through)
            for cell, through in zip(self.slots, self.lines(length), strict=True)
        )

    def files(self, kind: str) -> tuple[tuple[Cells, ...], ...]:
        """The rows (left to right) or columns (top to bottom) of each owner's grid."""
        found: list[tuple[Cells, ...]] = []
        for owner in range(self.area.owners):
            base = self.area.base + owner * self.area.stride
            if kind == "rows":
                one = tuple(tuple(self._cell(base, r, c) for c in range(self.columns)) for r in range(self.rows))
            else:
                one = tuple(tuple(self._cell(base, r, c) for r in range(self.rows)) for c in range(self.columns))
            found.append(one)
        return tuple(found)

    def step(self, by: int) -> tuple[object, ...]:
        """The next (by 1) or previous (by -1) cell of a row or ring; -1 at the end of a row."""

        def make(base: int, row: int, column: int) -> int:
            index = row * self.columns + column + by
            size = self.rows * self.columns
            if self.ring:
                return base + index % size
            return base + index if 0 <= index < size else -1

        return self._each(make)

    def between(self, a: int, b: int) -> Cells:
        """The cells strictly between two cells that lie in one straight line; none otherwise."""
        base, columns = self.area.base, self.columns
        if (a - base) // self.area.stride != (b - base) // self.area.stride:
            return ()
        r1, c1 = divmod((a - base) % self.area.stride, columns)
        r2, c2 = divmod((b - base) % self.area.stride, columns)
        down, right = r2 - r1, c2 - c1
        steps = max(abs(down), abs(right))
        if steps < 2 or (down and right and abs(down) != abs(right)):
            return ()
        step = (down // steps) * columns + right // steps
        return tuple(a + step * i for i in range(1, steps))
