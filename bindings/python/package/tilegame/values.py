"""Plain data: places in texts, messages about them, outcomes, scores, games as they are written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tilegame._core import Move, State


@dataclass(frozen=True)
class Place:
    """A stretch of a text."""

    text: str
    """The name of the text."""
    line: int
    """The line with which it begins, from 1."""
    column: int
    """The letter of the line with which it begins, from 1."""
    start: int
    """The letters of the text before it."""
    end: int
    """The letters of the text before what follows it."""


@dataclass(frozen=True)
class Fix:
    """What would put something right."""

    message: str
    place: Place
    replacement: str


@dataclass(frozen=True)
class Diagnostic:
    """A message about the text of a game."""

    code: str
    """Its stable name, such as E0201."""
    severity: str
    """``error`` or ``warning``."""
    title: str
    place: Place
    label: str
    """A few words about the place."""
    others: tuple[tuple[Place, str], ...]
    """Other places that matter."""
    notes: tuple[str, ...]
    fix: Fix | None
    drawn: str
    """All of it with the lines it is about, as the command draws it."""

    def __str__(self) -> str:
        place = f"{self.place.text}:{self.place.line}:{self.place.column}"
        return f"{place}: {self.severity}[{self.code}]: {self.title}"


@dataclass(frozen=True)
class ImportProblem:
    """What a variant of another program's format lacks, or what has no counterpart."""

    title: str
    line: int
    column: int
    help: str | None

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.title}"


@dataclass(frozen=True)
class Outcome:
    """How a game has ended."""

    scores: dict[str, float]
    """What each player gets of a point."""
    winner: str | None
    """Who gets all of it."""
    reason: str
    """The ending, as the rules call it."""
    result: str
    """As it is written: ``1-0``, ``1/2-1/2``, or a share for each of more players."""


@dataclass(frozen=True)
class Score:
    """What a position is worth for the player to move. One of the three is a number."""

    worth: int | None
    """In hundredths of a cheap piece."""
    wins: int | None
    """The player wins in so many moves."""
    loses: int | None
    """The player loses in so many moves."""

    def __str__(self) -> str:
        if self.worth is not None:
            return f"{self.worth / 100:+.2f}"
        if self.wins is not None:
            return f"wins in {self.wins}"
        return f"loses in {self.loses}"


@dataclass(frozen=True)
class Choice:
    """What an engine has chosen."""

    move: Move
    score: Score
    line: tuple[Move, ...]
    """What it expects to follow, with this move first."""
    nodes: int
    """So many positions it has looked at."""
    depth: int
    """The depth that was finished."""


@dataclass(frozen=True)
class Line:
    """What a search has found."""

    number: int
    """1 is that of the best move."""
    score: Score
    moves: tuple[Move, ...]
    depth: int
    nodes: int


@dataclass(frozen=True)
class PgnMove:
    """A move as it is written, with what is said about it."""

    text: str
    before: tuple[str, ...]
    """Comments before it."""
    after: tuple[str, ...]
    """Comments behind it."""
    glyphs: tuple[int, ...]
    """1 is ``!``, 2 is ``?``."""
    variations: tuple[tuple[PgnMove, ...], ...]
    """What might have been played in its place."""


@dataclass(frozen=True)
class PgnGame:
    """A game that was read: its tags, its moves as written, and the position after them with all moves made."""

    tags: dict[str, str]
    state: State
    line: tuple[PgnMove, ...]
    result: str
    remarks: list[str]
    """What was not taken as it is written."""


@dataclass(frozen=True, eq=False)
class Playouts:
    """What came of games that were played at random."""

    scores: NDArray[np.float32]
    """Games by players: what each of them gets."""
    lengths: NDArray[np.uint32]
    """How many moves each game had."""
    reasons: NDArray[np.int16]
    """The number of each game's ending; -1 where it was cut off, or nobody could move and no ending says what that means."""
    endings: tuple[str, ...]
    """The names of the endings."""
    players: tuple[str, ...]
    """The names of the players."""

    def counts(self) -> dict[str, int]:
        """How many games ended in which way."""
        names = [*self.endings, "cut off"]
        found: dict[str, int] = {}
        for reason in self.reasons.tolist():
            found[names[reason]] = found.get(names[reason], 0) + 1
        return found

    def mean_scores(self) -> dict[str, float]:
        """What each player gets on average, of the games that ended."""
        ended = self.scores[self.reasons >= 0]
        means = ended.mean(axis=0) if len(ended) else [0.0] * len(self.players)
        return {player: float(mean) for player, mean in zip(self.players, means, strict=True)}
