"""Batches, encodings and games at random."""

from __future__ import annotations

import numpy as np
import pytest
from walks import walk

import tilegame
from tilegame.symmetry import symmetries

NUMBERED = ["chess", "chess960", "shogi", "xiangqi", "glinski", "go9", "crazyhouse", "draughts", "three-player", "cotulenh", "khet", "duck", "arimaa", "raumschach", "circular"]


@pytest.mark.parametrize("name", NUMBERED)
def test_every_move_has_a_number(name: str) -> None:
    game = tilegame.Game.load(name)
    encoding = tilegame.Encoding(game)
    layers, sources, targets, forms = encoding.action_shape
    assert encoding.actions == layers * sources * targets * forms + 1
    mask = np.empty(encoding.actions, np.bool_)
    planes = np.empty(encoding.plane_shape, np.float32)
    for state in walk(game, 5, 30 if game.engine == "bitset" else 3):
        numbers = encoding.legal(state)
        moves = list(state.legal_moves)
        assert len(numbers) == len(moves) == len(set(numbers.tolist()))
        for number, m in list(zip(numbers.tolist(), moves, strict=True))[:10]:
            assert encoding.move(state, number) == m
            assert encoding.action(state, m) == number
        encoding.write_mask(state, mask)
        assert set(np.flatnonzero(mask).tolist()) == set(numbers.tolist())
        encoding.write_planes(state, planes)
        of_pieces = [n for n, text in enumerate(encoding.plane_names) if ": " in text and "in hand" not in text]
        assert planes[of_pieces].sum() >= len(state.pieces())
        turn = encoding.plane_names.index(f"turn of {state.turn}")
        assert (planes[turn] == 1).all()


def test_planes_of_chess() -> None:
    encoding = tilegame.Encoding(tilegame.Game.load("chess"))
    assert encoding.plane_shape[1:] == (8, 8)
    planes = np.empty(encoding.plane_shape, np.float32)
    encoding.write_planes(encoding.game.start(), planes)
    king = planes[encoding.plane_names.index("White: King")]
    assert king.sum() == 1 and king[7, 4] == 1
    with pytest.raises(ValueError, match="shape"):
        encoding.write_planes(encoding.game.start(), planes[:3])
    with pytest.raises(ValueError, match="order of C"):
        encoding.write_planes(encoding.game.start(), np.asfortranarray(planes))


@pytest.mark.parametrize(
    ("name", "number"),
    # A square with nothing on it has all eight; four stones in a cross of two colours keep four of them; a rhombus with two owners keeps half a turn; the kings and
    # queens of chess nothing.
    [("tictactoe", 8), ("go9", 8), ("othello", 4), ("hex11", 2), ("chess", 1)],
)
def test_symmetries(name: str, number: int) -> None:
    encoding = tilegame.Encoding(tilegame.Game.load(name))
    found = symmetries(encoding, games=5)
    assert len(found) == number
    assert found[0].name == "as it is"
    assert np.array_equal(found[0].actions, np.arange(encoding.actions))
    mask, planes = np.empty(encoding.actions, np.bool_), np.empty((2, *encoding.plane_shape), np.float32)
    one = next(state for state in walk(encoding.game, 7, 9) if state.ply == 5)
    encoding.write_mask(one, mask)
    encoding.write_planes(one, planes[0])
    encoding.write_planes(one.root(), planes[1])
    for symmetry in found:
        other = encoding.game.start()
        before = encoding.game.start()
        for m in one.move_stack:
            action = symmetry.actions[encoding.action(before, m)]
            before.push(m)
            other.push(encoding.move(other, int(action)))
        image, legal = np.empty_like(planes), np.empty_like(mask)
        encoding.write_planes(other, image[0])
        encoding.write_planes(other.root(), image[1])
        encoding.write_mask(other, legal)
        assert np.array_equal(symmetry.planes(planes), image)
        assert np.array_equal(symmetry.policy(mask.astype(np.float32)), legal)


def test_boards_as_graphs_and_on_paper() -> None:
    game = tilegame.Game.load("chess")
    steps, directions = game.graph()
    places = game.layout()
    assert len(places) == 64 and len(set(places)) == 64
    # 7 steps in each of 8 lines, there and back, along files and ranks; 49 along each diagonal.
    assert len(steps) == 2 * 2 * 7 * 8 + 4 * 49
    from_, to, direction = steps[0]
    assert game.tiles[from_] == "a1" and directions[direction] in ("n", "e", "ne")
    assert {game.tiles[to] for from_, to, _ in steps if game.tiles[from_] == "a1"} == {"a2", "b1", "b2"}
    plane = next(tilegame.Game.load(name) for name in tilegame.Game.library() if not tilegame.Game.load(name).tiles)
    assert plane.layout() == [] and plane.graph()[0] == []


