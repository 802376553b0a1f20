"""Nets: read, written, made from arrays, learned from games. What fits them needs PyTorch, and is not tested without it."""

from __future__ import annotations

import builtins
import math
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import ROOT

import tilegame
from tilegame import learn
from tilegame.learn.contest import Contest, _counted
from tilegame.learn.fitting import _Learner

SMALL = learn.Course(
    rounds=1,
    games=40,
    nodes=30,
    fitting=learn.Fitting(hidden=8, epochs=2, batch=256, device="cpu"),
    gate=2,
    gate_nodes=20,
    threads=2,
    seed=3,
)


@pytest.fixture(scope="module")
def game() -> tilegame.Game:
    return tilegame.Game.load("minishogi")


@pytest.fixture(scope="module")
def samples(game: tilegame.Game) -> tilegame.Samples:
    samples = tilegame.Samples(game)
    samples.add(learn.games(game, 60, nodes=30, seed=1, threads=2))
    return samples


def any_net(game: tilegame.Game, hidden: int = 16, base: str = "nothing") -> tilegame.Net:
    """A net whose weights mean nothing."""
    random = np.random.default_rng(7)
    inputs = tilegame.Samples(game).inputs

    def some(count: int, most: int) -> Any:
        return random.integers(-most, most, count, dtype=np.int16, endpoint=True)

    stages = tilegame.Net.STAGES
    return tilegame.Net.of_weights(
        game,
        base=base,
        unit=280,
        inputs=some(inputs * hidden, 60),
        biases=some(hidden, 60),
        worths=some(inputs * stages, 900),
        outputs=some(stages * 2 * hidden, 120),
        tempo=np.arange(stages, dtype=np.int32),
        provenance="a test",
    )


def test_nets_are_what_was_written(game: tilegame.Game) -> None:
    net = any_net(game)
    again = tilegame.Net(game, net.to_bytes())
    assert again.to_bytes() == net.to_bytes()
    assert (again.hidden, again.base, again.unit, again.provenance) == (16, "nothing", 280, "a test")
    for name, numbers in net.weights().items():
        assert (again.weights()[name] == numbers).all()
    arguments = {"base": net.base, "unit": net.unit, "provenance": net.provenance}
    assert tilegame.Net.of_weights(game, **arguments, **net.weights()).to_bytes() == net.to_bytes()  # type: ignore[arg-type]
    assert tilegame.Engine(game, net=net.to_bytes()).play(game.start(), nodes=50) is not None


def test_the_net_of_the_library() -> None:
    net = tilegame.Net(tilegame.Game.load("breakthrough"), True)
    assert net.hidden in tilegame.Net.sizes and "positions" in net.provenance
    with pytest.raises(ValueError, match="no net for these rules"):
        tilegame.Net(tilegame.Game.load("tictactoe"), True)


def quiet(game: tilegame.Game, lines: list[str]) -> Iterator[tuple[tilegame.State, int]]:
    """The positions of games that are learned from, in order, and what the search found in them."""
    for line in lines:
        start, _, moves = line.split("\t")
        state = game.state(start)
        for word in moves.split():
            text, worth = word.rsplit(":", 1)
            m = state.parse_uci(text)
            if not m.is_capture and not m.promotion and not state.is_check() and abs(int(worth)) < 30_000:
                yield state, int(worth)
            state.push(m)


def test_samples_and_search_see_the_same(game: tilegame.Game, samples: tilegame.Samples) -> None:
    """The value from the arrays, as the formula says it, is that of the net."""
    net, arrays = any_net(game), samples.arrays(0, 200)
    weights, one = net.weights(), tilegame.Net.ONE
    pad = np.zeros((1, net.hidden), np.int64)
    rows = np.concatenate([weights["inputs"].reshape(-1, net.hidden).astype(np.int64), pad])
    worths = np.concatenate([weights["worths"].reshape(-1, net.STAGES).astype(np.int64), np.zeros((1, net.STAGES), np.int64)])
    outputs = weights["outputs"].reshape(net.STAGES, 2, net.hidden).astype(np.int64)
    checked = 0
    for at, (state, worth) in enumerate(quiet(game, learn.games(game, 60, nodes=30, seed=1, threads=1)[:3])):
        stage = int(arrays["stage"][at])
        hidden = 0
        value = int(weights["tempo"][stage])
        for side in range(2):
            on = arrays["inputs"][at, side].astype(np.int64)
            sums = np.clip(weights["biases"] + rows[on].sum(axis=0), 0, one)
            hidden += int((sums * sums * outputs[stage, side]).sum())
            value += (1 - 2 * side) * int(worths[on, stage].sum())
        value += math.trunc(hidden * net.unit / (one * one * tilegame.Net.WEIGHT))
        assert net.value(state) == value
        assert arrays["worth"][at] == worth
        checked += 1
    assert checked > 30


