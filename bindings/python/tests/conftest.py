"""What the tests share."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).parents[3]
PERFT = ROOT / "tests" / "perft"

LONG = os.environ.get("TILEGAME_LONG") == "1"
"""Whether there is time for the long run."""
