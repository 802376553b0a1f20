"""What is written is read back as the same: positions, moves, matches, objects."""

from __future__ import annotations

import copy
import multiprocessing
import pickle

import pytest
from walks import walk

import tilegame

GAMES = tilegame.Game.library()
PLIES = 12


@pytest.mark.parametrize("name", GAMES)
def test_notations(name: str) -> None:
    """Each move of some positions by UCI and SAN; taking back; the FEN where it says everything."""
    game = tilegame.Game.load(name)
    is_fast = game.engine == "bitset"
    for number, state in enumerate(walk(game, 1, PLIES if is_fast else 3)):
        before, fen = state.copy(), state.fen()
        again = game.state(fen)
        assert again.fen() == fen
        moves = list(state.legal_moves)
        # Many moves of some positions, and few of the others.
        most = 40 if number % 6 == 0 and is_fast and len(moves) < 500 else 3
        for m in moves[:: len(moves) // most + 1]:
            assert state.parse_uci(m.uci) == m
            assert state.parse_san(m.san) == m
            assert state.is_legal(m) and m in state.legal_moves
            state.push(m)
            assert state.pop() == m
            assert state == before
        if number % 6 == 0 and is_fast and len(moves) < 500:
            assert len(set(state.legal_moves.uci())) == len(moves) == len(set(state.legal_moves.san()))


@pytest.mark.parametrize("name", GAMES)
def test_objects(name: str) -> None:
    """Pickles: the game, the state with its stack, a move."""
    game = tilegame.Game.load(name)
    assert pickle.loads(pickle.dumps(game)) == game
    for state in walk(game, 2, PLIES if game.engine == "bitset" else 3):
        pass
    again = pickle.loads(pickle.dumps(state))
    assert again == state and hash(again) == hash(state) and again.key == state.key
    assert again.fen() == state.fen() and again.ply == state.ply
    assert [m.uci for m in again.move_stack] == [m.uci for m in state.move_stack]
    assert list(again.legal_moves) == list(state.legal_moves)
    if state.legal_moves:
        m = state.legal_moves[-1]
        assert pickle.loads(pickle.dumps(m)).uci == m.uci
    assert copy.copy(state) == copy.deepcopy(state) == state


@pytest.mark.parametrize("name", GAMES)
def test_matches(name: str) -> None:
    """A match as PGN."""
    game = tilegame.Game.load(name)
    for state in walk(game, 3, PLIES if game.engine == "bitset" else 3):
        pass
    # What ends a match ends its text as well, though moves can be made that no match has.
    ended = state.match_outcome()
    text = state.pgn([("Event", "a test")])
    [read] = game.read_pgn(text)
    assert read.tags["Event"] == "a test"
    if ended is None:
        assert read.state == state
    assert read.state.pgn([("Event", "a test")]) == text


def test_a_position_in_another_process() -> None:
    text = 'variant "Hill" of chess\nuse "rule.tg"\n'
    rule = "end\n    hill: loss if some enemy King on d4..e5\n"
    game = tilegame.Game.from_text(text, name="hill.tg", imports={"rule.tg": rule})
    state = game.start()
    state.push_san("e4")
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        fen, count, same = pool.apply(_there, (state,))
    assert (fen, count) == (state.fen(), state.perft(2))
    assert same == state


def _there(state: tilegame.State) -> tuple[str, int, tilegame.State]:
    return state.fen(), state.perft(2), state


def test_games_that_are_alike() -> None:
    chess = tilegame.Game.load("chess")
    assert chess == tilegame.Game.load("chess") and hash(chess) == hash(tilegame.Game.load("Chess"))
    assert chess != tilegame.Game.load("shogi") and chess != "chess"
    assert chess.start() == tilegame.Game.load("chess").start()
    assert chess.start() != tilegame.Game.load("3check").start()


def test_what_another_version_has_written() -> None:
    with pytest.raises(ValueError, match=r"0\.0\.1"):
        tilegame.Game._again("games/chess.tg", [], [], None, "0.0.1")


def test_setups() -> None:
    game = tilegame.Game.load("chess960")
    state = game.state(number=0)
    assert state.fen().startswith("bbqnnrkr/")
    assert pickle.loads(pickle.dumps(state)) == state
    khet = tilegame.Game.load("khet")
    for name in khet.setups:
        state = khet.state(setup=name)
        assert pickle.loads(pickle.dumps(state)) == state


def test_other_notations() -> None:
    sfen = tilegame.Game.load("shogi").in_notation("sfen")
    assert sfen.start().fen().endswith(" b - 1")
    again = pickle.loads(pickle.dumps(sfen.start()))
    assert again.fen() == sfen.start().fen()
