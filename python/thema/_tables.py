"""Tables of any library as Arrow tables whose types the native extension knows.

Texts are not copied if the table already holds them as Arrow: polars, pyarrow, and pandas with Arrow strings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import chain
from numbers import Real
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
    if isinstance(values, (str, bytes, Mapping)) or not isinstance(values, Iterable) or advice(values):
        raise InputError(f"expected a list of texts or a table, not {type(values).__name__}{advice(values)}")
    rows: list[Any] = values.to_pylist() if isinstance(values, (pa.Array, pa.ChunkedArray)) else list(values)
    if rows and all(isinstance(row, Mapping) for row in rows):
        return table(rows)
    for at, row in enumerate(rows):
        if not isinstance(row, str):
            raise InputError(f"row {at} is a {type(row).__name__}, not a text; give texts, or a table with a column `title`")
    return table(pa.table({"abstract": _strings(rows)}))


def advice(value: object) -> str:
    """How to make a table of ``value``, to end a message with; empty if thema does not know."""
    name = type(value).__name__
    if isinstance(value, Mapping):
        return "; make a table of it first, such as pandas.DataFrame(columns)"
    if name == "LazyFrame":
        return "; call .collect() first"
    return "; call .to_table() first" if hasattr(value, "to_table") else ""


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
        return pa.table(_without_wide_integers(value))
    if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable):
        raise InputError(f"expected a table or rows as dicts, not {type(value).__name__}{advice(value)}")
    rows = list(value)
    for at, row in enumerate(rows):
        if not isinstance(row, Mapping):
            several = "; join tables first, such as pandas.concat(tables)" if is_table(row) else ""
            raise InputError(f"row {at} is a {type(row).__name__}, not a dict{several}")
    # Keys that only later rows have are columns too.
    names = list(dict.fromkeys(chain.from_iterable(rows)))
    for name in names:
        if not isinstance(name, str):
            raise InputError(f"the key {name!r} is not a str")
    return pa.table({name: _column(name, [row.get(name) for row in rows]) for name in names})


def _of_pandas(frame: Any) -> pa.Table:
    """The frame in chunks: Arrow copies the strings of a column again each time its buffer grows."""
    _refuse_twins([str(name) for name in frame.columns])
    starts = range(0, max(len(frame), 1), _CHUNK)
    try:
        chunks = [pa.Table.from_pandas(frame.iloc[at : at + _CHUNK], preserve_index=False) for at in starts]
        return pa.concat_tables(chunks, promote_options="permissive")
    except (pa.ArrowException, TypeError):
        # A column of several types; the others are as they were.
        return pa.table({str(name): _of_series(str(name), frame[name]) for name in frame.columns})


def _of_series(name: str, series: Any) -> Any:
    if series.dtype == object:
        return _column(name, series.tolist())
    try:
        return pa.array(series, from_pandas=True)
    except (pa.ArrowException, TypeError, ValueError):
        # Numbers of a kind that Arrow does not have.
        return pa.nulls(len(series))


def _column(name: str, values: list[Any]) -> Any:
    """Values as a column; scalars of several types become texts."""
    try:
        return pa.array(values, from_pandas=True)
    except (pa.ArrowException, TypeError, OverflowError):
        kinds = {type(value) for value in values if value is not None}
        if all(issubclass(kind, (str, Real)) for kind in kinds):
            # A missing value of pandas is the only one that differs from itself.
            written = [None if value is None or value != value else str(value) for value in values]
            return pa.array(written, pa.large_string())
        said = " and ".join(sorted(kind.__name__ for kind in kinds))
        raise InputError(f"column {name!r} holds {said}; make it of one type, or leave it out") from None


def _without_wide_integers(frame: Any) -> Any:
    """A polars table without its columns of 128-bit integers, which Arrow does not have."""
    schema = getattr(frame, "schema", None)
    if not isinstance(schema, Mapping):
        return frame
    wide = [name for name, kind in schema.items() if str(kind) in ("Int128", "UInt128")]
    return frame.drop(wide) if wide else frame


def _plain(column: Any) -> Any:
    """The column in a type that the native extension knows, or None if there is no such type: then it holds no text."""
    wanted = _plain_type(column.type)
    if wanted is None:
        return None
    if pa.types.is_dictionary(column.type) and pa.types.is_string_view(column.type.value_type):
        # Arrow does not cast these.
        decoded = [chunk.dictionary.cast(pa.large_string()).take(chunk.indices) for chunk in column.chunks]
        return pa.chunked_array(decoded, pa.large_string())
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
