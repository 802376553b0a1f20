"""Work that is done in parts, by any ``concurrent.futures.Executor``, although workers may be lost on the way."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any, TypeVar

from tilegame.journal import Journal, JournalError

Part = TypeVar("Part")

ATTEMPTS = 3
"""A part that fails so often is left out, and the others go on."""

RESTARTS = 100
"""Executors that lost their workers are replaced so often, if nothing was finished between."""

Workers = Executor | Callable[[], Executor] | int | None
"""Who works: an executor, a function that makes one (again, if its workers are lost), or a number of processes."""


class PartsError(Exception):
    """Some parts were not finished: their numbers, and why."""

    def __init__(self, failed: dict[int, str], of: int) -> None:
        self.failed = failed
        first = next(iter(failed.items()), None)
        why = f"; part {first[0]}: {first[1]}" if first else ""
        super().__init__(f"{len(failed)} of {of} parts are not finished{why}")


def processes(number: int | None = None) -> Executor:
    """An executor of processes, each with a Python of its own."""
    return ProcessPoolExecutor(number or os.cpu_count() or 1, mp_context=get_context("spawn"))


@contextmanager
def _one(workers: Workers) -> Iterator[Callable[[Executor | None], Executor | None]]:
    """A function that gives an executor, or another in the place of one that is broken; none, if there is no other."""
    made: list[Executor] = []

    def give(broken: Executor | None) -> Executor | None:
        if isinstance(workers, Executor):
            return workers if broken is None else None
        executor = workers() if callable(workers) else processes(workers)
        made.append(executor)
        return executor

    try:
        yield give
    finally:
        for executor in made:
            executor.shutdown(wait=False, cancel_futures=True)


def run(
    parts: Sequence[Part],
    work: Callable[[Part], Any],
    workers: Workers,
    journal: Journal,
    *,
    audit: int = 0,
    told: Callable[[int, int], object] | None = None,
) -> list[Any]:
    """The results of all parts, in their order. ``work`` may be done twice for a part, so it must be nothing but a function of it.

    What the journal knows is not done again. With ``audit`` one part of so many is done twice, and has to come to the same. ``told`` is called with how many
    parts are finished, and of how many.
    """
    waiting = [(number, False) for number in range(len(parts)) if number not in journal.results]
    if audit:
        waiting += [(number, True) for number, _ in waiting[::audit]]
    failures: dict[int, int] = {}
    failed: dict[int, str] = {}
    with _one(workers) as give:
        executor = give(None)
        restarts = 0
        while waiting:
            assert executor is not None
            progress, lost, broken = _round(executor, parts, work, waiting, journal, failures, failed, told)
            waiting = lost
            restarts = 0 if progress else restarts + 1
            if not waiting:
                break
            if restarts > RESTARTS:
                raise PartsError({number: "its worker is lost again and again" for number, _ in waiting}, len(parts))
            if broken:
                executor = give(executor)
                if executor is None:
                    raise PartsError({number: "the workers are lost" for number, _ in waiting}, len(parts))
    if failed:
        raise PartsError(failed, len(parts))
    return [journal.results[number] for number in range(len(parts))]


def _round(
    executor: Executor,
    parts: Sequence[Part],
    work: Callable[[Part], Any],
    waiting: list[tuple[int, bool]],
    journal: Journal,
    failures: dict[int, int],
    failed: dict[int, str],
    told: Callable[[int, int], object] | None,
) -> tuple[bool, list[tuple[int, bool]], bool]:
    """Hands out what waits until all of it is done or the workers are lost: whether something was done, what is left, and whether they are lost."""
    # Enough are handed out that nobody waits, and not so many that a lost worker takes much with it.
    most = 4 * (getattr(executor, "_max_workers", None) or os.cpu_count() or 1)
    queue = iter(waiting)
    running: dict[Future[Any], tuple[int, bool]] = {}
    again: list[tuple[int, bool]] = []
    progress = broken = False
    while True:
        if not broken:
            try:
                for item in itertools.islice(queue, most - len(running)):
                    again.append(item)
                    running[executor.submit(work, parts[item[0]])] = item
                    again.pop()
            except (BrokenExecutor, RuntimeError):
                broken = True
        if not running:
            return progress, again + list(queue), broken
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            number, is_audit = running.pop(future)
            try:
                result = future.result()
            except BrokenExecutor:
                again.append((number, is_audit))
                broken = True
                continue
            except JournalError:
                raise
            except Exception as error:
                failures[number] = failures.get(number, 0) + 1
                if failures[number] < ATTEMPTS:
                    again.append((number, is_audit))
                else:
                    failed[number] = f"{type(error).__name__}: {error}"
                continue
            journal.add(number, result)
            progress = True
            if told is not None:
                told(len(journal.results), len(parts))
