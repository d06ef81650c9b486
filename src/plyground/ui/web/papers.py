"""The page "Papers": claims are measured one after the other, and a file keeps what was found.

The queue belongs to the server: a claim is measured even if the page that asked for it has gone. Every page
that shows the papers gets the news.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any
from weakref import WeakSet

import plyground
from plyground.data_folder import runs_folder
from plyground.errors import PlygroundError, truncate
from plyground.session.search_pool import SearchPool, SearchTask
from plyground.ui.web.protocol import Refused, Wrong, check
from plyground.ui.web.state import Handler, Page, complain, read_reply
from plyground.whole_file import write_whole

Data = dict[str, Any]

MAX_SECONDS = 300.0  # of one claim: the slowest claim plays matches for half a minute
REPLY_FIELDS = ("ours", "verdict", "why", "readings")  # of a reply, as far as it has them


class Measurements:
    """Findings, what waits to be measured, and who wants to know."""

    def __init__(self, jobs: SearchPool, file: Path | None) -> None:
        self.found: dict[str, Data] = read_findings(file)
        self.wrong: dict[str, Data] = {}  # why a claim was not measured the last time
        self.queue: list[str] = []
        self.running: str | None = None
        self._file = file
        self._jobs = jobs
        self._task: SearchTask | None = None
        self._watchers: WeakSet[Page] = WeakSet()
        self._loop = asyncio.get_running_loop()

    def state(self) -> Data:
        """All there is to know."""
        return {"found": self.found, "wrong": self.wrong, **self._waiting()}

    def watch(self, page: Page) -> None:
        """Send a page every change from now on."""
        self._watchers.add(page)

    def unwatch(self, page: Page) -> None:
        """Send it no more."""
        self._watchers.discard(page)

    def add(self, claims: Iterable[str]) -> None:
        """Put claims into the queue, each once."""
        for claim in claims:
            self.wrong.pop(claim, None)
            if claim != self.running and claim not in self.queue:
                self.queue.append(claim)
        self._begin()
        self._tell()

    def drop(self, claims: Iterable[str]) -> None:
        """Take claims out of the queue, or stop measuring them."""
        unwanted = set(claims)
        self.queue = [claim for claim in self.queue if claim not in unwanted]
        if self.running in unwanted and self._task is not None:
            self._task.cancel()
            self._task = self.running = None
        self._begin()
        self._tell()

    async def close(self) -> None:
        """Measure nothing more."""
        self.queue.clear()
        self.drop([self.running] if self.running else [])

    def _waiting(self) -> Data:
        return {"running": self.running, "queue": list(self.queue)}

    def _begin(self) -> None:
        """Begin to measure the next claim, unless one is being measured."""
        if self.running is not None or not self.queue:
            return
        self.running = self.queue.pop(0)
        request = {"claim": self.running}
        task = self._jobs.ask([(request, MAX_SECONDS)], lambda: self._wake(lambda: self._take(task)))
        self._task = task

    def _wake(self, call: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(call)

    def _take(self, task: SearchTask) -> None:
        if task is not self._task or self.running is None:
            return
        claim, self._task, self.running = self.running, None, None
        news: Data = {"claim": claim}
        try:
            reply = read_reply(task.reply)
        except Refused as refused:
            self.wrong[claim] = news["error"] = refused.to_json()
        else:
            self.found[claim] = news["finding"] = finding_json(reply, reply.cost.wall)
            self._keep()
        self._begin()
        self._tell(news)

    def _tell(self, news: Mapping[str, Any] | None = None) -> None:
        for page in list(self._watchers):
            page.push({"measuring": {**self._waiting(), **(news or {})}})

    def _keep(self) -> None:
        if self._file is None:
            return
        try:
            write_findings(self._file, self.found)
        except OSError as error:
            complain("keeping what was measured", error)


def findings_file() -> Path | None:
    """Where findings are kept: with the runs; None if there is no such place."""
    try:
        return runs_folder() / "findings.json"
    except PlygroundError:
        return None


def read_findings(file: Path | None) -> dict[str, Data]:
    """The findings of a file: only those of this version that look like findings."""
    try:
        kept = json.loads(file.read_text(encoding="utf-8")) if file is not None else {}
    except (OSError, ValueError):
        return {}
    if not isinstance(kept, dict) or kept.get("version") != plyground.__version__:
        return {}
    found = kept.get("found")
    return {
        claim: finding
        for claim, finding in (found.items() if isinstance(found, dict) else ())
        if is_finding(finding)
    }


def finding_json(reply: Mapping[str, Any], seconds: float) -> Data:
    """A finding as it is kept: what was measured, how long that took, and when."""
    finding = {name: reply[name] for name in REPLY_FIELDS if name in reply}
    return finding | {"seconds": seconds, "when": datetime.now(UTC).isoformat(timespec="seconds")}


def write_findings(file: Path, found: Mapping[str, Data]) -> None:
    """Keep findings in a file, for this version."""
    file.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"version": plyground.__version__, "found": found}, ensure_ascii=False)
    write_whole(file, text)


def is_finding(finding: object) -> bool:
    """Whether it has the form that pages expect."""
    try:
        check(finding, "Finding")
    except Wrong:
        return False
    return True


def measurements(page: Page) -> Measurements:
    """Those of the server, which begin with the findings of the file."""
    pool = page.lab.job_pool
    return page.lab.service(Measurements, lambda: Measurements(pool, findings_file()))


async def papers(page: Page, fields: Mapping[str, Any]) -> dict[str, Any]:
    """All papers with their claims and findings; news follow."""
    known = await asyncio.to_thread(known_papers)
    found = measurements(page)
    found.watch(page)
    return {"papers": known, "state": found.state()}


async def measure(page: Page, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Measure claims, in their turn."""
    known = await asyncio.to_thread(known_papers)
    ids = {claim["id"] for paper in known for claim in paper["claims"]}
    for wanted in fields["claims"]:
        if wanted not in ids:
            raise Refused("jobs.no-claim", claim=truncate(str(wanted)))
    measurements(page).add(fields["claims"])
    return {}


async def unmeasure(page: Page, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Do not measure claims after all."""
    measurements(page).drop(fields["claims"])
    return {}


@cache
def known_papers() -> list[dict[str, Any]]:
    """The papers with their claims, as pages are told of them."""
    from plyground.papers.claim import short_title, title  # slow to load
    from plyground.papers.positions import POSITIONS
    from plyground.papers.registry import PAPERS
    from plyground.words import LANGUAGES

    def claim_json(claim: Any) -> dict[str, Any]:
        said = {language: claim.says(language) for language in LANGUAGES}
        facts = {name: getattr(claim, name) for name in ("id", "published", "deterministic")}
        shown = POSITIONS.get(claim.id)
        return {**facts, "claim": said, "shows": shown and shown._asdict()}

    return [
        {
            "name": name,
            "short": {language: short_title(name, language) for language in LANGUAGES},
            "title": {language: title(name, language) for language in LANGUAGES},
            "claims": [claim_json(claim) for claim in paper.CLAIMS],
        }
        for name, paper in PAPERS.items()
    ]


HANDLERS: dict[str, Handler] = {"papers": papers, "measure": measure, "unmeasure": unmeasure}
