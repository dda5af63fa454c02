"""Turns plain functions over records into machine code, and what such code needs on every target.

Rules are written as plain Python functions over one fixed-size record: no allocation, no objects, no
recursion. `jit` compiles them for the processor; a CUDA kernel may call the very same functions after
`enable_cuda()`. With ``NUMBA_DISABLE_JIT=1`` they run as the plain Python they are.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from collections.abc import Callable
from functools import cache
from math import exp
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
import platformdirs
from numba.core import types
from numba.core.registry import CPUDispatcher
from numba.extending import intrinsic, overload

Function = TypeVar("Function", bound=Callable[..., Any])

_PACKAGE = Path(__file__).parent
_WARM_UP = 12
"""Numbers after which a generator has forgotten that it was given nearly the same state as another."""
_FOR_EVERY_TITLE = ("compiled.py", "crossing.py", "encoding.py", "game.py", "hexgrid.py", "payoff.py")
"""What a title's compiled functions may take from outside its folder."""
_NEVER_COMPILED = ("server", "terminal", "review", "puzzles", "position.py", "review.py", "puzzles.py", "proof.py")
"""Folders and files, of this package and of a title, of which nothing goes into machine code."""
_OLD_CACHES_KEPT = 4


@cache
def _cache_folder(package: str) -> str | None:
    """Where machine code of a package is kept between runs, or None where nothing can be written.

    Numba notices a change of the file a function stands in, but not of the constants and functions that
    were compiled into it from elsewhere. So the folder's name is a hash of all of it. A title takes things
    from its own folder and from the ground that all stand on; whoever else compiles, such as a benchmark or
    a player of somebody's, may take them from every title.
    """
    module = sys.modules.get(package)
    own = [] if package == __package__ else [Path(path) for path in getattr(module, "__path__", ())]
    is_title = any((folder / "title.py").is_file() for folder in own)
    sources = [_PACKAGE / name for name in _FOR_EVERY_TITLE]
    for folder in own if is_title or package == __package__ else [_PACKAGE, *own]:
        sources += [file for file in sorted(folder.rglob("*")) if _goes_in(file.relative_to(folder))]
    digest = hashlib.sha256()
    for file in sources:
        digest.update(file.read_bytes() if file.is_file() else b"")
    root = Path(os.environ.get("TENKA_CACHE_DIR") or platformdirs.user_cache_path("tenka"))
    folder = root / f"compiled-{package.rpartition('.')[2]}-{digest.hexdigest()[:16]}"
    if folder.is_dir() and os.access(folder, os.W_OK):
        return str(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        caches = sorted(root.glob(f"{folder.name[:-17]}-*"), key=lambda path: path.stat().st_mtime)
        for old in caches[: -_OLD_CACHES_KEPT - 1]:
            shutil.rmtree(old, ignore_errors=True)
    except OSError:
        return None
    return str(folder)


def _goes_in(file: Path) -> bool:
    """Whether machine code can depend on a file of a package."""
    return file.suffix in {".py", ".txt", ".toml"} and not set(file.parts[:2]) & set(_NEVER_COMPILED)


def _home_of(module: str) -> str:
    """The package that compiles what stands in a module: a folder of ours, such as a title, or somebody else's.

    >>> _home_of("tenka.compiled"), _home_of("tenka.envs.cuda"), _home_of("somebody.elses.game")
    ('tenka', 'tenka.envs', 'somebody')
    """
    parts = module.split(".")
    if parts[0] != __package__:
        return parts[0]
    return ".".join(parts[:2]) if len(parts) > 2 else parts[0]


def jit(function: Function, *, nogil: bool = True, is_inner: bool = False) -> Function:
    """The function compiled for this processor at its first call, and kept on disk for the next run.

    It is compiled once for each width of its integers; see `wide`. `nogil`: other threads run while it does.
    `is_inner`: see `inner`.
    """
    folder = None if numba.config.DISABLE_JIT else _cache_folder(_home_of(function.__module__))
    before = numba.config.CACHE_DIR
    try:
        numba.config.CACHE_DIR = folder or before
        compile_: Any = numba.njit(
            cache=bool(folder),
            nogil=nogil,
            error_model="numpy",
            no_cfunc_wrapper=True,
            no_cpython_wrapper=is_inner,
        )
        compiled: Function = compile_(function)
    finally:
        numba.config.CACHE_DIR = before
    return compiled


def inner(function: Function) -> Function:
    """As `jit`, for what only compiled code calls: the part that Python would call takes long to compile."""
    compiled = jit(function, is_inner=True)
    if not numba.config.DISABLE_JIT:
        compiled.__class__ = _Inner
    return compiled


class _Inner(CPUDispatcher):  # type: ignore[misc]  # Numba has no types
    """A compiled function that Python cannot call. Numba would run into the part that is missing."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        raise TypeError(f"{self.py_func.__name__} is for compiled code only: decorate it with jit to call it")


@jit
def wide(number: int) -> int:
    """An integer at its full width, such as one out of a record, for a large function that is called with others.

    Compiled code exists once for each width that a function is called with, and `int` leaves a width as it is.
    """
    return np.int64(number)  # type: ignore[return-value]


def lowest_bit(mask: int) -> int:
    """The index of the lowest set bit; the mask must not be 0.

    >>> lowest_bit(0b10100)
    2
    """
    mask = int(mask)
    return (mask & -mask).bit_length() - 1


@intrinsic
def _count_trailing_zeros(typingctx: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), generate


@overload(lowest_bit)
def _lowest_bit_on_cpu(mask: Any) -> Any:
    def count(mask: Any) -> Any:
        return _count_trailing_zeros(np.int64(mask))

    return count


def enable_cuda() -> None:
    """Lets CUDA kernels call functions compiled by `jit`. Needs the extra ``gpu``."""
    if not hasattr(np, "row_stack"):  # numba-cuda 0.30 still asks for NumPy's old name
        vars(np)["row_stack"] = np.vstack
    if numba.config.ENABLE_CUDASIM:  # there all is plain Python
        return
    from numba import cuda
    from numba.cuda.extending import overload as cuda_overload

    @cuda_overload(lowest_bit)
    def _lowest_bit_on_gpu(mask: Any) -> Any:
        def count(mask: Any) -> Any:
            return np.int64(cuda.ffs(np.int64(mask))) - 1

        return count


@jit
def count_bits(mask: int) -> int:
    """How many bits are set.

    >>> int(count_bits(0b10110))
    3
    """
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


# --- random numbers -------------------------------------------------------------------------------
# xoshiro128++ by Blackman and Vigna: only additions, shifts and exclusive ors of 32 bits, so that the
# same numbers come out of plain Python, of the processor and of a GPU. The state is four int64.

_32_BITS = 0xFFFFFFFF


def generator_state(bits: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    """A generator for compiled code from 128 random bits."""
    words = [(bits >> shift) & _32_BITS for shift in (0, 32, 64, 96)]
    return np.array(words if any(words) else [1, 0, 0, 0], dtype=np.int64)


@jit
def random_32(generator: Any) -> int:
    """The next 32 random bits."""
    s0, s1 = int(generator[0]), int(generator[1])
    s2, s3 = int(generator[2]), int(generator[3])
    total = (s0 + s3) & _32_BITS
    result = ((((total << 7) & _32_BITS) | (total >> 25)) + s0) & _32_BITS
    shifted = (s1 << 9) & _32_BITS
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = ((s3 << 11) & _32_BITS) | (s3 >> 21)
    generator[0], generator[1], generator[2], generator[3] = s0, s1, s2, s3
    return result


@jit
def same_luck(generator: Any, seed: Any, number: int) -> None:
    """Gives a generator the random numbers of try `number`: the same for whatever is tried with this seed."""
    generator[0] = seed[0] ^ number
    for word in range(1, 4):
        generator[word] = seed[word]
    for _ in range(_WARM_UP):
        random_32(generator)


@jit
def random_below(generator: Any, limit: int) -> int:
    """A random number from 0 to limit - 1, for limits far below 2**32."""
    return (random_32(generator) * int(limit)) >> 32


@jit
def pick(values: Any, num: int, temperature: float, generator: Any) -> int:
    """One of so many values: the highest, any of equals; or, with a temperature, the better the likelier."""
    best = values[0]
    for index in range(1, num):
        best = max(best, values[index])
    total = 0.0
    for index in range(num):
        total += _weight(values[index] - best, temperature)
    left = total * (random_32(generator) / 4294967296.0)
    for index in range(num):
        left -= _weight(values[index] - best, temperature)
        if left < 0.0:
            return index
    return num - 1


@jit
def _weight(below: float, temperature: float) -> float:
    if temperature <= 0.0:
        return 1.0 if below >= 0.0 else 0.0
    return exp(max(below / temperature, -60.0))
