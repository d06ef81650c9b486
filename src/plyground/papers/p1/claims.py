"""P1: minimax and the greedy player called A*, measured over every position and every line.

Neither figure follows from the text, and the paper does not show its program. Where a sentence allows
several programs, they are measured side by side (`readings.py`).
"""

from __future__ import annotations

from plyground.papers.p1 import greedy, minimax, parts

CLAIMS = (*minimax.claims, *greedy.claims, *parts.claims)
