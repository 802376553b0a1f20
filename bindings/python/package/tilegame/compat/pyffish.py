"""The names of ``pyffish``, for servers and tools that were written for it: ``from tilegame.compat import pyffish``.

Names and arguments are those of its documentation; what they do is done by this package's rules. A variant is a game of the library, a section of a
text that ``load_variant_config`` has read, or the path of a game's file. What this package can't serve raises ``NotImplementedError`` with the reason.

>>> from tilegame.compat import pyffish
>>> pyffish.get_san_moves("chess", pyffish.start_fen("chess"), ["e2e4", "e7e5", "g1f3"])
['e4', 'e5', 'Nf3']
>>> pyffish.game_result("chess", pyffish.start_fen("chess"), ["f2f3", "e7e5", "g2g4", "d8h4"])
-32000
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

import tilegame
from tilegame import Game, Outcome, State

VALUE_MATE = 32000
VALUE_DRAW = 0
FEN_OK = 1
FEN_INVALID_PROMOTED_PIECE = -12

NOTATION_DEFAULT = 0
NOTATION_SAN = 1
NOTATION_LAN = 2
NOTATION_SHOGI_HOSKING = 3
NOTATION_SHOGI_HODGES = 4
NOTATION_SHOGI_HODGES_NUMBER = 5
NOTATION_JANGGI = 6
NOTATION_XIANGQI_WXF = 7
NOTATION_THAI_SAN = 8
NOTATION_THAI_LAN = 9


class error(Exception):
    """Something that can't be understood."""


CALLED = {"fischerandom": "chess960", "mini": "minishogi", "placement": "prechess"}
"""Games that have another name here."""

SHUFFLED = {"chess": "chess960", "chess960": "chess960", "fischerandom": "chess960", "capablanca": "caparandom"}
"""Games with other places of the castling pieces, which are games of their own here."""

MOST = 64
"""So many positions are kept, so that a chain of calls need not play all moves again."""

_configured: dict[str, Game] = {}
_positions: OrderedDict[tuple[str, str, bool, tuple[str, ...]], State] = OrderedDict()


def _game(variant: str, chess960: bool = False) -> Game:
    if chess960:
        if variant not in SHUFFLED:
            raise NotImplementedError(f"{variant} with other places of the castling pieces is no game of the library")
        return Game.load(SHUFFLED[variant])
    if variant in _configured:
        return _configured[variant]
    try:
        return Game.load(CALLED.get(variant, variant))
    except tilegame.UnknownGameError as unknown:
        raise error(str(unknown)) from None


def _state(variant: str, fen: str, movelist: Sequence[str], chess960: bool) -> State:
    """The position after moves. It may be asked, but not changed."""
    played = tuple(movelist)
    for length in range(len(played), -1, -1):
        known = _positions.get((variant, fen, chess960, played[:length]))
        if known is not None:
            _positions.move_to_end((variant, fen, chess960, played[:length]))
            break
    else:
        length = 0
        try:
            game = _game(variant, chess960)
            known = game.start() if fen == "startpos" else game.fairy_state(fen)
        except tilegame.FenError as wrong:
            raise error(str(wrong)) from None
    if length < len(played):
        known = known.copy()
        for text in played[length:]:
            _push(known, text)
    _positions[variant, fen, chess960, played] = known
    while len(_positions) > MOST:
        _positions.popitem(last=False)
    return known


def _push(state: State, text: str) -> None:
    """Makes a move, which may be one of two steps."""
    try:
        state.push_fairy(text)
    except tilegame.IllegalMoveError as wrong:
        raise error(f"{text} is no legal move: {wrong}") from None


def _value(state: State, outcome: Outcome) -> int:
    """As the player to move sees it."""
    share = outcome.scores[state.turn]
    if share == 0.5:
        return VALUE_DRAW
    return VALUE_MATE if share > 0.5 else -VALUE_MATE


def version() -> tuple[int, int, int]:
    """The version of this package."""
    first, second, third = tilegame.__version__.split(".")[:3]
    return int(first), int(second), int(third)


def info() -> str:
    """What answers."""
    return f"TileGame {tilegame.__version__}"


def variants() -> list[str]:
    """All games of the library for two players, and those that were configured."""
    return sorted({*Game.library(), *CALLED, *_configured})


def set_option(name: str, value: Any) -> None:
    """Reads variants with ``VariantPath``; other options are of an engine that is not here."""
    if name != "VariantPath":
        raise NotImplementedError(f"there is no engine here that has an option {name}")
    with open(value, encoding="utf-8") as file:
        load_variant_config(file.read())


def load_variant_config(config: str) -> None:
    """Reads variants of a text in the format of variants.ini. A section that can't be a game is left out."""
    names = [line.strip()[1:].split(":")[0].split("]")[0].strip() for line in config.splitlines() if line.strip().startswith("[")]
    for name in names:
        try:
            _configured[name] = Game.from_ini(config, name)
        except (tilegame.ImportVariantError, tilegame.RulesError):
            _configured.pop(name, None)
    for key in [key for key in _positions if key[0] in names]:
        del _positions[key]


