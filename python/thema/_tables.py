"""Tables of any library as Arrow tables whose types the native extension knows.

Texts are not copied if the table already holds them as Arrow: polars, pyarrow, and pandas with Arrow strings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

import pyarrow as pa

from ._errors import InputError

Table = Any
"""A pyarrow, pandas or polars table, or anything else with ``__arrow_c_stream__``."""

_CHUNK = 100_000
"""Rows of a pandas table that are converted at once."""


def is_table(value: Any) -> bool:
    """Whether ``value`` is a table, not a list of rows or a single column."""
    if isinstance(value, (pa.Array, pa.ChunkedArray)) or hasattr(value, "to_list"):
        return False
    return isinstance(value, pa.RecordBatch) or hasattr(value, "__arrow_c_stream__") or _is_pandas(value)


def table(value: Any) -> pa.Table:
    """``value``, a table or an iterable of mappings, as a validated Arrow table.

    Raises:
        InputError: ``value`` is neither, or has texts that are not Unicode.
    """
    try:
        arrow = _arrow(value)
        _refuse_twins(arrow.column_names)
        arrow.validate(full=True)
        columns: Any = zip(arrow.column_names, map(_plain, arrow.columns))
        arrow = pa.table({name: column for name, column in columns if column is not None})
    except (pa.ArrowException, UnicodeError, OverflowError, TypeError, AttributeError) as error:
        raise InputError(f"not a table of papers: {error}") from error
    return arrow


def texts(values: Any) -> pa.Table:
    """Texts, mappings or a table as an Arrow table. Texts become the column ``abstract``: of a table without titles, the first
    sentence of a text is its title.

    Raises:
        InputError: ``values`` are none of these.
    """
    if is_table(values):
        return table(values)
    if hasattr(values, "toarray"):
        raise InputError(f"a {type(values).__name__} holds no texts; give texts, or a table with a column `title`")
    if isinstance(values, (str, bytes, Mapping)) or not isinstance(values, Iterable):
        raise InputError(f"expected a list of texts or a table, not {type(values).__name__}")
    rows: list[Any] = values.to_pylist() if isinstance(values, (pa.Array, pa.ChunkedArray)) else list(values)
    if rows and all(isinstance(row, Mapping) for row in rows):
        return table(rows)
    for at, row in enumerate(rows):
        if not isinstance(row, str):
            raise InputError(f"row {at} is a {type(row).__name__}, not a text; give texts, or a table with a column `title`")
    return table(pa.table({"abstract": _strings(rows)}))


def _strings(rows: list[str]) -> Any:
    try:
        return pa.array(rows, pa.large_string())
    except UnicodeError as error:
        raise InputError(f"a text is not Unicode: {error}; encode it with errors='replace' first") from error


def _refuse_twins(names: list[str]) -> None:
    twins = sorted(name for name, count in Counter(names).items() if count > 1)
    if twins:
        raise InputError(f"two columns are called {', '.join(map(repr, twins))}; rename one")


def _is_pandas(value: object) -> bool:
    return any(kind.__module__.split(".")[0] == "pandas" and kind.__name__ == "DataFrame" for kind in type(value).__mro__)


def _arrow(value: Any) -> pa.Table:
    if isinstance(value, pa.Table):
        return value
    if isinstance(value, pa.RecordBatch):
        return pa.Table.from_batches([value])
    if _is_pandas(value):
        return _of_pandas(value)
    if hasattr(value, "__arrow_c_stream__"):
        return pa.table(value)
    if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable):
        raise InputError(f"expected a table or rows as dicts, not {type(value).__name__}")
    rows = list(value)
    for at, row in enumerate(rows):
        if not isinstance(row, Mapping):
            raise InputError(f"row {at} is a {type(row).__name__}, not a dict")
    # Keys that only later rows have are columns too.
    names = list(dict.fromkeys(chain.from_iterable(rows)))
    for name in names:
        if not isinstance(name, str):
            raise InputError(f"the key {name!r} is not a str")
    return pa.table({name: pa.array([row.get(name) for row in rows]) for name in names})


def _of_pandas(frame: Any) -> pa.Table:
    """The frame in chunks: Arrow copies the strings of a column again each time its buffer grows."""
    starts = range(0, max(len(frame), 1), _CHUNK)
    chunks = [pa.Table.from_pandas(frame.iloc[at : at + _CHUNK], preserve_index=False) for at in starts]
    return pa.concat_tables(chunks, promote_options="permissive")


def _plain(column: Any) -> Any:
    """The column in a type that the native extension knows, or None if there is no such type: then it holds no text."""
    wanted = _plain_type(column.type)
    if wanted is None:
        return None
    return column if wanted == column.type else column.cast(wanted)


def _plain_type(kind: Any) -> Any:
    types = pa.types
    if isinstance(kind, pa.BaseExtensionType):
        return _plain_type(kind.storage_type)
    if types.is_dictionary(kind):
        return _plain_type(kind.value_type)
    if types.is_decimal(kind):
        return pa.string()
    if types.is_int8(kind) or types.is_int16(kind) or types.is_uint8(kind) or types.is_uint16(kind):
        return pa.int32()
    if types.is_float16(kind):
        return pa.float32()
    if types.is_fixed_size_binary(kind):
        return pa.binary()
    if types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind):
        value = _plain_type(kind.value_type)
        return None if value is None else pa.large_list(value)
    if types.is_struct(kind):
        fields = [(field.name, _plain_type(field.type)) for field in kind]
        return None if any(value is None for _, value in fields) else pa.struct(fields)
    if types.is_time(kind) or types.is_duration(kind) or types.is_interval(kind) or types.is_map(kind):
        return None
    known = (
        types.is_null, types.is_boolean, types.is_integer, types.is_floating, types.is_date, types.is_timestamp,
        types.is_string, types.is_large_string, types.is_string_view,
        types.is_binary, types.is_large_binary, types.is_binary_view,
    )
    return kind if any(is_known(kind) for is_known in known) else None
