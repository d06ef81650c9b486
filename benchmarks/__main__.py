"""`make bench`: times what we promise to be fast, and writes what it measures into docs/measured.json.

Every timed piece of work checks its result first. Machines are shared and noisy: each figure is the best of
several runs, the two cores take turns, and the ratio between them says more than the seconds. What needs
idle cores is left as it was on a busy machine. What was measured is written at once: after an interruption
`--from NAME` goes on.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Mapping, Sequence

from benchmarks import measured
from benchmarks.measures import MEASURES, NEED_IDLE_CORES, Broken, NotHere

BUSY = 0.5  # of the cores: what the load of the last minute may be where idle cores are needed


def main(arguments: Sequence[str] | None = None) -> int:
    """Run all, or some; 1 if a promise was not kept."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--only", metavar="NAME", choices=MEASURES, help="one piece of work")
    parser.add_argument("--from", dest="first", metavar="NAME", choices=MEASURES, help="go on from here")
    given = parser.parse_args(arguments)
    names = [*MEASURES]
    names = [given.only] if given.only else names[names.index(given.first or names[0]) :]
    broken: Broken = []
    for number, name in enumerate(names, 1):
        print(f"\n[{number} of {len(names)}] {name}", flush=True)
        began = time.perf_counter()
        report(measure(name, broken))
        print(f"{time.perf_counter() - began:.0f} s")
    if broken:
        print(f"promises not kept here: {', '.join(broken)}", file=sys.stderr)
    return 1 if broken else 0


def measure(name: str, broken: Broken) -> Mapping[str, measured.Value]:
    """Run a piece of work and keep what it finds, unless this machine cannot do it now."""
    if name in NEED_IDLE_CORES and is_busy():
        print(f"left as it was: it needs idle cores, and the load is {measured.load():.1f}")
        return {}
    try:
        found = MEASURES[name](broken)
    except NotHere as reason:
        print(f"left as it was: {reason}")
        return {}
    measured.keep(found)
    return found


def report(found: Mapping[str, measured.Value]) -> None:
    for name, value in found.items():
        print(f"{name}: {measured.shorten(value)}")


def is_busy() -> bool:
    return measured.load() > BUSY * (os.cpu_count() or 1)


if __name__ == "__main__":
    sys.exit(main())
