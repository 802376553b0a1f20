"""Positions of games, reached at random: the same ones in every run."""

from __future__ import annotations

import random
from collections.abc import Iterator

import tilegame


def walk(game: tilegame.Game, seed: int, plies: int) -> Iterator[tilegame.State]:
    """Yields the state again and again as it is played on."""
    chosen = random.Random(f"{game.name} {seed}")
    state = game.start()
    for _ in range(plies):
        yield state
        moves = state.legal_moves
        if not moves:
            return
        state.push(moves[chosen.randrange(len(moves))])
    yield state
