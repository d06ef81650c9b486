"""What the documents show is what happens: their commands are run and their Python is executed."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
PLYGROUND = Path(sys.executable).with_name("plyground")

documents = pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)


def blocks(path: Path, language: str) -> list[str]:
    return re.findall(
        rf"^```{language}\n(.*?)^```$", path.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )


def without_clock(text: str) -> str:
    text = re.sub(r"[\d,]+ nodes/s", "0 nodes/s", text)
    text = re.sub(r'"seconds": [\d.e-]+', '"seconds": 0', text)
    text = re.sub(r"\n{3,}", "\n\n", re.sub(r"note: .* that waited for a core: .*\n", "", text))
    text = re.sub(r" *time a move( +\S+){3}", "  time a move", text)
    text = re.sub(r" *[\d.e,-]+( ± [\d.e,-]+)? ms\b", "  0 ms", text)
    return re.sub(r"\d+\.\d+ s\b", "0.000 s", text).rstrip("\n")


# The Portuguese README shows the commands of the English one.
@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.name, marks=[pytest.mark.campaign] * (path.name == "README.pt-BR.md"))
        for path in DOCUMENTS
    ],
)
def test_transcripts(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_RUNS", str(tmp_path))
    for block in blocks(path, "console"):
        for command, shown in re.findall(r"^\$ plyground (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            arguments = shlex.split(command)
            ran = subprocess.run(
                [PLYGROUND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
            )
            assert without_clock(ran.stdout) == without_clock(shown), command


@documents
def test_python(path: Path) -> None:
    source = "\n".join(blocks(path, "python"))
    test = doctest.DocTestParser().get_doctest(source, {"__name__": "document"}, path.name, str(path), 0)
    assert doctest.DocTestRunner().run(test).failed == 0


@documents
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), f"{path.name} links to {target}"


def test_readme_shows_something() -> None:
    assert blocks(ROOT / "README.md", "console")
    assert blocks(ROOT / "README.md", "python")
