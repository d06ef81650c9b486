"""Random command lines end in order: `make fuzz-commands` runs thousands, this a few of them."""

from __future__ import annotations

import pytest

from cli.fuzz_commands import outcomes
from helpers.command_cases import command_case, commands
from helpers.debian import need
from plyground.errors import PlygroundError
from plyground.workers.sandbox import check_sandbox

SEED = 1


def test_a_case_depends_on_its_number_alone() -> None:
    made = [command_case(SEED, number) for number in range(300)]
    assert made == [command_case(SEED, number) for number in range(300)]
    assert len({case.args for case in made}) > 200
    assert {case.args[0] for case in made if case.args} >= set(commands()) - {"help"}
    assert not any("\0" in arg for case in made for arg in case.args)


@pytest.mark.slow
def test_forty_random_commands_end_in_order() -> None:
    """No traceback, an exit code of ours, a sentence where it failed, and nothing left behind."""
    need("bubblewrap")
    try:
        check_sandbox()
    except PlygroundError as error:
        pytest.skip(str(error))
    found = list(outcomes(SEED, 0, 40))
    assert len(found) == 40
    assert not [(row["case"], row["wrong"], row["said"]) for row in found if row["wrong"]]
