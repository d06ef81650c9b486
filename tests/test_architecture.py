"""The architecture, read off the source: imports go one way, one name means one thing, rules stay rules."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "plyground"

# Each layer may import from itself and from those above it in this list. A module belongs to the longest
# name that fits it: the players of the papers are agents, their claims stand far above.
PLAYERS = {
    "papers.__init__",
    "papers.published",
    "papers.trace_adapter",
    *(f"papers.p{number}.{name}" for number in range(5) for name in ("__init__", "players")),
}
LAYERS = [
    {"columns", "data_folder", "errors", "message", "pictures", "processes", "rng", "whole_file"},
    {"game", "score", "spec", "user_code"},
    # Reports and front ends alike need words, and a trace shows itself in a notebook.
    {"games", "evaluation", "ui.__init__", "ui.explain", "words"},
    {"_core", "cards", "native", "perft"},
    {"searchers"},
    {"workers"},
    {"signature", "solver"},
    {"trainers"},
    PLAYERS,
    {"agents"},
    {"engines", "stats"},
    {"arena"},
    {"assignments", "report", "experiments", "exercises", "grader"},
    {"papers"},
    {"session"},
    {
        "",
        "api",
        "notebook",
        "ui",
        "ui.explain.limits",
    },  # "" is the package itself, which only gathers the public names
    {"cli"},
]
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
MODULES = sorted(SOURCE.rglob("*.py"))

# Who may not import whom, though the layers would allow it.
FORBIDDEN = {"session": "arena", "ui": "cli"}

# Modules that start processes: only `workers` may import them.
PROCESS_MODULES = {
    "asyncio.subprocess",
    "concurrent.futures.process",
    "multiprocessing",
    "pty",
    "subprocess",
}
PROCESS_CALLS = re.compile(
    r"\b(ProcessPoolExecutor|create_subprocess_\w+|os\.(fork|posix_spawn|spawn\w+|exec[lv]\w*|system|popen))\b"
)

# What rules must not know: clocks, chance, processes, the network, printing libraries.
FOREIGN_TO_RULES = {"asyncio", "random", "rich", "socket", "subprocess", "threading", "time", "typer"}


def layer(module: str) -> str:
    """The longest name in the list that a module is called by, or begins with."""
    name = module.removeprefix("plyground").lstrip(".")
    if (SOURCE / name.replace(".", "/")).is_dir() and f"{name}.__init__" in LEVEL:
        return f"{name}.__init__"
    while name not in LEVEL and "." in name:
        name = name.rpartition(".")[0]
    return name


@cache
def nodes(path: Path) -> list[ast.Import | ast.ImportFrom | ast.ClassDef]:
    """What is read off a file: all that it imports, and its classes, wherever in it."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom | ast.ClassDef)]


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports, wherever in it."""
    for node in nodes(path):
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


NAMES = {module_name(module) for module in MODULES}


def package(module: str) -> str:
    """The first part of a module's name within plyground."""
    return module.removeprefix("plyground").lstrip(".").partition(".")[0]


