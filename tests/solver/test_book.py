"""The opening book: made, interrupted, resumed, checked, and never at odds with searching."""

from __future__ import annotations

import os
import signal
import subprocess
from importlib.resources import files
from pathlib import Path

import pytest
from bitbully import BitBully, Board

from helpers.command import COMMAND, PATIENCE, complaint, hear_ctrl_c, objects, printed, run, wait_until
from helpers.positions import columns, spread_over_plies
from plyground import connect4
from plyground.errors import BadSpec, PlygroundError
from plyground.game import Player
from plyground.games.line import LineGame, LinePosition
from plyground.solver import NativeSolver, packaged_book
from plyground.solver.book import (
    PACKAGED,
    Book,
    has_line,
    key_of,
    mirror_key,
    pack_book,
    stones_of_key,
    unpack_book,
)
from plyground.solver.make_book import BookMaker
from plyground.solver.native import Budget
from plyground.solver.plies import keys_after

GAME = connect4(5, 4)
LONG = ["--game", "connect4(6,5,4)", "--plies", "10", "--workers", "2", "--table-mb", "4"]  # half a minute


def silent(what: str, done: int, total: int) -> None:
    pass


def position_of(game: LineGame, key: int) -> LinePosition:
    """The position that a key of the book names."""
    own, taken = stones_of_key(game, key)
    sides = [0, 0]
    for cell in range(game.cells):
        row, column = divmod(cell, game.columns)
        bit = 1 << column * (game.rows + 1) + game.rows - 1 - row
        sides[0] |= bool(own & bit) << cell
        sides[1] |= bool(taken & ~own & bit) << cell
    discs = taken.bit_count()
    first, second = sides if discs % 2 == 0 else reversed(sides)
    return LinePosition(game, first, second, Player(discs % 2), None)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return (
        BookMaker(GAME, 5, tmp_path_factory.mktemp("book") / "work", workers=2, table_mb=1)
        .make(silent)
        .data
    )


def test_every_position_of_a_book_is_worth_what_searching_finds(book: bytes, tmp_path: Path) -> None:
    maker, solver = BookMaker(GAME, 5, tmp_path / "w"), NativeSolver(GAME, table_mb=1)
    told = unpack_book(book, GAME)
    assert told.plies == 5
    for keys in maker.keys_by_ply():
        for key in keys:
            value = solver.value(position_of(GAME, key), Budget()).low
            assert told.find(key) == value


def test_book_keys_are_the_reachable_positions() -> None:
    keys = [0]
    plies = [keys := keys_after(GAME, keys) for _ in range(6)]
    known = {key for ply in plies for key in ply}
    for position in spread_over_plies(GAME, 60, seed=1, first=1):
        discs = (position.first | position.second).bit_count()
        if discs <= 6:
            own, taken = stones_of_key(GAME, key_of(position))
            assert mirror_key(GAME, own, taken) in known


def test_lines_are_seen_in_all_directions() -> None:
    game = connect4()
    for text, won in [("1212121", True), ("1122334", True), ("12234334464", True), ("112233", False)]:
        position = game.parse(text)
        own, taken = stones_of_key(game, key_of(position))
        assert has_line(game, own ^ taken) is won


def test_an_interrupted_book_goes_on_from_its_work_file(tmp_path: Path, book: bytes) -> None:
    maker = BookMaker(GAME, 5, tmp_path / "work", table_mb=1)
    keys = maker.keys_by_ply()[-1]
    steps: list[int] = []

    def interrupted(what: str, done: int, total: int) -> None:
        steps.append(done)
        if len(steps) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        maker.make(interrupted)
    written = maker.work.read_text()
    assert 0 < len(written.splitlines()) < len(keys)
    maker.work.write_text(written[:-3])  # as if the power had gone in the middle of a line
    assert maker.make(silent).data == book


def test_a_finished_work_file_needs_no_solving(tmp_path: Path, book: bytes) -> None:
    maker = BookMaker(GAME, 5, tmp_path / "work", table_mb=1)
    assert maker.make(silent).data == book
    before = maker.work.read_bytes()
    assert maker.make(silent).data == book
    assert maker.work.read_bytes() == before


TITLE = "connect4(5,4,4) ply 5\n"


