"""Vectors of one's own as the native half takes them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._errors import SettingsError

Embeddings = Any
"""An array of numbers, shape (texts, dimensions): of numpy, or what ``numpy.asarray`` makes one of."""

Matrix = tuple[bytes, int, int]
"""32-bit floats row by row, rows, columns."""


def matrix(embeddings: Embeddings | None) -> Matrix | None:
    """``embeddings`` as bytes, or None where there are none.

    Raises:
        SettingsError: for what is no array of two dimensions, or of what is no number.
    """
    if embeddings is None:
        return None
    try:
        array = np.asarray(embeddings)
    except Exception as error:  # Whatever the object raises that is asked for its numbers.
        raise SettingsError(f"embeddings are an array of numbers: {error}") from error
    if array.ndim != 2:
        raise SettingsError(f"embeddings have the shape (texts, dimensions), not {array.shape}")
    if array.dtype.kind not in "fiu":
        raise SettingsError(f"embeddings are numbers, not {array.dtype}")
    with np.errstate(over="ignore"):
        floats = np.ascontiguousarray(array, dtype="<f4")
    return floats.tobytes(), floats.shape[0], floats.shape[1]
