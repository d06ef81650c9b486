"""The server: a handful of files over HTTP, everything else through one WebSocket."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Mapping
from functools import cache, lru_cache
from hashlib import blake2b
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from plyground.ui.i18n import LANGUAGES, catalogue
from plyground.ui.web.connection import Connection
from plyground.ui.web.guard import Door, Guard
from plyground.ui.web.protocol import protocol_text
from plyground.ui.web.rooms import Lab, Refused
from plyground.ui.web.stored import download

STATIC = Path(__file__).parent / "static"
TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json"}


def served_files(folder: Path = STATIC) -> Mapping[str, Path]:
    """Every file that may be asked for, by its path: nothing else is ever opened."""
    found = {"/": folder / "index.html"}
    for kind in ("js", "css"):
        for file in sorted((folder / kind).glob(f"*.{kind}")):
            found[f"/static/{kind}/{file.name}"] = file
    return found


def application(lab: Lab, door: Door) -> Guard:
    """The routes, behind the guard."""
    files = served_files()

    async def file(request: Request) -> Response:
        wanted = files.get(request.url.path)
        if wanted is None or not wanted.is_file():
            raise HTTPException(404)
        return sent(request, wanted.read_bytes(), wanted.suffix)

    async def words(request: Request) -> Response:
        language = request.path_params["language"].removesuffix(".json")
        if language not in LANGUAGES or not request.url.path.endswith(".json"):
            raise HTTPException(404)
        return sent(request, catalogue_text(language), ".json")

    async def agreed(request: Request) -> Response:
        return sent(request, protocol_text(), ".json")

    async def stored(request: Request) -> Response:
        try:
            name, kind, chunks = await asyncio.to_thread(download, **request.path_params)
        except Refused:
            raise HTTPException(404) from None
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return StreamingResponse(chunks, media_type=kind, headers=headers)

    async def connect(socket: WebSocket) -> None:
        await Connection(lab, socket).serve()

    routes = [
        Route("/", file),
        Route("/static/{kind}/{name}", file),
        Route("/catalogue/{language}", words),
        Route("/protocol.json", agreed),
        Route("/runs/{run}/{name}", stored),
        WebSocketRoute("/ws", connect),
    ]
    return Guard(Starlette(routes=routes, exception_handlers={HTTPException: _told}), door)


def sent(request: Request, body: bytes, suffix: str) -> Response:
    """A file, or nothing if the page has it already."""
    tag = f'"{blake2b(body, digest_size=12).hexdigest()}"'
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers={"etag": tag})
    headers = {"etag": tag, "content-type": f"{TYPES[suffix]}; charset=utf-8", "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed(body), headers=headers | {"content-encoding": "gzip"})
    return Response(body, headers=headers)


@lru_cache(maxsize=256)  # more than there are files
def packed(body: bytes) -> bytes:
    """A file as it travels: a third of its size."""
    return gzip.compress(body, mtime=0)


@cache
def catalogue_text(language: str) -> bytes:
    """Every key that pages may need with what it says in a language."""
    said = {
        key: sentences[language]
        for key, sentences in catalogue().items()
        if not key.startswith(("terminal.", "window."))
    }
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()


async def _told(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    return PlainTextResponse(f"{status}\n", status)
