"""`make figures`: measures what `docs/figures.toml` has anew and rewrites it, with machine and date.

What was measured is written at once: after an interruption the same command goes on. `--only NAME` measures
one figure, with those that come of the same work; `--all` begins anew. Figures that need idle cores keep
their values on a busy machine, and that is said. In the end: the pages that quote other values now.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path

from benchmarks.figure_file import FILE, ROOT, Figure, FigureFile, Value, read, write
from benchmarks.measures import MEASURES, Measure, NotHere
from benchmarks.quotes import quarrels, significant

UNFINISHED = ROOT / "build" / "figures-unfinished.json"
DIGITS, MEANS = 3, 9  # of what a clock says; of means and sizes, which are quoted rounded
DAY = 86_400.0  # seconds for which an interrupted run can go on
BUSY = 0.5  # of the cores: what the load of the last minute may be where idle cores are needed

Say = Callable[[str], None]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="make figures", description=__doc__)
    parser.add_argument("--only", metavar="NAME", help="a figure, or the function that measures it")
    parser.add_argument("--all", action="store_true", help="do not go on from an interruption")
    given = parser.parse_args(arguments)
    file = read()
    functions = wanted(file, given.only)
    if not functions:
        names = ", ".join(sorted(name for name, figure in file.figures.items() if figure.measure))
        print(
            f"no figure that can be measured is called {given.only!r}: there are {names}", file=sys.stderr
        )
        return 2
    done = set() if given.all or given.only else read_done()
    try:
        run(
            file,
            [name for name in functions if name not in done],
            MEASURES,
            keeping(done, bool(given.only)),
        )
    except KeyboardInterrupt:
        print("\ninterrupted: the same command goes on from here", file=sys.stderr)
        return 130
    if not given.only:
        UNFINISHED.unlink(missing_ok=True)
    problems = quarrels(read())
    print(*problems, sep="\n")
    print(f"{len(problems)} places quote something else now" if problems else "all pages agree")
    return 1 if problems else 0


def wanted(file: FigureFile, only: str | None) -> list[str]:
    """The functions to run, in the order of the file; those that need idle cores last."""
    figures = [(name, figure) for name, figure in file.figures.items() if figure.measure]
    figures.sort(key=lambda each: each[1].quiet)
    return list(dict.fromkeys(f.measure for name, f in figures if only in (None, name, f.measure)))


def run(
    file: FigureFile,
    functions: Sequence[str],
    measures: Mapping[str, Measure],
    keep: Callable[[str, FigureFile], None],
    say: Say = print,
) -> None:
    """Run the functions, and keep what each has found."""
    for number, function in enumerate(functions, 1):
        say(f"\n[{number} of {len(functions)}] {function}")
        mine = {name: figure for name, figure in file.figures.items() if figure.measure == function}
        if any(figure.quiet for figure in mine.values()) and is_busy():
            say(f"left as they were, {', '.join(mine)}: they need idle cores, and the load is {load():.1f}")
            continue
        began = time.perf_counter()
        try:
            found = measures[function]()
        except NotHere as reason:
            say(f"left as they were, {', '.join(mine)}: {reason}")
            continue
        machine = file.name_of_machine(describe_machine())
        for name, figure in mine.items():
            say(f"{name}: {figure.value} → {update(figure, found[name])}")
            figure.machine, figure.load, figure.measured = machine, round(load(), 1), date.today()
        say(f"{time.perf_counter() - began:.0f} s")
        keep(function, file)


def update(figure: Figure, found: Value) -> Value:
    """Take over what was measured, with as many digits as mean anything."""
    match found:
        case dict():
            figure.value = {name: shorten(figure, row) for name, row in found.items()}
        case list():
            figure.value = shorten(figure, found)
        case _:
            (figure.value,) = shorten(figure, [found])
    return figure.value


def shorten(figure: Figure, row: Iterable[int | float]) -> list[int | float]:
    def short(column: int, number: int | float) -> int | float:
        if isinstance(number, int) and figure.tolerance_at(column) == "exact":
            return number
        shown = significant(number, MEANS if figure.tolerance_at(column) == "rounded" else DIGITS)
        return int(shown) if shown == int(shown) and abs(shown) >= 100 else shown

    return [short(column, number) for column, number in enumerate(row)]


def describe_machine() -> str:
    from plyground.arena.runner import describe_processor

    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{describe_processor()}, {platform.system()} {platform.release()}, {python}"


def load() -> float:
    """The processes that wanted a core in the last minute, on the mean; ours is one of them."""
    return os.getloadavg()[0]


def is_busy() -> bool:
    return load() > BUSY * (os.cpu_count() or 1)


def read_done(path: Path = UNFINISHED) -> set[str]:
    """The functions that an interrupted run has done; after a day it is forgotten."""
    if not path.is_file() or time.time() - path.stat().st_mtime > DAY:
        return set()
    return set(json.loads(path.read_text()))


def keeping(
    done: set[str], one: bool, path: Path = FILE, unfinished: Path = UNFINISHED
) -> Callable[[str, FigureFile], None]:
    """A function that writes what was found, and down what is done, unless only one figure is measured.

    Somebody may have edited the file meanwhile: only what a function has measured is changed in it.
    """

    def keep(function: str, file: FigureFile) -> None:
        latest = read(path) if path.is_file() else file
        latest.machines |= file.machines
        latest.figures |= {name: each for name, each in file.figures.items() if each.measure == function}
        write(latest, path)
        done.add(function)
        if not one:
            unfinished.parent.mkdir(exist_ok=True)
            unfinished.write_text(json.dumps(sorted(done)))

    return keep


if __name__ == "__main__":
    sys.exit(main())
