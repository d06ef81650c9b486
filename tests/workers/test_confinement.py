"""What other people's code can do to the machine: little by default, next to nothing in the sandbox."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import gettempdir

import pytest

from helpers.command import complaint
from helpers.debian import need
from helpers.keeper import caged
from plyground.agents import load_entrant
from plyground.agents.seats import IsolatedSeat
from plyground.arena.clock import TimeControl
from plyground.arena.pair_player import PairPlayer
from plyground.arena.plan import Plan
from plyground.arena.records import GameRecord, Pair
from plyground.arena.runner import begin, play
from plyground.errors import PlygroundError
from plyground.processes import sweep
from plyground.workers import sandbox as sandboxes
from plyground.workers.channel import MAX_PRINTED, Worker
from plyground.workers.confinement import Confinement, clean_environment

PRISONERS = Path("tests/workers/prisoners/trying.py")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system has other limits")


@pytest.fixture
def bwrap() -> None:
    need("bubblewrap")
    sandboxes.check_sandbox.cache_clear()
    try:
        sandboxes.check_sandbox()
    except PlygroundError as error:
        pytest.skip(f"NOT TESTED: the sandbox: {error}")


in_a_sandbox = pytest.mark.usefixtures("bwrap")


@pytest.fixture(autouse=True)
def _cage() -> Iterator[None]:
    """After each test no process of it is alive."""
    with caged():
        os.environ["PLYGROUND_KEEP"] += " PLYGROUND_TEST_TARGET"
        yield


def game(agent: str, sandbox: bool = False, file: Path = PRISONERS, seconds: float = 10) -> GameRecord:
    """One game against random, the agent first."""
    control = TimeControl(seconds=seconds)
    agents = (f"python('{file}', '{agent}')", "random")
    plan = Plan("tictactoe", agents, control=control, in_process=True, pinned=False, sandbox=sandbox)
    with PairPlayer(plan) as table:
        (played,) = table.play(Pair(0, (0, 1), "-", 1)).games
    return played


def said(agent: str, sandbox: bool = False, file: Path = PRISONERS) -> str:
    """What an agent said at its first move, in a game that went on by the rules."""
    played = game(agent, sandbox, file)
    assert played.ending == "rules", played.detail
    return played.moves[0].printed or ""


@pytest.mark.parametrize("sandbox", [False, True])
def test_agents_start_in_an_empty_folder_and_know_no_secrets(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, sandbox: bool
) -> None:
    if sandbox:
        request.getfixturevalue("bwrap")
    monkeypatch.setenv("PLYGROUND_TEST_SECRET", "hunter2")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "hunter3")
    told = said("look_around", sandbox)
    assert "folder: [] True" in told
    assert "secret: None" in told
    assert "AWS" not in told
    assert "done: b''" in said("read_input", sandbox)


def test_the_folder_is_gone_after_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert "done: 4" in said(
        "choose", file=_agent(tmp_path, "print('done:', open('x', 'w').write('1234'))")
    )
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == []


def test_folder_is_emptied_between_games(tmp_path: Path) -> None:
    does = "print(sorted(os.listdir())); os.makedirs('a/b', exist_ok=True); open('a/b/c', 'w').close()"
    plan = Plan(
        "tictactoe", (f"python('{_agent(tmp_path, does)}')", "random"), in_process=True, pinned=False
    )
    with PairPlayer(plan) as table:
        games = table.play(Pair(0, (0, 1), "-")).games
    mine = [[move.printed for move in game.moves if move.agent == 0] for game in games]
    assert [said[:2] for said in mine] == [["[]", "['a']"]] * 2


def test_folder_turned_into_a_link_is_not_followed(tmp_path: Path) -> None:
    """The arena emptied the folder between games, wherever a link of the agent's led."""
    (tmp_path / "precious").mkdir()
    (tmp_path / "precious" / "letter.txt").write_text("dear diary")
    does = f"os.rmdir(os.environ['HOME']); os.symlink({str(tmp_path / 'precious')!r}, os.environ['HOME'])"
    file = _agent(tmp_path, f"os.path.islink(os.environ['HOME']) or exec({does!r})")
    plan = Plan("tictactoe", (f"python('{file}')", "random"), in_process=True, pinned=False)
    with PairPlayer(plan) as table:
        first, second = table.play(Pair(0, (0, 1), "-")).games
    assert (first.ending, second.ending) == ("rules", "rules"), second.detail
    assert (tmp_path / "precious" / "letter.txt").read_text() == "dear diary"


