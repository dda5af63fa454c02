"""The short way from Python into compiled code, for what is asked at every decision.

Numba's own way finds out the type of every argument at every call, and looks at a record in slow Python. An `Entry` is
compiled for one kind of arguments and is called directly: a record is taken by its buffer, wherever it lies, and bytes
come back. Nothing is kept between two calls.

With ``NUMBA_DISABLE_JIT=1`` the same functions run as the plain Python they are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import cgutils, types
from numba.extending import NativeValue, box, intrinsic, models, register_model, unbox

from tenka.compiled import jit

_INT, _LONG, _POINTER = ir.IntType(32), ir.IntType(64), ir.IntType(8).as_pointer()
_SIMPLE = 0
"""PyBUF_SIMPLE: the bytes in a row, and nothing about what they mean."""
_LENGTH_AT = 2
"""The word of a Py_buffer that holds its length; the first is where the bytes are."""


class Entry:
    """A function of compiled code as Python calls it: `call` it with what it takes, in this order."""

    def __init__(self, function: Callable[..., Any], takes: tuple[int | type[int], ...]) -> None:
        """`takes`, by argument: the size of a record, or of bytes that hold one; or int for a number."""
        self._function = jit(function, nogil=False)  # it makes objects of Python's
        self._takes = takes
        self.call: Callable[..., Any] = function if numba.config.DISABLE_JIT else self._compile
        """It compiles itself when it is called first."""

    def _compile(self, *arguments: Any) -> Any:
        signature = tuple(_Taken(kind) if isinstance(kind, int) else types.int64 for kind in self._takes)
        dispatcher: Any = self._function
        dispatcher.compile(signature)
        self.call = dispatcher.overloads[signature].entry_point
        return self.call(*arguments)


def entry(*takes: int | type[int]) -> Callable[[Callable[..., Any]], Entry]:
    """Makes an `Entry` of a function that returns a number, or what comes from `pack` or `copy_of`."""
    return lambda function: Entry(function, takes)


# --- arguments and results ------------------------------------------------------------------------------------


class _Taken(types.Type):
    """The address of a buffer of this size, for as long as the call lasts."""

    def __init__(self, size: int) -> None:
        self.size = size
        super().__init__(name=f"Taken({size})")


class _Made(types.Type):
    """An object of Python's that only this call knows of, until it returns it."""

    def __init__(self) -> None:
        super().__init__(name="Made")


_made = _Made()
register_model(_Taken)(models.OpaqueModel)
register_model(_Made)(models.OpaqueModel)


@unbox(_Taken)
def _take(type_: _Taken, given: Any, c: Any) -> NativeValue:
    builder, module = c.builder, c.builder.module
    buffer = c.pyapi.alloca_buffer()
    get = cgutils.get_or_insert_function(
        module, ir.FunctionType(_INT, [given.type, buffer.type, _INT]), "PyObject_GetBuffer"
    )
    release = cgutils.get_or_insert_function(module, ir.FunctionType(ir.VoidType(), [buffer.type]), "PyBuffer_Release")
    address = cgutils.alloca_once_value(builder, cgutils.get_null_value(_POINTER))
    refused = builder.icmp_signed("!=", builder.call(get, [given, buffer, _INT(_SIMPLE)]), _INT(0))
    wrong = cgutils.alloca_once_value(builder, refused)
    with builder.if_then(builder.not_(refused)):
        words = builder.bitcast(buffer, _LONG.as_pointer())
        length = builder.load(builder.gep(words, [_INT(_LENGTH_AT)]))
        builder.store(builder.inttoptr(builder.load(words), _POINTER), address)
        builder.call(release, [buffer])  # whoever calls holds the object
        is_other = builder.icmp_signed("!=", length, _LONG(type_.size))
        builder.store(is_other, wrong)
        with builder.if_then(is_other, likely=False):
            c.pyapi.err_set_string("PyExc_ValueError", f"a state of this game has {type_.size} bytes, and this has not")
    return NativeValue(builder.load(address), is_error=builder.load(wrong))


@box(_Made)
def _return(type_: _Made, made: Any, c: Any) -> Any:
    return made


# --- what an entry does with what it took, plainly and in compiled code ------------------------------------------


def _call(builder: Any, name: str, *args: Any) -> Any:
    """Calls a function of Python's own that returns an address."""
    type_ = ir.FunctionType(_POINTER, [arg.type for arg in args])
    return builder.call(cgutils.get_or_insert_function(builder.module, type_, name), args)


def _record_in_plain(taken: Any, type_: np.dtype[Any]) -> Any:
    return np.frombuffer(taken, type_)[0]


@intrinsic
def _record_in(context: Any, taken: Any, type_: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        address = args[0]
        if signature.args[0] is _made:
            address = _call(builder, "PyByteArray_AsString", address)
        return builder.bitcast(address, context.get_value_type(signature.return_type))

    return type_.dtype(taken, type_), generate


@intrinsic
def _copy_of(context: Any, taken: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _call(builder, "PyByteArray_FromStringAndSize", args[0], _LONG(taken.size))

    return _made(taken), generate


def _pack_plain(numbers: Any, num: int) -> Any:
    return numbers[:num].tobytes()


@intrinsic
def _pack(context: Any, numbers: Any, num: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, args[0])
        length = builder.mul(args[1], array.itemsize)
        return _call(builder, "PyBytes_FromStringAndSize", builder.bitcast(array.data, _POINTER), length)

    return _made(numbers, types.int64), generate


_plain = numba.config.DISABLE_JIT

record_in: Callable[[Any, np.dtype[Any]], Any] = _record_in_plain if _plain else _record_in
"""The record of a type that was taken, or that `copy_of` made."""

copy_of: Callable[[Any], Any] = bytearray if _plain else _copy_of
"""A copy of what was taken, to be written to and returned: a bytearray."""

pack: Callable[[Any, int], Any] = _pack_plain if _plain else _pack
"""So many of the first numbers of an array, as bytes to be returned."""
