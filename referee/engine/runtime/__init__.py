"""What generated programs call: small functions over the flat state.

Every function takes the state S; those that can be told about take E, a list of raw events, or None when nobody
listens. A raw event is a tuple: its kind, the cause, then what moved or changed.
"""

from referee.engine.runtime.answers import *
from referee.engine.runtime.numbers import *
from referee.engine.runtime.pieces import *
from referee.engine.runtime.piles import *
from referee.engine.runtime.spans import *
from referee.engine.runtime.state import *
from referee.engine.runtime.tokens import *
