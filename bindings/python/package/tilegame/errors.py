"""What can be wrong. All but mistakes of the package itself are also a ``ValueError``."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilegame._core import State
    from tilegame.values import Diagnostic, ImportProblem


class TileGameError(Exception):
    """Something is wrong."""


class UnknownGameError(TileGameError, ValueError):
    """No game of the library has this name, and no file this path."""

    def __init__(self, name: str, nearest: str | None) -> None:
        self.name = name
        self.nearest = nearest
        hint = f"; did you mean `{nearest}`?" if nearest else ""
        super().__init__(f"no game is named `{name}`, and there is no such file{hint}")

    def __reduce__(self) -> tuple[type[UnknownGameError], tuple[str, str | None]]:
        return UnknownGameError, (self.name, self.nearest)


class RulesError(TileGameError, ValueError):
    """A text is not a game. Each of the diagnostics has a code, a place, and where possible a fix."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("\n".join(message.drawn for message in self.diagnostics).strip())

    def __reduce__(self) -> tuple[type[RulesError], tuple[tuple[Diagnostic, ...]]]:
        return RulesError, (self.diagnostics,)

    def _repr_html_(self) -> str:
        from html import escape

        return f"<pre>{escape(str(self))}</pre>"


class ImportVariantError(TileGameError, ValueError):
    """A variant in the format of Fairy-Stockfish can't be made a game."""

    def __init__(self, problems: Sequence[ImportProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)) or "there is no variant in this text")

    def __reduce__(self) -> tuple[type[ImportVariantError], tuple[tuple[ImportProblem, ...]]]:
        return ImportVariantError, (self.problems,)


class _InText(TileGameError, ValueError):
    """Something is wrong with a text, between two of its letters."""

    def __init__(self, message: str, text: str, start: int, end: int) -> None:
        self.message = message
        self.text = text
        self.start = start
        self.end = end
        place = f" (at `{text[start:end]}`)" if 0 <= start < end <= len(text) else ""
        super().__init__(f"{message}{place}")

    def __reduce__(self) -> tuple[type[_InText], tuple[str, str, int, int]]:
        return type(self), (self.message, self.text, self.start, self.end)


class FenError(_InText):
    """A text is not a position of the game."""


class NotationError(_InText):
    """A text is not in Betza notation, or no move-ID."""


class PgnError(TileGameError, ValueError):
    """A text is not a game in the manner of PGN."""

    def __init__(self, message: str, line: int, column: int, text: str) -> None:
        self.message = message
        self.line = line
        self.column = column
        self.text = text
        word = f", `{text}`" if text else ""
        super().__init__(f"line {line}, column {column}{word}: {message}" if line else message)

    def __reduce__(self) -> tuple[type[PgnError], tuple[str, int, int, str]]:
        return PgnError, (self.message, self.line, self.column, self.text)


class IllegalMoveError(TileGameError, ValueError):
    """A move is not legal in a position."""

    def __init__(self, message: str, text: str, state: State) -> None:
        self.text = text
        self.state = state
        super().__init__(message)

    def __reduce__(self) -> tuple[type[IllegalMoveError], tuple[str, str, State]]:
        return IllegalMoveError, (str(self), self.text, self.state)

    @property
    def why(self) -> str:
        """Why it is not, in sentences."""
        return self.state.explain(self.text)


class InternalError(TileGameError, RuntimeError):
    """A mistake of the package itself: please report it."""
