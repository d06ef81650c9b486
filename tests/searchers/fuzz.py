"""`make fuzz`: random searches in both cores for as long as is given, going on from where the last run ended.

The next seed is kept in build/fuzz.txt. A search that fails is printed with its seed, which alone makes it
again: `case(seed).check()`.
"""

# ruff: noqa: T201

from __future__ import annotations

import sys
import time
from collections import Counter
from pathlib import Path

from helpers.twins import case

KEPT = Path("build/fuzz.txt")
AFTER_THE_TESTS = 1_000_000  # the tests have the seeds below


def main(seconds: float) -> int:
    KEPT.parent.mkdir(exist_ok=True)
    seed = int(KEPT.read_text()) if KEPT.exists() else AFTER_THE_TESTS
    first, failed, kinds, until = seed, 0, Counter[str](), time.monotonic() + seconds
    try:
        while time.monotonic() < until:
            KEPT.write_text(str(seed + 1))  # before: a crash then names the seed before this one
            made = case(seed)
            try:
                made.check()
            except Exception as error:  # noqa: BLE001  whatever it is, it comes with its seed
                failed += 1
                print(f"{type(error).__name__}: case({seed}) = {made}", flush=True)
            kinds[type(made.searcher).__name__] += 1
            seed += 1
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    print(f"{seed - first:,} searches from seed {first:,} on, {failed} of them different: {dict(kinds)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1])))
