"""Runs the code of notebooks in this process, without a kernel, and writes what it shows back into them.

`python tests/helpers/notebook_runner.py NOTEBOOK...` runs notebooks and keeps their outputs. A widget is kept
as its picture: without a running notebook there is nobody behind it.
"""

from __future__ import annotations

import ast
import base64
import contextlib
import io
import json
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parents[2] / "examples" / "notebooks"
NOTEBOOKS = sorted(HERE.glob("*.ipynb"))
WIDGET = "application/vnd.jupyter.widget-view+json"
REPRS = {"text/html": "_repr_html_", "image/svg+xml": "_repr_svg_"}
Output = dict[str, Any]


class NotebookFailed(Exception):
    """A cell raised an error."""


def run_notebook(path: Path) -> dict[str, Any]:
    """The notebook with the outputs of its cells, run one after the other in an empty namespace."""
    notebook: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    namespace: dict[str, Any] = {"__name__": "__main__"}
    count = 0
    with _surroundings():
        for number, cell in enumerate(notebook["cells"], 1):
            if cell["cell_type"] != "code":
                continue
            count += 1
            try:
                cell["outputs"] = _run_cell("".join(cell["source"]), namespace, count, f"<cell {number}>")
            except Exception as error:
                raise NotebookFailed(
                    f"{path.name}, cell {number}: {type(error).__name__}: {error}"
                ) from error
            cell["execution_count"] = count
    return notebook


def write_notebook(path: Path, notebook: dict[str, Any]) -> None:
    """Write it as Jupyter does."""
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


@contextlib.contextmanager
def _surroundings() -> Iterator[None]:
    """The folder of the notebooks, the language of none, and plots that open no window."""
    before, folder = dict(os.environ), Path.cwd()
    os.environ |= {"MPLBACKEND": "agg", "PLYGROUND_LANG": "en"}
    os.chdir(HERE)
    try:
        yield
    finally:
        os.chdir(folder)
        os.environ.clear()
        os.environ |= before
        if "matplotlib.pyplot" in sys.modules:
            sys.modules["matplotlib.pyplot"].close("all")


def _run_cell(source: str, namespace: dict[str, Any], count: int, name: str) -> list[Output]:
    outputs: list[Output] = []
    printed = io.StringIO()

    def flush() -> None:
        if printed.getvalue():
            outputs.append(_stream(printed.getvalue()))
            printed.seek(0)
            printed.truncate()

    def display(*values: Any) -> None:
        flush()
        outputs.extend(
            {"data": _data(value), "metadata": {}, "output_type": "display_data"} for value in values
        )

    tree = ast.parse(source, name)
    last = tree.body[-1] if tree.body else None
    if isinstance(last, ast.Expr):
        tree.body = tree.body[:-1]
    namespace["display"] = display
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, name, "exec"), namespace)  # noqa: S102 - our own notebooks
        value = None
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), name, "eval"), namespace)  # noqa: S307
    flush()
    if value is not None and not source.rstrip().endswith(";"):
        result = {
            "data": _data(value),
            "execution_count": count,
            "metadata": {},
            "output_type": "execute_result",
        }
        outputs.append(result)
    return outputs + list(_figures())


def _stream(text: str) -> Output:
    return {"name": "stdout", "output_type": "stream", "text": text.splitlines(keepends=True)}


def _data(value: Any) -> dict[str, Any]:
    """What a value shows: of several pictures the one that most pages show, and its text."""
    shown: dict[str, str] = {}
    if hasattr(value, "_repr_mimebundle_") and (bundle := value._repr_mimebundle_()):
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        shown = {kind: text for kind, text in data.items() if kind not in (WIDGET, "text/plain")}
        return {kind: text.splitlines(keepends=True) for kind, text in shown.items()} | _plain(value)
    for kind, method in REPRS.items():
        made = getattr(value, method)() if hasattr(value, method) else None
        if made is not None and not shown:
            shown[kind] = made
    plain = _plain(value, 200) if shown else _plain(value)
    return {kind: text.splitlines(keepends=True) for kind, text in shown.items()} | plain


def _plain(value: Any, most: int = 2_000) -> dict[str, Any]:
    """The text of a value, without what differs from run to run: addresses and temporary folders."""
    text = re.sub(r" at 0x[0-9a-f]+", "", repr(value))
    text = re.sub(rf"{re.escape(tempfile.gettempdir())}/[\w-]+/", "", text)
    return {"text/plain": (text[:most] + "…" * (len(text) > most)).splitlines(keepends=True)}


def _figures() -> Iterator[Output]:
    """The plots that a cell has made, as pictures."""
    if "matplotlib.pyplot" not in sys.modules:
        return
    pyplot = sys.modules["matplotlib.pyplot"]
    for number in pyplot.get_fignums():
        file = io.BytesIO()
        pyplot.figure(number).savefig(file, format="png", bbox_inches="tight", metadata={"Software": None})
        pyplot.close(number)
        data = {"image/png": base64.b64encode(file.getvalue()).decode(), "text/plain": ["<Figure>"]}
        yield {"data": data, "metadata": {}, "output_type": "display_data"}


if __name__ == "__main__":
    for given in map(Path, sys.argv[1:]):
        write_notebook(given, run_notebook(given.resolve()))
        sys.stdout.write(f"{given}\n")
