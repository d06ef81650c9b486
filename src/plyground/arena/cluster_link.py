"""The way to a cluster: its address, whether anybody is there, and a client of Dask's that says nothing."""

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

from plyground.errors import BadSpec, Failed, PlygroundError, clip

if TYPE_CHECKING:
    from distributed import Client

LOST = "the cluster was lost ({}): what was played is kept, and plyground resume goes on"
LOCAL = "local"  # the address of a cluster that is started on this machine, for one run
_ADDRESS = re.compile(
    r"(?P<scheme>tcp|tls|ws|wss)://(?P<host>\[[0-9a-fA-F:.]+\]|[^\s/:@\[\]]+):(?P<port>\d+)"
)
_CONNECTING = 10.0  # seconds: whoever starts everything at once has a scheduler a little later
_FIRST_WORKER = 30.0
_PAUSE = 0.2

Say = Callable[[str], None]


def check_address(text: str) -> None:
    """A sentence if a text is no address of a cluster, or if nobody here could talk to one."""
    found = _ADDRESS.fullmatch(text)
    if text != LOCAL and not (found and 0 < int(found["port"]) < 1 << 16):
        right = "a cluster is local, or tcp://HOST:PORT where a Dask scheduler is"
        raise BadSpec(f"no cluster {clip(text)}", text, None, right)
    if find_spec("distributed") is None:
        raise PlygroundError("clusters need distributed: pip install 'plyground[cluster]'")


def reach(address: str, say: Say) -> None:
    """Make sure that a cluster is there, before a run is begun for it; say what is waited for."""
    check_address(address)
    if address != LOCAL:
        with connected(address, say):
            pass


@contextmanager
def connected(address: str, say: Say | None = None) -> Iterator[Client]:
    """A client of a cluster that has workers."""
    from distributed import Client

    _patiently(lambda: _knock(address), _CONNECTING, f"nobody answers at {address} yet", say)
    with _quiet():
        try:
            _check_certificates(address)
            with warnings.catch_warnings(action="ignore"):
                client = Client(address, timeout=_CONNECTING, set_as_default=False, direct_to_workers=False)
        except PlygroundError:
            raise
        except Exception as error:  # noqa: BLE001 - of many kinds, and none is ours
            raise Failed(f"no Dask scheduler answers at {address} ({_in_short(error)})") from None
        try:
            with talking():
                waiting = f"{address} has no workers yet"
                _patiently(lambda: _look_for_workers(client, address), _FIRST_WORKER, waiting, say)
                _check_installed(client, address)
            yield client
        finally:
            with suppress(Exception), warnings.catch_warnings(action="ignore"):
                client.close()


@contextmanager
def talking() -> Iterator[None]:
    """Say in a sentence what goes wrong between us and a cluster."""
    try:
        yield
    except PlygroundError:
        raise
    except CancelledError:  # what becomes of everything that a client waits for
        raise Failed(LOST.format("the scheduler is gone")) from None
    except Exception as error:  # noqa: BLE001 - of many kinds, and none is ours
        raise Failed(LOST.format(_in_short(error))) from None


def _in_short(error: BaseException) -> str:
    """What somebody else's error says, on one line."""
    return clip(f"{type(error).__name__}: {error}".replace("\n", " "), 300)


class _NotYet(Failed):
    """What may be better in a moment."""


def _patiently(attempt: Callable[[], None], seconds: float, waiting: str, say: Say | None) -> None:
    """Try something again and again for some time, as long as it fails."""
    until = time.monotonic() + seconds
    while True:
        try:
            return attempt()
        except _NotYet:
            if time.monotonic() > until:
                raise
        if say:
            say(f"{waiting}: trying for {seconds:.0f} s")
            say = None
        time.sleep(_PAUSE)


def _knock(address: str) -> None:
    """See whether a scheduler is there: it speaks first, not in letters. Dask would wait for ever."""
    found = _ADDRESS.fullmatch(address)
    assert found is not None
    place = found["host"].strip("[]"), int(found["port"])
    try:
        line = socket.create_connection(place, _CONNECTING / 2)
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise _NotYet(f"no Dask scheduler answers at {address} ({why})") from None
    heard = b""
    with line, suppress(OSError):
        heard = line.recv(8) if found["scheme"] == "tcp" else b"\0"
    if not heard or (heard.isascii() and heard.decode().isprintable()):
        raise Failed(f"whoever answers at {address} is no Dask scheduler")


def _look_for_workers(client: Client, address: str) -> None:
    if not client.nthreads():
        raise _NotYet(f"{address} has no workers: start some with dask worker {address}")


def _check_installed(client: Client, address: str) -> None:
    """Ask in words that everybody understands: who has no plyground would fall silent at the first pair."""
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
def _quiet() -> Iterator[None]:
    """Let Dask say nothing meanwhile: what matters becomes a sentence of ours."""
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