def test_what_has_no_end_has_no_numbers() -> None:
    name = next(name for name in tilegame.Game.library() if not tilegame.Game.load(name).tiles)
    with pytest.raises(ValueError, match="too many"):
        tilegame.Encoding(tilegame.Game.load(name))


@pytest.mark.parametrize("name", ["chess", "shogi", "three-player", "cotulenh"])
def test_batches_do_not_depend_on_threads(name: str) -> None:
    game = tilegame.Game.load(name)
    size = 100 if game.engine == "bitset" else 4
    batches = [tilegame.Batch(game, size, seed=3, threads=threads) for threads in (1, 2, 5)]
    for _ in range(12 if game.engine == "bitset" else 3):
        for batch in batches:
            batch.step_random()
    first = batches[0]
    for other in batches[1:]:
        assert (first.keys() == other.keys()).all() and first[3] == other[3]
        assert (first.planes() == other.planes()).all()
    assert len(set(first.keys().tolist())) > 1


@pytest.mark.parametrize("name", ["chess", "crazyhouse", "three-player", "cotulenh"])
def test_own_arrays_follow_the_states(name: str) -> None:
    game = tilegame.Game.load(name)
    fast = game.engine == "bitset"
    batch = tilegame.Batch(game, 50 if fast else 3, seed=9, threads=2)
    masks, planes = batch.legal_masks(copy=False), batch.planes(copy=False)
    at = np.zeros(len(batch), np.bool_)
    at[1::2] = True
    for step in range(60 if fast else 3):
        batch.step_random()
        if step % 20 == 19:
            batch.reset(at)
        assert batch.legal_masks(copy=False) is masks and batch.planes(copy=False) is planes
        assert (masks == batch.legal_masks()).all() and (planes == batch.planes()).all()
    assert not masks.flags.writeable and not planes.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        masks[0] = True
    with pytest.raises(ValueError, match="not both"):
        batch.legal_masks(np.zeros_like(masks), copy=False)


def test_a_batch_plays_games() -> None:
    game = tilegame.Game.load("tictactoe")
    batch = tilegame.Batch(game, 64, seed=1, threads=2)
    chosen = np.random.default_rng(0)
    masks = np.zeros((64, batch.encoding.actions), np.bool_)
    for _ in range(9):
        assert batch.legal_masks(masks) is masks
        live = ~batch.done()
        assert (masks.any(axis=1) == live).all()
        actions = np.array([chosen.choice(np.flatnonzero(row)) if row.any() else -1 for row in masks], np.int64)
        batch.step(actions)
    assert batch.done().all() and batch.step_random() == 0
    rewards = batch.rewards()
    assert rewards.shape == (64, 2) and np.allclose(rewards.sum(axis=1), 1)
    for number in (0, 5, -1):
        outcome = batch[number].outcome()
        assert outcome and list(outcome.scores.values()) == rewards[number].tolist()
    at = np.zeros(64, np.bool_)
    at[:3] = True
    batch.reset(at)
    assert batch.plies()[:3].tolist() == [0, 0, 0] and batch[0] == game.start() and batch.done()[3:].all()
    assert batch.turns()[0] == 0
    batch.reset()
    with pytest.raises(ValueError, match="no legal action of state 0"):
        batch.step(np.full(64, -1, np.int64))
    assert batch.plies().sum() == 0
    with pytest.raises(ValueError, match="one action for each"):
        batch.step(np.zeros(3, np.int64))
    with pytest.raises(IndexError):
        batch[64]


def test_games_at_random() -> None:
    start = tilegame.Game.load("tictactoe").start()
    one = tilegame.playouts(start, 2000, seed=4, threads=1)
    two = tilegame.playouts(start, 2000, seed=4, threads=3)
    assert (one.lengths == two.lengths).all() and (one.scores == two.scores).all() and (one.reasons == two.reasons).all()
    # Any part of the games is the same games.
    part = tilegame.playouts(start, 100, seed=4, first=700)
    assert (part.lengths == one.lengths[700:800]).all()
    assert sum(one.counts().values()) == 2000
    # 131,184 of 255,168 games are won by the first player; by random moves it is 58.5 of 100, and 12.7 are drawn.
    assert abs(one.mean_scores()["White"] - (0.585 + 0.127 / 2)) < 0.04
    cut = tilegame.playouts(tilegame.Game.load("chess").start(), 10, max_plies=5)
    assert cut.lengths.tolist() == [5] * 10 and cut.counts() == {"cut off": 10}
    assert len(tilegame.playouts(start, 0).lengths) == 0
