"""The signature that is kept in the repository is that of both cores."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from helpers.command import printed
from plyground.native import HAS_CORE, Core
from plyground.signature import search_count, searches, signature

KEPT = (Path(__file__).parent / "data" / "signature.txt").read_text().strip()


@pytest.mark.parametrize("core", [pytest.param("python", marks=pytest.mark.campaign), "native"])
def test_the_signature_is_the_one_that_is_kept(core: Core) -> None:
    """If a search was meant to change, write what `plyground signature` prints into data/signature.txt."""
    entries = list(searches(core))
    assert {entry.found.core for entry in entries} == {core}
    assert str(signature(iter(entries))) == KEPT


def test_the_command() -> None:
    core = "native" if HAS_CORE else "python"
    assert printed("signature").startswith(f"signature {KEPT}\n{search_count()} searches, {core} core, ")
    told = json.loads(printed("signature", "--json", "--each"))
    assert f"{told['nodes']} {told['digest']}" == KEPT
    assert sum(row["nodes"] for row in told["each"]) == told["nodes"]
    assert len(told["each"]) == told["searches"] == search_count()
