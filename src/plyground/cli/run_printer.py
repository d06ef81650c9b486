"""How the commands that report on a run print it: in a language, the first screen or all, or as JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import typer

from plyground.cli.output import print_text

if TYPE_CHECKING:
    from plyground.arena.store import Store
    from plyground.words import Tongue


@dataclass(frozen=True)
class RunPrinter:
    """Makes the text of a run's report."""

    speaker: Tongue
    full: bool
    as_json: bool

    def print(self, text: str) -> None:
        """Print the report: what people read is no wider than the terminal."""
        typer.echo(text) if self.as_json else print_text(text)

    def text(self, store: Store) -> str:
        """The report of a run, as a command prints it."""
        from plyground.report.comparison import comparison_text
        from plyground.report.run_findings import run_findings
        from plyground.report.summary import report
        from plyground.report.text import report_text

        if store.about("experiment") and not self.as_json:
            return comparison_text(store, self.speaker, self.full)
        found = report(store)
        sentences = run_findings(store, found)
        if self.as_json:
            said = [finding.to_json(self.speaker) for finding in sentences]
            return json.dumps(found.to_json() | {"findings": said}, ensure_ascii=False)
        return report_text(found, self.speaker, findings=sentences, full=self.full)
