"""Unpacks archives that are not trusted: `.zip`, `.tar`, `.tar.gz`, `.tgz`.

Every file is written into the given folder and nowhere else, and is not executable. Links, devices, names
that lead out of the folder, and archives that are too large are refused; then nothing is left behind.
"""

from __future__ import annotations

import gzip
import io
import os
import shutil
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from plyground.errors import PlygroundError, truncate

ENDINGS = (".zip", ".tar.gz", ".tgz", ".tar")
_LITTER = ("__MACOSX", ".DS_Store", "Thumbs.db")  # files that systems add by themselves
_CHUNK = 1 << 16
_BLOCK = 1 << 20  # a header of a tar is shorter than that


@dataclass(frozen=True)
class ArchiveLimits:
    """How much an archive may contain."""

    files: int = 5_000
    bytes: int = 256 << 20  # of all files together, unpacked
    depth: int = 12  # folders inside each other


DEFAULT_LIMITS = ArchiveLimits()


@dataclass(frozen=True)
class _Entry:
    """One entry of an archive: its name and its content."""

    name: str
    kind: str  # "file", "folder", or a kind that is refused
    content: IO[bytes] | None = None


def is_archive(path: Path) -> bool:
    """Whether a file has the name of an archive that can be unpacked."""
    return path.name.lower().endswith(ENDINGS)


def unpack(archive: Path, into: Path, most: ArchiveLimits = DEFAULT_LIMITS) -> Path:
    """Unpack an archive, whole or not at all, into a folder that is new or empty; return the folder."""
    if into.exists() and any(into.iterdir()):
        raise PlygroundError(f"{into} is not empty: an archive is unpacked into a new folder")
    made = not into.exists()
    into.mkdir(parents=True, exist_ok=True)
    try:
        _write(archive, into, most)
    except BaseException:
        for child in into.iterdir():
            shutil.rmtree(child) if child.is_dir() else child.unlink()
        if made:
            into.rmdir()
        raise
    return into


def lone_folder(folder: Path) -> Path:
    """The only entry of a folder, if it is a folder (as in archives of a project); else the folder."""
    inside = list(folder.iterdir())
    return inside[0] if len(inside) == 1 and inside[0].is_dir() else folder


def _write(archive: Path, into: Path, most: ArchiveLimits) -> None:
    count, left = 0, most.bytes
    with _readable_errors(archive), _open_entries(archive, most) as entries:
        for entry in entries:
            parts = _parts(entry.name, archive, most)
            if not parts:
                continue
            count += 1
            if count > most.files:
                raise _refusal(archive, f"more than {most.files:,} files")
            target = into.joinpath(*parts)
            if entry.kind == "folder":
                target.mkdir(parents=True, exist_ok=True)
            elif entry.content is None:
                raise _refusal(archive, f"{entry.kind}, {truncate(entry.name, 60)}")
            else:
                target.parent.mkdir(parents=True, exist_ok=True)
                left -= _copy(entry.content, target, left, archive, most)


def _copy(content: IO[bytes], target: Path, left: int, archive: Path, most: ArchiveLimits) -> int:
    """Write one file, and count its bytes: the size in its header is not trusted."""
    written = 0
    with target.open("xb") as file:
        while chunk := content.read(_CHUNK):
            written += len(chunk)
            if written > left:
                raise _too_much(archive, most)
            file.write(chunk)
    target.chmod(0o644)
    return written


def _parts(name: str, archive: Path, most: ArchiveLimits) -> list[str]:
    """The parts of the path of an entry; none if it is left out."""
    parts = [part for part in name.replace("\\", "/").split("/") if part not in ("", ".")]
    if name.startswith(("/", "\\")) or ".." in parts or any(":" in part for part in parts[:1]):
        raise _refusal(archive, f"a name that leads out of it, {truncate(name, 60)}")
    if not all(part.isprintable() for part in parts):
        raise _refusal(archive, f"a name with control characters, {truncate(name, 60)}")
    if len(parts) > most.depth:
        raise _refusal(archive, f"folders deeper than {most.depth}")
    return [] if any(part in _LITTER for part in parts) else parts


