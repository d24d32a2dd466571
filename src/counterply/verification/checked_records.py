"""Records for plain functions, which refuse values that their fields cannot hold."""

from __future__ import annotations

from typing import Any

import numpy as np

from counterply.core.aliases import Record


class FieldError(ValueError):
    """A value that its field cannot hold."""


def need_fit(value: object, kind: np.dtype, field: str) -> None:
    """Raise `FieldError` if `value` would be cut off when it is written into a field of integers."""
    if kind.base.kind not in "iu":
        return
    values = np.asarray(value)
    if values.dtype.kind == "f" and not (values == np.trunc(values)).all():
        raise FieldError(f"{value} is a fraction, and the field {field!r} holds whole numbers ({kind.base})")
    if kind.base.itemsize < 8 and values.size and values.dtype.kind in "iuf":
        low, high = np.iinfo(kind.base).min, np.iinfo(kind.base).max
        if values.min() < low or values.max() > high:
            raise FieldError(f"{value} does not fit the field {field!r} ({kind.base}: {low:,} to {high:,})")


class WatchedArray(np.ndarray):  # type: ignore[type-arg]
    """An array in a record, whose elements read like a kernel's: small signed integers do not overflow."""

    field = ""

    def __array_finalize__(self, source: object) -> None:
        self.field = getattr(source, "field", "")

    def __getitem__(self, index: Any) -> Any:
        return _as_in_kernels(super().__getitem__(index))

    def __setitem__(self, index: Any, value: object) -> None:
        need_fit(value, self.dtype, self.field)
        super().__setitem__(index, value)

    def __array_wrap__(self, array: np.ndarray, context: object = None, return_scalar: bool = False) -> Any:
        return array if array.ndim else _as_in_kernels(array[()])  # a sum is a number, as in kernels


def _as_in_kernels(value: object) -> object:
    """Return a signed integer of less than 64 bits as one that does not overflow."""
    return int(value) if isinstance(value, np.signedinteger) and value.dtype.itemsize < 8 else value


class WatchedRecord:
    """A position's record, as plain functions get it: it refuses values that its fields cannot hold."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self.dtype = record.dtype

    def __getitem__(self, field: str) -> Any:
        value = self._record[field]
        if isinstance(value, np.ndarray):
            watched = value.view(WatchedArray)
            watched.field = field
            return watched
        return _as_in_kernels(value)

    def __setitem__(self, field: str, value: Any) -> None:
        need_fit(value, self.dtype[field], field)
        self._record[field] = value

    def __array__(self, dtype: object = None, copy: bool | None = None) -> np.ndarray:
        return np.asarray(self._record)

    def __repr__(self) -> str:
        return "the position"

    def tobytes(self) -> bytes:
        """Return the record's bytes."""
        return self._record.tobytes()  # type: ignore[no-any-return]

    def copy(self) -> WatchedRecord:
        """Return a copy of the record."""
        return WatchedRecord(self._record.copy())
