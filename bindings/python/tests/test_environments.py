"""The environments, by the tests of those who have defined what an environment is."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")
pettingzoo = pytest.importorskip("pettingzoo")

GAMES = ["tictactoe", "chess", "shogi", "xiangqi", "go9", "glinski", "three-player", "othello", "khet", "crazyhouse"]


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium(name: str) -> None:
    from gymnasium.utils.env_checker import check_env

    from tilegame.gym import GameEnv

    env = GameEnv(name, max_plies=40)
    with warnings.catch_warnings():
        # A box of planes has no bounds, which is only remarked on.
        warnings.simplefilter("ignore")
        check_env(env, skip_render_check=True)
    seen, _ = env.reset(seed=3)
    over = cut = False
    total = 0.0
    while not over and not cut:
        seen, reward, over, cut, info = env.step(env.action_space.sample(mask=seen["action_mask"]))
        total += reward
        assert "illegal" not in info
    assert -1 <= total <= 1
    env.reset(seed=3)
    _, reward, over, _, info = env.step(np.int64(env.encoding.actions - 1))
    if info.get("illegal"):
        assert over and reward == -1


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo(name: str) -> None:
    from pettingzoo.test import api_test

    from tilegame import zoo

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(zoo.env(name, max_plies=60), num_cycles=200)


def test_rewards_at_the_end() -> None:
    from tilegame import zoo

    env = zoo.env("tictactoe")
    env.reset(seed=1)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        totals[agent] += reward
        env.step(None if over or cut else int(np.flatnonzero(seen["action_mask"])[0]))
    assert sorted(totals.values()) in ([-1.0, 1.0], [0.0, 0.0])


def test_a_policy_of_ones_own() -> None:
    from tilegame.gym import GameEnv

    env = GameEnv("tictactoe", player="Black", policy=lambda state, _: state.legal_moves[0])
    _, info = env.reset(seed=0)
    assert info["turn"] == "Black" and env.state.ply == 1
    with pytest.raises(ValueError, match="no player"):
        GameEnv("tictactoe", player="Third")
