"""Arrays on a device that other libraries take without a copy.

`DeviceArray` speaks both common tongues: ``__cuda_array_interface__`` (PyTorch, CuPy, Numba) and DLPack (PyTorch, JAX
and others). The DLPack structures are those of version 0 of its header, which every library reads.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np

CPU_DEVICE = 1
CUDA_DEVICE = 2
"""DLPack's numbers for kinds of devices."""

_NAME = b"dltensor"
_TYPE_CODES = {"i": 0, "u": 1, "f": 2, "b": 6}


class _Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


class _Managed(ctypes.Structure):
    _fields_ = [
        ("tensor", _Tensor),
        ("context", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
    ]


_handed_out: dict[int, Any] = {}
"""What lives as long as another library holds it, by the address of its structure."""

_Deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_Destructor = ctypes.CFUNCTYPE(None, ctypes.c_void_p)

_capsule_new = ctypes.pythonapi.PyCapsule_New
_capsule_new.restype = ctypes.py_object
_capsule_new.argtypes = [ctypes.c_void_p, ctypes.c_char_p, _Destructor]
_capsule_is_valid = ctypes.pythonapi.PyCapsule_IsValid
_capsule_is_valid.restype = ctypes.c_int
_capsule_is_valid.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
_capsule_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_capsule_pointer.restype = ctypes.c_void_p
_capsule_pointer.argtypes = [ctypes.c_void_p, ctypes.c_char_p]


@_Deleter
def _let_go(address: int) -> None:
    """The other library is done with an array."""
    _handed_out.pop(address, None)


@_Destructor
def _drop_capsule(capsule: int) -> None:
    """A capsule dies; if nobody took its array over, that goes too."""
    if _capsule_is_valid(capsule, _NAME):
        _handed_out.pop(_capsule_pointer(capsule, _NAME), None)


class DeviceArray:
    """A contiguous array on a device. It does not copy; who takes it over sees what is written later."""

    def __init__(
        self,
        owner: Any,
        pointer: int,
        shape: tuple[int, ...],
        dtype: Any,
        device: tuple[int, int],
        wait: Callable[[], None],
    ) -> None:
        """`owner` keeps the memory alive, `wait` returns when everything has been written to it."""
        self.owner = owner
        self.shape = shape
        self.dtype = np.dtype(dtype)
        self._pointer = pointer
        self._device = device
        self._wait = wait

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        if self._device[0] != CUDA_DEVICE:
            raise AttributeError("this array is not on a CUDA device")
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self._pointer, False),
            "strides": None,
            "version": 2,
        }

    def __dlpack_device__(self) -> tuple[int, int]:
        """The kind and the number of the device."""
        return self._device

    def __dlpack__(self, **_unused: Any) -> Any:
        """A capsule for ``from_dlpack``; everything has been written when it is handed over."""
        self._wait()
        shape = (ctypes.c_int64 * len(self.shape))(*self.shape)
        managed = _Managed()
        tensor = managed.tensor
        tensor.data = self._pointer
        tensor.device_type, tensor.device_id = self._device
        tensor.ndim = len(self.shape)
        tensor.code = _TYPE_CODES[self.dtype.kind]
        tensor.bits = 8 * self.dtype.itemsize
        tensor.lanes = 1
        tensor.shape = ctypes.cast(shape, ctypes.POINTER(ctypes.c_int64))
        managed.deleter = ctypes.cast(_let_go, ctypes.c_void_p).value
        address = ctypes.addressof(managed)
        _handed_out[address] = (managed, shape, self.owner)
        return _capsule_new(address, _NAME, _drop_capsule)

    def copy_to_host(self) -> np.ndarray[Any, Any]:
        """A NumPy array with what is in it now."""
        copied: np.ndarray[Any, Any] = self.owner.copy_to_host()
        return copied

    def __repr__(self) -> str:
        return f"DeviceArray(shape={self.shape}, dtype={self.dtype})"
