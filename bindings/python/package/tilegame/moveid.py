"""Move-IDs: compact codes for movements.

>>> from tilegame import Game, moveid
>>> ids = Game.load("chess").piece("Knight").move_ids
>>> moveid.normal(ids[0], short=True) == ids[0]
True
>>> moveid.is_same(ids[0], moveid.normal(ids[0]))
True
"""

from __future__ import annotations

from tilegame import _core


def explain(text: str, *, hexagons: bool = False) -> str:
    """What it means, in sentences, with a drawing."""
    return _core.move_id_explain(text, hexagons=hexagons)


def diagram(text: str, *, hexagons: bool = False) -> str:
    """Where it leads, drawn with letters."""
    return _core.move_id_diagram(text, hexagons=hexagons)


def fields(text: str) -> list[tuple[str, str]]:
    """Its parts, and what each says."""
    return _core.move_id_fields(text)


def normal(text: str, *, short: bool = False) -> str:
    """Its normal form, in full or as short as possible."""
    return _core.move_id_normal(text, short=short)


def differences(one: str, other: str) -> list[tuple[str, str | None, str | None]]:
    """In what two of them differ: the part, and what each says there."""
    return _core.move_id_differences(one, other)


def is_same(one: str, other: str) -> bool:
    """Whether two of them mean the same."""
    return not differences(one, other)


def rules(text: str, *, game: str = "chess") -> list[str]:
    """The lines of the language that it stands for, for a piece of a game."""
    name = "Mover_of_this_rule"
    source = f'variant "A rule" of "{game}"\n\npiece {name} "MM" "mm"\n    id "{text}"\n'
    return _core.Game.from_text(source, name="rule.tg").piece(name).rules
