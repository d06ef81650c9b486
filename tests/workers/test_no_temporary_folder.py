"""Where agents play: in a folder of their own, or nowhere, and then in a sentence."""

from __future__ import annotations

import tempfile

import pytest

from plyground.errors import Failed
from plyground.workers.scratch import ScratchFolder


def test_no_temporary_folder_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was a traceback of the player's process, three times, and then an accusation of the agent."""

    def nowhere(*_: object) -> str:
        raise FileNotFoundError(2, "No usable temporary directory found in ['/tmp']")

    monkeypatch.setattr(tempfile, "_get_default_tempdir", nowhere)
    monkeypatch.setattr(tempfile, "tempdir", None)
    with pytest.raises(
        Failed, match=r"no folder for an agent to play in \(No usable temporary .* set TMPDIR"
    ):
        ScratchFolder.new()
