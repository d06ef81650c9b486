"""Archives of other people's are unpacked into their folder, or refused with a reason."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from plyground import PlygroundError
from plyground.agents.archive import ArchiveLimits, is_archive, lone_folder, unpack

Files = dict[str, bytes]


def zipped(path: Path, files: Files) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def tarred(path: Path, files: Files, mode: str = "w:gz") -> Path:
    with tarfile.open(path, mode) as archive:  # type: ignore[call-overload]
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return path


def linked(path: Path, kind: bytes, target: str) -> Path:
    """A tar with a link, or another thing that is no file."""
    with tarfile.open(path, "w:gz") as archive:
        info = tarfile.TarInfo("link")
        info.type, info.linkname = kind, target
        archive.addfile(info)
    return path


def zip_with_mode(path: Path, mode: int) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        info = zipfile.ZipInfo("link")
        info.external_attr = mode << 16
        archive.writestr(info, "/etc/passwd")
    return path


def plain_tar(path: Path, files: Files) -> Path:
    return tarred(path, files, "w")


MAKERS: dict[str, Callable[[Path, Files], Path]] = {
    "a.zip": zipped,
    "a.tar.gz": tarred,
    "a.tgz": tarred,
    "a.TAR.GZ": tarred,
    "a.tar": plain_tar,
}


@pytest.mark.parametrize("name", MAKERS)
def test_files_and_folders_come_out(name: str, tmp_path: Path) -> None:
    archive = MAKERS[name](
        tmp_path / name, {"main.py": b"x = 1\n", "./engine/search.py": b"", "m.bin": b"\0"}
    )
    assert is_archive(archive)
    folder = unpack(archive, tmp_path / "out")
    assert folder == tmp_path / "out"
    found = {
        str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()
    }
    assert found == {"main.py": b"x = 1\n", "engine/search.py": b"", "m.bin": b"\0"}
    assert (folder / "main.py").stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize(
    "entry", ["../evil.py", "a/../../evil.py", "/evil.py", "..\\evil.py", "C:\\evil.py", "\\evil.py"]
)
def test_no_name_leads_out(name: str, entry: str, tmp_path: Path) -> None:
    archive = MAKERS[name](tmp_path / name, {"main.py": b"", entry: b"evil"})
    with pytest.raises(PlygroundError, match=r"a name that leads out of it, .*evil\.py"):
        unpack(archive, tmp_path / "deep" / "out")
    assert not list(tmp_path.rglob("*evil*"))
    assert not (tmp_path / "deep" / "out").exists()


@pytest.mark.parametrize(
    ("kind", "what"),
    [
        (tarfile.SYMTYPE, "a link, link"),
        (tarfile.LNKTYPE, "a link, link"),
        (tarfile.FIFOTYPE, "a thing that is no file"),
        (tarfile.CHRTYPE, "a thing that is no file"),
    ],
)
def test_a_tar_has_no_links_and_no_devices(kind: bytes, what: str, tmp_path: Path) -> None:
    with pytest.raises(PlygroundError, match=f"a.tgz holds {what}"):
        unpack(linked(tmp_path / "a.tgz", kind, "/etc/passwd"), tmp_path / "out")


@pytest.mark.parametrize(("mode", "what"), [(0o120777, "a link"), (0o10644, "a thing that is no file")])
def test_a_zip_has_no_links_and_no_devices(mode: int, what: str, tmp_path: Path) -> None:
    with pytest.raises(PlygroundError, match=f"a.zip holds {what}, link: an archive of a submission has"):
        unpack(zip_with_mode(tmp_path / "a.zip", mode), tmp_path / "out")


@pytest.mark.parametrize("name", MAKERS)
def test_too_much_is_refused_whatever_headers_say(name: str, tmp_path: Path) -> None:
    few = ArchiveLimits(files=3, bytes=1_000, depth=2)
    for files, what in (
        ({f"{n}.py": b"" for n in range(4)}, "more than 3 files"),
        ({"a": b"x" * 600, "b": b"x" * 600}, "more than 1,000 bytes"),
        ({"a/b/c.py": b""}, "folders deeper than 2"),
        ({"a": b"", "a/b": b""}, "cannot be unpacked|a twice"),
        ({"a\x1b[2J": b""}, "a name with control characters"),
    ):
        archive = MAKERS[name](tmp_path / name, files)
        with pytest.raises(PlygroundError, match=what):
            unpack(archive, tmp_path / "out", few)
        assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", ["a.zip", "a.tgz"])
def test_a_bomb_is_left_as_soon_as_it_is_known(name: str, tmp_path: Path) -> None:
    archive = MAKERS[name](tmp_path / name, {"bomb": b"\0" * 3_000_000})
    assert archive.stat().st_size < 10_000
    with pytest.raises(
        PlygroundError, match="holds more than 1 MB: leave out what the agent does not need"
    ):
        unpack(archive, tmp_path / "out", ArchiveLimits(bytes=1 << 20))


def test_a_header_that_is_a_bomb_is_no_way_around(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "a.tgz", "w:gz", format=tarfile.PAX_FORMAT) as archive:
        info = tarfile.TarInfo("a.py")
        info.pax_headers = {"comment": "x" * 8_000_000}
        archive.addfile(info)
    with pytest.raises(PlygroundError, match="holds more than 1 MB"):
        unpack(tmp_path / "a.tgz", tmp_path / "out", ArchiveLimits(files=10, bytes=1 << 20))


def test_damaged_archives_are_told(tmp_path: Path) -> None:
    whole = tarred(tmp_path / "whole.tgz", {"a.py": bytes(range(256)) * 100}).read_bytes()
    wrong = bytearray(zipped(tmp_path / "whole.zip", {"a.py": bytes(range(256))}).read_bytes())
    wrong[60] ^= 1  # in the middle of the data
    for name, content in {
        "cut.tgz": whole[: len(whole) // 2],
        "wrong.zip": bytes(wrong),
        "text.zip": b"print('hello')",
        "text.tar.gz": b"print('hello')",
        "gz.tar.gz": gzip.compress(b"no tar at all"),
        "empty.tar": b"",
    }.items():
        (tmp_path / name).write_bytes(content)
        with pytest.raises(PlygroundError, match=f"{name} is damaged, or no archive"):
            unpack(tmp_path / name, tmp_path / "out")


def test_other_archives_missing_files_and_full_folders_are_told(tmp_path: Path) -> None:
    (tmp_path / "a.rar").write_bytes(b"Rar!")
    with pytest.raises(PlygroundError, match=r"a.rar is no archive that can be read: .zip, .tar.gz"):
        unpack(tmp_path / "a.rar", tmp_path / "out")
    with pytest.raises(PlygroundError, match=r"no file .*b\.zip: give the path of an archive"):
        unpack(tmp_path / "b.zip", tmp_path / "out")
    with pytest.raises(PlygroundError, match="is not empty: an archive is unpacked into a new folder"):
        unpack(zipped(tmp_path / "c.zip", {}), tmp_path)
    assert (tmp_path / "a.rar").exists()


def test_system_files_are_ignored_and_single_folder_is_entered(tmp_path: Path) -> None:
    files = {"project/main.py": b"", "__MACOSX/project/._main.py": b"", "project/.DS_Store": b""}
    folder = unpack(zipped(tmp_path / "a.zip", files), tmp_path / "out")
    assert lone_folder(folder) == folder / "project"
    assert lone_folder(folder / "project") == folder / "project"
    assert [file.name for file in (folder / "project").iterdir()] == ["main.py"]


def test_a_name_twice_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("a.py", "one")
        archive.writestr("./a.py", "two")
    with pytest.raises(PlygroundError, match=r"a\.zip holds a\.py twice"):
        unpack(tmp_path / "a.zip", tmp_path / "out")
