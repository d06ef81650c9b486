"""The notebooks in examples/: they run, show what they did when they were written, and say it in two languages."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from helpers.notebook_runner import HERE, NOTEBOOKS, NotebookFailed, run_notebook, write_notebook

MAX_BYTES = 120_000
NAMES = [path.name for path in NOTEBOOKS]


def code_cells(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def kinds(cell: dict[str, Any]) -> list[list[str]]:
    """What kinds of outputs a cell has; the sizes of pictures and times differ from run to run."""
    return [sorted(output.get("data", {"stream": ""})) for output in cell["outputs"]]


def printed(cell: dict[str, Any]) -> str:
    return "".join(line for output in cell["outputs"] for line in output.get("text", []))


class _Plain(ast.NodeTransformer):
    """Code without its words: texts are all alike."""

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        return ast.Constant("") if isinstance(node.value, str) else node


def skeleton(cell: dict[str, Any]) -> str:
    return ast.dump(_Plain().visit(ast.parse("".join(cell["source"]))))


def test_there_are_six_in_two_languages() -> None:
    english = [name for name in NAMES if not name.endswith(".pt-BR.ipynb")]
    assert len(english) == 6
    assert sorted([*english, *(name.replace(".ipynb", ".pt-BR.ipynb") for name in english)]) == NAMES


@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_a_notebook_is_small_whole_and_shows_what_it_did(path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert path.stat().st_size < MAX_BYTES
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in notebook["cells"]}) == len(notebook["cells"])
    counts = [cell["execution_count"] for cell in code_cells(notebook)]
    assert counts == list(range(1, len(counts) + 1)), "make notebooks runs them anew"
    assert "/tmp/" not in path.read_text(encoding="utf-8")
    assert any("text/html" in kind for cell in code_cells(notebook) for kind in kinds(cell))


@pytest.mark.parametrize(
    "path", [path for path in NOTEBOOKS if ".pt-BR" not in path.name], ids=lambda p: p.name
)
def test_both_languages_run_the_same_code(path: Path) -> None:
    english, portuguese = (
        json.loads(each.read_text(encoding="utf-8")) for each in (path, path.with_suffix(".pt-BR.ipynb"))
    )
    assert [cell["cell_type"] for cell in english["cells"]] == [
        cell["cell_type"] for cell in portuguese["cells"]
    ]
    pairs = list(zip(code_cells(english), code_cells(portuguese), strict=True))
    assert all(skeleton(one) == skeleton(other) for one, other in pairs[1:])  # the first sets the language
    linked = "".join("".join(cell["source"]) for cell in english["cells"] + portuguese["cells"])
    assert path.name in linked
    assert path.with_suffix(".pt-BR.ipynb").name in linked


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_a_notebook_runs_and_shows_the_same(path: Path) -> None:
    stored = json.loads(path.read_text(encoding="utf-8"))
    again = run_notebook(path)
    for before, after in zip(code_cells(stored), code_cells(again), strict=True):
        assert kinds(before) == kinds(after), "".join(before["source"])
        assert printed(before) == printed(after)


@pytest.mark.campaign
@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_a_notebook_runs_in_a_real_kernel(path: Path) -> None:
    from helpers.jupyter import MISSING

    nbformat = pytest.importorskip("nbformat", reason=MISSING)
    client = pytest.importorskip("nbclient", reason=MISSING)
    notebook = nbformat.read(path, as_version=4)
    client.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(HERE)}}).execute()
    kinds_of_outputs = {
        kind for cell in notebook.cells for out in cell.get("outputs", []) for kind in out.get("data", {})
    }
    assert "text/html" in kinds_of_outputs


def test_a_notebook_that_fails_says_where(tmp_path: Path) -> None:
    broken = {
        "cells": [{"cell_type": "markdown", "source": []}, {"cell_type": "code", "source": ["1 / 0"]}]
    }
    write_notebook(tmp_path / "broken.ipynb", broken)
    with pytest.raises(NotebookFailed, match=r"broken\.ipynb, cell 2: ZeroDivisionError"):
        run_notebook(tmp_path / "broken.ipynb")


def test_the_runner_keeps_what_cells_show(tmp_path: Path) -> None:
    cells = [
        "print('one')\ndisplay(2)\nprint('three')\n4",
        "import plyground as pg\npg.tictactoe().start()",
        "pg.notebook.Board('tictactoe')",
        "5;",
    ]
    notebook = {"cells": [{"cell_type": "code", "source": [cell]} for cell in cells]}
    write_notebook(tmp_path / "a.ipynb", notebook)
    first, position, widget, quiet = code_cells(run_notebook(tmp_path / "a.ipynb"))
    assert kinds(first) == [["stream"], ["text/plain"], ["stream"], ["text/plain"]]
    assert printed(first) == "one\nthree\n"
    assert kinds(position) == kinds(widget) == [["text/html", "text/plain"]]
    assert quiet["outputs"] == []
