"""Learns to judge the positions of a game: games of the search against itself, a small net fitted to them by PyTorch, on a GPU when one is there.

What comes of it is a file that the search loads: ``Engine(game, net="best.net")``, the side ``net:best.net`` of ``tilegame match``, the UCI option
``EvalFile``. The game may be any of two players whose board has a few hundred tiles at most; nothing is known of it but its rules.

>>> import tilegame
>>> from tilegame import learn
>>> game = tilegame.Game.load("minishogi")
>>> games = learn.games(game, 12, nodes=30, seed=1)
>>> samples = tilegame.Samples(game)
>>> samples.add(games) == len(samples) > 100
True
>>> result = learn.match(game, False, False, games=2, nodes=20)
>>> result.games
2

``learn.fit(samples)`` fits a net to positions and needs PyTorch; ``learn.learn(game, folder)`` does all of it, round by round: it plays with the best net
so far, fits another one, and keeps that if it wins a match. ``python -m tilegame.learn`` is the same as a command.

| module | what |
| --- | --- |
| ``contest`` | matches between nets, with the difference in rating points |
| ``fitting`` | weights that fit positions |
| ``rounds`` | playing, fitting and comparing by turns, in a folder from which it goes on |
"""

from tilegame.learn.contest import Contest, match
from tilegame.learn.fitting import Epoch, Fitted, Fitting, fit
from tilegame.learn.rounds import Course, Round, games, learn

__all__ = ["Contest", "Course", "Epoch", "Fitted", "Fitting", "Round", "fit", "games", "learn", "match"]
