"""Where wild animals are let loose: inside a fence, and nowhere else.

The fence (tests/helpers/fence.py) is a sandbox of its own around a whole run of plyground: no network, no
other processes, nothing of the machine that could be written, and a home made of decoys. An animal that is
loaded anywhere else stops at once.
"""

from __future__ import annotations

import os
from pathlib import Path

MARK = Path("/fence")  # a folder that is only there inside
HOME = Path("/home/wild")  # decoys
KEY = HOME / ".ssh" / "id_rsa"
PROFILE = HOME / ".bashrc"
THESIS = HOME / "thesis" / "chapter1.txt"
STORE = HOME / "runs" / "7.run"
PACKAGE = HOME / "site" / "plyground"
PORT = 45_678
ABSTRACT = "\0wild"
SERVICE = HOME / "service.sock"
SEGMENT = 4_567  # the key of shared memory that another process has made

if not MARK.is_dir() or os.geteuid() == 0:
    raise SystemExit("wild animals are only let loose inside the fence, and never as root")
