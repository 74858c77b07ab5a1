"""The user's vectors, converted for the native extension."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._errors import SettingsError

Embeddings = Any
"""A numpy array of numbers, shape (texts, dimensions), anything that ``numpy.asarray`` converts to one, or a column of vectors of
one length."""

Matrix = tuple[bytes, int, int]
"""32-bit floats in row-major order, the number of rows, the number of columns."""


def matrix(embeddings: Embeddings | None) -> Matrix | None:
    """``embeddings`` as bytes, or None if there are none.

    Raises:
        SettingsError: ``embeddings`` are not a two-dimensional array of finite numbers.
    """
    if embeddings is None:
        return None
    if hasattr(embeddings, "toarray"):
        raise SettingsError(f"embeddings are a sparse matrix, {type(embeddings).__name__}; use .toarray()")
    try:
        array = _array(embeddings)
    except Exception as error:  # Whatever the object raises when it is converted.
        raise SettingsError(f"embeddings must be an array of numbers: {error}") from error
    if array.ndim != 2:
        raise SettingsError(f"embeddings must have the shape (texts, dimensions), not {array.shape}")
    if array.dtype.kind not in "fiu":
        raise SettingsError(f"embeddings must be numbers, not {array.dtype}")
    with np.errstate(over="ignore"):
        floats = np.ascontiguousarray(array, dtype="<f4")
    finite = np.isfinite(floats).all(axis=1)
    if not finite.all():
        raise SettingsError(f"row {int(np.argmin(finite))} of the embeddings has a value that is not a finite number")
    return floats.tobytes(), floats.shape[0], floats.shape[1]


def are_vectors(value: Any) -> bool:
    """Whether ``value`` is two-dimensional and of fractions, as vectors are; labels of several kinds are whole numbers."""
    try:
        first = _array(value[:1])
    except Exception:  # Whatever the object raises when it is sliced or converted.
        return False
    return first.ndim == 2 and first.shape[1] > 1 and first.dtype.kind == "f"


def _array(values: Any) -> np.ndarray[Any, np.dtype[Any]]:
    array = np.asarray(values)
    # A column of vectors is an array of objects.
    return np.stack([np.asarray(row) for row in array]) if array.dtype == object and array.ndim == 1 and array.size else array
