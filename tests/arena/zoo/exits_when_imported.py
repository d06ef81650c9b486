"""An agent that is a script: it does its work and leaves."""

import sys

sys.exit(0)
