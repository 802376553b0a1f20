"""Betza notation: how a chess piece moves, in a few letters.

>>> from tilegame import betza
>>> betza.rules("N")
['move sym(n+n+e)']
>>> betza.normal("WF")
'K'
"""

from __future__ import annotations

from tilegame import _core


def rules(text: str, *, fairy_stockfish: bool = False) -> list[str]:
    """The lines of the language that mean the same."""
    return _core.betza_rules(text, fairy_stockfish=fairy_stockfish)


def normal(text: str, *, fairy_stockfish: bool = False) -> str:
    """The shortest text that means the same."""
    return _core.betza_normal(text, fairy_stockfish=fairy_stockfish)


def explain(text: str, *, fairy_stockfish: bool = False) -> list[tuple[str, str]]:
    """What each part means, in words."""
    return _core.betza_explain_text(text, fairy_stockfish=fairy_stockfish)
