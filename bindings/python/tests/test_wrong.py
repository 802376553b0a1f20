"""What is wrong is an exception with a place, never a panic."""

from __future__ import annotations

import pickle
import random
from pathlib import Path

import pytest
from conftest import LONG

import tilegame

INPUTS = 100_000 if LONG else 3_000


def test_a_text_that_is_no_game() -> None:
    text = 'variant "Hill" of chess\nend\n    hill: loss if some enemy Kign on d4..e5\n'
    with pytest.raises(tilegame.RulesError) as found:
        tilegame.Game.from_text(text, name="hill.tg")
    [message] = found.value.diagnostics
    assert (message.code, message.severity) == ("E0201", "error")
    assert (message.place.text, message.place.line, message.place.column) == ("hill.tg", 3, 30)
    assert text[message.place.start : message.place.end] == "Kign"
    assert message.fix and message.fix.replacement == "King"
    assert "did you mean `King`?" in str(found.value)
    assert pickle.loads(pickle.dumps(found.value)).diagnostics == found.value.diagnostics
    assert isinstance(found.value, ValueError)


def test_a_text_that_is_no_position() -> None:
    game = tilegame.Game.load("chess")
    with pytest.raises(tilegame.FenError) as found:
        game.state("4k3/8/8/8/8/8/8/4K2R w X - 0 1")
    assert (found.value.start, found.value.end) == (23, 24)


