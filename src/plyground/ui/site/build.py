"""Writes the laboratory into a folder of static files, for any file server."""

from __future__ import annotations

import gzip
import json
import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from plyground.errors import Failed
from plyground.ui.site.first_answers import first_answers
from plyground.ui.site.package_archive import ENTRIES, pack_package
from plyground.ui.site.worker import FINDINGS, PAGES, PAPERS
from plyground.ui.web.app import STATIC, catalogue_text
from plyground.ui.web.papers import known_papers
from plyground.ui.web.protocol import protocol_text
from plyground.words import LANGUAGES
from plyground.workers.process import CannotStart, exit_status, start_program

OWN = Path(__file__).parent / "static"
CORE = Path(__file__).with_name("core.wasm")  # made by `make wasm`
COMPILER = Path(__file__).with_name("compile_archives.py")
LIBRARY, LOCK = "python_stdlib.zip", "pyodide-lock.json"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'none'"
)
MARK = ".plyground-site"  # a folder that has it is one of ours, and may be written again
PACKED = (".wasm",)  # what is packed by gzip and unpacked by the workers


@dataclass(frozen=True)
class MadeSite:
    """What was written."""

    files: int
    size: int  # bytes: what a first visit loads, and the browser keeps
    has_core: bool
    findings: int


def build_site(folder: Path, pyodide: dict[str, bytes], findings: Mapping[str, Any]) -> MadeSite:
    """Write a site into a folder, which is new, empty or one that was written before."""
    files = dict(site_files(pyodide, findings))
    version = blake2b(b"".join(name.encode() + data for name, data in sorted(files.items())), digest_size=8)
    files["service-worker.js"] = service_worker(sorted(files), version.hexdigest())
    empty_folder(folder)
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    (folder / MARK).write_text(
        "made by plyground site; what is in this folder is replaced\n", encoding="utf-8"
    )
    return MadeSite(len(files), sum(map(len, files.values())), CORE.is_file(), len(findings["found"]))


def check_folder(folder: Path) -> None:
    """Make a folder if it is not there; Failed if it has files that are not those of a site."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        inside = list(folder.iterdir())
    except OSError as error:
        raise Failed(f"{folder} is no folder that can be written to: {error.strerror}") from None
    if inside and not (folder / MARK).is_file():
        raise Failed(f"{folder} has files of another kind: name a folder that is new or empty")


def empty_folder(folder: Path) -> None:
    """Remove the files of an earlier site; no other folder is touched."""
    check_folder(folder)
    for path in sorted(folder.rglob("*"), key=lambda path: -len(path.parts)):
        if path.is_dir() and not path.is_symlink():
            path.rmdir()
        else:
            path.unlink()


def site_files(pyodide: dict[str, bytes], findings: Mapping[str, Any]) -> Iterator[tuple[str, bytes]]:
    """All files by their names, but for the service worker."""
    yield "index.html", index_page()
    yield "protocol.json", protocol_text()
    yield "first.json", compact(first_answers())
    for language in LANGUAGES:
        yield f"catalogue/{language}.json", catalogue_text(language)
    for path in sorted(STATIC.rglob("*")):
        if path.is_file() and path.name != "index.html":
            yield f"static/{path.relative_to(STATIC).as_posix()}", path.read_bytes()
    for name in ("core.js", "python.js", "worker.js", "search-worker.js"):
        yield f"python/{name}", (OWN / name).read_bytes()
    if CORE.is_file():
        yield from packed("python/core.wasm", CORE.read_bytes())
    pages = tuple(f"plyground.ui.web.{page}" for page in PAGES)
    kept = {
        f"ui/site/{FINDINGS.name}": compact(findings),
        f"ui/site/{PAPERS.name}": compact(known_papers()),
    }
    package, library = compiled(pack_package(ENTRIES + pages, kept), pyodide)
    yield "python/plyground.zip", package
    for name, data in (pyodide | {LIBRARY: library, LOCK: without_packages(pyodide[LOCK])}).items():
        yield from packed(f"python/pyodide/{name}", data)


def compiled(package: bytes, pyodide: dict[str, bytes]) -> tuple[bytes, bytes]:
    """Our package and the standard library, compiled by the Python of the browser; node runs it."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        for name, data in pyodide.items():
            (folder / name).write_bytes(data)
        archive, library = folder / "package.zip", folder / "library.zip"
        archive.write_bytes(package)
        library.write_bytes(pyodide[LIBRARY])
        core = [CORE] if CORE.is_file() else []
        command = ["node", OWN / "compile.mjs", folder, COMPILER, archive, library, *core]
        try:
            process = start_program([str(part) for part in command])
        except CannotStart as error:
            raise Failed(f"node, which compiles the archives of a site, does not start ({error})") from None
        process.communicate()
        if exit_status(process):
            raise Failed("node could not compile the archives of the site")
        return archive.read_bytes(), library.read_bytes()


def without_packages(lock: bytes) -> bytes:
    """The list of Pyodide's packages, emptied: a site loads none of them."""
    return compact(json.loads(lock) | {"packages": {}})


def packed(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """A file, packed if its kind gains by that."""
    if name.endswith(PACKED):
        yield f"{name}.gz", gzip.compress(data, 9, mtime=0)
    else:
        yield name, data


def index_page() -> bytes:
    """The page of the laboratory, with its policy and the transport that it is to take."""
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    policy = f'<meta http-equiv="content-security-policy" content="{POLICY}">'
    page = re.sub(r"<html ", '<html data-transport="worker" ', page, count=1)
    early = '<link rel="modulepreload" href="static/js/worker-socket.js">\n'
    early += '<link rel="preload" href="first.json" as="fetch" crossorigin>'
    page = page.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n{policy}', 1)
    return page.replace("</head>", f"{early}\n</head>", 1).encode()


def service_worker(files: Iterable[str], version: str) -> bytes:
    """The script that keeps the files of this version for the next visit."""
    text = (OWN / "service-worker.js").read_text(encoding="utf-8")
    text = text.replace('"VERSION"', json.dumps(version))
    return text.replace('["FILES"]', json.dumps(["./", *files])).encode()


def compact(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
