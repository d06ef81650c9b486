"""What confinement allows by name, what it says of systems that cannot do it, and when it refuses to play.

That it holds is tested by wild animals: tests/arena/test_wild.py.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.command import complaint
from helpers.keeper import caged
from plyground.agents import load_entrant
from plyground.agents.seats import IsolatedSeat
from plyground.arena.pair_player import PairPlayer
from plyground.arena.plan import Plan
from plyground.arena.records import Pair
from plyground.arena.runner import begin
from plyground.errors import BadSpec, Failed, PlygroundError
from plyground.workers import confinement as confinements
from plyground.workers.confined_call import NoAnswer, call_confined
from plyground.workers.confinement import Confinement
from plyground.workers.landlock import landlock_abi
from plyground.workers.own_mounts import why_no_own_mounts
from plyground.workers.seccomp import has_seccomp

PRISONERS = Path("tests/workers/prisoners/trying.py").absolute()
confined = pytest.mark.skipif(
    landlock_abi() == 0, reason="NOT TESTED: containment: there is no Landlock here"
)


def said(agent: str, target: object, monkeypatch: pytest.MonkeyPatch, **rights: object) -> str:
    """What an agent said at its first move."""
    with caged():
        monkeypatch.setenv("PLYGROUND_TEST_TARGET", str(target))
        os.environ["PLYGROUND_KEEP"] += " PLYGROUND_TEST_TARGET"
        agents = (f"python:{PRISONERS}:{agent}", "random")
        plan = replace(Plan("tictactoe", agents, in_process=True, pinned=False), **rights)  # type: ignore[arg-type]
        with PairPlayer(plan) as table:
            (played,) = table.play(Pair(0, (0, 1), "-", 1)).games
        assert played.ending == "rules", played.detail
        return played.moves[0].printed or ""


@confined
def test_a_folder_is_read_if_it_is_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("dear diary")
    assert "refused: PermissionError" in said("read_home", letter, monkeypatch)
    assert "done: dear diary" in said("read_home", letter, monkeypatch, allow_read=(str(tmp_path),))


@confined
def test_the_network_is_used_if_it_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        assert "refused: PermissionError" in said("open_socket", port, monkeypatch)
        assert "done: None" in said("open_socket", port, monkeypatch, allow_net=True)


@confined
def test_who_is_trusted_reads_what_the_user_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "letter.txt").write_text("dear diary")
    assert "done: dear diary" in said("read_home", tmp_path / "letter.txt", monkeypatch, trust=True)


@confined
def test_confined_call_has_nothing_of_its_parent_open(tmp_path: Path) -> None:
    """An open file, or a connection, is not held to anything."""
    with (tmp_path / "open.txt").open("w") as file:
        told = call_confined(
            lambda: {"fine": _writes(file.fileno())}, Confinement(memory_mb=1 << 20), (), ()
        )
    assert told == {"fine": False}
    assert (tmp_path / "open.txt").read_text() == ""


def _writes(descriptor: int) -> bool:
    try:
        return os.write(descriptor, b"hello") == 5
    except OSError:
        return False


@confined
def test_confined_call_that_dies_is_a_failure() -> None:
    with pytest.raises(Failed, match="its process ended without an answer"):
        call_confined(lambda: os._exit(3), Confinement(memory_mb=1 << 20), (), ())


def _do(deed: Callable[..., None], *arguments: object) -> dict[str, object]:
    deed(*arguments)
    return {}


@confined
def test_confined_call_that_is_late_is_killed() -> None:
    with pytest.raises(NoAnswer, match="gave no answer in") as caught:
        call_confined(lambda: _do(time.sleep, 600), Confinement(memory_mb=1 << 20), (), (), seconds=0.2)
    assert caught.value.late


@confined
def test_the_signal_that_ended_a_confined_call_is_told() -> None:
    with pytest.raises(NoAnswer) as caught:
        call_confined(
            lambda: _do(os.kill, os.getpid(), signal.SIGKILL), Confinement(memory_mb=1 << 20), (), ()
        )
    assert (caught.value.late, caught.value.signal_number) == (False, signal.SIGKILL)


@confined
def test_threads_that_run_already_are_an_error() -> None:
    """They would not be confined, so nobody is."""
    script = """
import threading
from pathlib import Path
from plyground.workers.confined_call import call_confined
from plyground.workers.confinement import Confinement
threading.Thread(target=threading.Event().wait, daemon=True).start()
try:
    Confinement().apply(Path("/tmp"))
