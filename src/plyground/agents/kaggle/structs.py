"""Dictionaries with attributes, and the errors, that agents for Kaggle know from kaggle_environments."""

from __future__ import annotations

from typing import Any

PACKAGE = "kaggle_environments"
_ERRORS = (
    "Cancelled Unknown InvalidArgument DeadlineExceeded NotFound AlreadyExists PermissionDenied "
    "Unauthenticated ResourceExhausted FailedPrecondition Aborted OutOfRange Unimplemented Internal "
    "Unavailable DataLoss"
)


class Struct(dict[str, Any]):
    """A dictionary whose entries can be read and written as attributes too."""

    def __init__(self, **entries: Any) -> None:
        super().__init__(entries)

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"no {name} here: there are {', '.join(self)}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value

    def __delattr__(self, name: str) -> None:
        try:
            del self[name]
        except KeyError:
            raise AttributeError(f"no {name} here") from None


def structify(value: Any) -> Any:
    """A copy in which every dictionary is a Struct, however deep."""
    if isinstance(value, list):
        return [structify(item) for item in value]
    if isinstance(value, dict):
        return Struct(**{name: structify(item) for name, item in value.items()})
    return value


class CanonicalError(Exception):
    """The root of the package's errors."""


ERRORS: dict[str, type[CanonicalError]] = {
    name: type(name, (CanonicalError,), {"__module__": f"{PACKAGE}.errors"}) for name in _ERRORS.split()
}
NotFound, Unimplemented, InvalidArgument = (
    ERRORS[name] for name in ("NotFound", "Unimplemented", "InvalidArgument")
)
