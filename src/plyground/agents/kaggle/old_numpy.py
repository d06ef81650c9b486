"""Old names of numpy, which most submissions were written with: `numpy.Inf`, `numpy.int`.

Only a name that numpy has no more is added, and only where the new one means the same.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType

from plyground.agents.remedies import GONE_FROM_NUMPY

_OTHERWISE = ("asfarray", "cast")  # what is written instead does not do the same


def install() -> None:
    """Give numpy its old names, now or when a submission imports it."""
    if "numpy" in sys.modules:
        _add_names(sys.modules["numpy"])
    elif not any(isinstance(finder, _OldNames) for finder in sys.meta_path):
        sys.meta_path.insert(0, _OldNames())


class _OldNames(MetaPathFinder):
    """Waits for the import of numpy, and adds the names as soon as it is loaded."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != "numpy" or self not in sys.meta_path:
            return None
        place = sys.meta_path.index(self)
        sys.meta_path.remove(self)  # for a moment: the others find it
        spec = find_spec(fullname)
        sys.meta_path.insert(place, self)
        if spec is not None and spec.loader is not None:
            load = spec.loader.exec_module

            def load_with_old_names(module: ModuleType) -> None:
                load(module)
                _add_names(module)

            spec.loader.exec_module = load_with_old_names  # type: ignore[method-assign]
        return spec


def _add_names(numpy: ModuleType) -> None:
    for old, (new, _) in GONE_FROM_NUMPY.items():
        if old not in _OTHERWISE:
            where = numpy if "numpy." in new else builtins
            meant = getattr(where, new.rpartition(".")[2], None)
            vars(numpy).setdefault(old, -meant if meant is not None and new.startswith("-") else meant)
