"""Board games that are declared as text: rules, moves, notations, counts, an opponent.

>>> import tilegame
>>> game = tilegame.Game.load("chess")
>>> state = game.start()
>>> for text in ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"]:
...     _ = state.push_san(text)
>>> state.outcome()
Outcome(scores={'White': 1.0, 'Black': 0.0}, winner='White', reason='checkmate', result='1-0')
>>> game.perft(4)
197281
"""

from tilegame import betza, moveid
from tilegame._core import (
    Batch,
    Encoding,
    Engine,
    Game,
    LegalMoves,
    Move,
    Net,
    Piece,
    Samples,
    SelfPlay,
    State,
    __version__,
    playouts,
)
from tilegame.errors import (
    FenError,
    IllegalMoveError,
    ImportVariantError,
    InternalError,
    NotationError,
    PgnError,
    RulesError,
    TileGameError,
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
    "Batch",
    "Choice",
    "Diagnostic",
    "Encoding",
    "Engine",
    "FenError",
    "Fix",
    "Game",
    "IllegalMoveError",
    "ImportProblem",
    "ImportVariantError",
    "InternalError",
    "LegalMoves",
    "Line",
    "Move",
    "Net",
    "NotationError",
    "Outcome",
    "PgnError",
    "PgnGame",
    "PgnMove",
    "Piece",
    "Place",
    "Playouts",
    "RulesError",
    "Samples",
    "Score",
    "SelfPlay",
    "State",
    "TileGameError",
    "UnknownGameError",
    "__version__",
    "betza",
    "moveid",
    "playouts",
]
