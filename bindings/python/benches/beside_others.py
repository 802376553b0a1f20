"""What single calls and whole counts cost, beside python-chess and pyffish in the same process, where they are installed.

    python benches/beside_others.py [FACTOR]

Times are those of the processor, not of the wall, but for counts by several threads. Each is the best of five.
"""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Callable
from typing import Any

import tilegame

FACTOR = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0

FEN = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"


def each(work: Callable[[], Any], times: int) -> float:
    """Microseconds of a call."""
    times = max(1, int(times * FACTOR))
    best = float("inf")
    for _ in range(5):
        begun = time.process_time()
        for _ in range(times):
            work()
        best = min(best, time.process_time() - begun)
    return best / times * 1e6


def row(what: str, **numbers: float | str) -> None:
    """Prints a line."""
    told = "   ".join(f"{name} {number:,.2f}" if isinstance(number, float) else f"{name} {number}" for name, number in numbers.items())
    print(f"{what:34} {told}", flush=True)


def counted(state: Any, depth: int) -> int:
    """A count move by move, from Python."""
    if depth == 0:
        return 1
    nodes = 0
    for m in list(state.legal_moves):
        state.push(m)
        nodes += counted(state, depth - 1)
        state.pop()
    return nodes


def main() -> None:
    """Measures."""
    print(platform.platform(), "Python", platform.python_version(), "tilegame", tilegame.__version__, f"{os.cpu_count()} processors")
    chess: Any
    pyffish: Any
    try:
        import chess
    except ImportError:
        chess = None
    try:
        import pyffish
    except ImportError:
        pyffish = None
    from tilegame.compat import pyffish as compat

    game = tilegame.Game.load("chess")
    state = game.state(FEN)
    board = chess.Board(FEN) if chess else None
    state.legal_moves.uci()

    print("microseconds a call")
    ours, theirs = {}, {}
    ours["turn"] = each(lambda: state.ply, 50_000)
    ours["list(legal_moves)"] = each(lambda: list(state.legal_moves), 5_000)
    ours["legal moves as UCI"] = each(lambda: state.legal_moves.uci(), 2_000)
    ours["len(legal_moves)"] = each(lambda: len(state.legal_moves), 5_000)

    def push_known() -> None:
        state.push(m)
        state.pop()

    m = state.legal_moves[3]
    ours["push + pop of a listed move"] = each(push_known, 20_000)

    def push_uci() -> None:
        state.push_uci("f3g5")
        state.pop()

    ours["push_uci + pop"] = each(push_uci, 3_000)

    def push_san() -> None:
        state.push_san("Ng5")
        state.pop()

    ours["push_san + pop"] = each(push_san, 3_000)
    ours["fen"] = each(state.fen, 3_000)
    ours["san of a move"] = each(lambda: m.san, 3_000)
    ours["outcome"] = each(state.outcome, 10_000)
    ours["is_check"] = each(state.is_check, 10_000)
    ours["copy"] = each(state.copy, 10_000)
    ours["key"] = each(lambda: state.key, 10_000)
    if chess:
        move = chess.Move.from_uci("f3g5")

        def push() -> None:
            board.push(move)
            board.pop()

        def push_text() -> None:
            board.push_uci("f3g5")
            board.pop()

        def push_people() -> None:
            board.push_san("Ng5")
            board.pop()

        theirs = {
            "list(legal_moves)": each(lambda: list(board.legal_moves), 500),
            "legal moves as UCI": each(lambda: [m.uci() for m in board.legal_moves], 500),
            "len(legal_moves)": each(board.legal_moves.count, 500),
            "push + pop of a listed move": each(push, 5_000),
            "push_uci + pop": each(push_text, 2_000),
            "push_san + pop": each(push_people, 2_000),
            "fen": each(board.fen, 1_000),
            "san of a move": each(lambda: board.san(move), 1_000),
            "outcome": each(board.outcome, 500),
            "is_check": each(board.is_check, 5_000),
            "copy": each(board.copy, 2_000),
        }
    for what, number in ours.items():
        other = theirs.get(what)
        row(what, ours=number, **({"python_chess": other, "ratio": other / number} if other else {}))

    if pyffish:
        print("microseconds a call, by the names of pyffish")
        for what, call in {
            "legal_moves": lambda p: p.legal_moves("chess", FEN, ["f3g5"]),
            "get_fen": lambda p: p.get_fen("chess", FEN, ["f3g5"]),
            "get_san": lambda p: p.get_san("chess", FEN, "f3g5"),
        }.items():
            own, other = each(lambda call=call: call(compat), 1_000), each(lambda call=call: call(pyffish), 5)  # type: ignore[misc]
            row(what, ours=own, pyffish=other, ratio=other / own)

    print("counts")
    start = game.start()
    begun = time.process_time()
    counted(start, 4)
    own = time.process_time() - begun
    row("perft 4 move by move, s", ours=own)
    if chess:
        begun = time.process_time()
        counted(chess.Board(), 4)
        row("the same by python-chess, s", python_chess=time.process_time() - begun, ratio=(time.process_time() - begun) / own)
    for depth, threads in ((6, 1), (6, 2)):
        wall, cpu = time.perf_counter(), time.process_time()
        nodes = start.perft(depth, threads=threads)
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        row(f"perft {depth}, {threads} threads", wall_s=wall, processor_s=cpu, million_a_processor_second=nodes / cpu / 1e6)

    print("random games")
    for name in ("chess", "shogi", "xiangqi", "tictactoe"):
        position = tilegame.Game.load(name).start()
        tilegame.playouts(position, 2, threads=1)
        for threads in (1, 2):
            number = max(10, int(500 * FACTOR))
            wall, cpu = time.perf_counter(), time.process_time()
            played = tilegame.playouts(position, number, threads=threads, max_plies=600)
            wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
            moves = int(played.lengths.sum())
            row(f"{name}, {threads} threads", games_a_processor_second=number / cpu, thousand_moves_a_processor_second=moves / cpu / 1e3, wall_s=wall, processor_s=cpu)
    if chess:
        import random

        chosen, moves, begun = random.Random(1), 0, time.process_time()
        for _ in range(max(1, int(10 * FACTOR))):
            board = chess.Board()
            while moves < 10**9 and (legal := list(board.legal_moves)) and board.ply() < 600:
                board.push(chosen.choice(legal))
                moves += 1
        row("chess by python-chess", thousand_moves_a_processor_second=moves / (time.process_time() - begun) / 1e3)

    print("batches: 1024 states of chess, 60 steps")
    for what in ("step_random", "with planes and masks", "without copies of them"):
        for threads in (1, 2):
            batch = tilegame.Batch(game, 1024, seed=1, threads=threads)
            masks, planes = batch.legal_masks(), batch.planes()
            wall, cpu = time.perf_counter(), time.process_time()
            made = 0
            for _ in range(60):
                made += batch.step_random()
                if what == "with planes and masks":
                    batch.legal_masks(masks)
                    batch.planes(planes)
                elif what == "without copies of them":
                    batch.legal_masks(copy=False)
                    batch.planes(copy=False)
            wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
            row(f"{what}, {threads} threads", thousand_moves_a_processor_second=made / cpu / 1e3, wall_s=wall)


main()
