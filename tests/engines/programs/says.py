"""A program that answers every line with the next part of a file, as bytes, and ends with the file."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

parts = Path(sys.argv[1]).read_bytes().split(b"|")
for part in parts:
    if not sys.stdin.readline():
        break
    with suppress(BrokenPipeError):
        sys.stdout.buffer.write(part)
        sys.stdout.buffer.flush()
