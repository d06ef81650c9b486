"""What a user's code lacks is told in one line, with what would mend it."""

from __future__ import annotations

import builtins
from pathlib import Path

import pytest

from plyground.agents.remedies import GONE_FROM_NUMPY, describe_error, remedy


def raised(code: str) -> BaseException:
    try:
        exec(code, {})  # noqa: S102 - what stands below
    except BaseException as error:  # noqa: BLE001
        return error
    raise AssertionError("nothing was raised")


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        (
            "raise ModuleNotFoundError('x', name='torch')",
            "needs torch, which is not installed: pip install torch",
        ),
        (
            "raise ModuleNotFoundError('x', name='torch.nn')",
            "needs torch, which is not installed: pip install torch",
        ),
        (
            "raise ModuleNotFoundError('x', name='sklearn.ensemble')",
            "needs sklearn, which is not installed: pip install scikit-learn",
        ),
        (
            "import helpers_of_mine",
            "needs helpers_of_mine, which is neither installed nor beside it: pip install helpers_of_mine, or add the file",
        ),
        (
            "get_ipython().system('pip install x')",
            "it is a notebook saved as a script: give the .ipynb itself, or the file that it writes",
        ),
        ("import json.of_old", "needs json.of_old, which this version of json does not have"),
        ("import numpy\nnumpy.bool8", "numpy has no bool8 since 2.0: write numpy.bool_"),
        ("from numpy import bool8", "numpy has no bool8 since 2.0: write numpy.bool_"),
        ("import numpy\nnumpy.float(1)", "numpy has no float since 1.24: write float"),
        (
            "import numpy\nnumpy.zeros(2).tostring()",
            "a numpy array has no tostring since 2.3: write tobytes",
        ),
        (
            "raise PermissionError(13, 'Permission denied', '/dev/shm/pym-1-abc')",
            "PermissionError: an agent may not use /dev/shm: --sandbox gives it shared memory of its own",
        ),
        (
            "open('weights.npy')",
            "there is no file weights.npy in the empty folder that agents play in: put it beside the agent, and open it from there",
        ),
        (
            "open('/no/such/weights.npy')",
            "there is no file /no/such/weights.npy on this machine: put it beside the agent, and open it from there",
        ),
    ],
)
def test_missing_package_is_named_with_the_remedy(code: str, sentence: str) -> None:
    assert remedy(raised(code)) == sentence
    assert describe_error(raised(code)).startswith(f"{sentence} (")


def test_a_manager_that_cannot_start_is_told(tmp_path: Path) -> None:
    """It was a bare EOFError."""
    managers = tmp_path / "multiprocessing" / "managers.py"
    managers.parent.mkdir()
    managers.write_text("def start():\n    raise EOFError\n")
    code = f"import runpy\nrunpy.run_path({str(managers)!r})['start']()"
    assert str(remedy(raised(code))).startswith(
        "EOFError: a multiprocessing.Manager needs local sockets: --sandbox"
    )
    assert remedy(raised("raise EOFError")) is None


@pytest.mark.parametrize(
    "code",
    [
        "1 / 0",
        "import numpy\nnumpy.no_such_thing",
        "import os\nos.bool8",
        "from os import bool8",
        "from numpy import no_such_thing",
        "raise SystemExit",
        "raise ImportError",
    ],
)
def test_other_errors_are_left_as_they_are(code: str) -> None:
    assert remedy(raised(code)) is None


@pytest.mark.filterwarnings("ignore")
def test_names_that_numpy_has_are_not_called_missing() -> None:
    numpy = pytest.importorskip("numpy")
    version = tuple(map(int, numpy.__version__.split(".")[:2]))
    for name, (instead, since) in GONE_FROM_NUMPY.items():
        if version >= tuple(map(int, since.split("."))) and name not in ("bool", "long"):  # which are back
            assert not hasattr(numpy, name), name
        there = numpy if "numpy." in instead else builtins
        assert hasattr(there, instead.rpartition(".")[2]), instead


def test_a_command_of_a_notebook_is_told() -> None:
    assert describe_error(raised("x = 1\n!pip install 'y'")).startswith(
        "it is a notebook saved as a script: give the .ipynb"
    )
