"""Packs: YAML files with positions, put together into a stack. Knows no effect language."""

from referee.packs.codes import CODES
from referee.packs.diagnostics import Code, Diagnostic, PackInvalid
from referee.packs.model import Change, Fact, OptionDecl, OptionValue, Pack, Stack, Wrap
from referee.packs.node import Mapping, Node, Position, Scalar, Sequence
from referee.packs.reader import read_yaml
from referee.packs.roots import data_root
from referee.packs.schema import entry_schema, shipped_schema
from referee.packs.spelling import did_you_mean
from referee.packs.stack import load_stack

__all__ = [
    "CODES",
    "Change",
    "Code",
    "Diagnostic",
    "Fact",
    "Mapping",
    "Node",
    "OptionDecl",
    "OptionValue",
    "Pack",
    "PackInvalid",
    "Position",
    "Scalar",
    "Sequence",
    "Stack",
    "Wrap",
    "data_root",
    "did_you_mean",
    "entry_schema",
    "load_stack",
    "read_yaml",
    "shipped_schema",
]