@pytest.mark.parametrize(
    "text",
    [
        "hello",
        "connect4(5,4,3) ply 5",
        *(TITLE + line for line in ("1 2 3", "999999999 1", "12", "0x1 2", "0 --5", "é 1")),
    ],
)
def test_a_work_file_of_something_else_is_refused(tmp_path: Path, text: str) -> None:
    maker = BookMaker(GAME, 5, tmp_path / "work", table_mb=1)
    maker.work.write_text(text + "\n", encoding="utf-8")
    with pytest.raises(BadSpec, match=r"not the work file of connect4\(5,4,4\) ply 5"):
        maker.make(silent)


def test_a_wrong_value_is_found_out(tmp_path: Path) -> None:
    maker = BookMaker(GAME, 4, tmp_path / "work", table_mb=1)
    maker.make(silent)
    title, *lines = maker.work.read_text().splitlines()
    maker.work.write_text("\n".join([title, *(f"{line.split()[0]} 5" for line in lines)]) + "\n")
    with pytest.raises(PlygroundError, match="the book is wrong at ply"):
        maker.make(silent)


def test_a_game_that_is_over_before_has_no_book(tmp_path: Path) -> None:
    with pytest.raises(
        BadSpec, match=r"no book of 6 plies in connect4\(2,2,2\): every game is over at ply 3"
    ):
        BookMaker(connect4(2, 2, 2), 6, tmp_path / "work").keys_by_ply()


def test_a_file_that_is_no_book_is_refused(book: bytes) -> None:
    for data in (b"", b"hello", book[:40], book[:-9], book.replace(b"book 1", b"book 2")):
        with pytest.raises(BadSpec, match="no opening book"):
            unpack_book(data, GAME)
    assert unpack_book(pack_book(GAME, [{0: 0}]), GAME).plies == 0
    with pytest.raises(BadSpec, match=r"no opening book of connect4: it is one of connect4\(5,4,4\)"):
        unpack_book(book, connect4())


def test_the_command_makes_a_book(tmp_path: Path, book: bytes) -> None:
    out = tmp_path / "small.book"
    told = printed(
        "book", str(out), "--game", GAME.spec, "--plies", "5", "--workers", "2", "--table-mb", "1"
    )
    assert told.startswith(f"{out}: connect4(5,4,4) to ply 5")
    assert out.read_bytes() == book
    with_book, without = (
        objects("solve", GAME.spec, "3322", "--json", *options)[0]
        for options in (["--book", str(out)], ["--no-book"])
    )
    assert (with_book["book"], without["book"]) == (True, False)
    assert with_book["score"] == without["score"]
    assert "it is one of connect4(5,4,4)" in complaint("solve", "connect4", "--book", str(out))
    assert "cannot read" in complaint("solve", GAME.spec, "--book", str(tmp_path / "none"))
    assert "give one or the other" in complaint("solve", GAME.spec, "--book", str(out), "--no-book")


def test_the_command_says_what_it_cannot_do(tmp_path: Path) -> None:
    assert "a game in which discs fall" in complaint("book", str(tmp_path / "b"), "--game", "tictactoe")
    assert "columns x (rows + 1)" in complaint("book", str(tmp_path / "b"), "--game", "connect4(9,7,4)")
    assert "cannot write" in complaint("book", str(tmp_path / "none" / "b"), "--plies", "1")
    assert run("book").returncode == 2
    assert "cannot write" in complaint("book", str(tmp_path), "--plies", "1")
    (tmp_path / "full.work").symlink_to("/dev/full")
    assert "the work file is a plain file" in complaint("book", str(tmp_path / "full"), "--plies", "1")


def test_a_wrong_work_file_is_a_failure_and_no_bad_usage(tmp_path: Path) -> None:
    out = tmp_path / "b"
    command = ["book", str(out), "--game", GAME.spec, "--plies", "3", "--table-mb", "1", "--workers", "1"]
    assert run(*command).returncode == 0
    work = tmp_path / "b.work"
    title, first, *rest = work.read_text().splitlines()
    work.write_text("\n".join([title, first.split()[0] + " 9", *rest]) + "\n")
    ran = run(*command, "--check", "100000")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "the book is wrong at ply" in ran.stderr


