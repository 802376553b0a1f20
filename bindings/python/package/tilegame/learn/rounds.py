"""Playing, fitting and comparing by turns, in a folder from which it goes on after a stop."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tilegame._core import Game, Net, Samples, SelfPlay
from tilegame.learn.contest import Contest, Judge, match
from tilegame.learn.fitting import Fitting, device_of, fit

FUTILE = 2000
"""So many openings in a row that end the game, or are too uneven, and there is nothing to play."""


@dataclass(frozen=True)
class Course:
    """How to learn."""

    rounds: int = 3
    """How often games are played and a net is fitted."""
    games: int = 2000
    """Games in each round."""
    seconds: float | None = None
    """A round plays no longer than this. Without it the same seed gives the same games."""
    nodes: int = 300
    """Positions that are looked at for each move."""
    window: int = 3
    """A net learns from the games of so many rounds, the last ones."""
    fitting: Fitting = field(default_factory=Fitting)
    gate: int = 200
    """Games against the best net so far, by which it is decided whether a net is kept; with 0 it always is."""
    gate_nodes: int | None = 1000
    """Positions that each side looks at for a move in these games."""
    gate_time: float | None = None
    """Seconds that it has in the place of that: then a net that is slower has to be better."""
    threads: int | None = None
    """Threads that play; as many as the machine has, if nothing else is said."""
    seed: int = 0

    def __post_init__(self) -> None:
        if self.rounds < 1 or self.games < 1 or self.nodes < 1 or self.window < 1 or self.gate < 0:
            raise ValueError("rounds, games, nodes and the window are at least 1")
        if self.gate and (self.gate_nodes is None) == (self.gate_time is None):
            raise ValueError("say how long a side thinks in the match: either gate_nodes or gate_time")


@dataclass(frozen=True)
class Round:
    """What came of a round."""

    number: int
    games: int
    """Games that were learned from."""
    positions: int
    held_back: float
    """The mean square of what the net misses in the positions held back."""
    by_rules: float
    """What the rules alone miss there."""
    against: Contest | None
    """The match against the best net before; none, where nothing was compared."""
    kept: bool
    """Whether the net is the best one from now on."""


def games(
    game: Game,
    n: int,
    *,
    nodes: int = 300,
    seed: int = 0,
    net: Judge = True,
    threads: int | None = None,
) -> list[str]:
    """Games of the search against itself from random openings, each a line for ``Samples.add``. The same seed gives the same games."""
    played: list[str] = []
    source = SelfPlay(game, _endless(n), nodes=nodes, seed=seed, net=net, threads=threads)
    with _stopping(source):
        for _, line in _in_order(source, 0):
            if line is not None:
                played.append(line)
                if len(played) == n:
                    break
    return played


def learn(
    game: Game,
    folder: str | os.PathLike[str],
    course: Course | None = None,
    *,
    net: Judge = True,
    told: Callable[[str], object] | None = None,
) -> list[Round]:
    """Learns to judge the positions of a game, and says what came of each round. The best net is in ``best.net`` in the folder.

    The first round is played with ``net``: that of the library, if there is one. Everything is kept in the folder, and the same call goes on with what is
    there; Ctrl-C loses nothing but games and a fit that are not finished. ``told`` is called with lines about how far it is.
    """
    course = course or Course()
    # What can't be done is said at once, and not after an hour of games.
    Samples(game)
    device_of(course.fitting.device)
    study = _Study(game, Path(folder), course, told or (lambda line: None))
    done = [_round_of(row) for row in study.state["rounds"]]
    for number in range(len(done) + 1, course.rounds + 1):
        best = study.best if study.best.exists() else net
        study.play(number, best)
        done.append(study.fit(number, best))
    return done


class _Study:
    """The folder: the games of each round, the nets, and how far it is."""

    def __init__(self, game: Game, folder: Path, course: Course, told: Callable[[str], object]) -> None:
        self.game, self.folder, self.course, self.told = game, folder, course, told
        folder.mkdir(parents=True, exist_ok=True)
        self.best = folder / "best.net"
        self._state = folder / "learning.json"
        rules = Net.rules(game)
        self.header = f"tilegame games 1 rules {rules}\n"
        self.state: dict[str, Any] = {"rules": rules, "round": 0, "next": 0, "bytes": 0, "games": 0, "rounds": []}
        if self._state.exists():
            try:
                self.state |= json.loads(self._state.read_text(encoding="utf-8"))
            except (ValueError, TypeError) as wrong:
                raise ValueError(f"{self._state} can't be read: {wrong}") from wrong
            if self.state["rules"] != rules:
                raise ValueError(f"{folder} has nets of other rules; give another folder")

    def _save(self) -> None:
        _replace(self._state, json.dumps(self.state, indent=1).encode())

    def _journal(self, number: int) -> Path:
        return self.folder / f"round-{number}.games"

    def play(self, number: int, net: Judge) -> None:
        """Plays what is missing of the games of a round."""
        course, state, path = self.course, self.state, self._journal(number)
        if state["round"] != number:
            _replace(path, self.header.encode())
            state.update(round=number, next=0, bytes=len(self.header), games=0)
            self._save()
        if state["games"] >= course.games:
            return
        seed = course.seed * 1_000_003 + number
        source = SelfPlay(
            self.game,
            _endless(course.games),
            nodes=course.nodes,
            seed=seed,
            first=state["next"],
            net=net,
            threads=course.threads,
        )
        begun = said = time.monotonic()
        with _stopping(source), path.open("r+b") as journal:
            # What was written and not counted is played again.
            journal.truncate(state["bytes"])
            journal.seek(state["bytes"])
            before = state["games"]
            try:
                for at, line in _in_order(source, state["next"]):
                    if line is not None:
                        journal.write(f"{line}\n".encode())
                        state["games"] += 1
                    state["next"] = at + 1
                    now = time.monotonic()
                    late = course.seconds is not None and now - begun > course.seconds
                    if now - said > 10:
                        said = now
                        self._count(journal)
                        each = (state["games"] - before) / (now - begun)
                        self.told(f"round {number}: {state['games']} of {course.games} games, {each:.1f} a second")
                    if state["games"] >= course.games or late:
                        break
            finally:
                self._count(journal)

    def _count(self, journal: Any) -> None:
        journal.flush()
        os.fsync(journal.fileno())
        self.state["bytes"] = journal.tell()
        self._save()

    def fit(self, number: int, before: Judge) -> Round:
        """Fits a net to the games of the last rounds, and compares it with the best one."""
        course = self.course
        samples = Samples(self.game)
        for one in range(max(1, number - course.window + 1), number + 1):
            lines = self._journal(one).read_text(encoding="utf-8").splitlines()
            samples.add(lines[1:], threads=course.threads)
        words = f"{len(samples)} positions of {samples.games} games against itself at {course.nodes} positions a move"
        self.told(f"round {number}: {words}")
        fitted = fit(
            samples,
            course.fitting,
            provenance=f"{words}, round {number}, seed {course.seed}",
            told=lambda epoch: self.told(
                f"round {number}: epoch {epoch.number}, missed {epoch.learned:.5f}, held back {epoch.held_back:.5f}"
            ),
        )
        net = fitted.net.to_bytes()
        _replace(self.folder / f"round-{number}.net", net)
        against = None
        if course.gate:
            against = match(
                self.game,
                net,
                _bytes(before),
                games=course.gate,
                nodes=course.gate_nodes,
                time=course.gate_time,
                threads=course.threads,
                # Of other openings than those that were learned from.
                seed=course.seed * 1_000_003 - number,
            )
        kept = against is None or against.score > 0.5
        if kept:
            _replace(self.best, net)
        held_back = min(epoch.held_back for epoch in fitted.epochs)
        done = Round(number, samples.games, len(samples), held_back, fitted.by_rules, against, kept)
        self.state["rounds"].append(asdict(done))
        self._save()
        told = f"round {number}: {'kept' if kept else 'not kept'}"
        self.told(told if against is None else f"{told}, against the best before {against}")
        return done


def _round_of(row: dict[str, Any]) -> Round:
    against = row["against"]
    return Round(**(row | {"against": Contest(**against) if against else None}))


def _bytes(judge: Judge) -> Judge:
    """A file as its bytes: another may take its place."""
    return Path(judge).read_bytes() if isinstance(judge, (str, os.PathLike)) else judge


def _endless(games: int) -> int:
    """Enough openings for so many games, although some are too uneven."""
    return games * FUTILE


@contextmanager
def _stopping(source: SelfPlay) -> Iterator[None]:
    try:
        yield
    finally:
        source.stop()


def _in_order(source: SelfPlay, first: int) -> Iterator[tuple[int, str | None]]:
    """The games in the order of their numbers, so that they are the same however many threads play."""
    waiting: dict[int, str | None] = {}
    futile = 0
    while len(source) or waiting:
        waiting.update(source.take(0.2))
        while first in waiting:
            line = waiting.pop(first)
            futile = 0 if line is not None else futile + 1
            if futile >= FUTILE:
                raise ValueError("every random opening of this game ends it or is too uneven to learn from")
            yield first, line
            first += 1


def _replace(path: Path, data: bytes) -> None:
    """Writes a file as a whole, or not at all."""
    beside = path.with_name(f"{path.name}.new")
    with beside.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)
