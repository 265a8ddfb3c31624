"""The notebooks of the examples run from their first cell to the last."""

import json
import os
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parent.parent / "examples").glob("*.ipynb"))


def cells(notebook: Path) -> list:
    """The code of a notebook, cell by cell."""
    found = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in found if cell["cell_type"] == "code"]


@pytest.fixture
def folder(tmp_path):
    """A folder in which a notebook may write; it is left behind the test."""
    before = os.getcwd()
    os.chdir(tmp_path)
    yield tmp_path
    os.chdir(before)


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_runs(notebook, folder):
    if "torch" in notebook.stem:
        pytest.importorskip("torch")
    names: dict = {"__name__": "__main__"}
    for index, code in enumerate(cells(notebook)):
        exec(compile(code, f"{notebook.name}, cell {index}", "exec"), names)
    assert names["after"] < names["before"] / 1.2
    assert "net" in names["against_random"] and "engine" in names["against_engine"]
