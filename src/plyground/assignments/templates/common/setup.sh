#!/usr/bin/env bash
# Gradescope runs this once, as root, when it builds the image for this assignment.
set -euo pipefail

here="$$(cd "$$(dirname "$${BASH_SOURCE[0]}")" && pwd)"
home="$${AUTOGRADER:-/autograder}"

is_new_enough() {
    "$$1" -c 'import sys, venv, ensurepip; raise SystemExit(sys.version_info < (3, 11))' 2>/dev/null
}

find_python() {
    for name in python3.14 python3.13 python3.12 python3.11 python3; do
        if command -v "$$name" >/dev/null && is_new_enough "$$name"; then
            echo "$$name"
            return
        fi
    done
}

python="$$(find_python)"
if [ -z "$$python" ]; then # the image has an older Python, or one without venv
    apt-get update
    apt-get install -y python3-venv python3.11-venv || apt-get install -y python3-venv
    python="$$(find_python)"
fi
if [ -z "$$python" ]; then
    echo "plyground needs Python 3.11 or later: choose a newer image in Gradescope's settings" >&2
    exit 1
fi

"$$python" -m venv "$$home/plyground"
# A wheel of plyground beside this file is taken, if there is one; else pip gets it by its name.
"$$home/plyground/bin/pip" install --find-links "$$here" "plyground==$version"
