"""Build the core as WebAssembly with zig, which pip installs: `python native/wasm/build.py core.wasm`.

zig's C++ library for WebAssembly is built without exceptions, and our searches end by them. The few files
that throw and catch come with zig as source: they are compiled here, for WebAssembly's own exceptions.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import ziglang

HERE = Path(__file__).parent
ZIG = Path(ziglang.__file__).parent
ABI, UNWIND, CXX = (ZIG / "lib" / name for name in ("libcxxabi", "libunwind", "libcxx"))

# What every browser since 2022 has: exceptions, copies in one instruction, conversions that do not trap.
FEATURES = "generic+exception_handling+bulk_memory+nontrapping_fptoint+sign_ext"
FLAGS = ["-target", "wasm32-wasi", f"-mcpu={FEATURES}", "-fwasm-exceptions", "-O3", "-g0"]
LIBRARY = [
    "-D_LIBCXXABI_BUILDING_LIBRARY",
    "-D_LIBCPP_BUILDING_LIBRARY",
    "-D_LIBCXXABI_HAS_NO_THREADS",
    "-D_LIBUNWIND_HIDE_SYMBOLS",
    *(f"-I{folder}" for folder in (ABI / "include", ABI / "src", CXX / "src", UNWIND / "include")),
]
CORE = ["-std=c++20", "-ffp-contract=off", "-Wall", "-Wextra"]
SOURCES = (  # ours last: what comes before it is taken instead of what zig's library has
    (HERE / "exceptions.c", []),
    (ABI / "src" / "cxa_exception.cpp", ["-std=c++23", *LIBRARY]),
    (ABI / "src" / "cxa_personality.cpp", ["-std=c++23", *LIBRARY]),
    (UNWIND / "src" / "Unwind-wasm.c", ["-std=c23", *LIBRARY]),
    (HERE / "core.cpp", CORE),
)
STACK = 8 << 20  # bytes: searches are recursive
LINK = ["-mexec-model=reactor", f"-Wl,-z,stack-size={STACK}", "-Wl,--strip-all", "-Wl,--gc-sections"]


def build(target: Path) -> None:
    """Compile and link the module."""
    with tempfile.TemporaryDirectory() as folder:
        objects = []
        for source, flags in SOURCES:
            made = Path(folder) / f"{source.stem}.o"
            zig(
                "cc" if source.suffix == ".c" else "c++", *FLAGS, *flags, "-c", str(source), "-o", str(made)
            )
            objects.append(str(made))
        zig("c++", *FLAGS, *LINK, *objects, "-o", str(target))


def zig(*arguments: str) -> None:
    """Run zig; what it says of an error is enough."""
    if ended := subprocess.run([ZIG / "zig", *arguments], check=False).returncode:
        sys.exit(ended)


if __name__ == "__main__":
    build(Path(sys.argv[1]))
