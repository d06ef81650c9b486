"""Our package for a browser, as one archive: what a site's workers can import, and the data beside it."""

from __future__ import annotations

import ast
import io
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[2]
ENTRIES = ("plyground.ui.site.worker", "plyground.ui.site.search_worker", "plyground.ui.site.wasm_core")
CORE = "ui/site/browser_core.py"  # stands where the compiled core is looked for
DATA = (".toml", ".json", ".book")
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # so that the same files are the same archive


def pack_package(entries: tuple[str, ...], more: dict[str, bytes]) -> bytes:
    """An archive of all that some modules import, with `more` files by their paths in the package."""
    files = {path.relative_to(PACKAGE).as_posix(): path.read_bytes() for path in needed_files(entries)}
    files |= more | {"_core.py": (PACKAGE / CORE).read_bytes()}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            archive.writestr(
                zipfile.ZipInfo(f"plyground/{name}", LONG_AGO), files[name], zipfile.ZIP_DEFLATED
            )
    return packed.getvalue()


def needed_files(entries: tuple[str, ...]) -> set[Path]:
    """The files of the modules that some modules import, in turn, and the data beside them."""
    found: set[Path] = set()
    waiting = list(entries)
    while waiting:
        path = module_file(waiting.pop())
        if path is not None and path not in found:
            found.add(path)
            waiting += imported(path)
    folders = {path.parent for path in found}
    data = {file for folder in folders for file in folder.iterdir() if file.suffix in DATA}
    return found | data | set((PACKAGE / "evaluation" / "weights").glob("*.json"))


def module_file(name: str) -> Path | None:
    """The file of one of our modules."""
    if name.partition(".")[0] != "plyground":
        return None
    place = PACKAGE.joinpath(*name.split(".")[1:])
    files = (place / "__init__.py", place.with_suffix(".py"))
    return next((file for file in files if file.is_file()), None)


@cache
def imported(path: Path) -> tuple[str, ...]:
    """What a file imports when it runs, wherever in it, with the packages around that."""
    names: set[str] = set()
    for node in run_nodes(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    around = {name.rsplit(".", count)[0] for name in names for count in range(1, name.count(".") + 1)}
    return tuple(sorted(names | around))


def run_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """All parts of a program but what only type checkers read."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            for other in node.orelse:
                yield from (other, *run_nodes(other))
        else:
            yield node
            yield from run_nodes(node)
