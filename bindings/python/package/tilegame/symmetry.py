"""Symmetries of a game: what its positions and actions become when the board is turned or mirrored.

Whoever learns from positions has as many more of them as there are symmetries. Needs NumPy.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tilegame import Encoding, Game, State

#: What is nearer than this on paper is the same place.
_NEAR = 1e-3


@dataclass(frozen=True)
class Symmetry:
    """A way to turn or mirror the board that keeps the rules."""

    #: Such as "mirrored" or "turned by 90 degrees".
    name: str
    #: Where each tile comes to lie.
    tiles: NDArray[np.int64]
    #: What each action becomes.
    actions: NDArray[np.int64]
    _cells: NDArray[np.int64]

    def planes(self, planes: NDArray[np.float32]) -> NDArray[np.float32]:
        """Planes of positions, as :class:`tilegame.Encoding` writes them, turned; the last axes are those of a position."""
        tiles = len(self.tiles)
        axes = 1 if planes.shape[-1] == tiles else 2
        flat = planes.reshape(*planes.shape[:-axes], tiles)
        turned = np.empty_like(flat)
        turned[..., self._cells[self.tiles]] = flat[..., self._cells]
        return turned.reshape(planes.shape)

    def policy(self, actions: NDArray[np.float32]) -> NDArray[np.float32]:
        """Numbers of actions, such as a mask or a policy, turned; the last axis is that of the actions."""
        turned = np.empty_like(actions)
        turned[..., self.actions] = actions
        return turned


def symmetries(encoding: Encoding, *, games: int = 20, plies: int = 500, seed: int = 0) -> list[Symmetry]:
    """The symmetries of a game, the one that changes nothing first.

    Turns and mirrors of the board on paper are tried; a symmetry is what leaves the start of the game as it is, and every legal move in so many random
    games one whose image is legal in the image of the position, with the same result at the end. That is tried, not proven: games that are cut off before
    their ends tell less.
    """
    game = encoding.game
    found = []
    for name, tiles in _candidates(game):
        symmetry = Symmetry(name, tiles, _actions(encoding, tiles), encoding.cells)
        if all(_keeps(encoding, symmetry, plies, random.Random(f"{seed} {number}")) for number in range(games)):
            found.append(symmetry)
    return found


def _candidates(game: Game) -> list[tuple[str, NDArray[np.int64]]]:
    """Turns by multiples of 90 and 60 degrees, and mirrors of these, that map the tiles to tiles."""
    places = np.array(game.layout())
    if len(places) == 0:
        return []
    places = places - (places.min(axis=0) + places.max(axis=0)) / 2
    found: list[tuple[str, NDArray[np.int64]]] = []
    for mirrored in (False, True):
        for degrees in sorted({*range(0, 360, 90), *range(0, 360, 60)}):
            angle = np.radians(degrees)
            turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
            image = (places * [-1, 1] if mirrored else places) @ turn.T
            apart = np.abs(image[:, None, :] - places[None, :, :]).max(axis=2)
            tiles = apart.argmin(axis=1).astype(np.int64)
            is_known = any(np.array_equal(tiles, other) for _, other in found)
            if apart.min(axis=1).max() < _NEAR and len(set(tiles)) == len(tiles) and not is_known:
                turned = f"turned by {degrees} degrees" if degrees else ""
                name = " and ".join(filter(None, ["mirrored" if mirrored else "", turned])) or "as it is"
                found.append((name, tiles))
    return found


def _actions(encoding: Encoding, tiles: NDArray[np.int64]) -> NDArray[np.int64]:
    layers, sources, targets, forms = encoding.action_shape
    from_ = np.arange(sources)
    from_[: len(tiles)] = tiles
    places = np.arange(layers * sources * targets * forms).reshape(layers, sources, targets, forms)
    turned = places[:, from_][:, :, tiles].reshape(-1)
    return np.append(turned, encoding.actions - 1).astype(np.int64)


def _keeps(encoding: Encoding, symmetry: Symmetry, plies: int, chosen: random.Random) -> bool:
    """Whether a random game and its image go alike."""
    one, other = encoding.game.start(), encoding.game.start()
    for _ in range(plies):
        if not np.array_equal(symmetry.planes(_planes(encoding, one)), _planes(encoding, other)):
            return False
        legal = encoding.legal(one)
        if not np.array_equal(np.sort(symmetry.actions[legal]), np.sort(encoding.legal(other))):
            return False
        if len(legal) == 0:
            break
        action = int(chosen.choice(legal))
        one.push(encoding.move(one, action))
        other.push(encoding.move(other, int(symmetry.actions[action])))
    ends = [state.outcome() for state in (one, other)]
    return (ends[0] and ends[0].scores) == (ends[1] and ends[1].scores)


def _planes(encoding: Encoding, state: State) -> NDArray[np.float32]:
    planes = np.empty(encoding.plane_shape, np.float32)
    encoding.write_planes(state, planes)
    return planes
