"""Matches between two ways to judge positions, at the same time or the same number of positions for each move."""

from __future__ import annotations

import math
import os
import random
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from threading import Event, local

from tilegame._core import Engine, Game, State

Judge = bool | bytes | str | os.PathLike[str]
"""What judges: a net as bytes or a file, that of the library (``True``), or the rules alone (``False``)."""


@dataclass(frozen=True)
class Contest:
    """What came of a match, for the first of the two sides."""

    won: int
    drawn: int
    lost: int
    deviation: float
    """How far the points of a pair of games are from their mean, usually: as a share of what can be had."""

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> float:
        """The share of the points."""
        return (self.won + self.drawn / 2) / self.games if self.games else 0.5

    @property
    def elo(self) -> float:
        """The difference in rating points."""
        return _elo(self.score)

    @property
    def margin(self) -> tuple[float, float]:
        """Between which bounds that difference is, 19 times of 20."""
        if not self.games:
            return -math.inf, math.inf
        error = 1.96 * self.deviation / math.sqrt(self.games / 2)
        return _elo(self.score - error), _elo(self.score + error)

    def __str__(self) -> str:
        low, high = self.margin
        return f"{self.won} won, {self.drawn} drawn, {self.lost} lost: {self.elo:+.0f} [{low:+.0f}, {high:+.0f}]"


def _elo(score: float) -> float:
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return -400 * math.log10(1 / score - 1)


def match(
    game: Game,
    one: Judge,
    other: Judge,
    *,
    games: int = 200,
    nodes: int | None = None,
    time: float | None = None,
    random_plies: int = 6,
    max_plies: int = 400,
    threads: int | None = None,
    seed: int = 0,
) -> Contest:
    """Lets two sides play against each other, each opening twice with the sides exchanged. Openings are random moves from the start.

    Each side looks at so many positions for a move (``nodes``), and then the same seed gives the same games; or it thinks for ``time`` seconds. A game that
    is not over after ``max_plies`` is a draw.
    """
    if (nodes is None) == (time is None):
        raise ValueError("say how long a side thinks: either nodes or time")
    if len(game.players) != 2:
        raise ValueError("a match is for games of two players")
    threads = threads or os.cpu_count() or 1
    own, stop = local(), Event()

    def pair(number: int) -> tuple[float, float] | None:
        if not hasattr(own, "sides"):
            own.sides = [Engine(game, net=judge, memory=8) for judge in (one, other)]
        start = _opening(game, random.Random(f"{seed} {number}"), random_plies)
        if start is None:
            return None
        first = _points(own.sides, start, nodes, time, max_plies, stop)
        second = _points(own.sides[::-1], start, nodes, time, max_plies, stop)
        return first, 1 - second

    found: dict[int, tuple[float, float]] = {}
    pairs, number, futile = -(-games // 2), 0, 0
    with ThreadPoolExecutor(threads) as workers:
        running: dict[Future[tuple[float, float] | None], int] = {}
        try:
            while len(found) < pairs and futile < 1000:
                while len(running) + len(found) < pairs and len(running) < 2 * threads:
                    running[workers.submit(pair, number)] = number
                    number += 1
                done, _ = wait(running, timeout=1, return_when=FIRST_COMPLETED)
                for future in done:
                    at, points = running.pop(future), future.result()
                    if points is None:
                        futile += 1
                    else:
                        found[at] = points
        except BaseException:
            stop.set()
            for future in running:
                future.cancel()
            raise
    return _counted([found[at] for at in sorted(found)])


def _counted(pairs: Sequence[tuple[float, float]]) -> Contest:
    each = [points for pair in pairs for points in pair]
    won, lost = sum(points > 0.5 for points in each), sum(points < 0.5 for points in each)
    mean = sum(each) / max(1, len(each))
    spread = sum(((first + second) / 2 - mean) ** 2 for first, second in pairs) / max(1, len(pairs) - 1)
    # As if one pair more had been drawn by chance: otherwise a few games that are all won would say that nothing is uncertain.
    return Contest(won, len(each) - won - lost, lost, math.sqrt(spread + 0.25 / max(1, len(pairs)) ** 2))


def _opening(game: Game, chosen: random.Random, plies: int) -> State | None:
    """Some random moves from the start, or from one of its arrangements; none, if they end the game."""
    state = game.state(number=chosen.randrange(game.arrangements)) if game.arrangements > 1 else game.start()
    for _ in range(plies):
        moves = state.legal_moves
        if not moves:
            return None
        state.push(moves[chosen.randrange(len(moves))])
    # What came before does not count as repeated.
    return None if state.match_outcome() else game.state(state.fen())


def _points(
    sides: Sequence[Engine], start: State, nodes: int | None, time: float | None, most: int, stop: Event
) -> float:
    """What the side gets that plays the game's first player."""
    state, players = start.copy(), start.game.players
    for engine in sides:
        engine.forget()
    for _ in range(most):
        outcome = state.match_outcome(claim=True)
        if outcome is not None:
            return outcome.scores[players[0]]
        if stop.is_set():
            break
        choice = sides[players.index(state.turn)].play(state, nodes=nodes, time=time)
        if choice is None:
            break
        state.push(choice.move)
    return 0.5
