"""What the documents show is what happens: their commands are run and their Python is executed."""

from __future__ import annotations

import codeop
import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from plyground.cli.app import app
from plyground.stats.elo import FEWEST

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / "examples" / "README.md"])
PLYGROUND = Path(sys.executable).with_name("plyground")

documents = pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)


def blocks(path: Path, language: str) -> list[str]:
    return re.findall(
        rf"^```{language}\n(.*?)^```$", path.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )


def own_blocks(path: Path, language: str) -> list[str]:
    """The blocks of a page; of a translation only those that its original, which runs them, has not."""
    original = path.with_name(path.name.replace(".pt-BR.md", ".md"))
    elsewhere = blocks(original, language) if original != path else []
    return [block for block in blocks(path, language) if block not in elsewhere]


def own_examples(path: Path) -> list[str]:
    """The Python of a page, which goes together: all of it, or nothing where its original has the same."""
    return blocks(path, "python") if own_blocks(path, "python") else []


def _without_times(table: re.Match[str]) -> str:
    """A table of times with its names and counts of moves alone."""
    rows = [re.sub(r"  +", "  ", row) for row in table[0].splitlines()]
    return "\n".join("  ".join(row.split("  ")[:2]) for row in rows) + "\n"


def without_remarks(text: str) -> str:
    """What a terminal shows in a bar, and what a busy machine adds."""
    text = re.sub(r"^plyground: .*, \d+ (of|de) \d+\n", "", text, flags=re.MULTILINE)
    return re.sub(r"\n{3,}", "\n\n", re.sub(r"note: .* that waited for a core: .*\n", "", text))


def without_clock(text: str) -> str:
    text = re.sub(
        r"^plyground: .* (?:is graded|está corrigido), \d+ \w+ \d+\n", "", text, flags=re.MULTILINE
    )  # not in a terminal
    text = re.sub(r"[\d,]+ nodes/s", "0 nodes/s", text)
    text = re.sub(r'"seconds": [\d.e-]+', '"seconds": 0', text)
    text = without_remarks(text)
    text = re.sub(r"^agent +moves +time per move.*\n(.+\n)*", _without_times, text, flags=re.MULTILINE)
    text = re.sub(
        r"^(\d\. (?:Processor t|T)ime per game).*?(?=^\d\. |^$)",
        r"\1\n",
        text,
        flags=re.MULTILINE | re.DOTALL,
    )
    text = re.sub(r" *[\d.e,-]+( ± [\d.e,-]+)? ms\b", "  0 ms", text)
    return re.sub(r" *\d+[.,]\d+ s\b", "  0 ms", text).rstrip(
        "\n"
    )  # beside other work a move may take so long


# Pages whose transcripts take seconds.
LONG = {
    *("agents-from-elsewhere.md", "check-an-agent.md", "commands.md", "grade.md", "grade.pt-BR.md"),
    *("openspiel.md", "tour.md", "your-own-agent.md"),
}
MARKS = {"tour.pt-BR.md": [pytest.mark.campaign]} | {name: [pytest.mark.slow] for name in LONG}


@pytest.mark.parametrize(
    "path", [pytest.param(path, id=path.name, marks=MARKS.get(path.name, [])) for path in DOCUMENTS]
)
def test_transcripts(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rewrite_fixtures: bool
) -> None:
    monkeypatch.setenv("PLYGROUND_RUNS", str(tmp_path))
    for block in own_blocks(path, "console"):
        for command, shown in re.findall(r"^\$ plyground (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            arguments = shlex.split(command)
            ran = subprocess.run(
                [PLYGROUND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
            )
            if without_clock(ran.stdout) != without_clock(shown) and rewrite_fixtures:
                write_transcript(path, command, shown, ran.stdout)
            else:
                assert without_clock(ran.stdout) == without_clock(shown), command


def write_transcript(path: Path, command: str, shown: str, said: str) -> None:
    """Put into a page what a command says now, and into its translation if the same stands there."""
    before, now = (f"$ plyground {command}\n{text.rstrip()}\n" for text in (shown, without_remarks(said)))
    for page in {path, path.with_name(path.name.replace(".md", ".pt-BR.md"))}:
        if page.exists():
            page.write_text(page.read_text(encoding="utf-8").replace(before, now), encoding="utf-8")


@documents
def test_python(path: Path) -> None:
    source = "\n".join(own_examples(path))
    test = doctest.DocTestParser().get_doctest(source, {"__name__": "document"}, path.name, str(path), 0)
    assert doctest.DocTestRunner().run(test).failed == 0


@documents
def test_python_can_be_pasted(path: Path) -> None:
    """Line by line, as `python` reads what was copied: without prompts, and without what was printed."""
    for block in blocks(path, "python"):
        read = codeop.CommandCompiler()
        waiting: list[str] = []
        for line in re.findall(r"^(?:>>>|\.\.\.)(?: (.*)|)$", block, re.MULTILINE):
            waiting.append(line)
            if read("\n".join(waiting)) is not None:  # a SyntaxError is what a reader would see
                waiting = []
        assert not waiting, f"{path.name}: add a line '...' behind {waiting[0]}"


@documents
def test_tournaments_of_the_pages_have_games_enough_to_decide_something(path: Path) -> None:
    """With ten games between two agents, five pairs, the report said that no pairing could be decided."""
    text = path.read_text(encoding="utf-8")
    named = re.findall(r"^plyground tournament .*--games (\d+)|^games = (\d+) ", text, re.MULTILINE)
    assert all(int(one or other) >= 2 * FEWEST for one, other in named), named


@documents
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), f"{path.name} links to {target}"


def test_readme_fits_a_screen_and_shows_something() -> None:
    for name in ("README.md", "README.pt-BR.md"):
        assert len((ROOT / name).read_text(encoding="utf-8").splitlines()) <= 60
        assert len(blocks(ROOT / name, "sh")) == 2
        assert blocks(ROOT / name, "python")


@pytest.mark.parametrize("name", ["README.md", "README.pt-BR.md"])
def test_every_command_of_the_readme_is_one(name: str) -> None:
    """Its options too: a command that would be refused for its words says so before it begins."""
    shown = [line.partition("#")[0] for block in blocks(ROOT / name, "sh") for line in block.splitlines()]
    commands = [shlex.split(line)[1:] for line in shown if line.startswith("plyground")]
    assert len(commands) >= 5
    for arguments in commands:
        ran = CliRunner().invoke(app, [arguments[0], "--help"], prog_name="plyground")
        assert ran.exit_code == 0, arguments
        options = [word for word in arguments if word.startswith("--")]
        assert all(option in ran.stdout for option in options), arguments


def test_the_changelog_says_nothing_twice() -> None:
    entries = re.findall(r"^- (.{70})", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(entries) == len(set(entries))