def test_packages_are_not_run_to_find_out_where_they_are(tmp_path: Path) -> None:
    """`python:pkg.mod:choose` had pkg/__init__.py run in the arena's own process, outside of any sandbox."""
    (tmp_path / "pkg" / "inner").mkdir(parents=True)
    for file in ("pkg/__init__.py", "pkg/inner/__init__.py"):
        (tmp_path / file).write_text("import os; print('running in', os.getcwd()); os.mkdir('was-here')")
    (tmp_path / "pkg" / "inner" / "mod.py").write_text("def choose(position): return position.moves()[0]")
    script = "from plyground.agents import load_entrant; print(load_entrant('aima:pkg.inner.mod:f').files)"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout == f"({tmp_path / 'pkg' / 'inner' / 'mod.py'!r},)\n"
    assert not (tmp_path / "was-here").exists()


def test_kept_environment_variables() -> None:
    kept = clean_environment({"PATH": "p", "TOKEN": "t", "HOME": "/home/ana", "A": "1"}, "/empty")
    assert kept == {"PATH": "p", "HOME": "/empty", "TMPDIR": "/empty", "PYTHONDONTWRITEBYTECODE": "1"}
    more = clean_environment({"PLYGROUND_KEEP": "A, B C", "A": "1", "C": "3", "D": "4"}, "/empty")
    assert (more["A"], more["C"], "D" in more) == ("1", "3", False)


def test_a_file_that_grows_too_large_is_stopped() -> None:
    assert "refused: OSError [Errno 27] File too large" in said("write_a_large_file")


def test_prints_are_in_the_record_of_the_move(tmp_path: Path) -> None:
    does = "print('öne'); __import__('logging').warning('two'); os.system('echo three')"
    file = _agent(tmp_path, does)
    plan = Plan("tictactoe", (f"python('{file}')", "random"), in_process=True, pinned=False)
    with begin(plan, tmp_path / "1.run") as store:
        play(store, workers=1)
        rows = list(store.query("SELECT said.text, agent FROM moves JOIN said USING (game, ply)"))
    assert {text for text, _ in rows} == {"öne\nWARNING:root:two\nthree"}
    assert {agent for _, agent in rows} == {0}


def test_recorded_output_is_truncated(tmp_path: Path) -> None:
    told = said("choose", file=_agent(tmp_path, "print('x' * 1_000_000)"))
    assert told == "x" * MAX_PRINTED + " […]"


def test_worn_process_is_replaced_between_games() -> None:
    seat = IsolatedSeat(
        load_entrant(f"python:{PRISONERS}:look_around"), "tictactoe", Confinement(cpu_seconds=0)
    )
    try:
        assert seat.begin("-", 1, 10).detail.startswith("killed by signal")  # type: ignore[union-attr]
    finally:
        seat.close()
    seat = IsolatedSeat(
        load_entrant(f"python:{PRISONERS}:look_around"), "tictactoe", Confinement(cpu_seconds=60)
    )
    try:
        assert seat.begin("-", 1, 10) is None
        first = seat._worker
        assert isinstance(first, Worker)
        assert seat.begin("-", 2, 10) is None
        assert seat._worker is first
        seat.confinement = Confinement(cpu_seconds=0)
        seat.begin("-", 3, 10)
        assert seat._worker is not first
        assert first.closed
    finally:
        seat.close()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can be another user")
