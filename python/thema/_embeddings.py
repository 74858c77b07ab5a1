"""The user's vectors, converted for the native extension."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._errors import SettingsError

Embeddings = Any
"""A numpy array of numbers, shape (texts, dimensions), or anything that ``numpy.asarray`` converts to one."""

Matrix = tuple[bytes, int, int]
"""32-bit floats in row-major order, the number of rows, the number of columns."""


def matrix(embeddings: Embeddings | None) -> Matrix | None:
    """``embeddings`` as bytes, or None if there are none.

    Raises:
        SettingsError: ``embeddings`` are not a two-dimensional array of finite numbers.
    """
    if embeddings is None:
        return None
    try:
        array = np.asarray(embeddings)
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
