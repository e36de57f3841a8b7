"""Effects in words: the typed tree → keys and arguments, which the catalogs turn into any language.

Telegram style: verb, amounts, places; names in their citation form; no pronouns. A procedure, term, choice or
option with a text of its own (`says`) is one unit and is not described further.
"""

from referee.language.describe import amounts, decisions, sets, statements, tests, values  # noqa: F401  # they register what they describe
from referee.language.describe.describer import Describer, described, describes
from referee.language.describe.keys import texts_of

__all__ = ["Describer", "described", "describes", "texts_of"]