def test_games_do_not_depend_on_threads(game: tilegame.Game) -> None:
    first = learn.games(game, 12, nodes=20, seed=5, threads=1)
    assert first == learn.games(game, 12, nodes=20, seed=5, threads=3)
    assert first != learn.games(game, 12, nodes=20, seed=6, threads=1) and len(first) == 12


def test_samples_do_not_depend_on_threads(game: tilegame.Game) -> None:
    lines = learn.games(game, 40, nodes=20, seed=5)
    one, many = tilegame.Samples(game), tilegame.Samples(game)
    assert one.add(lines, threads=1) == many.add(lines, threads=4) == len(one)
    for name, numbers in one.arrays().items():
        assert (many.arrays()[name] == numbers).all(), name
    assert one.games == 40 and one.unit() == many.unit()
    assert one.arrays(3, 9)["stage"].shape == (6,) and one.arrays(9, 3)["stage"].shape == (0,)


def test_games_that_are_stopped(game: tilegame.Game) -> None:
    source = tilegame.SelfPlay(game, 1_000_000, nodes=50, threads=2)
    taken = source.take(20.0)
    assert taken and len(source) == 1_000_000 - len(taken)
    source.stop()
    rest = source.take(20.0)
    assert source.take(20.0) == []
    assert len(source) == 1_000_000 - len(taken) - len(rest)
    lines = [line for _, line in [*taken, *rest] if line is not None]
    assert tilegame.Samples(game).add(lines) > 0


def test_what_has_no_nets() -> None:
    many = next(g for name in tilegame.Game.library() if len((g := tilegame.Game.load(name)).players) > 2)
    for wrong in (lambda: tilegame.Samples(many), lambda: tilegame.SelfPlay(many, 1, nodes=10)):
        with pytest.raises(ValueError, match="two players"):
            wrong()
    with pytest.raises(ValueError, match="two players"):
        learn.learn(many, "nowhere")
    assert not Path("nowhere").exists()


WRONG: list[tuple[str, Callable[[tilegame.Game], object]]] = [
    ("begin", lambda game: tilegame.Net(game, b"nothing")),
    ("other rules", lambda game: tilegame.Net(tilegame.Game.load("chess"), any_net(game).to_bytes())),
    ("add up", lambda game: tilegame.Net(game, any_net(game).to_bytes()[:-1] + b"x")),
    ("hidden sums", lambda game: learn.Fitting(hidden=7)),
    ("base", lambda game: learn.Fitting(base="x")),  # type: ignore[arg-type]
    ("epochs", lambda game: learn.Fitting(epochs=0)),
    ("rounds", lambda game: learn.Course(rounds=0)),
    ("either gate_nodes", lambda game: learn.Course(gate_time=1)),
    ("either nodes", lambda game: learn.match(game, True, False)),
    ("two tabs", lambda game: tilegame.Samples(game).add(["x"])),
    ("threads", lambda game: tilegame.SelfPlay(game, 1, nodes=5, threads=0)),
    ("one position", lambda game: tilegame.SelfPlay(game, 1, nodes=0)),
]


@pytest.mark.parametrize(("message", "wrong"), WRONG, ids=[message for message, _ in WRONG])
def test_wrong(game: tilegame.Game, message: str, wrong: Callable[[tilegame.Game], object]) -> None:
    with pytest.raises(ValueError, match=message):
        wrong(game)


def test_weights_that_do_not_fit(game: tilegame.Game) -> None:
    net = any_net(game)
    weights = net.weights()
    for name in weights:
        with pytest.raises(ValueError):
            tilegame.Net.of_weights(game, base="rules", unit=1, **(weights | {name: weights[name][:-1]}))  # type: ignore[arg-type]
    for unit in (0, 1 << 17):
        with pytest.raises(ValueError, match="unit"):
            tilegame.Net.of_weights(game, base="rules", unit=unit, **weights)  # type: ignore[arg-type]


def test_contests(game: tilegame.Game) -> None:
    played = learn.match(game, False, any_net(game).to_bytes(), games=10, nodes=60, threads=2)
    assert played.games == 10 and played == learn.match(game, False, any_net(game).to_bytes(), games=10, nodes=60, threads=1)
    assert played.score > 0.5, "a net that means nothing loses"
    assert learn.match(game, False, False, games=4, time=0.002).games == 4


def test_rating_points() -> None:
    even = _counted([(0.5, 0.5)] * 50)
    assert even.elo == 0 and even.margin[0] < 0 < even.margin[1] < 10
    better = _counted([(1.0, 0.5)] * 40 + [(0.0, 1.0)] * 10)
    assert better.won == 50 and better.drawn == 40 and better.lost == 10 and 140 < better.elo < 150
    assert better.margin[0] < better.elo < better.margin[1]
    assert Contest(0, 0, 0, 0.0).score == 0.5 and _counted([(1.0, 1.0)]).elo == math.inf


