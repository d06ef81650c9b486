"""Errors of users' code in one line, with a way to fix them."""

from __future__ import annotations

import errno
import linecache
import re
import sys
import traceback
from collections.abc import Mapping
from pathlib import Path

from plyground.errors import truncate
from plyground.user_code import is_installed

MAX_ERROR = 300
_PACKAGE = Path(__file__).parents[1]

# Names of packages for pip, where they differ from the import name.
_DISTRIBUTIONS = {
    "bs4": "beautifulsoup4",
    "cv2": "opencv-python",
    "distutils": "setuptools",
    "PIL": "pillow",
    "pkg_resources": "setuptools",
    "pygame": "pygame-ce",
    "sb3_contrib": "sb3-contrib",
    "skimage": "scikit-image",
    "sklearn": "scikit-learn",
    "stable_baselines": "stable-baselines",
    "stable_baselines3": "stable-baselines3",
    "yaml": "pyyaml",
}
_PACKAGES = {
    *("easyAI", "flax", "gym", "gymnasium", "jax", "joblib", "keras", "lightgbm", "matplotlib", "networkx"),
    *(
        "numba",
        "numpy",
        "onnx",
        "onnxruntime",
        "pandas",
        "pettingzoo",
        "plotly",
        "ray",
        "requests",
        "rlcard",
    ),
    *("scipy", "seaborn", "tensorflow", "tflite_runtime", "torch", "torchvision", "tqdm", "xgboost"),
}
# Names that numpy has removed: the new name, and the version that removed them.
GONE_FROM_NUMPY = {
    **{name: (name, "1.24") for name in ("bool", "int", "float", "complex", "object", "str")},
    "long": ("int", "1.24"),
    "unicode": ("str", "1.24"),
    "bool8": ("numpy.bool_", "2.0"),
    "int0": ("numpy.intp", "2.0"),
    "uint0": ("numpy.uintp", "2.0"),
    "float_": ("numpy.float64", "2.0"),
    "complex_": ("numpy.complex128", "2.0"),
    "string_": ("numpy.bytes_", "2.0"),
    "unicode_": ("numpy.str_", "2.0"),
    "Inf": ("numpy.inf", "2.0"),
    "Infinity": ("numpy.inf", "2.0"),
    "infty": ("numpy.inf", "2.0"),
    "PINF": ("numpy.inf", "2.0"),
    "NINF": ("-numpy.inf", "2.0"),
    "NaN": ("numpy.nan", "2.0"),
    "NAN": ("numpy.nan", "2.0"),
    "alltrue": ("numpy.all", "2.0"),
    "sometrue": ("numpy.any", "2.0"),
    "product": ("numpy.prod", "2.0"),
    "cumproduct": ("numpy.cumprod", "2.0"),
    "round_": ("numpy.round", "2.0"),
    "row_stack": ("numpy.vstack", "2.5"),
    "in1d": ("numpy.isin", "2.4"),
    "trapz": ("numpy.trapezoid", "2.4"),
    "asfarray": ("numpy.asarray", "2.0"),
    "cast": ("numpy.asarray", "2.0"),
    "mat": ("numpy.asmatrix", "2.0"),
}
_GONE_METHODS = {  # of arrays
    "itemset": ("array[place] = value", "2.0"),
    "newbyteorder": ("array.view(array.dtype.newbyteorder())", "2.0"),
    "ptp": ("numpy.ptp", "2.0"),
    "tostring": ("tobytes", "2.3"),
}
_SHARED_MEMORY = "/dev/shm"

_NUMPYS = re.compile(
    r"^module 'numpy' has no attribute '(\w+)'"
    r"|^`np\.(\w+)` was removed"
    r"|^cannot import name '(\w+)' from 'numpy'"
)
_ARRAYS = re.compile(
    r"^'numpy\.ndarray' object has no attribute '(\w+)'|^`(\w+)` was removed from the ndarray"
)


def describe_error(error: BaseException, here: bool = False) -> str:
    """An error of a user's code in one line, with the place where it was raised.

    Code that runs `here`, in the user's own program, plays in the program's folder, and may stand in a
    notebook.
    """
    steps = traceback.extract_tb(error.__traceback__)
    own = [step for step in steps if _is_users(step.filename) or (here and _is_cell(step.filename))]
    place = f" ({_place(own[-1])})" if own and not isinstance(error, SyntaxError) else ""
    if (known := remedy(error)) and not (here and isinstance(error, FileNotFoundError)):
        return truncate(known, MAX_ERROR) + place
    try:
        sentence = str(error)
    except Exception:  # noqa: BLE001 - an exception of a user's own may fail to say what it is
        sentence = ""
    return truncate(f"{type(error).__name__}{': ' if sentence else ''}{sentence}", MAX_ERROR) + place


