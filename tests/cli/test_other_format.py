"""A run that another plyground has written, older or newer, is refused in a sentence by all that read runs."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from helpers.command import run
from helpers.played import played

READERS = {
    "resume": ("resume", "RUN"),
    "runs": ("runs", "RUN"),
    "report": ("report", "RUN"),
    "export": ("export", "RUN", "--json"),
    "replay": ("replay", "RUN", "0"),
    "match": ("match", "tictactoe", "random", "random", "--games", "2", "--run", "RUN"),
}


@pytest.mark.parametrize("number", [0, 2, 999])
@pytest.mark.parametrize("reader", READERS)
def test_another_format_is_refused_in_a_sentence(reader: str, number: int, tmp_path: Path) -> None:
    path = tmp_path / "a.run"
    played(path, games=2).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {number}")
    before = path.read_bytes()
    found = run(*(str(path) if word == "RUN" else word for word in READERS[reader]))
    assert found.returncode in (1, 2)
    assert found.stdout == ""
    assert found.stderr.startswith("plyground: ")
    assert "there already" in found.stderr if reader == "match" else f"has format {number}" in found.stderr
    assert path.read_bytes() == before
