"""The shape of the house, read off the source: imports go one way, and rules stay rules."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "plyground"

# Each layer may import from itself and from those above it in this list.
LAYERS = [
    {"depth", "errors", "processes", "rng"},
    {"game", "score", "spec"},
    {"games", "evaluation"},
    {"_core", "native", "perft"},
    {"search"},
    {"signature", "solver"},
    {"agents"},
    {"arena"},
    {"lab", "papers"},
    {"session"},
    {"", "ui", "cli"},  # "" is the package itself, which only gathers the public names
]
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
MODULES = sorted(SOURCE.rglob("*.py"))

# What rules must not know: clocks, chance, processes, the network, printing libraries.
FOREIGN_TO_RULES = {"asyncio", "random", "rich", "socket", "subprocess", "threading", "time", "typer"}


def layer(module: str) -> str:
    return module.removeprefix("plyground").lstrip(".").partition(".")[0]


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively: name the module in full"
            assert node.module is not None
            if node.module == "plyground":
                yield from (f"plyground.{alias.name}" for alias in node.names)
            else:
                yield node.module


def module_name(path: Path) -> str:
    return ".".join(["plyground", *path.relative_to(SOURCE).with_suffix("").parts]).removesuffix(
        ".__init__"
    )


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_imports_go_one_way(path: Path) -> None:
    own = layer(module_name(path))
    assert own in LEVEL, f"{own} is in no layer: give it one"
    for name in imports(path):
        if name.split(".")[0] == "plyground":
            assert layer(name) in LEVEL, f"{path} imports {name}, which is in no layer"
            assert LEVEL[layer(name)] <= LEVEL[own], f"{own} may not import {name}"


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_rules_know_no_clock_no_chance_no_screen(path: Path) -> None:
    if layer(module_name(path)) in {"errors", "game", "games", "score", "spec"}:
        known = {name.split(".")[0] for name in imports(path)}
        assert not known & FOREIGN_TO_RULES


def test_importing_plyground_imports_nothing_heavy() -> None:
    heavy = ["typer", "rich", "pydantic", "numpy", "matplotlib", "starlette", "pygame", "asyncio"]
    code = f"import sys, plyground; print([m for m in {heavy} if m in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_public_names_are_there_and_sorted() -> None:
    import plyground

    assert all(hasattr(plyground, name) for name in plyground.__all__)
    assert len(set(plyground.__all__)) == len(plyground.__all__)
    by_kind = sorted(plyground.__all__, key=lambda n: (not n.isupper(), not n[0].isupper(), n))
    assert plyground.__all__ == by_kind
