"""Kaggle agents with a fault that costs the game."""

from __future__ import annotations

import time
from typing import Any


def nothing(observation: Any, configuration: Any) -> Any:
    return None


def a_fraction(observation: Any, configuration: Any) -> Any:
    return 3.0


def a_truth(observation: Any, configuration: Any) -> Any:
    return True


def a_text(observation: Any, configuration: Any) -> Any:
    return "3"


def beyond(observation: Any, configuration: Any) -> Any:
    return configuration.columns


def from_the_right(observation: Any, configuration: Any) -> Any:
    return -1


def always_the_first(observation: Any, configuration: Any) -> Any:
    return 0


def thoughtful(observation: Any, configuration: Any) -> Any:
    time.sleep(8)
    return 0


def crashing(observation: Any, configuration: Any) -> Any:
    return configuration.colums


def demanding(observation: Any, configuration: Any, wish: Any) -> Any:
    return 0
