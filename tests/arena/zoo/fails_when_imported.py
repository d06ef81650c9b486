"""An agent that divides by nothing before it begins."""

SHARE = 1 / (len(__name__) - len(__name__))


def choose(position: object) -> float:
    return SHARE
