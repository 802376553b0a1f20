"""The notebooks run."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))


def _has_loopback() -> bool:
    try:
        with socket.socket() as listening:
            listening.bind(("127.0.0.1", 0))
    except OSError:
        return False
    return True


@pytest.mark.skipif(not _has_loopback(), reason="a notebook talks to its kernel over the loopback interface")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks(path: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3").execute()