def imported_modules(path: Path) -> Iterator[str]:
    """The modules of ours that a file imports, late ones and those for types only included.

    The package itself only gathers public names: importing it, for its version say, closes no cycle.
    """
    own = module_name(path)
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found = {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            full = {f"{node.module}.{alias.name}" for alias in node.names}
            found = {name if name in NAMES else str(node.module) for name in full}
        else:
            continue
        yield from (found & NAMES) - {own, "plyground"}


def cycles(graph: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """The groups of nodes that reach each other, by Tarjan's algorithm."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    groups: list[list[str]] = []

    def visit(node: str) -> None:
        order[node] = lowest[node] = len(order)
        stack.append(node)
        for target in graph.get(node, ()):
            if target not in order:
                visit(target)
            if target in stack:
                lowest[node] = min(lowest[node], lowest[target])
        if lowest[node] == order[node]:
            at = stack.index(node)
            groups.append(sorted(stack[at:]))
            del stack[at:]

    for node in graph:
        if node not in order:
            visit(node)
    return [group for group in groups if len(group) > 1]


def starts(module: str) -> bool:
    """Whether a module is one that starts processes."""
    return any(module == name or module.startswith(f"{name}.") for name in PROCESS_MODULES)


def test_cycles_are_found() -> None:
    assert cycles({"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set()}) == [["a", "b", "c"]]
    assert cycles({"a": {"b", "c"}, "b": {"d"}, "c": {"d"}, "d": set()}) == []


def test_imports_go_one_way() -> None:
    for path in MODULES:
        own = layer(module_name(path))
        assert own in LEVEL, f"{own} is in no layer: give it one"
        for name in imports(path):
            if name.split(".")[0] == "plyground":
                assert layer(name) in LEVEL, f"{path} imports {name}, which is in no layer"
                assert LEVEL[layer(name)] <= LEVEL[own], f"{path}: {own} may not import {name}"


def test_session_knows_no_arena_and_front_ends_no_command_line() -> None:
    found = [
        (module_name(path), name)
        for path in MODULES
        for name in imports(path)
        if f"plyground.{FORBIDDEN.get(package(module_name(path)), '-')}" == ".".join(name.split(".")[:2])
    ]
    assert not found


def test_no_modules_import_each_other() -> None:
    graph = {module_name(path): set(imported_modules(path)) for path in MODULES}
    assert not cycles(graph)


def test_no_packages_import_each_other() -> None:
    """A package is what has a layer: the players of the papers and the catalogue are such by themselves."""
    graph: dict[str, set[str]] = defaultdict(set)
    for path in MODULES:
        own = layer(module_name(path))
        graph[own] |= {layer(name) for name in imported_modules(path)} - {own}
    assert not cycles(graph)


def test_only_workers_start_processes() -> None:
    """`solver`, `session`, `arena`, `engines` and `ui` start theirs by functions of `workers`."""
    others = [path for path in MODULES if package(module_name(path)) != "workers"]
    found = [(module_name(path), name) for path in others for name in imports(path) if starts(name)]
    found += [
        (module_name(path), call[0]) for path in others for call in PROCESS_CALLS.finditer(path.read_text())
    ]
    assert not found


def test_what_a_process_runs_is_called_main() -> None:
    """What can be run as a process is what somebody starts, and is called so."""
    named = {
        name for path in MODULES for name in re.findall(r'"(plyground\.[\w.]+_main)"', path.read_text())
    }
    runnable = {module_name(path) for path in MODULES if 'if __name__ == "__main__"' in path.read_text()}
    assert named == runnable


def test_a_class_name_stands_once() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path in MODULES:
        for node in nodes(path):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(module_name(path))
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_modules_are_called_by_nouns() -> None:
    """Those that end in -ing are nouns of the field."""
    endings = {module_name(path).rpartition(".")[2] for path in MODULES}
    assert {name for name in endings if name.endswith("ing")} == {"deepening", "drawing", "spelling"}


def test_rules_know_no_clock_no_chance_no_screen() -> None:
    rules = [
        path for path in MODULES if layer(module_name(path)) in {"errors", "game", "games", "score", "spec"}
    ]
    assert rules
    for path in rules:
        known = {name.split(".")[0] for name in imports(path)}
        assert not known & FOREIGN_TO_RULES, path


def test_importing_plyground_imports_nothing_heavy() -> None:
    heavy = ["typer", "rich", "pydantic", "numpy", "pandas", "matplotlib", "starlette", "pygame", "asyncio"]
    heavy += ["anywidget", "sqlite3", "plyground.arena", "plyground.agents", "plyground.searchers"]
    code = f"import sys, plyground; print([m for m in {heavy} if m in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_a_searcher_of_ours_is_loaded_without_what_runs_processes() -> None:
    """`search` loaded 15 modules of workers to ask alpha-beta."""
    code = "import sys; from plyground.agents import load_agent; load_agent('alphabeta')\n"
    code += "print([m for m in sys.modules if m.startswith('plyground.workers')])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_public_names_are_there_and_sorted() -> None:
    import plyground

    assert all(hasattr(plyground, name) for name in plyground.__all__)
    assert len(set(plyground.__all__)) == len(plyground.__all__)
    by_kind = sorted(plyground.__all__, key=lambda n: (not n.isupper(), not n[0].isupper(), n))
    assert plyground.__all__ == by_kind
