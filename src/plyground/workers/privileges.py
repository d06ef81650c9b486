"""Privileges, of root or in a user namespace: who runs other people's code gives them up for good."""

from __future__ import annotations

import ctypes
import os

_DROP_FROM_BOUNDING_SET = 24  # of <linux/prctl.h>
_VERSION = 0x20080522  # of <linux/capability.h>
_MAX_CAPABILITIES = 64
_READ_EVERYTHING = 1 << 2  # CAP_DAC_READ_SEARCH: other users' files, as far as they may be read at all


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("process", ctypes.c_int))


class _Sets(ctypes.Structure):
    _fields_ = (
        ("effective", ctypes.c_uint32),
        ("permitted", ctypes.c_uint32),
        ("inheritable", ctypes.c_uint32),
    )


def drop_capabilities(reading: bool) -> None:
    """Give up what root can do and others cannot; on request, all but reading files."""
    system = ctypes.CDLL(None, use_errno=True)
    for capability in range(_MAX_CAPABILITIES):
        system.prctl(_DROP_FROM_BOUNDING_SET, capability, 0, 0, 0)
    for kept in (_READ_EVERYTHING, 0) if reading else (0,):  # in a container it may not be there to keep
        sets = (_Sets * 2)(_Sets(kept, kept, 0), _Sets())
        if system.capset(ctypes.byref(_Header(_VERSION, 0)), sets) == 0:
            return
    number = ctypes.get_errno()
    raise OSError(number, f"capset: {os.strerror(number)}")
