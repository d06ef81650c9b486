"""A real JupyterLab with a real kernel, in a folder of its own; where there is none, tests are skipped."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

MISSING = "JupyterLab is not installed: make test-notebook installs it and runs this"
SETTINGS = Path("lab", "settings", "@jupyterlab", "apputils-extension")
READY = "window.jupyterapp && jupyterapp.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"
START_SECONDS = 180
KERNEL = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}


@contextmanager
def jupyter_lab(folder: Path, theme: str = "JupyterLab Light") -> Iterator[str]:
    """The address of a server for the notebooks in a folder."""
    pytest.importorskip("jupyterlab", reason=MISSING)
    home = folder / ".jupyter"
    settings = home / SETTINGS
    settings.mkdir(parents=True)
    (settings / "themes.jupyterlab-settings").write_text(json.dumps({"theme": theme}))
    (settings / "notification.jupyterlab-settings").write_text(
        '{"fetchNews": "false", "checkForUpdates": false}'
    )
    places = {
        "JUPYTER_CONFIG_DIR": home / "config",
        "JUPYTER_DATA_DIR": home / "data",
        "JUPYTER_RUNTIME_DIR": home / "runtime",
        "JUPYTERLAB_SETTINGS_DIR": home / "lab" / "settings",
        "JUPYTERLAB_WORKSPACES_DIR": home / "lab" / "workspaces",
        "IPYTHONDIR": home / "ipython",
    }
    command = [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1", "--port=0"),
        *("--IdentityProvider.token=", "--expose-app-in-browser", f"--ServerApp.root_dir={folder}"),
    ]
    environment = os.environ | {name: str(place) for name, place in places.items()}
    environment |= {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "PLYGROUND_LANG": "en"}
    log = home / "server.log"
    with (
        log.open("w") as said,
        subprocess.Popen(command, env=environment, stdout=said, stderr=said) as server,
    ):
        try:
            yield _address(server, log)
        finally:
            server.terminate()


def _address(server: subprocess.Popen[bytes], log: Path) -> str:
    """Where the server is, as it says when it is ready."""
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and server.poll() is None:
        if found := re.search(r"http://127\.0\.0\.1:\d+/", log.read_text()):
            return found[0]
        time.sleep(0.1)
    raise AssertionError(f"JupyterLab did not start:\n{log.read_text()[-3_000:]}")


def notebook_of(cells: Sequence[str]) -> str:
    """A notebook of code cells, as text."""
    made: list[dict[str, Any]] = [
        {
            "cell_type": "code",
            "execution_count": None,
            "id": f"cell-{number}",
            "metadata": {},
            "outputs": [],
            "source": cell,
        }
        for number, cell in enumerate(cells)
    ]
    return json.dumps({"cells": made, "metadata": KERNEL, "nbformat": 4, "nbformat_minor": 5})


def open_notebook(page: Any, address: str, name: str) -> None:
    """Open a notebook and wait for its kernel."""
    page.goto(f"{address}doc/tree/{name}")
    page.wait_for_function(READY, timeout=120_000)


def run_all(page: Any) -> None:
    """Run all cells and wait until they are done."""
    page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
    page.wait_for_function(READY, timeout=120_000)