except OSError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "threads run already: they would not be confined\n"


@pytest.mark.skipif(not has_seccomp(), reason="without the filter more is open")
@pytest.mark.parametrize(
    ("version", "gaps"),
    [
        (7, ()),
        (6, ()),
        (5, ("signals to your other processes",)),
        (3, ("signals to your other processes",)),
        (1, ("cutting your files short", "signals to your other processes")),
        (0, ("your files", "the network", "your other processes")),
    ],
)
def test_what_a_version_lacks_is_named(version: int, gaps: tuple[str, ...]) -> None:
    confinement = Confinement(landlock=version, mounts=False)
    assert confinement.gaps == gaps
    assert all(gap in confinement.note for gap in gaps) or version == 0
    mounted = replace(confinement, mounts=True)
    assert mounted.gaps == tuple(gap for gap in gaps if gap != "cutting your files short")
    assert bool(mounted.note) == bool(mounted.gaps)
    assert replace(confinement, sandbox=True).note == ""


def test_a_note_says_why_there_are_no_own_mounts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confinements, "why_no_own_mounts", lambda: "user.max_mnt_namespaces is 0")
    kept = "what they write lies on your disk, 512 MB at most"
    told = f"agents that are not ours get no mounts of their own (user.max_mnt_namespaces is 0): {kept}"
    assert Confinement(landlock=7).note == told
    assert Confinement(landlock=5).note.endswith(f"(--sandbox does); {told}")
    assert Confinement(landlock=7, sandbox=True).note == ""
    monkeypatch.setattr(confinements, "why_no_own_mounts", str)
    assert Confinement(landlock=7).note == ""


def test_without_landlock_a_warning_says_so() -> None:
    assert Confinement(landlock=0).note == (
        "this system has no Landlock: agents that are not ours run as you, and can read, change and delete "
        "your files (--sandbox contains them)"
    )
    assert Confinement(trust=True).note == "agents that are not ours may do whatever you may (--trust)"


def test_without_landlock_root_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    entrant = load_entrant(f"python:{PRISONERS}:look_around")
    monkeypatch.setattr(confinements, "_is_root", lambda: True)
    with pytest.raises(PlygroundError, match="no Landlock, and you are root"):
        IsolatedSeat(entrant, "tictactoe", Confinement(landlock=0))
    IsolatedSeat(entrant, "tictactoe", Confinement(landlock=0, trust=True))
    IsolatedSeat(entrant, "tictactoe", Confinement(landlock=0, sandbox=True))
    IsolatedSeat(load_entrant("random"), "tictactoe", Confinement(landlock=0))
    monkeypatch.setattr(confinements, "_is_root", lambda: False)
    IsolatedSeat(entrant, "tictactoe", Confinement(landlock=0))


def test_the_record_of_a_run_says_what_held_its_agents(tmp_path: Path) -> None:
    agents = (f"python:{PRISONERS}:look_around", "random")
    with begin(Plan("tictactoe", agents, allow_read=("examples",)), tmp_path / "1.run") as store:
        held = json.loads(store.about("confinement"))
        assert store.plan.allow_read == (str(Path("examples").absolute()),)
    assert held["kind"] == ("confined" if landlock_abi() else "none")
    assert held["mounts"] == (landlock_abi() > 0 and not why_no_own_mounts())
    assert (held["landlock"], held["allow_read"]) == (landlock_abi(), [str(Path("examples").absolute())])
    with begin(Plan("tictactoe", ("random", "greedy")), tmp_path / "2.run") as store:
        assert store.about("confinement") == ""


def test_trust_and_sandbox_exclude_each_other() -> None:
    with pytest.raises(BadSpec, match="give one of them"):
        Plan("tictactoe", ("random", "random"), trust=True, sandbox=True)


@pytest.mark.parametrize("right", ["trust = true", "allow_net = true", "allow_read = ['/']"])
def test_a_file_gives_no_rights(right: str, tmp_path: Path) -> None:
    """It may come from a stranger."""
    (tmp_path / "cup.toml").write_text(f'game = "tictactoe"\nagents = ["random", "random"]\n{right}\n')
    told = complaint("tournament", "--file", str(tmp_path / "cup.toml"))
    assert "on the command line" in told


def test_a_folder_that_is_allowed_has_to_be_there() -> None:
    told = complaint("match", "tictactoe", "random", "random", "--allow-read", "/no/such/folder")
    assert "/no/such/folder" in told
