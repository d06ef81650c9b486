"""The process of a cluster on this machine: `python -P -m plyground.arena.cluster.local_main WORKERS`.

It prints the address of its scheduler, on loopback, and ends when its standard input does. It leads a
session of its own, because Dask's workers do not handle a Ctrl-C well.
"""

from __future__ import annotations

import logging
import os
import sys
from contextlib import suppress
from tempfile import TemporaryDirectory


def main() -> None:
    """Run a cluster until standard input ends."""
    import dask
    from distributed import LocalCluster

    until, answers = os.dup(0), os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)  # not for the workers
    os.dup2(2, 1)
    with (
        TemporaryDirectory(prefix="plyground-", ignore_cleanup_errors=True) as folder,
        dask.config.set({"distributed.worker.profile.enabled": False, "temporary-directory": folder}),
        LocalCluster(
            n_workers=int(sys.argv[1]),
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address=None,
            scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},  # else two clusters want the same port
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
