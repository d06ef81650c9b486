"""C++ programs that check the solver from below: every bound on every position, and its table under torture."""

from __future__ import annotations

import pytest

from helpers.native_programs import Run

# Compiling takes seconds: who runs them compiles each program once, for all tests.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("programs")]

ADDRESS = ("-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
THREAD = ("-O1", "-g", "-fsanitize=thread")


def counts(told: str) -> dict[str, int]:
    """What check_bounds counted, by name."""
    pairs = [part.strip().partition(" ") for part in told.split(",")]
    return {name: int(count) for count, _, name in pairs}


@pytest.mark.parametrize(
    "board",
    [
        (4, 4, 4),
        pytest.param((5, 4, 4), marks=pytest.mark.campaign),
        (4, 5, 4),
        (4, 4, 3),
        (3, 6, 3),
    ],
    ids=str,
)
def test_every_bound_holds_on_every_position(run: Run, board: tuple[int, int, int]) -> None:
    found = counts(run("check_bounds", *board))
    assert found["settled"] > 3_000
    if board[1] % 2 == 0:  # the strategies are of boards with an even number of rows
        assert found["claimeven"] > 100
        assert found["odd threat"] > 100


@pytest.mark.parametrize(
    ("board", "opening", "games"),
    [
        ((7, 6, 4), 28, 300),
        ((6, 6, 4), 22, 200),
        ((8, 6, 4), 34, 200),
        ((7, 4, 4), 16, 100),
        ((5, 5, 4), 13, 100),
    ],
    ids=str,
)
def test_every_bound_holds_after_random_openings(
    run: Run, board: tuple[int, int, int], opening: int, games: int
) -> None:
    assert counts(run("check_bounds", *board, opening, games))["positions"] > 100_000


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("board", "opening", "games"),
    [
        ((6, 4, 4), 8, 40),
        ((4, 6, 4), 6, 300),
        ((5, 6, 4), 13, 300),
        ((7, 4, 4), 12, 300),
        ((6, 5, 4), 14, 200),
        ((5, 5, 4), 9, 200),
        ((6, 6, 4), 20, 1_000),
        ((7, 6, 4), 26, 2_000),
        ((8, 6, 4), 32, 1_000),
    ],
    ids=str,
)
def test_every_bound_holds_on_millions_of_positions(
    run: Run, board: tuple[int, int, int], opening: int, games: int
) -> None:
    assert counts(run("check_bounds", *board, opening, games))["positions"] > 1_000_000


@pytest.mark.parametrize(
    ("key_bits", "size", "keys"),
    [
        (49, 32 << 10, 80_000),
        pytest.param(49, 8 << 20, 300_000, marks=pytest.mark.campaign),
        (56, 4 << 20, 300_000),
        (64, 8 << 20, 900_000),
        (18, 1, 100_000),
    ],
)
def test_the_table_never_speaks_of_another_position(run: Run, key_bits: int, size: int, keys: int) -> None:
    told = run("torture_table", key_bits, size, keys, 1)
    assert int(told.split(", ")[-1].split()[0]) > 10_000  # answers, all of them true


@pytest.mark.parametrize(
    ("size", "keys"), [(32 << 10, 80_000), pytest.param(8 << 20, 300_000, marks=pytest.mark.campaign)]
)
def test_the_table_of_lines_never_speaks_of_another_state(run: Run, size: int, keys: int) -> None:
    told = run("torture_table", 49, size, keys, 1, "lines")
    assert int(told.split(", ")[-1].split()[0]) > 5_000


def test_the_table_of_lines_grows_without_loss(run: Run) -> None:
    assert "grew from 32768 to 8388608 bytes" in run("torture_table", 49, 8 << 20, 300_000, 1, "lines")


def test_the_table_grows_without_loss(run: Run) -> None:
    assert "grew from 32768 to 4194304 bytes" in run("torture_table", 49, 8 << 20, 300_000, 1)


@pytest.mark.campaign
@pytest.mark.parametrize("key_bits", [49, 64])
def test_the_table_under_the_address_sanitizer(run: Run, key_bits: int) -> None:
    run("torture_table", key_bits, 1 << 18, 6_000, 1, flags=ADDRESS)


@pytest.mark.campaign
@pytest.mark.parametrize("table", [(49,), (64,), (49, "lines")], ids=str)
def test_the_table_with_threads_under_the_thread_sanitizer(run: Run, table: tuple[int | str, ...]) -> None:
    key_bits, *kind = table
    run("torture_table", key_bits, 1 << 16, 10_000, 2, *kind, flags=THREAD)


@pytest.mark.campaign
def test_bounds_under_the_address_sanitizer(run: Run) -> None:
    for board in [(4, 4, 4), (2, 21, 4), (20, 2, 4), (3, 15, 4)]:
        opening = max(0, board[0] * board[1] - 14)
        run("check_bounds", *board, opening, 5, flags=ADDRESS)
