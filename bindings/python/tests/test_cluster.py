"""Counts by many workers: exact, though workers are killed and journals are cut."""

from __future__ import annotations

import os
import signal
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import pytest

import tilegame
from tilegame import cluster
from tilegame.journal import Journal, JournalError
from tilegame.parts import PartsError, processes, run

COUNTS = {"chess": (4, 197_281), "xiangqi": (3, 79_666), "shogi": (3, 25_470), "tictactoe": (6, 54_720)}


@pytest.mark.parametrize("name", COUNTS)
def test_sums(name: str) -> None:
    depth, nodes = COUNTS[name]
    with ThreadPoolExecutor(2) as workers:
        assert cluster.perft(tilegame.Game.load(name), depth, workers, jobs=50, audit=7) == nodes


def test_few_levels() -> None:
    start = tilegame.Game.load("chess").start()
    with ThreadPoolExecutor(1) as workers:
        assert [cluster.perft(start, depth, workers) for depth in range(4)] == [1, 20, 400, 8902]


def test_a_plan_merges_what_is_the_same() -> None:
    start = tilegame.Game.load("chess").start()
    planned = cluster.plan(start, 5, 2000)
    assert sum(job.times for job in planned.jobs) == start.perft(5 - planned.jobs[0].depth)
    assert len({job.state for job in planned.jobs}) == len(planned.jobs) and any(job.times > 1 for job in planned.jobs)
    assert planned.key == cluster.plan(start, 5, 2000).key != cluster.plan(start, 4, 2000).key


def suicidal(argument: tuple[str, int]) -> int:
    """Kills its worker the first time."""
    path, number = argument
    if number % 5 == 0 and not os.path.exists(f"{path}/{number}"):
        Path(path, str(number)).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no process can be killed so here")
def test_lost_workers(tmp_path: Path) -> None:
    parts = [(str(tmp_path), number) for number in range(20)]
    with Journal(None, "x") as journal:
        assert run(parts, suicidal, 2, journal) == [number * number for number in range(20)]


def test_an_executor_of_processes() -> None:
    with processes(2) as workers:
        assert cluster.perft(tilegame.Game.load("chess"), 4, workers, jobs=40) == 197_281


def fails(number: int) -> int:
    if number == 3:
        raise KeyError("three")
    return number


def test_a_part_that_fails() -> None:
    with ThreadPoolExecutor(2) as workers, Journal(None, "x") as journal:
        with pytest.raises(PartsError, match="1 of 10 parts") as found:
            run(range(10), fails, workers, journal)
        assert set(found.value.failed) == {3} and len(journal.results) == 9


def test_going_on(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    start = tilegame.Game.load("chess").start()
    with ThreadPoolExecutor(1) as workers:
        assert cluster.perft(start, 4, workers, journal=path, jobs=30) == 197_281
    whole = path.read_bytes()
    planned = cluster.plan(start, 4, 30)
    # The journal cut at many places: what is whole counts, and the rest is done again.
    for cut in [*range(0, len(whole), 173), len(whole) - 1, len(whole)]:
        path.write_bytes(whole[:cut])
        with Journal(path, planned.key) as journal:
            assert len(journal.results) == whole[:cut].count(b"\n")
        with ThreadPoolExecutor(1) as workers:
            assert cluster.perft(start, 4, workers, journal=path, jobs=30) == 197_281
    assert sorted(path.read_bytes().splitlines()) == sorted(whole.splitlines())


def test_journals_that_contradict(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with Journal(path, "a") as journal:
        journal.add(1, 7)
        journal.add(1, 7)
        with pytest.raises(JournalError, match="7 and to 8"):
            journal.add(1, 8)
    assert path.read_bytes().count(b"\n") == 1
    with pytest.raises(JournalError, match="another work"):
        Journal(path, "b")
    path.write_bytes(path.read_bytes().replace(b'"result": 7', b'"result": 9'))
    assert Journal(path, "a").results == {}


def test_broken_for_good() -> None:
    class Broken(ThreadPoolExecutor):
        def submit(self, *arguments: object, **named: object) -> None:  # type: ignore[override]
            raise RuntimeError("cannot schedule new futures")

    workers: Executor = Broken(1)
    with Journal(None, "x") as journal, pytest.raises(PartsError, match="lost"):
        run(range(3), fails, workers, journal)


def test_ray() -> None:
    ray = pytest.importorskip("ray")
    from tilegame.on_ray import RayExecutor

    ray.init(num_cpus=2, include_dashboard=False, object_store_memory=100_000_000)
    try:
        assert cluster.perft(tilegame.Game.load("chess"), 4, RayExecutor(), jobs=40) == 197_281
    finally:
        ray.shutdown()


def test_study_does_not_depend_on_workers() -> None:
    from tilegame.study import study

    games = [tilegame.Game.load(name) for name in ("tictactoe", "hexapawn")]
    here = study(games, games=120, seed=5)
    with ThreadPoolExecutor(3) as workers:
        assert study(games, games=120, seed=5, workers=workers) == here
    assert [report.games for report in here] == [120, 120]
    assert all(sum(report.endings.values()) == 120 for report in here)
