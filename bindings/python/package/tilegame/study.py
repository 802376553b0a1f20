"""What games are like when they are played often: who wins, how long they last, how much there is to choose.

>>> import tilegame
>>> from tilegame import study
>>> report = study.study([tilegame.Game.load("tictactoe")], games=200, seed=1)[0]
>>> report.games, report.players
(200, ['White', 'Black'])
>>> report.first > 0.5
True
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tilegame import Engine, Game
from tilegame.journal import Journal
from tilegame.parts import Workers, run

PART = 50
"""So many games are one part of the work."""


@dataclass(frozen=True)
class Report:
    """What is known of one game."""

    name: str
    players: list[str]
    games: int
    cut: int
    """Games that were cut off, and are not counted in scores."""
    scores: dict[str, float]
    """What each player got on average."""
    margin: float
    """The first player's average is known to within so much, 19 times of 20."""
    draws: float
    """The share of games that nobody won."""
    length: float
    """Moves in a game, on average."""
    choice: float
    """Legal moves in a position, on average."""
    endings: dict[str, int] = field(default_factory=dict)

    @property
    def first(self) -> float:
        """What the first player got on average."""
        return self.scores[self.players[0]]


def study(
    games_of: Sequence[Game],
    *,
    games: int = 1000,
    seed: int = 0,
    max_plies: int = 400,
    level: int | None = None,
    workers: Workers = None,
) -> list[Report]:
    """Plays each of the games so often, at random or by an opponent of a level after four random moves. The report is the same however many work.

    Without ``workers`` it all happens here.
    """
    parts = [
        (game, seed, first, min(PART, games - first), max_plies, level)
        for game in games_of
        for first in range(0, games, PART)
    ]
    if workers is None:
        rows = [_played(part) for part in parts]
    else:
        with Journal(None, "study") as journal:
            rows = run(parts, _played, workers, journal)
    of_game: dict[int, list[Any]] = {}
    each = -(-games // PART)
    for number, row in enumerate(rows):
        of_game.setdefault(number // each, []).extend(row)
    return [_report(game, of_game.get(number, [])) for number, game in enumerate(games_of)]


def _played(part: tuple[Game, int, int, int, int, int | None]) -> list[tuple[list[float] | None, int, int, str]]:
    """Plays some games: of each what the players got, the moves, the choices and the ending."""
    game, seed, first, count, max_plies, level = part
    engine = Engine(game) if level else None
    rows: list[tuple[list[float] | None, int, int, str]] = []
    for number in range(first, first + count):
        chosen = random.Random(f"{seed} {number}")
        state, choices = game.start(), 0
        if engine:
            engine.forget()
        while state.ply < max_plies and (moves := state.legal_moves):
            choices += len(moves)
            if engine and state.ply >= 4 and (found := engine.play(state, level=level, seed=chosen.getrandbits(32))):
                state.push(found.move)
            else:
                state.push(moves[chosen.randrange(len(moves))])
        outcome = state.outcome()
        scores = list(outcome.scores.values()) if outcome else None
        rows.append((scores, state.ply, choices, outcome.reason if outcome else "cut off"))
    return rows


def _report(game: Game, rows: Sequence[tuple[list[float] | None, int, int, str]]) -> Report:
    ended = [scores for scores, _, _, _ in rows if scores is not None]
    total = max(1, len(ended))
    means = [sum(scores[player] for scores in ended) / total for player in range(len(game.players))]
    spread = math.sqrt(sum((scores[0] - means[0]) ** 2 for scores in ended) / total)
    plies = sum(length for _, length, _, _ in rows)
    return Report(
        name=game.name,
        players=game.players,
        games=len(rows),
        cut=len(rows) - len(ended),
        scores=dict(zip(game.players, means, strict=True)),
        margin=1.96 * spread / math.sqrt(total),
        draws=sum(1.0 not in scores for scores in ended) / total,
        length=plies / max(1, len(rows)),
        choice=sum(choices for _, _, choices, _ in rows) / max(1, plies),
        endings=dict(Counter(reason for _, _, _, reason in rows).most_common()),
    )