def test_a_move_that_is_not_legal() -> None:
    state = tilegame.Game.load("chess").start()
    for push in (state.push, state.push_uci, state.push_san, state.push_text):
        with pytest.raises(tilegame.IllegalMoveError) as found:
            push("e2e5")
        assert found.value.text == "e2e5"
    assert "no rule of the Pawn leads from e2 to e5" in found.value.why
    assert state.ply == 0
    other = tilegame.Game.load("chess").state("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    with pytest.raises(tilegame.IllegalMoveError):
        state.push(other.legal_moves[0])
    with pytest.raises(tilegame.IllegalMoveError):
        state.push(tilegame.Game.load("shogi").start().legal_moves[0])
    with pytest.raises(TypeError):
        state.push(1)  # type: ignore[arg-type]
    with pytest.raises(IndexError):
        state.pop()


def test_games_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(tilegame.UnknownGameError, match="did you mean `chess`"):
        tilegame.Game.load("ches")
    with pytest.raises(tilegame.UnknownGameError):
        tilegame.Game.load(tmp_path / "none.tg")
    with pytest.raises(ValueError, match="no option `nothing`"):
        tilegame.Game.load("chess", options={"nothing": True})


def test_files(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "rule.tg").write_text("end\n    hill: loss if some enemy King on d4..e5\n")
    (inside / "hill.tg").write_text('variant "Hill" of chess\nuse "rule.tg"\n')
    assert tilegame.Game.load(inside / "hill.tg").title == "Hill"
    assert tilegame.Game.load(str(inside / "hill.tg")).start().perft(2) == 400
    (tmp_path / "outside.tg").write_text((inside / "rule.tg").read_text())
    (inside / "far.tg").write_text('variant "Far" of chess\nuse "../outside.tg"\n')
    with pytest.raises(tilegame.RulesError):
        tilegame.Game.load(inside / "far.tg")


def test_imports_that_fail() -> None:
    def fails(path: str) -> str:
        raise KeyError(path)

    text = 'variant "Hill" of chess\nuse "rule.tg"\n'
    with pytest.raises(KeyError, match=r"rule\.tg"):
        tilegame.Game.from_text(text, imports=fails)
    with pytest.raises(tilegame.RulesError):
        tilegame.Game.from_text(text, imports={})


def test_variants_of_another_program() -> None:
    game = tilegame.Game.from_ini("[mine:chess]\ncastling = false\n", "mine")
    assert game.start().perft(3) == 8_902
    with pytest.raises(tilegame.ImportVariantError) as found:
        tilegame.Game.from_ini("[mine:chess]\nmaxRank = eight\n")
    assert found.value.problems[0].line == 2
    with pytest.raises(ValueError, match="which variant"):
        tilegame.Game.from_ini("[one:chess]\n[two:chess]\n")


ODD = ["", " ", "\0", "e2e4", "e9e4", "0000", "O-O", "\N{ROMAN NUMERAL ONE THOUSAND}", "a" * 5000, "\ud800", "--", "P@e4", "💥", "e2e4q", "1-1"]


def odd(chosen: random.Random, given: str) -> str:
    """A text that is nearly right, or not at all."""
    if chosen.random() < 0.1:
        return chosen.choice(ODD)
    letters = list(given)
    for _ in range(chosen.randrange(1, 4)):
        at = chosen.randrange(len(letters) + 1)
        how = chosen.randrange(4)
        if how == 0:
            letters.insert(at, chosen.choice("abcdefgh12345678kqrbnpKQRBNP/-+#x=@ \t\n\0é{}[]()"))
        elif how == 1 and letters:
            letters.pop(at % len(letters))
        elif how == 2 and letters:
            letters[at % len(letters)] = chr(chosen.randrange(1, 0x3000))
        else:
            letters = letters[:at] + letters[at // 2 :]
    return "".join(letters)


def test_numbers_that_are_too_large() -> None:
    chess = tilegame.Game.load("chess")
    for n in (2**24 + 1, 10**12, 2**63):
        with pytest.raises(ValueError, match="16777216 states at most"):
            tilegame.Batch(chess, n)
    for threads in (0, 1025, 10**9):
        for work in (
            lambda threads=threads: chess.start().perft(2, threads=threads),
            lambda threads=threads: chess.start().divide(2, threads=threads),
            lambda threads=threads: tilegame.Batch(chess, 1, threads=threads),
        ):
            with pytest.raises(ValueError, match="threads go from 1 to 1024"):
                work()
    with pytest.raises(ValueError, match="depth 1000 at most"):
        chess.start().perft(1001)


def test_odd_inputs() -> None:
    """No text makes anything but an answer or an ordinary exception."""
    chosen = random.Random(7)
    names = tilegame.Game.library()
    texts = [tilegame.Game.load(name).text or "" for name in ("hexapawn", "tictactoe", "dobutsu")]
    pgn = "[Event \"x\"]\n\n1. e4 e5 (1... c5 {a} 2. Nf3) 2. Nf3 $1 *\n"
    ini = "[mine:chess]\npieceToChar = PNBRQ\ncastling = false\n"
    game, state = tilegame.Game.load("chess"), tilegame.Game.load("chess").start()
    for number in range(INPUTS):
        if number % 50 == 0:
            game = tilegame.Game.load(names[number // 50 % len(names)])
            state = game.start()
            for _ in range(chosen.randrange(6)):
                if moves := state.legal_moves:
                    state.push(moves[chosen.randrange(len(moves))])
        moves = state.legal_moves
        move = moves[chosen.randrange(len(moves))] if moves else None
        entry = number % 12
        try:
            match entry:
                case 0 | 1 | 2:
                    game.state(odd(chosen, state.fen())).legal_moves.san()
                case 3:
                    state.copy().push_uci(odd(chosen, move.uci if move else ""))
                case 4:
                    state.copy().push_san(odd(chosen, move.san if move else ""))
                case 5:
                    state.copy().push_text(odd(chosen, move.san if move else ""))
                case 6:
                    state.explain(odd(chosen, move.uci if move else ""))
                case 7:
                    game.read_pgn(odd(chosen, pgn))
                case 8:
                    tilegame.betza.rules(odd(chosen, "fmWfceFifmnD"))
                case 9:
                    tilegame.moveid.explain(odd(chosen, "101234cmj!"))
                case 10 if number % 5 == 0:
                    tilegame.Game.from_text(odd(chosen, chosen.choice(texts)))
                case 11:
                    tilegame.Game.from_ini(odd(chosen, ini))
        except tilegame.InternalError:
            raise
        except (ValueError, IndexError, OverflowError):
            pass
