"""A pool of processes that compute a function of ours side by side, and end with this one."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from typing import TypeVar

A = TypeVar("A")
B = TypeVar("B")


class WorkerDied(Exception):
    """A process of the pool has ended in the middle of its work."""


def compute_in_processes(
    function: Callable[[A], B], values: Iterable[A], workers: int, start: Callable[[], None]
) -> Iterator[tuple[A, B]]:
    """Values with what a function returns for each, in the order they are done.

    `start` runs first in every process.
    When the caller stops early, or an error occurs, all processes of the pool are ended.
    """
    context = multiprocessing.get_context("spawn")
    others = set(multiprocessing.active_children())
    with ProcessPoolExecutor(workers, context, partial(_start_worker, start)) as pool:
        try:
            with _blocked_ctrl_c():
                waiting = {pool.submit(function, value): value for value in values}
            for done in as_completed(waiting):
                yield waiting[done], done.result()
        except BrokenProcessPool:
            raise WorkerDied from None
        except BaseException:  # also GeneratorExit: the caller has stopped
            pool.shutdown(wait=False, cancel_futures=True)
            for process in set(multiprocessing.active_children()) - others:
                process.terminate()
            raise


@contextmanager
def _blocked_ctrl_c() -> Iterator[None]:
    """Processes that start meanwhile never receive Ctrl-C, not even before our code runs in them."""
    if not hasattr(signal, "pthread_sigmask"):  # pragma: no cover - Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_worker(start: Callable[[], None]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent receives Ctrl-C and ends us (on Windows, too)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)
