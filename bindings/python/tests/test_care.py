"""Memory stays flat, Ctrl-C is heard, threads share games."""

from __future__ import annotations

import _thread
import gc
import signal
import threading
import time
from collections.abc import Callable

import pytest
from conftest import LONG

import tilegame

MOVES = 1_000_000 if LONG else 100_000


def memory() -> int:
    """The memory of this process, in bytes."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4096
    except OSError:
        pytest.skip("this system does not say how much memory a process has")


def test_memory_is_flat() -> None:
    state = tilegame.Game.load("crazyhouse").start()

    def moves(number: int) -> None:
        for _ in range(number // 4):
            legal = state.legal_moves
            m = legal[len(legal) // 2]
            state.push(m)
            text = state.legal_moves[0].san
            state.push_san(text)
            state.copy().push_uci(state.legal_moves[0].uci)
            state.pop()
            state.pop()
            try:
                state.push("nothing")
            except tilegame.IllegalMoveError:
                pass

    moves(MOVES // 10)
    gc.collect()
    before = memory()
    moves(MOVES)
    gc.collect()
    assert memory() - before < 4_000_000


def test_games_are_let_go() -> None:
    text = 'variant "Game {}" of hexapawn\n'
    for number in range(100):
        tilegame.Game.from_text(text.format(number)).start().perft(2)
    before = memory()
    for number in range(100, 400):
        tilegame.Game.from_text(text.format(number)).start().perft(2)
    assert memory() - before < 20_000_000


CHESS = tilegame.Game.load("chess")


@pytest.mark.parametrize(
    "work",
    [
        lambda: CHESS.perft(9),
        lambda: CHESS.perft(9, threads=2),
        lambda: CHESS.start().divide(9),
        lambda: tilegame.Engine(CHESS).play(CHESS.start(), time=60),
        lambda: tilegame.Engine(CHESS, threads=2).analyse(CHESS.start(), nodes=10**12),
        lambda: tilegame.playouts(CHESS.start(), 10**7),
    ],
    ids=["perft", "threads", "divide", "play", "analyse", "playouts"],
)
def test_ctrl_c(work: Callable[[], object]) -> None:
    # Where tests run in the background the signal may be ignored, and the work would never end.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, _thread.interrupt_main)
    timer.start()
    begun = time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):
            work()
            # It was too quick to be interrupted.
            timer.join()
            time.sleep(1)
    finally:
        signal.signal(signal.SIGINT, before)
    assert time.monotonic() - begun < 10


def test_others_go_on_meanwhile() -> None:
    """While one thread counts, the interpreter is free for others."""
    steps = 0

    def count() -> None:
        CHESS.perft(6)

    thread = threading.Thread(target=count)
    thread.start()
    while thread.is_alive():
        steps += 1
        time.sleep(0.001)
    assert steps > 5


def test_a_game_in_many_threads() -> None:
    counts: list[int] = []

    def play() -> None:
        state = CHESS.start()
        for text in ("e4", "e5", "Nf3"):
            state.push_san(text)
        counts.append(state.perft(2))

    threads = [threading.Thread(target=play) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(counts) == 8 and len(set(counts)) == 1
