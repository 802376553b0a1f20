"""Positions: what can be asked of them, and done with them."""

from __future__ import annotations

import xml.dom.minidom
from pathlib import Path

import pytest

import tilegame


def test_a_game() -> None:
    state = tilegame.Game.load("chess").start()
    for text in ["f2f3", "e7e5", "g2g4"]:
        state.push_uci(text)
    assert (state.turn, state.ply, state.is_check(), state.outcome()) == ("Black", 3, False, None)
    m = state.push_san("Qh4#")
    assert (m.uci, m.san, m.piece, m.player, m.from_, m.to) == ("d8h4", "Qh4#", "Queen", "Black", "d8", "h4")
    assert state.is_check() and state.is_game_over() and state.checked() == ["e1"]
    outcome = state.outcome()
    assert outcome and (outcome.winner, outcome.reason, outcome.result) == ("Black", "checkmate", "0-1")
    assert outcome.scores == {"White": 0.0, "Black": 1.0}
    assert state.match_outcome() == outcome
    assert len(state.legal_moves) == 0 and not state.legal_moves
    assert state.pop() == m and state.peek() is not None
    assert state.root() == tilegame.Game.load("chess").start()


def test_moves_are_a_sequence() -> None:
    moves = tilegame.Game.load("chess").start().legal_moves
    assert len(moves) == moves.count() == 20 == len(list(moves))
    assert moves[0] == next(iter(moves)) and moves[-1] == list(moves)[-1]
    assert "e4" in moves and "e2e4" in moves and "e5" not in moves and 7 not in moves
    assert moves.uci()[0] == "b1a3" and len(set(moves)) == 20
    with pytest.raises(IndexError):
        moves[20]


def test_copies_are_apart() -> None:
    state = tilegame.Game.load("chess").start()
    state.push_san("e4")
    other = state.copy()
    other.push_san("e5")
    state.push_san("c5")
    assert [m.san for m in other.move_stack] == ["e4", "e5"]
    assert [m.san for m in state.move_stack] == ["e4", "c5"]
    assert other != state


def test_repetition() -> None:
    state = tilegame.Game.load("chess").start()
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"] * 2:
        state.push_uci(text)
    assert state.repetitions() == 3 and state.outcome() is None
    assert state.claims()
    claimed = state.match_outcome(claim=True)
    assert claimed and claimed.result == "1/2-1/2"
    assert state.match_outcome() is None
    state.pop()
    assert state.repetitions() == 2
    for text in ["f6g8", *["g1f3", "g8f6", "f3g1", "f6g8"] * 3]:
        state.push_uci(text)
    ended = state.match_outcome()
    assert ended and ended.result == "1/2-1/2"


def test_castling_and_promotion() -> None:
    game = tilegame.Game.load("chess")
    state = game.state("4k3/P7/8/8/8/8/8/4K2R w K - 0 1")
    castles = [m for m in state.legal_moves if m.is_castling]
    assert [m.san for m in castles] == ["O-O"]
    assert {m.promotion for m in state.legal_moves if m.from_ == "a7"} == {"Queen", "Rook", "Bishop", "Knight"}
    state = game.state("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
    [taking] = [m for m in state.legal_moves if m.is_capture]
    assert (taking.to, taking.captures) == ("d6", ["d5"])


def test_a_long_stack() -> None:
    """Stacks are let go of without recursion."""
    state = tilegame.Game.load("chess").start()
    for _ in range(50_000):
        for text in ("g1f3", "g8f6", "f3g1", "f6g8"):
            state.push_uci(text)
    other = state.copy()
    assert other.ply == 200_000
    del state
    other.pop()
    del other


def test_pictures() -> None:
    for name in ("chess", "shogi", "glinski", "circular", "khet", "raumschach", "go9"):
        game = tilegame.Game.load(name)
        state = game.start()
        state.push(state.legal_moves[0])
        xml.dom.minidom.parseString(state._repr_svg_())
        xml.dom.minidom.parseString(state.svg(seen_by=game.players[-1]))


def test_pieces() -> None:
    game = tilegame.Game.load("chess")
    state = game.start()
    assert state.piece_at("e1") == ("King", "White") and state.piece_at("e4") is None
    assert len(state.pieces()) == 32
    with pytest.raises(ValueError, match="no tile"):
        state.piece_at("z9")
    knight = game.piece("N")
    assert (knight.name, knight.betza) == ("Knight", "N") and knight.rules
    assert tilegame.moveid.rules(knight.move_ids[0])
    assert xml.dom.minidom.parseString(knight._repr_svg_() or "")
    house = tilegame.Game.load("crazyhouse").start()
    for text in ("e2e4", "d7d5", "e4d5"):
        house.push_uci(text)
    assert house.hand("White") == {"Pawn": 1} and house.hand("Black") == {}


def test_betza_and_move_ids() -> None:
    for text in ("K", "N", "WfF", "mRcB", "fmWfceF"):
        assert tilegame.betza.normal(tilegame.betza.normal(text)) == tilegame.betza.normal(text)
    with pytest.raises(tilegame.NotationError) as found:
        tilegame.betza.rules("N?")
    assert found.value.start == 1
    for name in tilegame.Game.library()[:40]:
        game = tilegame.Game.load(name)
        for piece in map(game.piece, game.pieces):
            for text in piece.move_ids:
                assert tilegame.moveid.is_same(text, tilegame.moveid.normal(text))


def test_engine() -> None:
    game = tilegame.Game.load("chess")
    engine = tilegame.Engine(game)
    state = game.state("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    chosen = engine.play(state, depth=3)
    assert chosen and chosen.move.san == "Ra8#" and chosen.score.wins == 1 and str(chosen.score) == "wins in 1"
    told: list[tilegame.Line] = []
    lines = engine.analyse(game.start(), nodes=5_000, lines=3, told=told.append)
    assert [line.number for line in lines] == [1, 2, 3] and told
    assert lines[0].moves[0] in game.start().legal_moves
    assert engine.play(game.start(), time=0.05)
    assert engine.play(game.start(), level=1, seed=3)
    over = game.state("7k/8/8/8/8/8/5q2/7K w - - 0 1")
    over.push_uci("h1h2") if "h1h2" in over.legal_moves else None
    with pytest.raises(ValueError, match="another game"):
        engine.play(tilegame.Game.load("shogi").start(), nodes=10)
    with pytest.raises(ValueError, match="how far"):
        engine.play(state)

    def fails(line: tilegame.Line) -> None:
        raise RuntimeError(line.number)

    with pytest.raises(RuntimeError):
        engine.analyse(state, nodes=1000, told=fails)
    two = tilegame.Engine(game, threads=2)
    assert two.play(state, depth=4)


def test_engines_with_nets(tmp_path: Path) -> None:
    game = tilegame.Game.load("breakthrough")
    state = game.start()
    file = Path(__file__).parents[3] / "search" / "nets" / "breakthrough.net"

    def seen(net: bool | bytes | str | Path) -> str:
        lines = tilegame.Engine(game, net=net).analyse(state, depth=4)
        return f"{lines[0].score} {[m.uci for m in lines[0].moves]}"

    library = seen(True)
    assert library == seen(file) == seen(str(file)) == seen(file.read_bytes()) != seen(False)
    with pytest.raises(ValueError, match="not begin with"):
        seen(b"no net")
    with pytest.raises(ValueError, match="other rules"):
        tilegame.Engine(tilegame.Game.load("chess"), net=file)
    with pytest.raises(FileNotFoundError):
        seen(tmp_path / "none.net")
    with pytest.raises(TypeError):
        seen(3.5)  # type: ignore[arg-type]
