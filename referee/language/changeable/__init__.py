"""What a pack on top of a stack can change: every name that `changes:` may use, and what was done to it so far."""

from referee.language.changeable.points import SECTIONS, Point, PointChange, points

__all__ = ["SECTIONS", "Point", "PointChange", "points"]
