"""Notebooks (`.ipynb`) as Python files: the cell that writes the submission, or all definitions."""

from __future__ import annotations

import ast
import json
import re
from dataclasses import dataclass
from pathlib import Path

from plyground.errors import BadSpec

MAX_BYTES = 64 << 20
_WRITES = re.compile(r"\s*%%(?:writefile|file)\s+(?P<options>(?:-\S+\s+)*)(?P<name>\S+)[^\n]*\n?")
_MAGIC = re.compile(r"^\s*(?:[%!]|\?|[\w.]+\?+\s*$)")
_PLAIN = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Try)
_KEPT = (*_PLAIN, ast.Assign, ast.AnnAssign, ast.AugAssign)
_PREFERRED = ("main.py", "submission.py", "agent.py")


@dataclass(frozen=True)
class Notebook:
    """The code that a notebook submits, and the name of its agent, if the notebook names one."""

    code: str
    name: str = ""

    @classmethod
    def of(cls, path: Path) -> Notebook:
        """The submission of a notebook."""
        cells = _cells(path)
        written = _written_files(cells)
        if written:
            names = [name for name in _PREFERRED if name in written]
            return cls(written[names[0] if names else list(written)[-1]])
        code = "\n\n".join(filter(None, map(_definitions, cells)))
        if not code:
            raise BadSpec("no code", path.name, None, "a notebook has cells of Python that define an agent")
        return cls(code, _submitted_name("\n".join(cells)))


def _cells(path: Path) -> list[str]:
    """The cells of code, in their order."""
    wrong = BadSpec(f"{path.name} is no notebook", "", None, "save it again as .ipynb")
    try:
        if path.stat().st_size > MAX_BYTES:
            raise BadSpec(f"{path.name} is too large", "", None, "clear its outputs, and save it")
        cells = json.loads(path.read_bytes())["cells"]
        sources = [cell["source"] for cell in cells if cell["cell_type"] == "code"]
        return ["".join(source) for source in sources]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        raise wrong from None


def _written_files(cells: list[str]) -> dict[str, str]:
    """The Python files that cells write, by name: `%%writefile submission.py`; `-a` adds to one."""
    files: dict[str, str] = {}
    for cell in cells:
        found = _WRITES.match(cell)
        if found and found["name"].endswith(".py"):
            name = Path(found["name"]).name
            before = files.get(name, "") if "-a" in found["options"] else ""
            files[name] = before + cell[found.end() :] + "\n"
    return files


def _definitions(cell: str) -> str:
    """The definitions and imports of a cell; its other statements (run, print, train) are left out."""
    if re.match(r"\s*%%(?!time|capture|timeit)", cell):  # another language, or a file
        return ""
    lines = ["" if _MAGIC.match(line) else line for line in cell.splitlines()]
    try:
        tree = ast.parse("\n".join(lines))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""
    kept = [statement for statement in tree.body if isinstance(statement, _KEPT)]
    return "\n".join(ast.unparse(statement) for statement in kept)


def _submitted_name(code: str) -> str:
    """The function whose source a notebook writes into a file: `write_agent_to_file(my_agent, …)`."""
    found = re.findall(r"\b(?:write_agent_to_file|submit_agent|inspect\.getsource)\(\s*(\w+)", code)
    defined = set(re.findall(r"^\s*def (\w+)", code, re.MULTILINE))
    return next((name for name in reversed(found) if name in defined), "")