def making(book: Path) -> subprocess.Popen[str]:
    """A command that makes a large book, in a session of its own."""
    return subprocess.Popen(
        [*COMMAND, "book", str(book), *LONG],
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_ctrl_c,
        start_new_session=True,
    )


def has_begun(book: Path) -> bool:
    work = book.with_name(book.name + ".work")
    return work.exists() and work.stat().st_size > 0


def test_a_worker_that_dies_is_told(tmp_path: Path) -> None:
    process = making(tmp_path / "b")
    wait_until(lambda: has_begun(tmp_path / "b"))
    command = ["pgrep", "-s", str(process.pid), "-f", "spawn_main"]
    found = subprocess.run(command, capture_output=True, text=True).stdout
    os.kill(int(found.split()[0]), signal.SIGKILL)
    _, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert "a worker has died" in told
    assert "Traceback" not in told
    wait_until(lambda: not alive(process.pid))


def test_ctrl_c_ends_the_workers_and_says_how_to_go_on(tmp_path: Path) -> None:
    process = making(tmp_path / "b")
    wait_until(lambda: has_begun(tmp_path / "b"))
    os.killpg(process.pid, signal.SIGINT)
    _, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "interrupted" in told
    assert "Traceback" not in told
    assert has_begun(tmp_path / "b")
    wait_until(lambda: not alive(process.pid))


def test_ctrl_c_while_the_workers_start_is_no_traceback(tmp_path: Path) -> None:
    process = making(tmp_path / "b")
    wait_until(lambda: len(alive(process.pid)) >= 3)
    os.killpg(process.pid, signal.SIGINT)
    _, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "Traceback" not in told


def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    process = making(tmp_path / "b")
    wait_until(lambda: has_begun(tmp_path / "b"))
    process.kill()
    process.communicate()
    wait_until(lambda: not alive(process.pid))


PLIES = [
    1,
    4,
    25,
    121,
    568,
    2_144,
    8_231,
    27_109,
    91_295,
]  # positions up to mirror images in which play goes on


def packaged() -> tuple[Book, list[list[int]]]:
    book = packaged_book(7, 6, 4)
    assert book is not None
    return book, BookMaker(connect4(), book.plies, Path("none")).keys_by_ply()


def test_the_book_that_comes_with_plyground_is_complete() -> None:
    book, plies = packaged()
    assert book.plies >= 8
    assert [len(keys) for keys in plies[:9]] == PLIES
    assert all(book.find(key) is not None for keys in plies for key in keys)
    assert files("plyground.solver").joinpath(PACKAGED).stat().st_size <= 3 << 20  # type: ignore[attr-defined]


@pytest.mark.slow
def test_the_book_and_searching_agree() -> None:
    book, plies = packaged()
    solver = NativeSolver(connect4(), book=False).compiled
    for keys in plies[6:]:
        sample = keys[7 :: len(keys) // 3]
        assert solver.values(sample) == [book.find(key) for key in sample]


def agrees_with_bitbully(step: int) -> None:
    book, plies = packaged()
    oracle = BitBully()
    for keys in plies:
        for key in keys[:: min(step, len(keys))]:
            assert oracle.mtdf(Board(columns(position_of(connect4(), key)))) == book.find(key), key


def test_the_book_and_bitbully_agree() -> None:
    agrees_with_bitbully(step=400)


@pytest.mark.campaign
def test_the_book_and_bitbully_agree_on_every_position() -> None:
    agrees_with_bitbully(step=1)


def test_every_value_of_the_book_follows_from_the_next_ply() -> None:
    book, plies = packaged()
    maker = BookMaker(connect4(), book.plies, Path("none"))
    for ply in range(6):
        replies = {key: book.find(key) for key in plies[ply + 1]}
        for key in plies[ply]:
            assert maker._from_replies(key, replies) == book.find(key)  # type: ignore[arg-type]


def alive(session: int) -> list[str]:
    """The processes of a session that are still there."""
    found = subprocess.run(
        ["ps", "-o", "pid=,stat=", "-s", str(session)], capture_output=True, text=True
    ).stdout
    return [line for line in found.splitlines() if " Z" not in line]
