"""What two rulesets have that differs, told in words: texts by key, which the catalogs turn into any language.

`told` takes one ruleset apart into things and what can be said of each; `differences` sets two of these lists against
each other. Nothing of the language itself is left in them: effects are sentences of the describer.
"""

from referee.language.compare.differences import AspectChange, Difference, Line, differences
from referee.language.compare.things import SECTIONS, Aspect, Thing
from referee.language.compare.told import told

__all__ = ["SECTIONS", "Aspect", "AspectChange", "Difference", "Line", "Thing", "differences", "told"]
