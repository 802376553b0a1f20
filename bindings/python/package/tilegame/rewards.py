"""What players get, as learning programs count it."""

from __future__ import annotations

from collections.abc import Iterable


def rewards(shares: Iterable[float]) -> list[float]:
    """Shares of a point as numbers that add up to nothing: 1 for whoever gets all, nothing if everybody gets the same.

    >>> rewards([1.0, 0.0]), rewards([0.5, 0.5]), rewards([0.0, 1.0, 0.0])
    ([1.0, -1.0], [0.0, 0.0], [-0.5, 1.0, -0.5])
    """
    every = list(shares)
    others = max(len(every) - 1, 1)
    return [(len(every) * share - sum(every)) / others for share in every]
