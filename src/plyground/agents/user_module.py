"""Runs a user's file as a module, with the user's modules that it imports."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

from plyground.agents.neighbours import imports, module_folders
from plyground.errors import BadSpec, truncate
from plyground.user_code import importing, is_installed

_PACKAGE = "plyground_agent_package"


def load_file(path: Path, given: str) -> ModuleType:
    """The module of a file, run anew."""
    location = path.resolve()
    if not location.is_file():
        raise BadSpec(f"no file {truncate(given, 80)}", given, None, "give the path of a Python file")
    _add_to_path(module_folders(location))
    level = max((found.level for found in imports(location)), default=0)
    package = _package(location.parent, level) + "." if level else ""
    return _run(f"{package}plyground_agent_{location.stem}", location)


def _add_to_path(folders: Sequence[Path]) -> None:
    """Put folders on the module path: after libraries, so that a user's queue.py does not hide Python's,
    and before the user's other folders.
    """
    own = list(map(str, folders))
    others = [path for path in sys.path if path not in own]
    last = max((at for at, path in enumerate(others, 1) if _is_library_path(Path(path))), default=0)
    sys.path[:] = [*others[:last], *own, *others[last:]]


def _is_library_path(path: Path) -> bool:
    ours = (path / "plyground" / "py.typed").exists()
    return ours or path.suffix == ".zip" or is_installed(path / "any.py")


def _package(folder: Path, level: int) -> str:
    """Make packages for the folders where relative imports of a file begin; the name of the innermost."""
    name = ""
    for each in reversed((folder, *folder.parents)[:level]):
        name = f"{name}.{re.sub(r'[^0-9a-zA-Z_]', '_', each.name)}" if name else _PACKAGE
        if (each / "__init__.py").is_file():
            _run(name, each / "__init__.py")
        else:
            sys.modules[name] = module = ModuleType(name)
            module.__path__ = [str(each)]
    return name


def _run(name: str, location: Path) -> ModuleType:
    inside = [str(location.parent)] if location.name == "__init__.py" else None
    spec = importlib.util.spec_from_file_location(name, location, submodule_search_locations=inside)
    if spec is None or spec.loader is None:
        raise BadSpec(f"{truncate(str(location), 80)} cannot be imported", str(location))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look up their module there
    with importing(location):
        spec.loader.exec_module(module)
    return module


def forget_users_modules(package: str) -> None:
    """Remove the user's modules, so that they are imported again: those of no library, and one package."""
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if not file or not file.endswith(".py") or name == "__main__" or _is_ours(name):
            continue
        if name.partition(".")[0] == package or not is_installed(Path(file)):
            del sys.modules[name]


def _is_ours(name: str) -> bool:
    return name.startswith("plyground") and not name.startswith("plyground_agent")
