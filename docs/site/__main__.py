"""Builds the site: English at its root, Portuguese under pt-BR/. A warning is an error."""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

from docs.site.pages import LANGUAGES, ROOT, BadLink
from docs.site.stage import CATALOGUES, needs_catalogue, write_pages

HERE = Path(__file__).parent
WORK = ROOT / "build" / "docs-work"
CORE = ROOT / "src" / "plyground" / "ui" / "site" / "core.wasm"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m docs.site", description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "docs", help="the folder of the site")
    parser.add_argument("--work", type=Path, default=WORK, help="a folder for what lies between")
    parser.add_argument("--no-laboratory", action="store_true", help="leave the static laboratory out")
    parser.add_argument("--catalogues", action="store_true", help="only bring docs/locale up to the pages")
    given = parser.parse_args(arguments)
    try:
        if given.catalogues:
            return update_catalogues(given.work)
        return build(given.out, given.work, with_laboratory=not given.no_laboratory)
    except BadLink as problem:
        print(f"docs: {problem}", file=sys.stderr)
        return 1


def build(out: Path, work: Path, with_laboratory: bool) -> int:
    """Build both languages; 0 if neither had anything to complain about."""
    shutil.rmtree(out, ignore_errors=True)
    laboratory = with_laboratory and write_laboratory(out / "lab")
    for language, folder in LANGUAGES.items():
        write_pages(language, work / language, laboratory)
        options = ["-q", "-W", "--keep-going", "-b", "html", "-d", str(work / f"read-{language}")]
        options += ["-D", f"language={language.replace('-', '_')}"]
        if code := sphinx(*options, str(work / language), str(out / folder)):
            return code
    for folder in LANGUAGES.values():
        (out / folder / ".buildinfo").unlink(missing_ok=True)
    pages = sum(1 for _ in out.rglob("*.html"))
    print(f"{out / 'index.html'}: {pages} pages{', with the laboratory in lab/' if laboratory else ''}")
    return 0


def sphinx(*arguments: str) -> int:
    command = [sys.executable, "-m", "sphinx", "-c", str(HERE), *arguments]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def write_laboratory(folder: Path) -> bool:
    """The static laboratory, where this version of plyground can write one and has what that takes.

    Without the compiled core its searches are too slow for what the pages say of it: then there is none.
    """
    if not CORE.is_file():
        print("docs: the pages are built without the laboratory: it needs `make wasm`", file=sys.stderr)
        return False
    program = Path(sys.executable).with_name("plyground")
    if subprocess.run([program, "site", "--help"], capture_output=True, check=False).returncode:
        return False
    folder.parent.mkdir(parents=True, exist_ok=True)
    if subprocess.run([program, "site", str(folder), "--no-measure"], check=False).returncode == 0:
        return True
    print("docs: the pages are built without the laboratory, which could not be written", file=sys.stderr)
    shutil.rmtree(folder, ignore_errors=True)
    return False


def update_catalogues(work: Path) -> int:
    """Take the sentences of the pages that have a catalogue, or should have one, into docs/locale."""
    templates = extract_sentences(work)
    command = ["update", "-p", str(templates), "-d", str(CATALOGUES.parents[1]), "-l", "pt_BR", "-w", "0"]
    return subprocess.run([Path(sys.executable).with_name("sphinx-intl"), *command], check=False).returncode


def extract_sentences(work: Path) -> Path:
    """The folder with a template for each page whose sentences are translated in a catalogue."""
    source, templates = work / "gettext-pages", work / "gettext"
    write_pages("en", source)
    shutil.rmtree(templates, ignore_errors=True)
    if sphinx("-q", "-b", "gettext", str(source), str(templates)):
        raise RuntimeError("Sphinx could not read the pages")
    for path in templates.rglob("*.pot"):
        if not needs_catalogue(path.relative_to(templates).as_posix().removesuffix(".pot")):
            path.unlink()
    return templates


if __name__ == "__main__":
    sys.exit(main())
