"""The positions of ``tests/corpus``, beside pyffish where it is installed and knows the game."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_pyffish import OTHERWISE

import tilegame
from tilegame.compat import pyffish as ours

CORPUS = Path(__file__).parents[3] / "tests" / "corpus"


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.tsv")), ids=lambda path: path.stem)
def test_the_other_has_the_same_moves(path: Path) -> None:
    theirs = pytest.importorskip("pyffish")
    name = path.stem
    if name not in theirs.variants():
        pytest.skip("it is not known there")
    if name in OTHERWISE:
        pytest.skip(OTHERWISE[name])
    game = tilegame.Game.load(name)
    for line in path.read_text(encoding="utf-8").splitlines()[1:]:
        fen, _, nodes, moves = line.split("\t")
        state = game.state(fen)
        assert sorted(state.legal_moves.uci()) == moves.split(), fen
        assert state.perft(2) == int(nodes), fen
        # In the middle of a turn there are no positions there.
        if ":" not in fen:
            told = state.fairy_fen()
            assert ours.legal_moves(name, told, []) == sorted(theirs.legal_moves(name, told, [])), fen
