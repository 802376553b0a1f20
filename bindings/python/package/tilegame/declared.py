"""All classes that the compiled part makes objects of."""

from tilegame.errors import (
    FenError,
    IllegalMoveError,
    ImportVariantError,
    InternalError,
    NotationError,
    PgnError,
    RulesError,
    UnknownGameError,
)
from tilegame.values import (
    Choice,
    Diagnostic,
    Fix,
    ImportProblem,
    Line,
    Outcome,
    PgnGame,
    PgnMove,
    Place,
    Playouts,
    Score,
)

__all__ = [
    "Choice",
    "Diagnostic",
    "FenError",
    "Fix",
    "IllegalMoveError",
    "ImportProblem",
    "ImportVariantError",
    "InternalError",
    "Line",
    "NotationError",
    "Outcome",
    "PgnError",
    "PgnGame",
    "PgnMove",
    "Place",
    "Playouts",
    "RulesError",
    "Score",
    "UnknownGameError",
]
