"""Runs in the Python of the browser while a site is made: compiles our package and the standard library.

Pyodide brings the library as source, and would compile what it needs of it at every visit. Of the library
only that is kept which our modules can come to: what is loaded when they are, and what that may import.
"""

import ast
import io
import py_compile
import sys
import zipfile
from pathlib import Path

PACKAGE, LIBRARY = Path("/package.zip"), Path("/library.zip")
ENTRIES = "plyground.ui.site.worker", "plyground.ui.site.search_worker"
ENCODINGS = ("__init__", "aliases", "ascii", "charmap", "cp437", "idna", "latin_1", "punycode", "raw_", "u")
# Tools for programmers and for the network: modules of the library name them, no laboratory comes to them.
NEVER = {"_pyrepl", "doctest", "email", "ftplib", "html", "http", "imaplib", "mailbox", "multiprocessing"}
NEVER |= {"optparse", "pdb", "pickletools", "pip", "pydoc", "smtplib", "socketserver", "ssl", "tarfile"}
NEVER |= {"test", "unittest", "wsgiref", "xml", "xmlrpc"}
LONG_AGO = (1980, 1, 1, 0, 0, 0)


def imported(source: str) -> set[str]:
    """What a program imports, wherever in it, with the packages around that."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            package = [node.module] if node.module else []  # none in `from . import name`
            names |= {*package, *(".".join([*package, alias.name]) for alias in node.names)}
    return names | {name.rsplit(".", count)[0] for name in names for count in range(1, name.count(".") + 1)}


def needed(folder: Path, loaded: set[str]) -> set[Path]:
    """The files of the library that loaded modules can come to."""
    found: set[Path] = set()
    waiting = list(loaded)
    while waiting:
        name = waiting.pop()
        if name.partition(".")[0] in NEVER - loaded:
            continue
        place = folder.joinpath(*name.split("."))
        for file in (place / "__init__.py", place.with_suffix(".py")):
            if file.is_file() and file not in found:
                found.add(file)
                inside = file.parent.relative_to(folder).as_posix().replace("/", ".")
                names = imported(file.read_text(encoding="utf-8"))
                beside = {f"{inside}.{name}" for name in names} if inside != "." else set()  # relative ones
                waiting += names | beside
    encodings = {file for file in (folder / "encodings").glob("*.py") if file.stem.startswith(ENCODINGS)}
    encodings |= set(folder.glob("_sysconfigdata_*.py"))
    return encodings | {
        file for file in found if file.parent.name != "encodings"
    }  # all these are found by names in texts


def compile_archive(archive: Path, folder: Path, keep: set[Path] | None) -> None:
    """Write an archive anew, its programs compiled."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as written:
        for file in sorted(folder.rglob("*")):
            name = file.relative_to(folder).as_posix()
            if not file.is_file() or (file.suffix == ".py" and keep is not None and file not in keep):
                continue
            data = file.read_bytes()
            if file.suffix == ".py":
                made = f"{file}c"
                mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
                py_compile.compile(str(file), made, name, doraise=True, optimize=2, invalidation_mode=mode)
                name, data = f"{name}c", Path(made).read_bytes()
            written.writestr(zipfile.ZipInfo(name, LONG_AGO), data, zipfile.ZIP_DEFLATED)
    archive.write_bytes(packed.getvalue())


def main() -> None:
    """Compile both archives."""
    ours, library = Path("/ours"), Path("/library")
    for archive, folder in ((PACKAGE, ours), (LIBRARY, library)):
        with zipfile.ZipFile(archive) as opened:
            opened.extractall(folder)
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(ours))
    for entry in ENTRIES:
        __import__(entry)
    sources = [file.read_text(encoding="utf-8") for file in ours.rglob("*.py")]
    loaded = set(sys.modules).union(*map(imported, sources))
    compile_archive(LIBRARY, library, needed(library, loaded))
    compile_archive(PACKAGE, ours, None)


main()
