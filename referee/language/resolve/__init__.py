"""Names and types: syntax trees → typed trees. Importing this package registers the rules of every production."""

from referee.language.resolve import calls, choices, endings, flow, names, pieces, sealed, sets, tests, tokens, values

RULES_LOADED = (calls, choices, endings, flow, names, pieces, sealed, sets, tests, tokens, values)
