"""A static laboratory behind a plain file server, under a sub-path."""

from __future__ import annotations

import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from helpers.debian import need
from plyground.errors import Failed
from plyground.ui.site.build import CORE, OWN, build_site
from plyground.ui.site.package_archive import PACKAGE
from plyground.ui.site.pyodide_package import fetch_pyodide, read_pyodide

FINDING = {
    "ours": {"en": "549,946 nodes", "pt-BR": "549.946 nós"},
    "verdict": "exact",
    "why": {"en": "counted", "pt-BR": "contado"},
    "readings": [],
    "seconds": 1.0,
    "when": "2026-01-01T00:00:00+00:00",
}


def pyodide() -> dict[str, bytes]:
    """The files of Pyodide; without them or without the core there is nothing to test."""
    need("nodejs")
    if not CORE.is_file():
        pytest.skip("NOT TESTED: the static laboratory (`make test-site` does)")
    try:
        return read_pyodide(fetch_pyodide())
    except Failed as failed:
        pytest.skip(f"NOT TESTED: the static laboratory ({failed})")


def make_site(folder: Path, version: str, claim: str) -> Path:
    """A site whose papers know of one claim."""
    build_site(folder, pyodide(), {"version": version, "found": {claim: FINDING}})
    return folder


class QuietHandler(SimpleHTTPRequestHandler):
    """Python's own file server, without its log."""

    def log_message(self, *args: object) -> None: ...


@contextmanager
def file_server(folder: Path) -> Iterator[tuple[str, ThreadingHTTPServer]]:
    """The address of a file server."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


SIGNATURE = """
import sys
sys.path.insert(0, "/package")
from plyground.signature import searches, signature
str(signature(searches("native")))
"""
RUN = """
import { readFileSync } from "node:fs";
const [folder, site, source, core, program] = process.argv.slice(2);
const { loadPyodide } = await import(`${folder}/pyodide.mjs`);
const { startCore } = await import(`${site}/core.js`);
const pyodide = await loadPyodide({ indexURL: folder });
const { call } = await startCore(await WebAssembly.compile(readFileSync(core)));
pyodide.registerJsModule("plyground_browser", { call });
pyodide.mountNodeFS("/package", source);
try { console.log(pyodide.runPython(program)); } catch (error) { console.log(error.message); }
"""


def signature_in_node(folder: Path) -> str:
    """The signature by the core in WebAssembly, which Python in node calls as it does in a browser."""
    for name, data in pyodide().items():
        (folder / name).write_bytes(data)
    source = folder / "source"
    shutil.copytree(PACKAGE, source / "plyground", ignore=shutil.ignore_patterns("_core*", "*.pyc"))
    shutil.copy(PACKAGE / "ui" / "site" / "browser_core.py", source / "plyground" / "_core.py")
    script = folder / "run.mjs"
    script.write_text(RUN, encoding="utf-8")
    command = [need("nodejs"), script, folder, OWN, source, CORE, SIGNATURE]
    ran = subprocess.run([str(part) for part in command], check=True, capture_output=True, timeout=300)
    return ran.stdout.decode().strip()
