"""What every wheel has to do once it is installed: `python smoke_program.py native|python`.

It stands alone, so that any environment can run it: hosted CI does on every kind of machine.
"""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import plyground as pg
from plyground.native import HAS_CORE
from plyground.signature import searches, signature

STORED = Path(__file__).parents[1] / "tests" / "data" / "signature.txt"


def main(core: str) -> None:
    """Raise AssertionError if something is not as it should be."""
    assert core == ("native" if HAS_CORE else "python"), f"this is not core {core}"
    wanted = STORED.read_text(encoding="utf-8").strip()
    found = str(signature(searches()))
    assert found == wanted, f"the signature is {found}, not {wanted}"
    position = pg.connect4().parse("4444441522")
    assert pg.search(position, "alphabeta(depth=4)").core == core
    assert pg.solve(position).core == core
    assert pg.solve(pg.connect4().start(), weak=True).words == "wins"
    assert [str(each) for each in pg.solve_many(["444444", "1212121"])] == ["wins in 35 plies", "loses"]
    if HAS_CORE and sys.platform != "emscripten":
        in_threads(wanted)


def in_threads(wanted: str) -> None:
    """The same searches and solutions in several threads at once."""
    texts = ["444444", "44444415221", "4453121"]
    with ThreadPoolExecutor(4) as pool:
        signatures = set(pool.map(lambda _: str(signature(searches())), range(8)))
        solved = {tuple(each) for each in pool.map(lambda _: pg.solve_many(texts, threads=2), range(16))}
    assert signatures == {wanted}, signatures
    assert len(solved) == 1, solved


if __name__ == "__main__":
    main(sys.argv[1])
