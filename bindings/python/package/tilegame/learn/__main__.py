"""The same as a command: ``python -m tilegame.learn chess --folder chess --games 20000 --device cuda``."""

from __future__ import annotations

import argparse
import sys

from tilegame import Game
from tilegame.learn.fitting import Fitting
from tilegame.learn.rounds import Course, learn


def main(arguments: list[str] | None = None) -> int:
    """Runs the command."""
    usual = Course()
    parser = argparse.ArgumentParser(prog="python -m tilegame.learn", description="Learn to judge the positions of a game")
    parser.add_argument("game", help="a game of the library, or a file")
    parser.add_argument("--folder", help="where everything is kept, and from where it goes on (the game's name)")
    parser.add_argument("--rounds", type=int, default=usual.rounds)
    parser.add_argument("--games", type=int, default=usual.games, help="games in each round")
    parser.add_argument("--seconds", type=float, help="a round plays no longer than this")
    parser.add_argument("--nodes", type=int, default=usual.nodes, help="positions that are looked at for each move")
    parser.add_argument("--window", type=int, default=usual.window, help="rounds whose games are learned from")
    parser.add_argument("--gate", type=int, default=usual.gate, help="games against the best net before; 0 keeps every net")
    parser.add_argument("--gate-time", type=float, help="seconds a move in these games, in the place of positions")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--hidden", type=int, default=usual.fitting.hidden)
    parser.add_argument("--alone", action="store_true", help="the net judges alone, and does not correct the rules")
    parser.add_argument("--epochs", type=int, default=usual.fitting.epochs)
    parser.add_argument("--result", type=float, default=usual.fitting.result, help="how much the end of a game counts")
    parser.add_argument("--device", default="auto", help="auto, cuda or cpu")
    parser.add_argument("--rules", action="store_true", help="begin with the rules alone, not with the net of the library")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    try:
        game = Game.load(given.game)
        fitting = Fitting(
            base="nothing" if given.alone else "rules",
            hidden=given.hidden,
            epochs=given.epochs,
            result=given.result,
            device=given.device,
            seed=given.seed,
        )
        course = Course(
            rounds=given.rounds,
            games=given.games,
            seconds=given.seconds,
            nodes=given.nodes,
            window=given.window,
            fitting=fitting,
            gate=given.gate,
            gate_nodes=None if given.gate_time else usual.gate_nodes,
            gate_time=given.gate_time,
            threads=given.threads,
            seed=given.seed,
        )
        learn(game, given.folder or game.name, course, net=not given.rules, told=print)
    except (ImportError, OSError, ValueError) as wrong:
        print(wrong, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped; the same command goes on", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
