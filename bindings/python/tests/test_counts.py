"""Exact counts of all games, from the files that the tests in Rust read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from conftest import PERFT

import tilegame

MOST = int(os.environ.get("TILEGAME_NODES", "50000"))
"""So many nodes are counted at most, so that all games take a minute; the reference engine, which is slower, counts a twentieth of it."""

FILES = sorted(PERFT.glob("*.perft"))


@pytest.mark.skipif(not FILES, reason="the files of counts are in the repository only")
def test_there_are_counts_of_every_game() -> None:
    counted = {path.stem for path in FILES}
    assert counted >= set(tilegame.Game.library())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_counts(path: Path) -> None:
    game: tilegame.Game | None = None
    start: tilegame.State | None = None
    checked = 0
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        word, rest = line.split(" ", 1)
        if word == "game":
            game = tilegame.Game.load(rest)
        elif word == "fen":
            assert game
            start = game.state(rest)
        elif word == "setup":
            assert game
            start = game.state(number=int(rest)) if rest.isdecimal() else game.state(setup=rest)
        else:
            assert game and start and word == "perft"
            depth, nodes = map(int, rest.split())
            most = MOST if game.engine == "bitset" else MOST // 20
            if nodes <= most or checked == 0:
                assert start.perft(depth) == nodes, (start, depth)
                checked += 1
    assert checked


def test_counts_by_threads() -> None:
    state = tilegame.Game.load("chess").start()
    assert state.perft(5, threads=2) == 4_865_609
    assert sum(state.divide(5, threads=3).values()) == 4_865_609
    assert state.perft(0, threads=2) == state.perft(0) == 1
    assert state.divide(1) == dict.fromkeys(state.legal_moves.uci(), 1)


def test_what_is_no_depth() -> None:
    state = tilegame.Game.load("chess").start()
    with pytest.raises(OverflowError):
        state.perft(-1)
    with pytest.raises(ValueError, match="1000"):
        state.perft(10_000)
    with pytest.raises(ValueError, match="at least 1"):
        state.divide(0)
