"""Puts the compiled core of a sanitizer's build in place of the installed one: see `make sanitize`.

Python runs this file first wherever it finds it on its path, in the tests' own child processes too.
"""

import importlib.util
import os
import sys

if path := os.environ.get("PLYGROUND_SANITIZED_CORE"):
    spec = importlib.util.spec_from_file_location("plyground._core", path)
    assert spec is not None
    assert spec.loader is not None
    core = importlib.util.module_from_spec(spec)
    sys.modules["plyground._core"] = core
    spec.loader.exec_module(core)
