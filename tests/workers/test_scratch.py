"""Folders of agents: emptied whatever is in them, and swept away when their maker is gone."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from plyground.workers.disk_guard import DiskGuard
from plyground.workers.scratch import (
    PREFIX,
    GameFolders,
    ScratchFolder,
    clear_folder,
    sweep_scratch_folders,
)

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="there agents that are not ours do not play"
)


@pytest.fixture(autouse=True)
def _temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    mask = os.umask(0o022)
    yield
    os.umask(mask)  # a process that plays sets its own


def folders(place: Path) -> list[str]:
    return sorted(path.name for path in place.iterdir())


def test_a_folder_is_removed_with_all_that_is_in_it(tmp_path: Path) -> None:
    scratch = ScratchFolder.new()
    (scratch.folder / "a" / "b").mkdir(parents=True)
    (scratch.folder / "a" / "b" / "file").write_text("")
    assert folders(tmp_path) == [scratch.outer.name]
    scratch.remove()
    scratch.remove()  # once more does no harm
    assert folders(tmp_path) == []


def test_links_are_removed_and_not_followed(tmp_path: Path) -> None:
    (tmp_path / "precious").mkdir()
    (tmp_path / "precious" / "letter.txt").write_text("dear diary")
    scratch = ScratchFolder.new()
    (scratch.folder / "a").mkdir()
    for link in ("link", "a/link"):
        (scratch.folder / link).symlink_to(tmp_path / "precious")
    scratch.remove()
    assert folders(tmp_path) == ["precious"]
    assert (tmp_path / "precious" / "letter.txt").read_text() == "dear diary"


def test_what_is_put_in_its_place_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "precious").mkdir()
    (tmp_path / "precious" / "letter.txt").write_text("dear diary")
    for swap in ("folder", "link"):
        scratch = ScratchFolder.new()
        scratch.outer.rename(tmp_path / "moved")
        if swap == "folder":
            (tmp_path / "precious").rename(scratch.outer)
        else:
            scratch.outer.symlink_to(tmp_path / "precious")
        scratch.remove()
        assert (scratch.outer / "letter.txt").read_text() == "dear diary"
        if swap == "folder":
            scratch.outer.rename(tmp_path / "precious")
        else:
            scratch.outer.unlink()
        clear(tmp_path / "moved")
        (tmp_path / "moved").rmdir()


def clear(folder: Path) -> None:
    place = os.open(folder, os.O_RDONLY)
    try:
        clear_folder(place)
    finally:
        os.close(place)


@pytest.mark.slow
def test_folders_nested_three_thousand_deep_are_removed(tmp_path: Path) -> None:
    """A RecursionError, and the folder stayed."""
    here, inner = os.open(tmp_path, os.O_RDONLY), os.open(tmp_path, os.O_RDONLY)
    for depth in range(3_000):
        os.mkdir("n", dir_fd=inner)
        deeper = os.open("n", os.O_RDONLY, dir_fd=inner)
        os.close(os.open(f"file {depth}", os.O_CREAT | os.O_WRONLY, dir_fd=inner))
        os.close(inner)
        inner = deeper
    os.close(inner)
    clear_folder(here)
    os.close(here)
    assert folders(tmp_path) == []


def test_folders_that_nobody_may_open_are_removed(tmp_path: Path) -> None:
    (tmp_path / "closed" / "inner" / "deeper").mkdir(parents=True)
    (tmp_path / "closed" / "inner" / "file").write_text("")
    for name in ("closed/inner/deeper", "closed/inner", "closed"):
        (tmp_path / name).chmod(0)
    clear(tmp_path)
    assert folders(tmp_path) == []


def test_every_game_has_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = Path.cwd()
    monkeypatch.setenv("HOME", "/home/ana")
    try:
        games = GameFolders(tmp_path)
        first = games.enter_next()
        assert (Path.cwd(), Path.home(), folders(first)) == (first, first, [])
        Path("left").write_text("")
        second = games.enter_next()
        assert (Path.cwd(), folders(tmp_path)) == (second, [second.name])
        second.rmdir()
        second.symlink_to("/")  # whatever stands there
        third = games.enter_next()
        assert (folders(tmp_path), folders(third)) == ([third.name], [])
    finally:
        os.chdir(before)


def test_only_folders_whose_maker_is_gone_are_swept(tmp_path: Path) -> None:
    alive, dead = ScratchFolder.new(), ScratchFolder.new()
    os.close(dead._lock)  # as if its process had been killed
    foreign = tmp_path / f"{PREFIX}foreign"  # without our mark
    foreign.mkdir(mode=0o700)
    (foreign / "plyground.lock").write_text("mine")
    unlocked = tmp_path / f"{PREFIX}other"  # without a lock
    unlocked.mkdir(mode=0o700)
    (tmp_path / f"{PREFIX}link").symlink_to(alive.outer)
    sweep_scratch_folders()
    assert folders(tmp_path) == sorted([alive.outer.name, foreign.name, unlocked.name, f"{PREFIX}link"])
    alive.remove()


def test_the_guard_of_a_disk_looks_at_files_and_their_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = [1 << 40, 1 << 30]
    monkeypatch.setattr(DiskGuard, "_left", lambda _: tuple(free))
    guard = DiskGuard(tmp_path, os.getpid(), megabytes=1, files=10)
    for number in range(20):
        (tmp_path / f"{number}").write_text("")
    assert guard.trouble() == ""  # the disk is as empty as before: nobody looks
    free[1] -= 20
    assert guard.trouble() == "it made more than 10 files"
    guard = DiskGuard(tmp_path, os.getpid(), megabytes=1, files=1_000)
    (tmp_path / "large").write_bytes(os.urandom(2 << 20))
    free[0] -= 2 << 20
    assert guard.trouble() == "it wrote more than 1 MB into its folder"