def _place(step: traceback.FrameSummary) -> str:
    if _is_cell(step.filename):
        return f"line {step.lineno} of its cell: {truncate((step.line or '').strip(), 80)}"
    return f"{Path(step.filename).name}, line {step.lineno}"


def _is_cell(file: str) -> bool:
    """Whether code stands in a cell of a notebook: it is no file, and Python knows its lines."""
    return file in linecache.cache and not Path(file).is_file() and not file.startswith("<frozen")


def is_users(error: BaseException) -> bool:
    """Whether an error comes out of a user's code, or out of a call of a method that a user wrote."""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        module = sys.modules.get(type(frame.f_locals.get("self")).__module__)
        if _is_users(frame.f_code.co_filename) or _is_users(getattr(module, "__file__", None) or ""):
            return True
    return False


def _is_users(file: str) -> bool:
    path = Path(file)
    return path.is_file() and not path.is_relative_to(_PACKAGE) and not is_installed(path)


def remedy(error: BaseException) -> str | None:
    """The error in our words, if it is one that is known; what it lacks is not ours to give."""
    if isinstance(error, ModuleNotFoundError) and error.name:
        return _module_remedy(error.name)
    if isinstance(error, AttributeError | ImportError) and (found := _NUMPYS.search(str(error))):
        return _gone_from("numpy", GONE_FROM_NUMPY, found[found.lastindex or 0])
    if isinstance(error, AttributeError) and (found := _ARRAYS.search(str(error))):
        return _gone_from("a numpy array", _GONE_METHODS, found[found.lastindex or 0])
    if isinstance(error, EOFError) and _is_managers(error):
        return "EOFError: a multiprocessing.Manager needs local sockets: --sandbox gives an agent its own"
    if isinstance(error, FileNotFoundError) and isinstance(error.filename, str | Path):
        return _file_remedy(str(error.filename))
    if isinstance(error, PermissionError):
        return _permission_remedy(error)
    if (isinstance(error, NameError) and error.name == "get_ipython") or _is_magic(error):
        return "it is a notebook saved as a script: give the .ipynb itself, or the file that it writes"
    return None


def _is_magic(error: BaseException) -> bool:
    """Whether Python stumbled over a command of a notebook's: `!pip install x`, `%matplotlib inline`."""
    return isinstance(error, SyntaxError) and (error.text or "").lstrip().startswith(("!", "%"))


def _module_remedy(name: str) -> str:
    top = name.partition(".")[0]
    inner = sys.modules.get(top)
    if inner is not None and getattr(inner, "__doc__", "") == "plyground's stand-in":
        return f"plyground's stand-in for {top} has no {name.partition('.')[2]}: pip install {top}"
    if inner is not None and top != name:
        return f"needs {truncate(name)}, which this version of {top} does not have"
    if top in _PACKAGES or top in _DISTRIBUTIONS:
        return f"needs {top}, which is not installed: pip install {_DISTRIBUTIONS.get(top, top)}"
    what = truncate(top)
    return f"needs {what}, which is neither installed nor beside it: pip install {what}, or add the file"


def _gone_from(whole: str, gone: Mapping[str, tuple[str, str]], name: str) -> str | None:
    if name not in gone:
        return None
    instead, since = gone[name]
    return f"{whole} has no {name} since {since}: write {instead}"


def _is_managers(error: BaseException) -> bool:
    """Whether a process that shares objects with others did not start."""
    steps = traceback.extract_tb(error.__traceback__)
    return any(Path(step.filename).parts[-2:] == ("multiprocessing", "managers.py") for step in steps)


def _permission_remedy(error: PermissionError) -> str:
    """What an agent may not do; names of the options that allow it, where one does."""
    if isinstance(error.filename, str | Path):
        name = truncate(str(error.filename), 80)
        if Path(error.filename).is_relative_to(_SHARED_MEMORY):
            how = "--sandbox gives it shared memory of its own"
            return f"PermissionError: an agent may not use {_SHARED_MEMORY}: {how}"
        how = (
            "put files that it reads beside it, write to the folder that it starts in, or --allow-read DIR"
        )
        return f"PermissionError: an agent may not use {name}: {how}"
    if error.errno == errno.EACCES:
        how = "--allow-net allows it the network, --sandbox gives it shared memory of its own"
        return f"PermissionError: an agent may not do that: {how}"
    return f"PermissionError: {error.strerror or error}"


def _file_remedy(name: str) -> str:
    where = "on this machine" if Path(name).is_absolute() else "in the empty folder that agents play in"
    return f"there is no file {truncate(name, 80)} {where}: put it beside the agent, and open it from there"
