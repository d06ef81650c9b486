"""Machines differ in language, time zone, terminal and colours: what is printed into a pipe does not."""

from __future__ import annotations

import re

import pytest

from helpers.browser import page
from helpers.command import printed

ODD = {
    "LC_ALL": "de_DE.UTF-8",  # writes 0,5; where it is not installed, C is taken
    "LANGUAGE": "de",
    "TZ": "Asia/Kolkata",
    "LINES": "3",
    "FORCE_COLOR": "1",
    "CLICOLOR_FORCE": "1",
    "USER": "josé da silva",
    "HOSTNAME": "a-host-" + "with-a-long-name-" * 4,
}
COMMANDS = (
    ("games",),
    ("agents",),
    ("show", "connect4", "4453"),
    ("exercise", "win", "--seed", "3", "--key", "--lang", "pt-BR"),
    ("explain", "textbook"),
    ("exercise", "mcts", "--seed", "2", "--key"),
    ("perft", "connect4", "5", "--distinct"),
)


@pytest.mark.parametrize("columns", ["40", "300"])
def test_nothing_printed_depends_on_surroundings(
    columns: str, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    plain = [without_time(*command) for command in COMMANDS]
    for name, value in {**ODD, "COLUMNS": columns}.items():
        monkeypatch.setenv(name, value)
    folder = tmp_path_factory.mktemp("ä folder (with) spaces")
    for name in ("TMPDIR", "HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(folder))
    for command, said in zip(COMMANDS, plain, strict=True):
        assert without_time(*command) == said, command


def test_a_browser_opens_where_the_temporary_folder_is_deep(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Chromium ended at once where the path of its socket had more than 107 bytes."""
    folder = tmp_path_factory.mktemp("a temporary folder of a user with a long name") / ("ã" * 50)
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    with page() as opened:
        opened.set_content("<p>open</p>")
        assert opened.inner_text("p") == "open"


def without_time(*command: str) -> str:
    return re.sub(r"\d+\.\d+ s\b", "0 s", printed(*command))
