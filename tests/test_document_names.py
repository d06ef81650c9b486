"""What pages name is there: commands and their options, public names and methods, files, targets of make."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

import plyground as pg
from plyground.cli.app import GROUPS, app

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "plyground"
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / "examples" / "README.md"])
COMMANDS = [name for names in GROUPS.values() for name in names]
OPTION = re.compile(r"(?<![\w-])--[a-z][\w-]*")
CODE = re.compile(r"^```.*?^```$|`[^`\n]+`", re.MULTILINE | re.DOTALL)
# Where a path of ours begins; other paths are those of a reader's own files.
OURS = {"src", "tests", "docs", "examples", "benchmarks", "native", "release", *(each.name for each in PACKAGE.iterdir())}  # fmt: skip
# Options of other programs that pages show: pytest, pip, git, Slurm, Dask, python -m http.server, Texel.
FOREIGN = {
    *("--version", "--rewrite-fixtures", "--delete", "--hard", "--directory", "--strict"),
    *("--cpus-per-task", "--job-name", "--ntasks-per-node", "--nthreads", "--nworkers"),
    *("--local-directory", "--memory-limit", "--no-cache-dir", "--no-dashboard"),
    *("--no-install-recommends", "--repo"),
}

documents = pytest.mark.parametrize(
    "path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)).replace("/", "-")
)


@cache
def options(command: str) -> frozenset[str]:
    """The options that the help of a command shows."""
    ran = CliRunner(env={"COLUMNS": "300"}).invoke(app, [command, "--help"], prog_name="plyground")
    assert ran.exit_code == 0, command
    return frozenset(OPTION.findall(ran.stdout))


def codes(path: Path) -> list[str]:
    """What stands in a page as code, without the marks of comments of ours."""
    text = re.sub(r"<!--.*?-->", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    return [code.strip("`") for code in CODE.findall(text)]


def calls(code: str) -> list[tuple[str, str]]:
    """Each command of ours in a piece of code, with what follows it."""
    begun = re.findall(
        r"(?:^|[$(|] ?)plyground ([a-z][a-z-]*)(?= |$)((?:[^\n|\\]|\\\n)*)", code, re.MULTILINE
    )
    return [(name, rest.partition(" # ")[0]) for name, rest in begun]


@documents
def test_every_command_and_option_is_one(path: Path) -> None:
    all_options = FOREIGN.union(*map(options, COMMANDS))
    for code in codes(path):
        for name, rest in calls(code):
            assert name in COMMANDS, code
            assert not set(OPTION.findall(rest)) - options(name), (name, code)
        assert not set(OPTION.findall(code)) - all_options, code


@pytest.mark.parametrize("command", [name for name in COMMANDS if name not in ("version", "compare")])
def test_the_reference_has_every_option_of_a_command(command: str) -> None:
    """In the heading of its section; `--no-it` stands for both."""
    text = (ROOT / "docs" / "reference" / "commands.md").read_text(encoding="utf-8")
    (heading,) = re.findall(rf"^## `plyground {command}\b.*$", text, re.MULTILINE)
    if "[options of match]" in heading:
        heading += re.findall(r"^## `plyground match\b.*$", text, re.MULTILINE)[0]
    shown = set(OPTION.findall(heading))
    missing = {each for each in options(command) - shown if each.replace("--", "--no-", 1) not in shown}
    assert missing <= {"--help"}, missing


@documents
def test_every_public_name_and_method_is_one(path: Path) -> None:
    for code in codes(path):
        for name in re.findall(r"\bpg\.(\w+)", code):
            assert hasattr(pg, name), code
        for name, method in re.findall(r"\b([A-Z]\w+)(?:\([^()`]*\))?\.(\w+)\(", code):
            known = getattr(pg, name, None)
            assert known is None or hasattr(known, method), code


@documents
def test_every_file_of_ours_is_there(path: Path) -> None:
    for code in codes(path):
        for name in re.findall(r"(?<![\w.:/=@\\-])(?:[\w-]+/)+[\w.*-]*", code):
            if name.partition("/")[0] not in OURS or "pN" in name or re.search(r"\b[A-Z]{3,}\b", name):
                continue
            places = (ROOT, PACKAGE, PACKAGE / "ui", path.parent)
            assert any(any(place.glob(name.rstrip("/."))) for place in places), code


@documents
def test_every_target_of_make_is_one(path: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for code in codes(path):
        for words in re.findall(r"(?:^|[$&;] )make((?: [a-z-]+)+)", code, re.MULTILINE):
            assert not set(words.split()) - targets, code


def test_the_portuguese_readme_says_who_speaks_portuguese() -> None:
    text = (ROOT / "README.pt-BR.md").read_text(encoding="utf-8")
    (said,) = [line for line in text.splitlines() if "Falam português" in line]
    speaking = {name for name in COMMANDS if "--lang" in options(name)}
    assert set(re.findall(r"`([a-z-]+)`", said)) == speaking


def test_the_layout_has_every_module_and_package() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    layout = text[text.index("## Layout") : text.index("## Recipes")]
    (packages,) = re.findall(r"^src/plyground/.*?(?=^native/)", layout, re.MULTILINE | re.DOTALL)
    here = {each.stem for each in PACKAGE.iterdir() if not each.name.startswith("_")}
    named = set(re.findall(r"[a-z0-9_]+", packages))
    assert here <= named, here - named
