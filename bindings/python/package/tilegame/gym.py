"""Any game as an environment of Gymnasium: one player learns, and the others follow a policy.

Needs ``pip install tilegame[rl]``.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from tilegame import Encoding, Game, Move, State
from tilegame.rewards import rewards

Policy = Callable[[State, random.Random], Move]
Observation = dict[str, NDArray[Any]]


def at_random(state: State, chosen: random.Random) -> Move:
    """A policy: any of the legal moves."""
    moves = state.legal_moves
    return moves[chosen.randrange(len(moves))]


class GameEnv(gymnasium.Env[Observation, np.int64]):
    """A game as one player sees it.

    What is observed is a dictionary of planes and a mask of the legal actions. Who chooses an action that is not legal has lost: ``info["illegal"]``
    says so. With ``action_space.sample(mask=...)`` that does not happen.
    """

    metadata = {"render_modes": ["svg", "text"], "render_fps": 1}

    def __init__(
        self,
        game: str | Game,
        *,
        player: str | None = None,
        policy: Policy = at_random,
        max_plies: int = 500,
        render_mode: str | None = None,
        layers: int | None = None,
    ) -> None:
        self.game = Game.load(game) if isinstance(game, str) else game
        self.player = player or self.game.players[0]
        if self.player not in self.game.players:
            raise ValueError(f"the game has no player `{self.player}`")
        self.policy = policy
        self.max_plies = max_plies
        self.render_mode = render_mode
        self.encoding = Encoding(self.game, layers=layers)
        self.state = self.game.start()
        self._chosen = random.Random(0)
        count = self.encoding.actions
        self.action_space = gymnasium.spaces.Discrete(count)
        planes = gymnasium.spaces.Box(-np.inf, np.inf, self.encoding.plane_shape, np.float32)
        mask = gymnasium.spaces.Box(0, 1, (count,), np.int8)
        seen: gymnasium.spaces.Space[Any] = gymnasium.spaces.Dict({"observation": planes, "action_mask": mask})
        self.observation_space = seen

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins a game, from the FEN of ``options["fen"]`` if there is one."""
        super().reset(seed=seed)
        self._chosen = random.Random(int(self.np_random.integers(1 << 62)))
        self.state = self.game.state(options.get("fen")) if options else self.game.start()
        self._others_move()
        return self._seen(), {"turn": self.state.turn}

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Makes a move, and those of the others until it is this player's turn again."""
        try:
            m = self.encoding.move(self.state, int(action))
        except ValueError:
            return self._seen(), -1.0, True, False, {"illegal": True}
        self.state.push(m)
        self._others_move()
        over = not self.state.legal_moves
        reward = 0.0
        if over and (outcome := self.state.outcome()):
            reward = rewards(outcome.scores.values())[self.game.players.index(self.player)]
        cut = not over and self.state.ply >= self.max_plies
        return self._seen(), reward, over, cut, {"turn": self.state.turn}

    def render(self) -> str:  # type: ignore[override]
        """The board, as SVG or as the FEN."""
        return self.state.svg(seen_by=self.player) if self.render_mode == "svg" else self.state.fen()

    def _others_move(self) -> None:
        while self.state.turn != self.player and self.state.legal_moves and self.state.ply < self.max_plies:
            self.state.push(self.policy(self.state, self._chosen))

    def _seen(self) -> Observation:
        planes = np.empty(self.encoding.plane_shape, np.float32)
        self.encoding.write_planes(self.state, planes)
        mask = np.empty(self.encoding.actions, np.bool_)
        self.encoding.write_mask(self.state, mask)
        return {"observation": planes, "action_mask": mask.view(np.int8)}
