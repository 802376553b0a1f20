"""The files of games. A game may import what lies in its own folder and below, and nothing else."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

LARGEST = 1 << 20
"""Longer texts are not read: no game is so long."""


def opened(name: str | os.PathLike[str]) -> tuple[str, str, Callable[[str], str | None]] | None:
    """The name of a game's file, its text, and a function that reads what it imports; None if there is no such file."""
    path = Path(name)
    if not path.is_file():
        return None
    folder = path.resolve().parent

    def imported(asked: str) -> str | None:
        wanted = Path(path.parent, asked).resolve()
        if not wanted.is_relative_to(folder) or not wanted.is_file():
            return None
        return _text(wanted)

    # What it imports is named relative to where the game itself is.
    return path.name, _text(path), imported


def _text(path: Path) -> str:
    size = path.stat().st_size
    if size > LARGEST:
        raise ValueError(f"{path} is too long to be a game: {size} bytes")
    return path.read_text(encoding="utf-8")