def test_processes_of_a_user_are_limited() -> None:
    """Root is not held to that limit by the system: here somebody else tries."""
    script = """
import os, resource, time
from pathlib import Path
from plyground.workers.confinement import Confinement, tasks_of_user

os.setresuid(54321, 54321, 54321)
Confinement(processes=8, trust=True).apply(Path("/tmp"))
try:
    while tasks_of_user() < 50:
        if os.fork() == 0:
            time.sleep(60)
except BlockingIOError:
    print(tasks_of_user(), flush=True)
finally:
    os.killpg(0, 9)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, start_new_session=True
    )
    sweep(Worker.alive)  # what was killed there is ours to bury
    assert (done.stdout, done.stderr) == ("9\n", "")


@in_a_sandbox
def test_the_sandbox_has_no_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "letter.txt").write_text("dear diary")
    monkeypatch.setenv("PLYGROUND_TEST_TARGET", str(home / "letter.txt"))
    assert "refused: FileNotFoundError" in said("read_home", sandbox=True)


@in_a_sandbox
@pytest.mark.slow
def test_sandbox_hides_neighbour_files(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)  # where root becomes nobody, others have to be able to read it
    for name in ("trying.py", "agent.py"):
        shutil.copy(PRISONERS, tmp_path / name)
    (tmp_path / "other.py").write_text("")
    assert "done: ['trying.py']" in said("list_neighbours", True, tmp_path / "trying.py")
    assert "done: ['agent.py', 'other.py', 'trying.py']" in said(
        "list_neighbours", True, tmp_path / "agent.py"
    )


@in_a_sandbox
def test_an_agent_in_the_home_itself_does_not_bring_the_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "letter.txt").write_text("dear diary")
    shutil.copy(PRISONERS, tmp_path / "agent.py")
    assert "done: ['agent.py']" in said("list_neighbours", True, tmp_path / "agent.py")


@in_a_sandbox
def test_the_sandbox_has_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        monkeypatch.setenv("PLYGROUND_TEST_TARGET", str(server.getsockname()[1]))
        assert "refused: PermissionError" in said("open_socket", sandbox=True)


@in_a_sandbox
@pytest.mark.slow
def test_the_sandbox_cannot_be_changed() -> None:
    assert "refused: " in said("change_itself", sandbox=True)
    told = said("change_the_system", sandbox=True)
    assert told.count("refused: ") == 5, told


@in_a_sandbox
@pytest.mark.slow
def test_a_full_disk_in_the_sandbox_is_its_own() -> None:
    told = said("fill_the_disk", sandbox=True)
    assert "refused: OSError [Errno 28] No space left on device" in told
    (device,) = re.findall(r"on device (\d+)", told)
    assert int(device) not in {Path(folder).stat().st_dev for folder in ("/", gettempdir())}


@in_a_sandbox
@pytest.mark.slow
def test_forking_without_end_comes_to_an_end_in_the_sandbox() -> None:
    assert "refused: BlockingIOError" in said("fork_without_end", sandbox=True)


@in_a_sandbox
def test_the_sandbox_sees_and_kills_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "done: 1" in said("see_processes", sandbox=True)
    monkeypatch.setenv("PLYGROUND_TEST_TARGET", str(os.getpid()))
    assert "refused: ProcessLookupError" in said("kill_the_arena", sandbox=True)


@in_a_sandbox
@pytest.mark.slow
def test_time_is_kept_in_the_sandbox_too() -> None:
    played = game("burn_a_core", sandbox=True, seconds=0.2)
    assert (played.ending, played.reason) == ("forfeit", "time")
    cost = played.moves[-1].cost  # of the process inside, not of the one that guards it
    assert (cost.cpu or 0) + (cost.waited or 0) > cost.wall / 2


@in_a_sandbox
@pytest.mark.slow
def test_a_game_of_ones_own_is_played_in_the_sandbox() -> None:
    plan = Plan(
        "examples/nim.py:Nim", (f"python:{PRISONERS}:look_around", "random"), sandbox=True, pinned=False
    )
    with PairPlayer(plan) as table:
        (played, _) = table.play(Pair(0, (0, 1), "-")).games
    assert played.ending == "rules", played.detail


def test_without_bwrap_the_sandbox_is_refused_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    agent = f"python:{PRISONERS}:look_around"
    told = complaint("match", "tictactoe", agent, "random", "--games", "2", "--sandbox")
    assert "no sandbox without bwrap: install bubblewrap, or play without --sandbox" in told


def test_where_bwrap_may_do_nothing_its_own_words_are_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "bwrap").write_text(
        "#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n"
    )
    (tmp_path / "bwrap").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    sandboxes.check_sandbox.cache_clear()
    try:
        with pytest.raises(
            PlygroundError, match=r"bwrap cannot make a sandbox here \(bwrap: No permissions"
        ):
            sandboxes.check_sandbox()
    finally:
        sandboxes.check_sandbox.cache_clear()


def _agent(folder: Path, does: str) -> Path:
    """The file of an agent that does something at each move."""
    file = folder / "mine.py"
    lines = ("import os", "def choose(position, limits):", f"    {does}", "    return position.moves()[0]")
    file.write_text("\n".join(lines))
    return file


def test_modules_that_are_no_file_have_none() -> None:
    """`aima:os:f` was said to be read from a file called frozen."""
    assert load_entrant("aima:os:f").files == ()


def test_the_line_of_an_error_is_the_agents_own(tmp_path: Path) -> None:
    """It was the last one, in Python's own library if that raised it."""
    file = _agent(tmp_path, "__import__('json').loads('{')")
    plan = Plan("tictactoe", (f"python('{file}')", "random"), in_process=True, pinned=False)
    with PairPlayer(plan) as table:
        (played,) = table.play(Pair(0, (0, 1), "-", 1)).games
    assert played.detail.endswith("(mine.py, line 3)")
