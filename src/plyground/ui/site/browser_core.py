"""The archive of a site has this file as `plyground/_core.py`, where the compiled core is looked for."""

import sys

from plyground_browser import call
from pyodide.ffi import to_js

from plyground.ui.site.wasm_core import WasmCore

if not call:
    raise ModuleNotFoundError("this site has no compiled core", name=__name__)


def call_module(name: str, message: bytes) -> bytes:
    """Call a function of the WebAssembly module, which has memory of its own."""
    return bytes(call(name, to_js(message)).to_bytes())


sys.modules[__name__] = WasmCore(call_module)