def test_without_torch(game: tilegame.Game, samples: tilegame.Samples, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def missing(name: str, *arguments: Any, **named: Any) -> Any:
        if name == "torch":
            raise ImportError("no module named torch")
        return real(name, *arguments, **named)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(ImportError, match="pip install torch"):
        learn.fit(samples)


def test_the_command_says_what_is_wrong() -> None:
    asked = [sys.executable, "-m", "tilegame.learn", "no-such-game"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "no-such-game" in done.stderr and "Traceback" not in done.stderr


class TestWithTorch:
    """What PyTorch is needed for."""

    @pytest.fixture(autouse=True)
    def torch(self) -> Any:
        return pytest.importorskip("torch")

    def test_what_is_learned_is_what_is_played(self, game: tilegame.Game, samples: tilegame.Samples) -> None:
        fitting = learn.Fitting(hidden=8, epochs=3, batch=256, base="nothing", device="cpu")
        fitted = learn.fit(samples, fitting, provenance="from a test")
        assert fitted.net.provenance == "from a test" and fitted.positions == len(samples)
        assert fitted.epochs[-1].learned < fitted.epochs[0].learned
        assert tilegame.Engine(game, net=fitted.net.to_bytes()).play(game.start(), nodes=50) is not None

    def test_values_agree(self, game: tilegame.Game, samples: tilegame.Samples, torch: Any) -> None:
        """PyTorch computes what the search does, but for rounding."""
        learner = _Learner(torch, torch.device("cpu"), samples, learn.Fitting(hidden=16, base="nothing", epochs=1, device="cpu"))
        learner.epoch()
        net = tilegame.Net.of_weights(game, base="nothing", unit=round(learner.unit), **learner.copy())
        with torch.no_grad():
            values = learner.value(torch.arange(50)).numpy() * learner.unit
        found = [net.value(state) for state, _ in quiet(game, learn.games(game, 60, nodes=30, seed=1, threads=1)[:4])]
        few = min(len(found), 50)
        assert np.abs(values[:few] - np.array(found[:few])).max() < 0.02 * learner.unit + 25

    def test_the_same_seed_gives_the_same_net(self, samples: tilegame.Samples) -> None:
        fitting = learn.Fitting(hidden=8, epochs=2, batch=256, device="cpu", seed=4)
        one, again, other = (learn.fit(samples, f).net.to_bytes() for f in (fitting, fitting, replace(fitting, seed=5)))
        assert one == again != other

    def test_a_gpu_is_used_where_there_is_one(self, samples: tilegame.Samples, torch: Any) -> None:
        fitting = learn.Fitting(hidden=8, epochs=2, batch=256)
        on = learn.fit(samples, fitting)
        assert on.device.startswith("cuda" if torch.cuda.is_available() else "cpu")
        if torch.cuda.is_available():
            here = learn.fit(samples, replace(fitting, device="cpu"))
            assert abs(here.epochs[-1].held_back - on.epochs[-1].held_back) < 0.003
        else:
            with pytest.raises(ValueError, match="no GPU"):
                learn.fit(samples, replace(fitting, device="cuda"))

    def test_too_few_positions(self, game: tilegame.Game) -> None:
        with pytest.raises(ValueError, match="too few"):
            learn.fit(tilegame.Samples(game), learn.Fitting(device="cpu"))

    def test_rounds_go_on(self, game: tilegame.Game, tmp_path: Path) -> None:
        told: list[str] = []
        course = replace(SMALL, rounds=2, gate=0)
        whole = learn.learn(game, tmp_path / "whole", course, told=told.append)
        assert [done.number for done in whole] == [1, 2] and whole[1].games == 80 and told
        assert tilegame.Net(game, tmp_path / "whole" / "best.net").provenance.startswith(f"{whole[1].positions} positions")
        # The same in pieces: a round, then a stop in the middle of the next, then the rest.
        learn.learn(game, tmp_path / "parts", replace(course, rounds=1))
        if sys.platform != "win32":
            timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            with pytest.raises(KeyboardInterrupt):
                learn.learn(game, tmp_path / "parts", course)
                timer.join()
                time.sleep(1)
        assert learn.learn(game, tmp_path / "parts", course) == whole
        for name in ("round-1.games", "round-2.games", "round-2.net", "best.net"):
            assert (tmp_path / "parts" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes(), name

    def test_the_book(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        text = (ROOT / "docs" / "src" / "start" / "python.md").read_text(encoding="utf-8")
        (example,) = (part for part in re.findall(r"```python\n(.*?)```", text, re.S) if "learn.learn" in part)
        monkeypatch.chdir(tmp_path)
        exec(compile(example, "python.md", "exec"), {})
        assert (tmp_path / "minishogi-nets" / "round-2.net").exists()

    def test_a_match_decides(self, game: tilegame.Game, tmp_path: Path) -> None:
        done = learn.learn(game, tmp_path, SMALL)
        assert done[0].against is not None and done[0].against.games == 2
        assert done[0].kept == (done[0].against.score > 0.5) == (tmp_path / "best.net").exists()
        with pytest.raises(ValueError, match="other rules"):
            learn.learn(tilegame.Game.load("minixiangqi"), tmp_path, SMALL)
