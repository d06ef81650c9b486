"""`plyground window` in processes of its own: how it opens, how it fails, and that nothing is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pygame
import pytest

from helpers.command import COMMAND, PATIENCE, hear_ctrl_c, wait_until
from helpers.window_driver import Driver
from plyground.errors import BadSpec
from plyground.processes import children
from plyground.ui.window.launch import open_window

DUMMY = {"SDL_VIDEODRIVER": "dummy"}


def ran(*args: str, env: dict[str, str]) -> tuple[int, str]:
    clean = {
        k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    }
    done = subprocess.run(
        [*COMMAND, "window", *args], env=clean | env, capture_output=True, text=True, timeout=60
    )
    assert done.stdout == ""
    return done.returncode, done.stderr


def test_bad_usage_is_a_sentence() -> None:
    code, said = ran("connect4", "--position", "49", env=DUMMY)
    assert (code, said) == (2, "plyground: no column 9 in 4|9: columns are 1 to 7\n")


def test_bad_usage_is_told_in_the_chosen_language() -> None:
    code, said = ran("connect4", "--second", "alfabeta", "--lang", "pt-BR", env=DUMMY)
    assert (code, said) == (2, "plyground: Jogador inválido “alfabeta”: você quis dizer alphabeta?\n")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("chess", "human", None, "-", "en", 0), "no game chess"),
        (("connect4", "human", None, "-", "xx", 0), "no language xx"),
        (("connect4", "human", "nobody", "-", "en", 0), "no agent nobody"),
    ],
)
def test_bad_window_options_are_refused(
    options: tuple[str, str, str | None, str, str, int], sentence: str
) -> None:
    with pytest.raises(BadSpec, match=sentence), open_window(*options):
        pass


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a screen")
@pytest.mark.parametrize("env", [{}, {"SDL_VIDEODRIVER": "x11"}])
def test_no_screen_is_a_sentence(env: dict[str, str]) -> None:
    code, said = ran(env=env)
    assert (code, said.count("\n")) == (1, 1)
    assert said.startswith("plyground: no window can be opened here: there is no screen")


def test_no_pygame_is_a_sentence() -> None:
    code = "import sys; sys.modules['pygame'] = None; sys.argv = ['plyground', 'window']; from plyground.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 1
    assert done.stderr == "plyground: the window needs pygame-ce: pip install 'plyground[window]'\n"


@contextmanager
def running(*args: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [*COMMAND, "window", *args],
        env=os.environ | DUMMY,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_ctrl_c,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        assert process.stderr is not None
        process.stderr.close()


def minds_of(process: int) -> set[int]:
    """The processes that think for a window."""
    tasks = Path(f"/proc/{process}/task")
    lists = [task / "children" for task in tasks.iterdir()] if tasks.exists() else []
    return {int(child) for listed in lists if listed.exists() for child in listed.read_text().split()}


def hears(process: int, number: int) -> bool:
    """Whether a process does something of its own about a signal: a window that is open does."""
    status = Path(f"/proc/{process}/status").read_text()
    caught = next(line.split()[1] for line in status.splitlines() if line.startswith("SigCgt"))
    return bool(int(caught, 16) >> number - 1 & 1)


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_signal_ends_the_window_and_all_that_thinks(number: int, code: int) -> None:
    with running("gomoku", "--first", "minimax()") as process:
        wait_until(lambda: minds_of(process.pid) and hears(process.pid, number))
        minds = minds_of(process.pid)
        process.send_signal(number)
        assert process.wait(30) == code
        assert process.stderr is not None
        assert process.stderr.read() == "plyground: interrupted\n"
        wait_until(lambda: not any(Path(f"/proc/{mind}").exists() for mind in minds))


def test_closing_ends_an_endless_search() -> None:
    before = children()
    with open_window("gomoku", "minimax()", "human", "-", "en", 0) as app:
        driver = Driver(app)
        wait_until(lambda: children() - before)
        driver.look()
        assert driver.view.thinking == "move"
        pygame.event.post(pygame.Event(pygame.QUIT))
        app.run()
    assert children() <= before


def test_a_display_that_is_not_there_is_a_sentence() -> None:
    environment = {"DISPLAY": ":99999", "PATH": "/usr/bin:/bin", "HOME": "/tmp"}
    ran = subprocess.run(
        [*COMMAND, "window"], capture_output=True, text=True, timeout=PATIENCE, env=environment
    )
    assert ran.returncode == 1
    assert "no window can be opened here" in ran.stderr
    assert "Traceback" not in ran.stderr
