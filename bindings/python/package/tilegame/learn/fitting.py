"""Weights that fit positions, by PyTorch: on a GPU if one is there, and otherwise on the processor, where the same seed gives the same net.

The net is the one that the search evaluates. The inputs that are on are added up, once as each player sees the board: to a few hidden sums, which are
held between nothing and one, squared and weighted; and directly to a worth. What is weighted depends on how many pieces are left. Numbers are rounded while
the net learns as they are in the file, so that what was learned is what is played.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tilegame._core import Net, Samples

HELD_BACK = 12
"""One of so many games is held back, to see how well the net judges games that it does not know."""

MOST_HELD_BACK = 400_000
"""More positions are not held back."""

MOST = 0.99
"""No weight of an input is larger, so that the sum of 128 of them fits the 16 bits of the search."""

MOST_DENSE = 8192
"""With more inputs, a GPU gets no matrix of those that are on either."""

FEWEST = 200
"""No net is fitted to fewer positions."""


@dataclass(frozen=True)
class Fitting:
    """How to fit a net to positions."""

    base: Literal["rules", "nothing"] = "rules"
    """Whether the net corrects what is found in the rules, or judges alone, which is quicker but needs far more positions.

    To a net that judges alone all positions that are won look alike, so it may not know how to finish them."""
    hidden: int = 32
    """Hidden sums for each player: 8, 16, 32 or 64."""
    epochs: int = 16
    """How often each position is looked at."""
    batch: int = 8192
    """Positions for each step."""
    rate: float = 0.002
    """How far the first steps go; the last go a fiftieth of that."""
    result: float = 0.1
    """How much of what is aimed at is how the game ended; the rest is what the search found."""
    decay: float = 0.01
    """How strongly weights are drawn to where they began."""
    mirror: bool = True
    """Whether half of the positions are looked at in a mirror, where the game is the same there."""
    device: str = "auto"
    """``cuda``, ``cpu`` or another name that PyTorch knows; ``auto`` is a GPU if one is there."""
    seed: int = 0

    def __post_init__(self) -> None:
        if self.hidden not in Net.sizes:
            raise ValueError(f"a net has {', '.join(map(str, Net.sizes))} hidden sums, not {self.hidden}")
        if self.base not in ("rules", "nothing"):
            raise ValueError("the base is `rules` or `nothing`")
        if not 0 <= self.result <= 1 or self.epochs < 1 or self.batch < 1:
            raise ValueError("epochs and batches are at least 1, and the share of the result goes from 0 to 1")


@dataclass(frozen=True)
class Epoch:
    """How well the net fits after an epoch: mean squares of what is missing to the aims."""

    number: int
    learned: float
    """In the positions that it learns from."""
    held_back: float
    """In those held back."""


@dataclass(frozen=True)
class Fitted:
    """A net, and how well it fits."""

    net: Net
    epochs: list[Epoch]
    by_rules: float
    """What the rules alone miss in the positions held back."""
    positions: int
    device: str


def needs_torch() -> Any:
    """PyTorch; says what to install where it is missing."""
    try:
        import torch
    except ImportError as missing:
        raise ImportError(
            "fitting a net needs PyTorch: `pip install torch`, or \"tilegame[learn]\" in the place of tilegame; "
            "`tilegame learn` fits nets without it"
        ) from missing
    return torch


def device_of(name: str) -> Any:
    """The device of PyTorch with a name; ``auto`` is a GPU if one is there."""
    torch = needs_torch()
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    if name.startswith("cuda") and not torch.cuda.is_available():
        raise ValueError("no GPU is there that PyTorch can use: `auto` and `cpu` need none")
    return torch.device(name)


def fit(
    samples: Samples,
    fitting: Fitting | None = None,
    *,
    provenance: str = "",
    told: Callable[[Epoch], object] | None = None,
) -> Fitted:
    """Fits a net to positions. ``told`` is called after each epoch.

    Of the nets after each epoch, the one that fits best what is held back is taken.
    """
    fitting = fitting or Fitting()
    torch = needs_torch()
    if len(samples) < FEWEST:
        raise ValueError(f"{len(samples)} quiet positions are too few to learn from: at least {FEWEST} are needed")
    device = device_of(fitting.device)
    learner = _Learner(torch, device, samples, fitting)
    epochs: list[Epoch] = []
    best = math.inf
    weights = learner.copy()
    for number in range(1, fitting.epochs + 1):
        learned = learner.epoch()
        epoch = Epoch(number, learned, learner.missed())
        epochs.append(epoch)
        if epoch.held_back < best:
            best, weights = epoch.held_back, learner.copy()
        if told is not None:
            told(epoch)
    net = Net.of_weights(samples.game, base=fitting.base, unit=round(learner.unit), provenance=provenance, **weights)
    return Fitted(net, epochs, learner.missed_by_rules(), len(samples), str(device))


class _Learner:
    """The positions and the weights, on a device."""

    def __init__(self, torch: Any, device: Any, samples: Samples, fitting: Fitting) -> None:
        self.torch, self.device, self.fitting = torch, device, fitting
        self.unit = min(max(1.0, samples.unit()), 65_536.0)
        arrays = samples.arrays()
        held_back = arrays["game"] % HELD_BACK == 0
        held_back &= np.cumsum(held_back) <= MOST_HELD_BACK
        if held_back.all() or not held_back.any():
            raise ValueError(f"{samples.games} games are too few to hold some back")
        self.inputs = samples.inputs
        promised = 1 / (1 + np.exp(-arrays["worth"] / self.unit))
        aim = fitting.result * arrays["result"] + (1 - fitting.result) * promised

        def there(numbers: NDArray[Any], kind: type[np.generic]) -> Any:
            return torch.from_numpy(numbers.astype(kind, copy=False)).to(device)

        # There are never more inputs than 16 bits with a sign can tell apart.
        self.on = there(arrays["inputs"], np.int16)
        self.stage = there(arrays["stage"], np.int64)
        self.aim = there(aim, np.float32)
        self.shown = there(arrays["shown"] / self.unit, np.float32)
        self.learned = there(np.flatnonzero(~held_back), np.int64)
        self.held_back = there(np.flatnonzero(held_back), np.int64)
        mirror = samples.mirror()
        self.mirror: Any = None
        if mirror is not None and fitting.mirror:
            self.mirror = there(np.append(mirror, [self.inputs]), np.int32)
        # All that is random is drawn on the processor, and so is the same on all devices.
        self.random = torch.Generator().manual_seed(fitting.seed)
        self._begin(samples)

    def _begin(self, samples: Samples) -> None:
        torch, hidden, stages = self.torch, self.fitting.hidden, Net.STAGES

        def around(middle: float, width: float, *shape: int) -> Any:
            return middle + width * (2 * torch.rand(*shape, generator=self.random) - 1)

        worths = torch.zeros(self.inputs + 1, stages)
        if self.fitting.base == "nothing":
            worths[:-1] = torch.from_numpy(samples.worths() / self.unit)[:, None]
        rows = around(0, 0.02, self.inputs + 1, hidden)
        # Positions with fewer inputs on than others are filled up with one that adds nothing.
        rows[-1] = 0
        first = {
            "rows": torch.cat([rows, worths], dim=1),
            "biases": around(0.3, 0.1, hidden),
            "outputs": around(0, 0.3, stages, 2 * hidden),
            "tempo": torch.zeros(stages),
        }
        self.weights = {name: value.to(self.device).requires_grad_() for name, value in first.items()}
        self.start = {name: value.detach().clone() for name, value in self.weights.items()}
        self.start["rows"][:, :hidden] = 0
        self.steps = -(-len(self.learned) // self.fitting.batch) * self.fitting.epochs
        fused = {"fused": True} if self.device.type == "cuda" else {}
        self.adam = torch.optim.Adam(list(self.weights.values()), lr=self.fitting.rate, **fused)
        self.done = 0

    def value(self, at: Any, mirrored: Any = None) -> Any:
        """What the net makes of positions, in units; of some of them in a mirror."""
        torch, hidden = self.torch, self.fitting.hidden
        on = self.on[at].int()
        if mirrored is not None:
            on = torch.where(mirrored[:, None, None], self.mirror[on], on)
        count, _, width = on.shape
        rows, outputs = self._rounded("rows", Net.ONE), self._rounded("outputs", Net.WEIGHT)
        sums = self._added(on.view(2 * count, width), rows)
        sums = sums.view(count, 2, hidden + Net.STAGES)
        squares = (sums[:, :, :hidden] + self._rounded("biases", Net.ONE)).clamp(0, 1).square()
        stage = self.stage[at]
        value = torch.nn.functional.linear(squares.view(count, 2 * hidden), outputs, self.weights["tempo"])
        value = value + sums[:, 0, hidden:] - sums[:, 1, hidden:]
        value = value.gather(1, stage[:, None])[:, 0]
        return value + self.shown[at] if self.fitting.base == "rules" else value

    def _added(self, on: Any, rows: Any) -> Any:
        """The sums of the rows of the inputs that are on."""
        torch = self.torch
        if self.device.type == "cpu" or self.inputs > MOST_DENSE:
            return torch.nn.functional.embedding_bag(on, rows, mode="sum", padding_idx=self.inputs)
        # A GPU multiplies matrices many times faster than it adds up single rows, most of whose numbers go to the same few.
        which = torch.zeros(len(on), self.inputs + 1, device=self.device)
        which.scatter_(1, on.long(), 1.0)
        return which[:, :-1] @ rows[:-1]

    def _rounded(self, name: str, one: int) -> Any:
        """Weights as the file has them; what is learned goes to those that are not rounded."""
        weights = self.weights[name]
        with self.torch.no_grad():
            off = (weights * one).round_() / one - weights
            if name == "rows":
                # Worths have steps of their own, which are finer.
                off[:, self.fitting.hidden :] = 0
        return weights + off

    def epoch(self) -> float:
        """Looks at all positions once; the mean square of what was missing."""
        torch, fitting = self.torch, self.fitting
        order = torch.randperm(len(self.learned), generator=self.random).to(self.device)
        coins = None
        if self.mirror is not None:
            coins = (torch.rand(len(self.learned), generator=self.random) < 0.5).to(self.device)
        missed = torch.zeros((), device=self.device, dtype=torch.float64)
        for part in order.split(fitting.batch):
            at = self.learned[part]
            mirrored = None if coins is None else coins[part]
            wave = 0.5 * (1 + math.cos(math.pi * self.done / self.steps))
            rate = fitting.rate * (0.02 + 0.98 * wave)
            for group in self.adam.param_groups:
                group["lr"] = rate
            reached = torch.sigmoid(self.value(at, mirrored))
            off = (reached - self.aim[at]).square()
            self.adam.zero_grad(set_to_none=True)
            off.mean().backward()
            self.adam.step()
            self._limit(rate * fitting.decay)
            missed += off.detach().sum()
            self.done += 1
        return float(missed) / len(self.learned)

    def _limit(self, decay: float) -> None:
        """Draws weights to where they began, and keeps them within what a file can hold."""
        hidden, most = self.fitting.hidden, Net.MOST_WEIGHT / Net.WEIGHT
        with self.torch.no_grad():
            for name, weights in self.weights.items():
                weights.lerp_(self.start[name], decay)
            self.weights["rows"][:, :hidden].clamp_(-MOST, MOST)
            self.weights["biases"].clamp_(-MOST, MOST)
            self.weights["outputs"].clamp_(-most, most)

    def missed(self) -> float:
        """The mean square of what is missing in the positions held back."""
        torch, missed = self.torch, 0.0
        with torch.no_grad():
            for at in self.held_back.split(self.fitting.batch):
                reached = torch.sigmoid(self.value(at))
                missed += float((reached - self.aim[at]).square().sum(dtype=torch.float64))
        return missed / len(self.held_back)

    def missed_by_rules(self) -> float:
        """The same, where the rules judge alone."""
        at = self.held_back
        return float((self.torch.sigmoid(self.shown[at]) - self.aim[at]).square().mean(dtype=self.torch.float64))

    def copy(self) -> dict[str, Any]:
        """The weights in whole numbers, as a net has them."""
        hidden = self.fitting.hidden
        weights = {name: value.detach().cpu().double().numpy() for name, value in self.weights.items()}

        def whole(numbers: NDArray[np.float64], one: float, kind: type[np.int16] | type[np.int32]) -> NDArray[Any]:
            return np.clip(np.rint(numbers * one), -32_000, 32_000).astype(kind).ravel()

        rows = weights["rows"][:-1]
        return {
            "inputs": whole(rows[:, :hidden], Net.ONE, np.int16),
            "biases": whole(weights["biases"], Net.ONE, np.int16),
            "worths": whole(rows[:, hidden:], self.unit, np.int16),
            "outputs": whole(weights["outputs"], Net.WEIGHT, np.int16),
            "tempo": whole(weights["tempo"], self.unit, np.int32),
        }