@contextmanager
def _open_entries(archive: Path, most: ArchiveLimits) -> Iterator[Iterator[_Entry]]:
    """The entries of an archive, one after the other."""
    name = archive.name.lower()
    if not archive.is_file():
        raise PlygroundError(f"no file {archive}: give the path of an archive")
    if name.endswith(".zip"):
        with zipfile.ZipFile(archive) as zipped:
            yield _zip_entries(zipped)
    elif name.endswith(ENDINGS):
        with archive.open("rb") as raw:
            plain = raw if name.endswith(".tar") else gzip.GzipFile(fileobj=raw)
            bounded = io.BufferedReader(_Bounded(plain, archive, most))
            with tarfile.open(fileobj=bounded, mode="r|") as tarred:
                yield _tar_entries(tarred)
    else:
        raise PlygroundError(f"{archive.name} is no archive that can be read: {', '.join(ENDINGS)} are")


def _zip_entries(zipped: zipfile.ZipFile) -> Iterator[_Entry]:
    for info in zipped.infolist():
        mode = info.external_attr >> 16
        if info.is_dir():
            yield _Entry(info.filename, "folder")
        elif stat.S_ISLNK(mode):
            yield _Entry(info.filename, "a link")
        elif stat.S_IFMT(mode) not in (0, stat.S_IFREG):
            yield _Entry(info.filename, "a thing that is no file")
        elif info.flag_bits & 1:
            yield _Entry(info.filename, "a file with a password")
        elif info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            yield _Entry(info.filename, "a file packed in another way than zip's own (deflate)")
        else:
            with zipped.open(info) as content:
                yield _Entry(info.filename, "file", content)


def _tar_entries(tarred: tarfile.TarFile) -> Iterator[_Entry]:
    for info in tarred:
        if info.isdir():
            yield _Entry(info.name, "folder")
        elif info.issym() or info.islnk():
            yield _Entry(info.name, "a link")
        elif not info.isreg():
            yield _Entry(info.name, "a thing that is no file")
        else:
            yield _Entry(info.name, "file", tarred.extractfile(info))


class _Bounded(io.RawIOBase):
    """A stream that ends in an error where more comes out of it than an archive may hold."""

    def __init__(self, stream: IO[bytes] | gzip.GzipFile, archive: Path, most: ArchiveLimits) -> None:
        self.stream, self.archive, self.most = stream, archive, most
        self.left = most.bytes + most.files * 1_024 + _BLOCK  # with headers, and the padding of files

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        data = self.stream.read(len(buffer))
        self.left -= len(data)
        if self.left < 0:
            raise _too_much(self.archive, self.most)
        buffer[: len(data)] = data
        return len(data)


@contextmanager
def _readable_errors(archive: Path) -> Iterator[None]:
    """Turn errors of a damaged archive into one sentence."""
    broken = (zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError, gzip.BadGzipFile)
    try:
        yield
    except FileExistsError as error:
        name = Path(os.fsdecode(error.filename)).name
        raise _refusal(archive, f"{truncate(name, 60)} twice") from None
    except broken as error:
        raise PlygroundError(
            f"{archive.name} is damaged, or no archive: {truncate(str(error), 80)}"
        ) from None
    except (OSError, ValueError, NotImplementedError, RuntimeError) as error:
        raise PlygroundError(f"{archive.name} cannot be unpacked: {truncate(str(error), 120)}") from None


def _refusal(archive: Path, what: str) -> PlygroundError:
    return PlygroundError(
        f"{archive.name} holds {what}: an archive of a submission has plain files and folders only"
    )


def _too_much(archive: Path, most: ArchiveLimits) -> PlygroundError:
    size = f"{most.bytes >> 20} MB" if most.bytes >> 20 else f"{most.bytes:,} bytes"
    return PlygroundError(f"{archive.name} holds more than {size}: leave out what the agent does not need")
