"""The routes of the server: some files over HTTP, everything else through one WebSocket."""

from __future__ import annotations

import asyncio
import json
import mimetypes
from functools import cache
from hashlib import blake2b
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from plyground.ui.web.connection import Connection
from plyground.ui.web.protocol import Refused, protocol_text
from plyground.ui.web.run_report import RunReports
from plyground.ui.web.security import Access, Guard
from plyground.ui.web.state import Lab
from plyground.ui.web.stored_runs import download
from plyground.ui.web.stored_trainings import training_file
from plyground.ui.web.transport import Gone
from plyground.words import LANGUAGES, sentences

STATIC = Path(__file__).parent / "static"
GZIP_LEVEL = 4  # half the time of 9 (32 ms for all files), and 2 % more bytes
# Sections of the catalogue that pages do not need.
PAGES_LACK = (
    *("exercise.", "figure.", "finding.", "grade.", "lab."),
    *("notebook.", "survey.", "terminal.", "window."),
    *("assignment-", "P0", "P1", "P2", "P3", "P4", "papers-figure.", "program.", "word."),
)


class ServerSocket:
    """A WebSocket of the server, as connections want it."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket

    async def accept(self) -> None:
        await self._socket.accept()

    async def receive(self) -> str | None:
        try:
            message = await self._socket.receive()
        except (WebSocketDisconnect, RuntimeError):
            raise Gone from None
        if message["type"] == "websocket.disconnect":
            raise Gone
        return message.get("text")

    async def send(self, text: str) -> None:
        try:
            await self._socket.send_text(text)
        except (WebSocketDisconnect, RuntimeError, OSError):
            raise Gone from None

    async def close(self, code: int) -> None:
        await self._socket.close(code)


def application(lab: Lab, access: Access) -> Guard:
    """The routes, behind the guard."""
    mimetypes.add_type("text/javascript", ".js")  # a system may call it otherwise, and browsers refuse that
    mimetypes.add_type("text/css", ".css")

    async def index(request: Request) -> Response:
        return FileResponse(STATIC / "index.html")

    async def words(request: Request) -> Response:
        language = request.path_params["language"]
        if language not in LANGUAGES:
            raise HTTPException(404)
        return json_response(request, catalogue_text(language))

    async def protocol(request: Request) -> Response:
        return json_response(request, protocol_text())

    async def stored_run(request: Request) -> Response:
        try:
            name, kind, chunks = await asyncio.to_thread(download, **request.path_params)
        except Refused:
            raise HTTPException(404) from None
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return StreamingResponse(chunks, media_type=kind, headers=headers)

    async def run_report(request: Request) -> Response:
        reports = lab.service(RunReports, RunReports)
        try:
            page = await reports.draw(request.path_params["run"], request.query_params.get("lang", "en"))
        except Refused as refused:
            return JSONResponse(refused.to_json(), 404 if refused.key == "jobs.no-run" else 409)
        name = f"plyground-run-{request.path_params['run']}-report.html"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(page, media_type="text/html", headers=headers)

    async def stored_training(request: Request) -> Response:
        try:
            name, kind, body = await asyncio.to_thread(training_file, **request.path_params)
        except (Refused, OSError):
            raise HTTPException(404) from None
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(body, media_type=kind, headers=headers)

    async def connect(socket: WebSocket) -> None:
        await Connection(lab, ServerSocket(socket), socket.scope["role"]).serve()

    routes = [
        Route("/", index),
        Mount("/static", StaticFiles(directory=STATIC)),
        Route("/catalogue/{language}.json", words),
        Route("/protocol.json", protocol),
        Route("/runs/{run}/report.html", run_report),
        Route("/runs/{run}/{name}", stored_run),
        Route("/trainings/{training}/{name}", stored_training),
        WebSocketRoute("/ws", connect),
    ]
    compression = Middleware(GZipMiddleware, compresslevel=GZIP_LEVEL)
    handlers = {HTTPException: _error_response}
    return Guard(Starlette(routes=routes, middleware=[compression], exception_handlers=handlers), access)


def json_response(request: Request, body: bytes) -> Response:
    """A text of JSON, or nothing if the page has it already."""
    tag = f'"{blake2b(body, digest_size=12).hexdigest()}"'
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers={"etag": tag})
    return Response(body, headers={"etag": tag, "content-type": "application/json; charset=utf-8"})


@cache
def catalogue_text(language: str) -> bytes:
    """The sentences that pages may need, in one language."""
    said = {
        key: sentence for key, sentence in sentences(language).items() if not key.startswith(PAGES_LACK)
    }
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()


async def _error_response(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    return PlainTextResponse(f"{status}\n", status)
