"""What the texts say is so: the examples of the modules and of the book."""

from __future__ import annotations

import doctest
import importlib
import re

import pytest
from conftest import ROOT

MODULES = ["tilegame", "tilegame.betza", "tilegame.moveid", "tilegame.rewards", "tilegame.compat.pyffish", "tilegame.cluster", "tilegame.study", "tilegame.learn"]
PAGES = [ROOT / "bindings" / "python" / "README.md", ROOT / "docs" / "src" / "start" / "python.md"]


@pytest.mark.parametrize("name", MODULES)
def test_modules(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted and not result.failed


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages(page: object) -> None:
    text = page.read_text(encoding="utf-8")  # type: ignore[attr-defined]
    examples = re.findall(r"```(?:pycon|python)\n(.*?)```", text, re.S)
    assert examples
    result = doctest.DocTestRunner()
    together = "\n".join(example for example in examples if ">>>" in example)
    found = doctest.DocTestParser().get_doctest(together, {}, str(page), str(page), 0)
    result.run(found)
    assert result.summarize().failed == 0
