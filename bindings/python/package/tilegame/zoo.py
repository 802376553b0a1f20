"""Any game as an environment of PettingZoo, for any number of players who take turns.

Needs ``pip install tilegame[rl]``.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from tilegame import Encoding, Game
from tilegame.rewards import rewards

Observation = dict[str, NDArray[Any]]


def env(game: str | Game, **arguments: Any) -> AECEnv[str, Observation, int]:
    """The environment, with the usual wrappers: whoever makes an illegal move loses."""
    made: AECEnv[str, Observation, int] = GameAEC(game, **arguments)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class GameAEC(AECEnv[str, Observation, int]):
    """The environment itself: players are called as the game calls them."""

    metadata = {"render_modes": ["svg", "text"], "name": "tilegame", "is_parallelizable": False, "render_fps": 1}

    def __init__(
        self, game: str | Game, *, max_plies: int = 500, render_mode: str | None = None, layers: int | None = None
    ) -> None:
        super().__init__()
        self.game = Game.load(game) if isinstance(game, str) else game
        self.max_plies = max_plies
        self.render_mode = render_mode
        self.encoding = Encoding(self.game, layers=layers)
        self.position = self.game.start()
        self.possible_agents = list(self.game.players)
        self.agents: list[str] = []
        count = self.encoding.actions
        self._action_space = gymnasium.spaces.Discrete(count)
        planes = gymnasium.spaces.Box(-np.inf, np.inf, self.encoding.plane_shape, np.float32)
        mask = gymnasium.spaces.Box(0, 1, (count,), np.int8)
        self._observation_space = gymnasium.spaces.Dict({"observation": planes, "action_mask": mask})

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The same for all players."""
        return self._observation_space

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The same for all players."""
        return self._action_space

    def observe(self, agent: str) -> Observation:
        """The planes, and the mask of the legal actions of whose turn it is."""
        planes = np.empty(self.encoding.plane_shape, np.float32)
        self.encoding.write_planes(self.position, planes)
        mask = np.zeros(self.encoding.actions, np.bool_)
        if agent == self.position.turn:
            self.encoding.write_mask(self.position, mask)
        return {"observation": planes, "action_mask": mask.view(np.int8)}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game, from the FEN of ``options["fen"]`` if there is one."""
        self.position = self.game.state(options.get("fen")) if options else self.game.start()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.position.turn

    def step(self, action: int | None) -> None:
        """Makes a move of the player whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("a player whose game goes on chooses an action")
        self.position.push(self.encoding.move(self.position, int(action)))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if not self.position.legal_moves:
            outcome = self.position.outcome()
            if outcome:
                self.rewards = dict(zip(self.possible_agents, rewards(outcome.scores.values()), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.position.ply >= self.max_plies:
            self.truncations = dict.fromkeys(self.agents, True)
        # After the last move each of the players is told of the end in turn.
        self.agent_selection = self.position.turn
        self._accumulate_rewards()

    def render(self) -> str:
        """The board, as SVG or as the FEN."""
        return self.position.svg() if self.render_mode == "svg" else self.position.fen()

    def close(self) -> None:
        """There is nothing to close."""
