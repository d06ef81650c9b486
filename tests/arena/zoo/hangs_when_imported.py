"""An agent that does not get so far as to have a `choose`."""

import time

time.sleep(3_600)
