"""Agents that end their process, or cut what ties it to the arena."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import time
from typing import Any

from plyground import Position


def by_exit(position: Position[Any]) -> Any:
    os._exit(3)


def with_last_words(position: Position[Any]) -> Any:
    sys.stderr.write("no more of this\n")
    sys.stderr.flush()
    os._exit(0)


def by_segmentation_fault(position: Position[Any]) -> Any:
    ctypes.string_at(0)


def by_abort(position: Position[Any]) -> Any:
    os.abort()


def by_its_own_hand(position: Position[Any]) -> Any:
    os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(3_600)


def by_a_thread(position: Position[Any]) -> Any:
    threading.Timer(0.01, os._exit, (3,)).start()
    time.sleep(3_600)


def by_closing_everything(position: Position[Any]) -> Any:
    os.closerange(0, 1_024)
    return position.moves()[0]


def closed_and_hanging(position: Position[Any]) -> Any:
    os.closerange(0, 1_024)
    time.sleep(3_600)


def closed_output(position: Position[Any]) -> Any:
    """Standard output and error are its own to close: it plays on."""
    os.closerange(1, 3)
    return position.moves()[0]
