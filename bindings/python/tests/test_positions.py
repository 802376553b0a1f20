"""The positions of ``tests/positions``: what Python says of them, and Fairy-Stockfish where it knows the game."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_pyffish import OTHERWISE

import tilegame
from tilegame.compat import pyffish as ours

POSITIONS = sorted((Path(__file__).parents[3] / "tests" / "positions").glob("*.tsv"))


def lines(path: Path) -> list[list[str]]:
    return [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()[1:]]


def test_every_game_has_positions() -> None:
    assert sorted(path.stem for path in POSITIONS) == sorted(tilegame.Game.library())


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_moves_results_and_counts(path: Path) -> None:
    game = tilegame.Game.load(path.stem)
    for fen, result, nodes, moves in lines(path):
        state = game.state(fen)
        assert sorted(state.legal_moves.uci()) == moves.split(), fen
        assert (state.outcome() is None) == (result == "-"), fen
        if nodes != "-":
            assert state.perft(2) == int(nodes), fen


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_the_other_has_the_same_moves(path: Path) -> None:
    theirs = pytest.importorskip("pyffish")
    name = path.stem
    if name not in theirs.variants():
        pytest.skip("it is not known there")
    if name in OTHERWISE:
        pytest.skip(OTHERWISE[name])
    game = tilegame.Game.load(name)
    for fen, result, *_ in lines(path):
        # In the middle of a turn there are no positions there; and not every text tells that the game is over.
        if ":" not in fen and result == "-":
            told = game.state(fen).fairy_fen()
            assert sorted(ours.legal_moves(name, told, [])) == sorted(theirs.legal_moves(name, told, [])), fen
