"""Claims are measured by the server: pages come and go, and what was found is kept."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

import plyground
from helpers.jobs import Page, page
from plyground.ui.web import papers
from plyground.ui.web.papers import Measurements, read_findings
from plyground.ui.web.state import Lab

CLAIM, OTHER, THIRD = "P2.states", "P2.leaves", "P1.figure-1"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PLYGROUND_RUNS", str(tmp_path))
    return tmp_path


def test_claims_are_measured_without_a_page_and_kept(folder: Path) -> None:
    """Leaving the page ended the queue, and a reload forgot what was found."""

    async def first() -> dict[str, Any]:
        async with page() as left:
            await left.ask("papers")
            await left.ask("measure", claims=[CLAIM, OTHER, CLAIM])
            left.lab.leave(left)
            other = Page(left.lab)
            state = (await other.ask("papers"))["state"]
            assert [state["running"], *state["queue"], *state["found"]] == [CLAIM, OTHER]
            found = await other.found(CLAIM, OTHER)
            assert left.findings() == {}
            return found

    async def later() -> Any:
        async with page() as listener:
            return (await listener.ask("papers"))["state"]

    found = asyncio.run(first())
    assert found[CLAIM]["when"].startswith("20")
    assert asyncio.run(later()) == {"found": found, "wrong": {}, "running": None, "queue": []}


def test_cancelled_claim_makes_room_for_the_next() -> None:
    async def script() -> Any:
        async with page() as listener:
            await listener.ask("papers")
            await listener.ask("measure", claims=[CLAIM, OTHER, THIRD])
            await listener.ask("unmeasure", claims=[CLAIM, OTHER])
            waiting = listener.told[-1]["measuring"]
            return waiting, await listener.found(THIRD)

    waiting, found = asyncio.run(script())
    assert waiting == {"running": THIRD, "queue": []}
    assert list(found) == [THIRD]


def test_failed_claim_says_why_and_the_next_goes_on() -> None:
    async def script() -> Any:
        async with page() as listener:
            await listener.ask("papers")
            measurements = papers.measurements(listener)
            measurements.add(["P9.nothing", CLAIM])
            return await listener.found(CLAIM), measurements.wrong

    found, wrong = asyncio.run(script())
    assert list(found) == [CLAIM]
    assert wrong["P9.nothing"]["key"] == "server.job-failed"


@pytest.mark.parametrize(
    "text",
    [
        "no JSON",
        "[]",
        json.dumps({"version": "0.0", "found": {CLAIM: {}}}),
        json.dumps({"version": plyground.__version__, "found": {CLAIM: {"ours": 1}}}),
    ],
)
def test_malformed_findings_file_is_ignored(folder: Path, text: str) -> None:
    (folder / "findings.json").write_text(text, encoding="utf-8")
    assert read_findings(folder / "findings.json") == {}


def test_a_folder_that_cannot_be_written_costs_no_finding(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (folder / "file").write_text("", encoding="utf-8")

    async def script() -> None:
        lab = Lab()
        measurements = Measurements(lab.job_pool, folder / "file" / "findings.json")
        measurements.add([CLAIM])
        while not measurements.found:
            await asyncio.sleep(0.01)
        await lab.close()

    asyncio.run(script())
    assert "keeping what was measured failed" in capfd.readouterr().err
