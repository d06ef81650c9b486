"""Files are written whole or not at all, and never through a link that somebody has laid."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from helpers.played import played
from plyground.arena import export
from plyground.report.html import write_report
from plyground.whole_file import whole_file, write_whole

OLD_NAMES = ("games.csv.new", "moves.csv.new", "agents.csv.new")  # what could be foretold


def test_text_and_bytes_are_written(tmp_path: Path) -> None:
    write_whole(tmp_path / "text", "½\n")
    write_whole(tmp_path / "bytes", b"\xff")
    assert ((tmp_path / "text").read_bytes(), (tmp_path / "bytes").read_bytes()) == (
        "½\n".encode(),
        b"\xff",
    )
    assert sorted(file.name for file in tmp_path.iterdir()) == ["bytes", "text"]


def test_what_fails_leaves_the_old_file_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "precious"
    path.write_text("old")
    with pytest.raises(TypeError), whole_file(path) as file:
        file.writelines([b"half of it", None])  # type: ignore[list-item]
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "\udcff")
    assert path.read_text() == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["precious"]


def test_a_link_is_replaced_and_not_followed(tmp_path: Path) -> None:
    victim, link = tmp_path / "victim", tmp_path / "out"
    victim.write_text("mine")
    link.symlink_to(victim)
    write_whole(link, "report")
    assert (victim.read_text(), link.read_text(), link.is_symlink()) == ("mine", "report", False)


def test_files_keep_who_may_read_them(tmp_path: Path) -> None:
    plain, private = tmp_path / "plain", tmp_path / "private"
    plain.touch()
    private.touch(mode=0o600)
    write_whole(tmp_path / "new", "")
    write_whole(private, "secret")
    assert (tmp_path / "new").stat().st_mode == plain.stat().st_mode
    assert private.stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
def test_devices_and_pipes_are_written_to_as_they_are(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No space left"):
        write_whole(Path("/dev/full"), "x")
    write_whole(Path("/dev/null"), "x")
    assert not Path("/dev/null").is_file()
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="No such device"):  # nobody reads it: no reason to wait for good
        write_whole(tmp_path / "pipe", "x")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    write_whole(tmp_path / "pipe", "read")
    assert os.read(reader, 10) == b"read"
    os.close(reader)


@pytest.mark.skipif(sys.platform != "linux", reason="of /proc")
def test_standard_output_is_no_file_to_be_replaced(tmp_path: Path) -> None:
    """`--svg /dev/stdout > tree.svg`, as root: the link of the system must not become a picture."""
    target = tmp_path / "redirected"
    handle = os.open(target, os.O_WRONLY | os.O_CREAT)
    write_whole(Path(f"/proc/self/fd/{handle}"), "x")
    os.close(handle)
    assert target.read_text() == "x"


def test_exports_and_reports_follow_no_link(tmp_path: Path) -> None:
    """Their temporary files had names that could be foretold: a link laid there was written through."""
    victim, out = tmp_path / "victim", tmp_path / "out"
    victim.write_text("mine")
    (out / "figures").mkdir(parents=True)
    pages = ("index.html", "tables.md", "tables.tex", "games.csv")
    for name in (*OLD_NAMES, *pages, "figures/results.svg"):
        (out / name).symlink_to(victim)
    with played(tmp_path / "a.run", games=2) as store:
        export.to_csv(store, out)
        write_report(store, out)
    assert victim.read_text() == "mine"
    assert not any((out / name).is_symlink() for name in pages)
