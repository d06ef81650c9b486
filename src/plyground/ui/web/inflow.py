"""A bound on what a connection may send, whatever it is.

Requests are counted elsewhere. Pings and empty pieces of a message are none: a page that sent nothing else
kept the server busy, and, if it did not read the answers, took as much memory as it sent.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from plyground.ui.web.transport import TokenBucket
from plyground.ui.web.validation import Caps


def bounded_protocol(caps: Caps, clock: Callable[[], float]) -> type[WebSocketsSansIOProtocol]:
    """Uvicorn's protocol; a connection that sends too much is cut."""

    class BoundedProtocol(WebSocketsSansIOProtocol):
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            self._inflow = TokenBucket(caps.inflow, caps.inflow_rate, clock())

        def data_received(self, data: bytes) -> None:
            if self._inflow.take(clock(), len(data)):
                super().data_received(data)
            else:
                self.transport.abort()

    return BoundedProtocol
