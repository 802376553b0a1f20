"""Counts that are too long for one process, or one machine: split, handed out, written down, and summed exactly.

>>> from concurrent.futures import ThreadPoolExecutor
>>> import tilegame
>>> from tilegame import cluster
>>> with ThreadPoolExecutor(2) as workers:
...     cluster.perft(tilegame.Game.load("chess").start(), 4, workers)
197281

With processes, write ``cluster.perft(state, 7, 8)``; with Dask, ``client.get_executor()``; with Ray, ``tilegame.on_ray.RayExecutor()``. One machine with one
process needs none of this: ``state.perft(7, threads=8)``.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable
from dataclasses import dataclass

import tilegame
from tilegame import Game, State
from tilegame.journal import Journal
from tilegame.parts import Workers, run


@dataclass(frozen=True)
class Job:
    """A part of a count: a position, how deep to count behind it, and how often it occurs."""

    state: State
    depth: int
    times: int


@dataclass(frozen=True)
class Plan:
    """All parts of a count, the largest first, as far as one can tell before counting."""

    game: Game
    fen: str
    depth: int
    jobs: tuple[Job, ...]

    @property
    def key(self) -> str:
        """What tells it from every other plan."""
        told = [self.game.name, self.game.text or "", repr(sorted(self.game.options.items())), self.fen, str(self.depth), tilegame.__version__]
        told += [f"{job.state.key} {job.depth} {job.times}" for job in self.jobs]
        return hashlib.sha256("\n".join(told).encode()).hexdigest()[:32]


def plan(state: State, depth: int, jobs: int = 400) -> Plan:
    """Splits a count into about so many parts. Positions that come about in several ways are one part, which counts as often."""
    # What led to each position goes with it only as far as the game's rules remember it.
    found = {state.copy(): 1}
    below = depth
    while below > 1 and 0 < len(found) < jobs:
        after: dict[State, int] = {}
        for before, times in found.items():
            for m in before.legal_moves:
                next_state = before.copy()
                next_state.push(m)
                after[next_state] = after.get(next_state, 0) + times
        found = after
        below -= 1
    parts = [Job(position, below, times) for position, times in found.items()]
    parts.sort(key=lambda job: -len(job.state.legal_moves))
    return Plan(state.game, state.fen(), depth, tuple(parts))


def count(job: Job) -> int:
    """Counts one part."""
    return job.state.perft(job.depth)


def perft(
    start: State | Game,
    depth: int,
    workers: Workers = None,
    *,
    journal: str | os.PathLike[str] | None = None,
    jobs: int = 400,
    audit: int = 0,
    told: Callable[[int, int], object] | None = None,
) -> int:
    """The number of sequences of so many legal moves, counted by workers.

    With the path of a ``journal``, finished parts are written down there: the same call goes on where it was stopped. With ``audit`` one part of so many is counted
    twice. The sum is exact, or there is none: ``tilegame.parts.PartsError`` says what is missing.
    """
    state = start.start() if isinstance(start, Game) else start
    if depth == 0:
        return 1
    planned = plan(state, depth, jobs)
    with Journal(journal, planned.key) as written:
        counts = run(planned.jobs, count, workers, written, audit=audit, told=told)
    return sum(job.times * int(nodes) for job, nodes in zip(planned.jobs, counts, strict=True))


def estimate(state: State, depth: int, workers: int, *, jobs: int = 100_000, sample: int = 20) -> float:
    """Seconds that a count would take with so many workers, from counting some of its parts here. On paper: what a network costs is not in it."""
    planned = plan(state, depth, jobs)
    chosen = planned.jobs[:: max(1, len(planned.jobs) // sample)]
    begun = time.perf_counter()
    for job in chosen:
        count(job)
    each = (time.perf_counter() - begun) / max(1, len(chosen))
    return each * len(planned.jobs) / max(1, min(workers, len(planned.jobs)))