def start_fen(variant: str) -> str:
    """The position at the start."""
    return _game(variant).start().fairy_fen()


def two_boards(variant: str) -> bool:
    """Whether pieces come from another board."""
    return _game(variant).receives


def captures_to_hand(variant: str) -> bool:
    """Whether what is captured can be put on the board again."""
    return _game(variant).keeps_captures


def get_fen(
    variant: str,
    fen: str,
    movelist: Sequence[str],
    chess960: bool = False,
    sfen: bool = False,
    show_promoted: bool = False,
    count_started: int = 0,
) -> str:
    """The position after moves."""
    if count_started:
        raise NotImplementedError("counting is part of the rules here, and begins where they say")
    state = _state(variant, fen, movelist, chess960)
    if sfen:
        if "sfen" not in state.game.notations:
            raise NotImplementedError(f"{variant} has no notation of that name")
        return state.game.in_notation("sfen").state(state.fen()).fen()
    return state.fairy_fen()


def legal_moves(variant: str, fen: str, movelist: Sequence[str], chess960: bool = False) -> list[str]:
    """The legal moves after moves."""
    return _state(variant, fen, movelist, chess960).fairy_turns()


def _usual(notation: int) -> None:
    if notation not in (NOTATION_DEFAULT, NOTATION_SAN):
        raise NotImplementedError("moves are written as the game's rules say; other notations are not known by number")


def get_san(variant: str, fen: str, move: str, chess960: bool = False, notation: int = NOTATION_DEFAULT) -> str:
    """A move as people write it."""
    return get_san_moves(variant, fen, [move], chess960, notation)[0]


def get_san_moves(
    variant: str, fen: str, movelist: Sequence[str], chess960: bool = False, notation: int = NOTATION_DEFAULT
) -> list[str]:
    """Moves as people write them."""
    _usual(notation)
    state = _state(variant, fen, [], chess960).copy()
    texts: list[str] = []
    for text in movelist:
        before = state.ply
        _push(state, text)
        texts.append(",".join(m.san for m in state.move_stack[before:]))
    return texts


def gives_check(variant: str, fen: str, movelist: Sequence[str], chess960: bool = False) -> bool:
    """Whether the player to move is in check after moves."""
    return _state(variant, fen, movelist, chess960).is_check()


def is_capture(variant: str, fen: str, movelist: Sequence[str], move: str, chess960: bool = False) -> bool:
    """Whether a move captures something."""
    state = _state(variant, fen, movelist, chess960).copy()
    before = state.ply
    _push(state, move)
    return any(m.is_capture for m in state.move_stack[before:])


def piece_to_partner(variant: str, fen: str, movelist: Sequence[str], chess960: bool = False) -> str:
    """Not served."""
    raise NotImplementedError("what goes to a partner is for whoever has both boards to decide")


def game_result(variant: str, fen: str, movelist: Sequence[str], chess960: bool = False) -> int:
    """How the game has ended after moves, as the player to move sees it; a draw, too, while it goes on."""
    state = _state(variant, fen, movelist, chess960)
    outcome = state.outcome()
    return VALUE_DRAW if outcome is None else _value(state, outcome)


def is_immediate_game_end(
    variant: str, fen: str, movelist: Sequence[str], chess960: bool = False
) -> tuple[bool, int]:
    """Whether the rules end the game other than by mate or stalemate, and what that is for the player to move."""
    state = _state(variant, fen, movelist, chess960)
    outcome = state.outcome()
    if outcome is None or outcome.reason in ("checkmate", "stalemate"):
        return False, VALUE_DRAW
    return True, _value(state, outcome)


def is_optional_game_end(
    variant: str, fen: str, movelist: Sequence[str], chess960: bool = False, count_started: int = 0
) -> tuple[bool, int]:
    """Whether the match is over or its end can be claimed, and what that is for the player to move."""
    if count_started:
        raise NotImplementedError("counting is part of the rules here, and begins where they say")
    state = _state(variant, fen, movelist, chess960).copy()
    outcome = state.match_outcome(claim=True)
    if outcome is None or state.outcome() is not None:
        return False, VALUE_DRAW
    return True, _value(state, outcome)


def has_insufficient_material(
    variant: str, fen: str, movelist: Sequence[str], chess960: bool = False
) -> tuple[bool, bool]:
    """For each of the two players, whether they can't win any more by whatever moves."""
    state = _state(variant, fen, movelist, chess960)
    first, second = (state.can_win(player) is False for player in state.game.players[:2])
    return first, second


def validate_fen(fen: str, variant: str, chess960: bool = False) -> int:
    """``FEN_OK``, or another number."""
    try:
        _game(variant, chess960).fairy_state(fen)
    except tilegame.FenError:
        return -1
    return FEN_OK


def get_fog_fen(fen: str, variant: str, chess960: bool = False) -> str:
    """Not served."""
    raise NotImplementedError("nothing is hidden in any game of the library")
