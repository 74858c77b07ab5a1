"""Blocks that are cut into slices are reassembled."""

from __future__ import annotations

import pyarrow as pa
import pytest

from thema._slices import joined_rows, sliced, whole


class Row(dict):  # type: ignore[type-arg]
    """A row like Spark's, read by name and by attribute."""

    __getattr__ = dict.__getitem__


def blocks() -> list[bytes]:
    return [b"", b"abc", bytes(range(256)) * 40, b"x" * 1_024, b"y" * 1_025]


def batch_of(*values: bytes) -> pa.RecordBatch:
    tallies = pa.array([b"t%d" % at for at in range(len(values))], pa.binary())
    return pa.record_batch({"first": pa.array(range(len(values))), "papers": pa.array(values, pa.binary()), "tally": tallies})


def test_no_slice_is_larger_than_it_may_be_and_numbers_stand_in_all() -> None:
    rows = pa.Table.from_batches(sliced([batch_of(*blocks())], "papers")).to_pylist()
    assert [list(row) for row in rows[:1]] == [["first", "slice", "papers", "tally"]]
    assert max(len(row["papers"]) for row in rows) == 1_024
    assert [row["slice"] for row in rows if row["first"] == 4] == [0, 1]
    assert [row["tally"] for row in rows if row["first"] == 2] == [b"t2"] + [None] * 9


@pytest.mark.parametrize("rows_at_once", [1, 3, 10_000])
@pytest.mark.parametrize("kind", [pa.binary(), pa.large_binary()])
def test_blocks_are_what_they_were_wherever_an_engine_cuts(rows_at_once: int, kind: pa.DataType) -> None:
    expected = batch_of(*blocks())
    table = pa.Table.from_batches(sliced([expected], "papers"))
    table = table.set_column(2, "papers", table["papers"].cast(kind)).combine_chunks()
    found = pa.Table.from_batches(whole(table.to_batches(max_chunksize=rows_at_once), "papers"))
    assert found.to_pylist() == expected.to_pylist()
    assert found.num_rows == 5


def test_rows_on_the_driver_are_joined_by_block() -> None:
    rows = (Row(row) for row in pa.Table.from_batches(sliced([batch_of(*blocks())], "papers", 5_000)).to_pylist())
    found = [(row["first"], block) for row, block in joined_rows(rows, "papers")]
    assert found == list(enumerate(blocks()))
    assert list(whole([], "papers")) == list(joined_rows([], "papers")) == []
