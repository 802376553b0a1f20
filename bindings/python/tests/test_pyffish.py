"""The names of pyffish, beside pyffish itself where it is installed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from conftest import LONG

import tilegame
from tilegame.compat import pyffish as ours

START = ours.start_fen("chess")


def test_names() -> None:
    assert ours.legal_moves("chess", START, ["e2e4"])[0] in ours.legal_moves("chess", START, ["e2e4"])
    assert len(ours.legal_moves("chess", START, [])) == 20
    assert ours.get_san("chess", START, "g1f3") == "Nf3"
    assert ours.get_fen("chess", START, ["e2e4"]).startswith("rnbqkbnr/pppppppp/8/8/4P3/")
    assert ours.gives_check("chess", START, ["e2e4", "f7f6", "d1h5"])
    assert ours.is_capture("chess", START, ["e2e4", "d7d5"], "e4d5")
    assert ours.validate_fen(START, "chess") == ours.FEN_OK != ours.validate_fen("x", "chess")
    assert ours.two_boards("bughouse") and not ours.two_boards("chess")
    assert ours.captures_to_hand("crazyhouse") and not ours.captures_to_hand("chess")
    assert ours.has_insufficient_material("chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", []) == (False, True)
    assert ours.is_optional_game_end("chess", START, ["g1f3", "g8f6", "f3g1", "f6g8"] * 2)[0]
    assert ours.get_fen("shogi", ours.start_fen("shogi"), [], sfen=True).endswith(" b - 1")
    with pytest.raises(ours.error):
        ours.legal_moves("chess", START, ["e2e5"])
    with pytest.raises(ours.error):
        ours.legal_moves("no such game", START, [])
    with pytest.raises(NotImplementedError):
        ours.get_san("chess", START, "g1f3", False, ours.NOTATION_LAN)
    with pytest.raises(NotImplementedError):
        ours.set_option("Threads", 2)
    ours.load_variant_config("[mine:chess]\ncastling = false\n")
    assert "mine" in ours.variants() and len(ours.legal_moves("mine", ours.start_fen("mine"), [])) == 20


def test_the_other_has_no_other_names() -> None:
    theirs = pytest.importorskip("pyffish")
    for name in dir(theirs):
        if name.startswith("_"):
            continue
        found = getattr(ours, name)
        if isinstance(found, int):
            assert found == getattr(theirs, name), name
        else:
            assert callable(found), name


OTHERWISE = {
    "flipello": "stones are in a hand there, and in no hand here",
    "flipello10": "stones are in a hand there, and in no hand here",
    "gorogoro": "a pawn dropped to give mate is a legal move there, which loses",
    "shogi": "a pawn dropped to give mate is a legal move there, which loses",
    "wolf": "an elephant is a promoted pawn there, and a promotion to one ends in `+`",
}
"""Games whose positions or moves are not the same there, and why."""

GAMES, PLIES = (10, 60) if LONG else (1, 4)
"""The other takes some thousandths of a second for a call."""


def compared(name: str, otherwise: dict[str, str]) -> Iterator[tuple[Any, str, list[str], list[str]]]:
    """The other program, and random games of it: where each began, its moves and the legal ones behind them."""
    theirs = pytest.importorskip("pyffish")
    if name not in theirs.variants():
        pytest.skip("it is not known there")
    if name in otherwise:
        pytest.skip(otherwise[name])
    chosen = random.Random(name)
    fen = theirs.start_fen(name)
    for _ in range(GAMES):
        moves: list[str] = []
        for _ in range(PLIES):
            legal = sorted(theirs.legal_moves(name, fen, moves))
            yield theirs, fen, moves, legal
            if not legal:
                break
            moves.append(chosen.choice(legal))


@pytest.mark.parametrize("name", tilegame.Game.library())
def test_the_other_has_the_same_moves(name: str) -> None:
    for _, fen, moves, legal in compared(name, OTHERWISE):
        assert sorted(ours.legal_moves(name, fen, moves)) == legal, moves


PASSANT = "tiles of pawns that move in another way are written there also where nobody takes in passing"
FENS_OTHERWISE = {
    "berolina": PASSANT,
    "flipello": OTHERWISE["flipello"],
    "flipello10": OTHERWISE["flipello10"],
    "pawnback": PASSANT,
    "pawnsideways": PASSANT,
    "petrified": PASSANT,
    "wolf": PASSANT,
}
"""Games whose positions are written in another way there, and why."""


@pytest.mark.parametrize("name", tilegame.Game.library())
def test_the_other_writes_the_same_positions(name: str) -> None:
    for theirs, fen, moves, _ in compared(name, FENS_OTHERWISE):
        written = theirs.get_fen(name, fen, moves)
        assert ours.get_fen(name, fen, moves) == written
        assert ours.get_fen(name, written, []) == written
