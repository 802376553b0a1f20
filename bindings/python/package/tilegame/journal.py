"""What parts of a long work have come to, in a file to which lines are only ever added.

A line that was cut off when the machine stopped is left out. A part that is told twice with the same result is fine; with another, memory or versions
are wrong, and nothing of it can be trusted.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import IO, Any


class JournalError(Exception):
    """The file is one of another work, or contradicts itself."""


class Journal:
    """The results of the parts of one work, by their numbers."""

    def __init__(self, path: str | os.PathLike[str] | None, plan: str) -> None:
        self.plan = plan
        self.results: dict[int, Any] = {}
        self._file: IO[bytes] | None = None
        if path is None:
            return
        known = Path(path).read_bytes() if Path(path).exists() else b""
        whole = known[: known.rfind(b"\n") + 1]
        for number, line in enumerate(whole.splitlines(), 1):
            self._read(number, line)
        self._file = Path(path).open("r+b" if known else "w+b")
        # What was cut off is written over.
        self._file.truncate(len(whole))
        self._file.seek(len(whole))

    def _read(self, number: int, line: bytes) -> None:
        try:
            said = json.loads(line)
            check = said.pop("check")
        except (ValueError, AttributeError, KeyError, TypeError):
            # Half of a line, with the beginning of another behind it.
            return
        if check != _check(said):
            return
        if said["plan"] != self.plan:
            raise JournalError(f"line {number} is about another work")
        self._note(said["part"], said["result"])

    def _note(self, part: int, result: Any) -> None:
        if part in self.results and self.results[part] != result:
            raise JournalError(f"part {part} came to {self.results[part]} and to {result}")
        self.results[part] = result

    def add(self, part: int, result: Any, **more: Any) -> None:
        """Writes down a result, so that it is there even if the machine stops now."""
        is_new = part not in self.results
        self._note(part, result)
        if self._file is None or not is_new:
            return
        said = {"plan": self.plan, "part": part, "result": result, **more}
        line = json.dumps({**said, "check": _check(said)}) + "\n"
        self._file.write(line.encode())
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Closes the file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _check(said: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:16]
