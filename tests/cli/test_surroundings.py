"""Machines differ in language, time zone, terminal and colours: what is printed into a pipe does not."""

from __future__ import annotations

import re

import pytest

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


def without_time(*command: str) -> str:
    return re.sub(r"\d+\.\d+ s\b", "0 s", printed(*command))
