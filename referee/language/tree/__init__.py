"""The typed tree: what an effect means once every name is resolved and every type is known.

One tree, four readers: the checker's messages, the program of the engine, the described text and the rules digest.
Nodes are immutable and compare by meaning: places in files don't count.
"""

from referee.language.tree.amounts import *
from referee.language.tree.base import *
from referee.language.tree.decisions import *
from referee.language.tree.sets import *
from referee.language.tree.statements import *
from referee.language.tree.tests import *
from referee.language.tree.values import *
