"""The connection to a cluster: its address, whether it answers, and a silent client of Dask."""

from __future__ import annotations

import logging
import re
import socket
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import TYPE_CHECKING

from plyground.errors import BadSpec, Failed, PlygroundError, truncate
from plyground.workers.process import start_module

if TYPE_CHECKING:
    from distributed import Client

LOST = "the cluster was lost ({}): what was played is kept, and plyground resume goes on"
LOCAL = "local"  # the address of a cluster that is started on this machine, for one run
_ADDRESS = re.compile(
    r"(?P<scheme>tcp|tls|ws|wss)://(?P<host>\[[0-9a-fA-F:.]+\]|[^\s/:@\[\]]+):(?P<port>\d+)"
)
_CONNECTING = 10.0  # seconds: the scheduler may be started at the same moment
_FIRST_WORKER = 30.0
_PAUSE = 0.2
_MAX_END = 20.0  # seconds for a cluster of our own to end

Say = Callable[[str], None]


@contextmanager
def local_cluster(workers: int) -> Iterator[str]:
    """The address of a new cluster on this machine; it ends with the context, whatever happens."""
    process = start_module("plyground.arena.cluster.local_main", workers)
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        with process.stdout:
            address = process.stdout.readline().decode().strip()
        if not address:
            raise Failed(f"no cluster could be started here (status {process.wait()})")
        yield address
    finally:
        process.stdin.close()
        try:
            process.wait(_MAX_END)
        except BaseException:
            process.kill()  # its workers watch it, and end by themselves
            process.wait()
            raise


def check_address(text: str) -> None:
    """Raise an error if a text is no address of a cluster, or if Dask is not installed."""
    found = _ADDRESS.fullmatch(text)
    if text != LOCAL and not (found and 0 < int(found["port"]) < 1 << 16):
        right = "a cluster is local, or tcp://HOST:PORT where a Dask scheduler is"
        raise BadSpec(f"no cluster {truncate(text)}", text, None, right)
    if find_spec("distributed") is None:
        raise PlygroundError("clusters need distributed: pip install 'plyground[cluster]'")


def check_reachable(address: str, say: Say) -> None:
    """Make sure that a cluster answers before a run begins; say what is waited for."""
    check_address(address)
    if address != LOCAL:
        with connect(address, say):
            pass


@contextmanager
def connect(address: str, say: Say | None = None) -> Iterator[Client]:
    """A client of a cluster that has workers."""
    from distributed import Client

    _retry(lambda: _probe(address), _CONNECTING, f"nobody answers at {address} yet", say)
    with _silence_dask():
        try:
            _check_certificates(address)
            with warnings.catch_warnings(action="ignore"):
                client = Client(address, timeout=_CONNECTING, set_as_default=False, direct_to_workers=False)
        except PlygroundError:
            raise
        except Exception as error:  # noqa: BLE001 - errors of Dask, of many kinds
            raise Failed(f"no Dask scheduler answers at {address} ({_summary(error)})") from None
        try:
            with cluster_errors():
                waiting = f"{address} has no workers yet"
                _retry(lambda: _look_for_workers(client, address), _FIRST_WORKER, waiting, say)
                _check_installed(client, address)
            yield client
        finally:
            with suppress(Exception), warnings.catch_warnings(action="ignore"):
                client.close()


@contextmanager
def cluster_errors() -> Iterator[None]:
    """Turn errors of the connection into one sentence."""
    try:
        yield
    except PlygroundError:
        raise
    except CancelledError:  # all that a client waits for is cancelled
        raise Failed(LOST.format("the scheduler is gone")) from None
    except Exception as error:  # noqa: BLE001 - errors of Dask, of many kinds
        raise Failed(LOST.format(_summary(error))) from None


def _summary(error: BaseException) -> str:
    """An error on one line."""
    return truncate(f"{type(error).__name__}: {error}".replace("\n", " "), 300)


class _TryAgain(Failed):
    """A failure that may go away in a moment."""


def _retry(attempt: Callable[[], None], seconds: float, waiting: str, say: Say | None) -> None:
    """Repeat an attempt for some seconds, as long as it fails."""
    until = time.monotonic() + seconds
    while True:
        try:
            return attempt()
        except _TryAgain:
            if time.monotonic() > until:
                raise
        if say:
            say(f"{waiting}: trying for {seconds:.0f} s")
            say = None
        time.sleep(_PAUSE)


def _probe(address: str) -> None:
    """Check that a scheduler answers: it sends binary data first. Dask itself would wait for ever."""
    found = _ADDRESS.fullmatch(address)
    assert found is not None
    place = found["host"].strip("[]"), int(found["port"])
    try:
        line = socket.create_connection(place, _CONNECTING / 2)
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise _TryAgain(f"no Dask scheduler answers at {address} ({why})") from None
    heard = b""
    with line, suppress(OSError):
        heard = line.recv(8) if found["scheme"] == "tcp" else b"\0"
    if not heard or (heard.isascii() and heard.decode().isprintable()):
        raise Failed(f"whoever answers at {address} is no Dask scheduler")


def _look_for_workers(client: Client, address: str) -> None:
    if not client.nthreads():
        raise _TryAgain(f"{address} has no workers: start some with dask worker {address}")


def _check_installed(client: Client, address: str) -> None:
    """Ask with a standard function: a machine without plyground would fail silently at the first pair."""
    found = client.run(version, "plyground", on_error="return")
    try:
        client.run_on_scheduler(version, "plyground")
    except PackageNotFoundError as error:
        found[f"scheduler {address}"] = error
    for where, answer in found.items():
        if isinstance(answer, PackageNotFoundError):
            raise PlygroundError(f"{where} has no plyground: it must be the same on all machines")


def _check_certificates(address: str) -> None:
    from distributed.security import Security

    if address.startswith(("tls", "wss")) and not Security().get_connection_args("client").get(
        "ssl_context"
    ):
        where = "distributed.comm.tls in Dask's configuration"
        raise PlygroundError(f"{address} needs certificates: name them under {where}")


@contextmanager
def _silence_dask() -> Iterator[None]:
    """Silence Dask's log messages: we report errors ourselves."""
    loggers = [
        logging.getLogger(name) for name in ("distributed", "distributed.client", "tornado.application")
    ]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
