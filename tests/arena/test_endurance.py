"""What takes minutes: a hundred thousand games in the same memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.arena.plan import Plan
from plyground.arena.runner import begin, play
from plyground.processes import children
from plyground.report.summary import report

MEGABYTE = 1 << 20


def resident(process: int | str = "self") -> int:
    """The memory of a process, in bytes."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise AssertionError("no VmRSS")


@pytest.mark.campaign
@pytest.mark.parametrize("workers", [1, 2], ids=["here", "players"])
def test_memory_stays_flat_over_a_hundred_thousand_games(tmp_path: Path, workers: int) -> None:
    plan = Plan("tictactoe", ("random", "random"), games=100_000, in_process=True)
    seen: list[int] = []

    def told(record: object) -> None:
        if len(seen) % 50 == 0 or len(seen) < 50:
            seen.append(resident() + sum(map(resident, children())))
        else:
            seen.append(seen[-1])

    with begin(plan, tmp_path / "long.run") as store:
        play(store, workers, told)
        assert report(store).played == 100_000
    tenth = len(seen) // 10
    grown = max(seen[-tenth:]) - max(seen[tenth : 2 * tenth])
    assert grown < 8 * MEGABYTE, f"{grown / MEGABYTE:.1f} MB more in the last tenth than in the second"
