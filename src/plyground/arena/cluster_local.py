"""A cluster on this machine, in a process of its own: `python -P -m plyground.arena.cluster_local WORKERS`.

It prints the address of its scheduler, on loopback, and ends when its standard input does. It leads a
session of its own, for Dask's workers would not take a Ctrl-C well.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from tempfile import TemporaryDirectory

from plyground.errors import Failed

_LONGEST_END = 20.0  # seconds


@contextmanager
def local_cluster(workers: int) -> Iterator[str]:
    """The address of a cluster with so many workers, which is ended afterwards, however that comes."""
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "plyground.arena.cluster_local", str(workers)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        with process.stdout:
            address = process.stdout.readline().strip()
        if not address:
            raise Failed(f"no cluster could be started here (status {process.wait()})")
        yield address
    finally:
        process.stdin.close()
        try:
            process.wait(_LONGEST_END)
        except BaseException:
            process.kill()  # its workers watch it, and end by themselves
            process.wait()
            raise


def main() -> None:
    """What the process runs."""
    import dask
    from distributed import LocalCluster

    until, answers = os.dup(0), os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)  # not for those that are started here
    os.dup2(2, 1)
    with (
        TemporaryDirectory(prefix="plyground-", ignore_cleanup_errors=True) as folder,
        dask.config.set({"distributed.worker.profile.enabled": False}),
        LocalCluster(
            n_workers=int(sys.argv[1]),
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address=None,
            scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},  # or two clusters want the same port
            silence_logs=logging.CRITICAL,
            local_directory=folder,
            memory_limit=0,
        ) as cluster,
    ):
        with suppress(BrokenPipeError):
            os.write(answers, f"{cluster.scheduler_address}\n".encode())
        os.close(answers)
        os.read(until, 1)


if __name__ == "__main__":
    main()
